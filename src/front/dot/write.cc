#include "front/dot/write.h"

#include <iterator>
#include <ostream>
#include <string>

#include <fmt/format.h>

namespace parley {

namespace {

constexpr std::size_t kBufferBytes = 1 << 16;

// A double-quoted string of dot. A backslash starts an escape there, so it is doubled. A control character is
// written as \xNN, because a line break would break the label in the picture.
std::string dot_string(std::string_view text) {
  std::string word = "\"";
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') word += '\\';
    if (byte < 0x20 || byte == 0x7F) word += fmt::format("\\\\x{:02X}", byte);
    else word += c;
  }
  return word + '"';
}

std::string_view look(const Lts& lts, LocalState state) {
  if (lts.is_terminal(state)) return ", shape=doublecircle";
  if (lts.is_error(state)) return ", shape=octagon, style=filled, color=red, fillcolor=mistyrose";
  return "";
}

}   // namespace

void write_dot(std::ostream& out, const Lts& lts) {
  std::string buffer =
      "digraph lts {\n"
      "  rankdir=LR;\n"
      "  node [shape=ellipse];\n"
      "  start [shape=point, label=\"\"];\n";
  fmt::format_to(std::back_inserter(buffer), "  start -> s{};\n", lts.initial().value);
  const auto flush = [&](std::size_t above) {
    if (buffer.size() < above) return;
    out << buffer;
    buffer.clear();
  };
  for (LocalState state : lts.states()) {
    fmt::format_to(std::back_inserter(buffer), "  s{} [label={}{}];\n", state.value, dot_string(lts.state_name(state)),
                   look(lts, state));
    flush(kBufferBytes);
  }
  for (LocalState from : lts.states())
    for (const Edge& edge : lts.edges(from)) {
      fmt::format_to(std::back_inserter(buffer), "  s{} -> s{} [label={}];\n", from.value, edge.target.value,
                     dot_string(lts.label_name(edge.label)));
      flush(kBufferBytes);
    }
  buffer += "}\n";
  flush(0);
}

}   // namespace parley
