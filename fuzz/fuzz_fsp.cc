// Any bytes as an .fsp file: they are refused, or give a model whose checks and network can be asked for. Small texts can ask for
// large networks, so time and memory are limited; running into a limit is an answer.
#include <cstdint>

#include "front/fsp/fsp.h"

using namespace parley;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  Progress silent;
  const Limits limits({.seconds = 1.0, .memory_bytes = std::uint64_t{2} << 30});
  try {
    const Result<std::unique_ptr<Model>> model = read_fsp("fuzz.fsp", text, {}, limits, silent);
    if (!model) return 0;
    const Result<std::vector<CheckRequest>> checks = (*model)->checks("", limits);
    if (!checks) return 0;
    for (const CheckRequest& check : *checks) {
      const Result<Network> network = (*model)->build(check.target, "", limits, silent);
      if (network) (void)(*model)->bind(check, *network, limits);
    }
  } catch (const Stopped&) {
  }
  return 0;
}
