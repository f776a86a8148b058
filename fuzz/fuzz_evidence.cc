// Feeds arbitrary bytes to the reader of evidence files, for one small network. They are rejected with
// located errors, or are read and written to a file that does not change any more.
#include <cstdint>
#include <cstdlib>

#include "support/evidence_text.h"

using namespace parley;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Network network = testing::odd_names();
  const Result<std::string> first = testing::rewritten(std::string(reinterpret_cast<const char*>(data), size), network);
  if (!first) {
    if (first.diagnostics().list()[0].line == 0) std::abort();
    return 0;
  }
  const Result<std::string> second = testing::rewritten(*first, network);
  if (!second || *second != *first) std::abort();
  return 0;
}
