#include "front/aut/write.h"

#include <iterator>
#include <ostream>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace parley {

namespace {

constexpr std::size_t kBufferBytes = 1 << 16;

// The label in quotes. A control character, which could break the line, is written as \xNN.
std::string label_word(const std::string& name) {
  std::string word = "\"";
  for (char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) word += fmt::format("\\x{:02X}", byte);
    else word += c;
  }
  return word + '"';
}

}   // namespace

void write_aut(std::ostream& out, const Lts& lts) {
  std::vector<std::string> words;
  words.reserve(lts.num_labels());
  for (LocalLabel label : lts.labels()) words.push_back(label_word(lts.label_name(label)));

  std::string buffer = fmt::format("des ({}, {}, {})\n", lts.initial().value, lts.num_edges(), lts.num_states());
  for (LocalState from : lts.states()) {
    for (const Edge& edge : lts.edges(from)) {
      fmt::format_to(std::back_inserter(buffer), "({}, {}, {})\n", from.value, words[edge.label.index()], edge.target.value);
      if (buffer.size() < kBufferBytes) continue;
      out << buffer;
      buffer.clear();
    }
  }
  out << buffer;
}

}   // namespace parley
