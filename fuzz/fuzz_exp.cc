// Feeds arbitrary bytes to the reader of .exp files. They are rejected with errors, or give a network that
// can be written in both forms and read again. A small text can describe a large network, so time and memory
// are limited; reaching a limit is no failure.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <sstream>

#include "front/aut/parse.h"
#include "front/aut/write.h"
#include "front/exp/read.h"
#include "front/exp/write.h"

using namespace parley;

namespace {

constexpr std::uint64_t kMostWritten = std::uint64_t{1} << 18;   // bytes of a network; the writer does not check limits

ReadOptions with_files(const std::map<std::string, std::string>& files, const Limits& limits, Progress& silent) {
  ReadOptions options;
  options.open = [&files](const std::string& path) -> Result<std::string> {
    const auto found = files.find(path);
    if (found != files.end()) return found->second;
    Diagnostics missing;
    missing.add({.code = "file-missing", .file = path, .message = "there is no such file"});
    return missing;
  };
  options.automaton = [&](const std::string& path, std::string text) {
    return parse_aut(SourceText(path, std::move(text)), limits, silent);
  };
  return options;
}

void write_and_read(const Network& network, std::size_t most_places, const Limits& limits, Progress& silent) {
  const ExpWriter writer(network, "w", most_places);
  std::map<std::string, std::string> files;
  for (const ExpWriter::Automaton& automaton : writer.automata()) {
    std::ostringstream out;
    write_aut(out, writer.lts(automaton));
    files[automaton.file] = out.str();
  }
  std::ostringstream out;
  writer.write_network(out);
  const Result<std::unique_ptr<Model>> again = read_exp("w.exp", out.str(), with_files(files, limits, silent), limits, silent);
  Diagnostics trouble;
  if (again) {
    const Result<Network> same = (*again)->build("", "", limits, silent);
    if (same && same->num_components() == network.num_components() && same->num_rules() == network.num_rules() &&
        same->num_participants() == network.num_participants())
      return;
    trouble = same.diagnostics();
  } else {
    trouble = again.diagnostics();
  }
  std::fprintf(stderr, "%s\nis not read as it was written:\n%s\n", out.str().c_str(), to_text(trouble).c_str());
  std::abort();
}

}   // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::map<std::string, std::string> kFiles = {
      {"a.aut", "des (0, 3, 2)\n(0, \"A\", 1)\n(1, \"B !1\", 0)\n(1, i, 1)\n"},
      {"b.aut", "des (0, 3, 2)\n(0, \"A\", 1)\n(1, \"C\", 0)\n(1, \"B !2\", 0)\n"},
      {"c.aut", "des (0, 2, 3)\n(0, \"A\", 1)\n(1, \"exit\", 2)\n"},
  };
  const std::string text(reinterpret_cast<const char*>(data), size);
  Progress silent;
  const Limits limits({.seconds = 0.25, .memory_bytes = std::uint64_t{1} << 30});
  try {
    const Result<std::unique_ptr<Model>> model = read_exp("fuzz.exp", text, with_files(kFiles, limits, silent), limits, silent);
    if (!model) {
      if (!model.diagnostics().has_errors()) std::abort();
      for (const Diagnostic& diagnostic : model.diagnostics().list())
        if (diagnostic.line == 0) std::abort();
      return 0;
    }
    const Result<Network> network = (*model)->build("", "", limits, silent);
    if (!network || network->bytes() > kMostWritten) return 0;
    write_and_read(*network, ExpWriter::kMostPlaces, limits, silent);
    write_and_read(*network, 1, limits, silent);
  } catch (const Stopped&) {}
  return 0;
}
