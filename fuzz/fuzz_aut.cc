// Feeds arbitrary bytes to the reader of .aut files. They are rejected with located errors, or give a network
// that is unchanged by writing and reading.
#include <cstdint>
#include <cstdlib>
#include <sstream>

#include "front/aut/parse.h"
#include "front/aut/read.h"
#include "front/aut/write.h"

using namespace parley;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  Progress silent;
  const Limits limits;
  const Result<std::unique_ptr<Model>> model = read_aut("fuzz.aut", text, {}, limits, silent);
  if (!model) {
    for (const Diagnostic& diagnostic : model.diagnostics().list())
      if (diagnostic.line == 0) std::abort();
    return 0;
  }
  const Result<Network> network = (*model)->build("", "", limits, silent);
  if (!network) std::abort();

  // Control bytes in labels change at the first writing. After that only the numbering of the labels may
  // change.
  const auto written = [](const Lts& lts) {
    std::ostringstream out;
    write_aut(out, lts);
    return out.str();
  };
  const Result<Lts> second = parse_aut(SourceText("2", written(network->lts(TemplateId(std::size_t{0})))), limits, silent);
  if (!second) std::abort();
  const Result<Lts> third = parse_aut(SourceText("3", written(*second)), limits, silent);
  if (!third || written(*third) != written(*second)) std::abort();
  return 0;
}
