#pragma once

// Shared by the unit tests of src/front/exp: expressions with their files in memory, read and printed as
// text. It is here, and not in src/front/exp, because the files are Aldebaran's, and front ends do not
// include one another.

#include <map>
#include <memory>
#include <sstream>
#include <string>

#include <fmt/format.h>

#include "front/aut/parse.h"
#include "front/aut/write.h"
#include "front/exp/read.h"

namespace parley::exp {

using TextFiles = std::map<std::string, std::string>;

// "0 a 1, 1 b 0" as an Aldebaran file; the initial state is 0.
inline std::string aut(const std::string& edges) {
  std::string lines;
  std::size_t count = 0;
  std::size_t most = 0;
  for (std::size_t begin = 0; begin < edges.size();) {
    const std::size_t end = std::min(edges.find(", ", begin), edges.size());
    const std::string edge = edges.substr(begin, end - begin);
    const std::size_t first = edge.find(' ');
    const std::size_t last = edge.rfind(' ');
    const std::string from = edge.substr(0, first);
    const std::string to = edge.substr(last + 1);
    const std::string label = edge.substr(first + 1, last - first - 1);
    lines += fmt::format("({}, {}, {})\n", from, label == "i" ? label : '"' + label + '"', to);
    most = std::max({most, std::stoul(from), std::stoul(to)});
    ++count;
    begin = end + 2;
  }
  return fmt::format("des (0, {}, {})\n{}", count, most + 1, lines);
}

inline std::string aut(const Lts& lts) {
  std::ostringstream out;
  write_aut(out, lts);
  return out.str();
}

inline ReadOptions in_memory(const TextFiles& files) {
  ReadOptions options;
  options.open = [files](const std::string& path) -> Result<std::string> {
    const auto found = files.find(path);
    if (found != files.end()) return found->second;
    Diagnostic missing;
    missing.code = "file-missing";
    missing.file = path;
    missing.message = "there is no such file";
    return missing;
  };
  options.automaton = [](const std::string& path, std::string text) {
    Progress silent;
    return parse_aut(SourceText(path, std::move(text)), Limits(), silent);
  };
  return options;
}

inline Result<std::unique_ptr<Model>> read_text(const std::string& text, const TextFiles& files) {
  Progress silent;
  return read_exp("t.exp", text, in_memory(files), Limits(), silent);
}

inline Result<Network> network_of(const std::string& text, const TextFiles& files) {
  Progress silent;
  const auto model = read_text(text, files);
  if (!model) return model.diagnostics();
  return (*model)->build("", "", Limits(), silent);
}

// One rule per line, in order: "label: component.label component.label".
inline std::string rules_text(const Network& network) {
  std::string text;
  for (const RuleId rule : network.rules()) {
    text += fmt::format("{}{}:", text.empty() ? "" : "; ", network.label_name(rule));
    for (const Participant& participant : network.participants(rule))
      text += fmt::format(" {}.{}", network.name(participant.component),
                          network.lts(participant.component).label_name(participant.label));
  }
  return text;
}

// The rules, or the positions and codes of the errors: "1:5 exp-syntax".
inline std::string meaning(const std::string& text, const TextFiles& files) {
  const Result<Network> network = network_of(text, files);
  if (network) return rules_text(*network);
  std::string all;
  for (const Diagnostic& diagnostic : network.diagnostics().list())
    all += fmt::format("{}{}:{} {}", all.empty() ? "" : ", ", diagnostic.line, diagnostic.column, diagnostic.code);
  return all;
}

}   // namespace parley::exp
