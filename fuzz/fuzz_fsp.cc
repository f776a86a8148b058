// Feeds arbitrary bytes to the reader of .fsp files. They are rejected, or give a model whose checks, lints
// and networks can be computed; each network can be written as FSP and read again. A small text can describe
// a large network, so time and memory are limited; reaching a limit is no failure.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "front/aut/parse.h"
#include "front/fsp/read.h"
#include "front/fsp/write/write.h"

using namespace parley;

namespace {

constexpr std::uint64_t kMostWritten = std::uint64_t{1} << 20;   // bytes of a network; the writer does not check limits

// The files that a text may include or import, with the file endings that tests/language uses.
Result<std::string> open_in_memory(const std::string& path) {
  if (path.ends_with(".fsp")) return std::string("const M = 2\nset S = {get, put}\nLOCK = (get -> put -> LOCK).\n");
  if (path.ends_with(".aut")) return std::string("des (0, 2, 2)\n(0, \"put\", 1)\n(1, \"get\", 0)\n");
  Diagnostics missing;
  missing.add({.code = "file-missing", .file = path, .message = "there is no such file"});
  return missing;
}

void write_and_read(const Network& network, const Limits& limits, Progress& silent) {
  if (network.bytes() > kMostWritten) return;
  std::ostringstream out;
  FspWriter(out, network, "").write_network();
  const Result<std::unique_ptr<Model>> again = read_fsp("written.fsp", out.str(), {}, limits, silent);
  Diagnostics trouble;
  if (again) {
    const Result<Network> same = (*again)->build("", "", limits, silent);
    if (same && same->num_components() == network.num_components() && same->num_rules() == network.num_rules()) return;
    trouble = same.diagnostics();
  } else {
    trouble = again.diagnostics();
  }
  std::fprintf(stderr, "%s\nis not read as it was written:\n%s\n", out.str().c_str(), to_text(trouble).c_str());
  std::abort();
}

void ask(const Model& model, const CheckRequest& check, const Limits& limits, Progress& silent) {
  std::string observer = observer_of(check);
  if (!observer.empty()) {
    const Result<bool> needs = model.needs_observer(check.target, observer, limits);
    if (!needs) return;
    if (!*needs) observer.clear();
  }
  const Result<Network> network = model.build(check.target, observer, limits, silent);
  if (!network) return;
  (void)model.bind(check, *network, limits);
  write_and_read(*network, limits, silent);
}

}   // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  Progress silent;
  const Limits limits({.seconds = 1.0, .memory_bytes = std::uint64_t{2} << 30});
  ReadOptions options;
  options.ltsa_compat = size % 4 == 3;
  options.open = open_in_memory;
  options.automaton = [&](const std::string& path, std::string imported) {
    return parse_aut(SourceText(path, std::move(imported)), limits, silent);
  };
  try {
    const Result<std::unique_ptr<Model>> model = read_fsp("fuzz.fsp", text, options, limits, silent);
    if (!model) return 0;
    (void)(*model)->lints("", limits);
    const Result<std::vector<CheckRequest>> checks = (*model)->checks("", limits);
    if (!checks) return 0;
    for (const CheckRequest& check : *checks) ask(**model, check, limits, silent);
  } catch (const Stopped&) {}
  return 0;
}
