#pragma once

// Proofs from invariants as text, for tests: the lines of an evidence file without the counts of lines and
// words, which are computed here.

#include <cctype>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "evidence/read_proof.h"

namespace parley::testing {

// "trap; one-of A 0; nogood; when 0 1; by 3 4": lines, or parts between ';'.
inline InvariantProof proof_of(const Network& network, const Property& property, std::string text) {
  for (char& c : text)
    if (c == ';') c = '\n';
  struct Block {
    std::string head;
    std::vector<std::string> lines;   // weigh, one-of, in, when
    std::size_t words = 0;            // after `by`, `of` or `ranks`
    std::string word_lines;
  };
  std::vector<Block> blocks;
  std::size_t steps = 0;
  std::string line;
  for (std::istringstream in(text); std::getline(in, line);) {
    while (!line.empty() && std::isspace(static_cast<unsigned char>(line.front())) != 0) line.erase(0, 1);
    while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back())) != 0) line.pop_back();
    if (line.empty()) continue;
    const std::string word = line.substr(0, line.find(' '));
    if (word == "by" || word == "of" || word == "ranks") {
      std::string item;
      std::istringstream items(line.substr(word.size()));
      Block& block = blocks.back();
      while (items >> item) {
        if (block.words % 20 == 0) block.word_lines += (block.words > 0 ? "\n" : "") + word;
        block.word_lines += " " + item;
        ++block.words;
      }
    } else if (word == "weigh" || word == "one-of" || word == "in" || word == "when") {
      blocks.back().lines.push_back(line);
    } else {
      blocks.push_back({.head = line, .lines = {}, .words = 0, .word_lines = ""});
      if (word == "nogood" || word == "combine") ++steps;
    }
  }
  std::string file = "facts " + std::to_string(blocks.size() - steps) + " steps " + std::to_string(steps) + "\n";
  for (const Block& block : blocks) {
    if (block.head == "nogood")
      file += "nogood literals " + std::to_string(block.lines.size()) + " because " + std::to_string(block.words);
    else if (block.head.starts_with("combine")) file += "combine " + std::to_string(block.words) + block.head.substr(7);
    else if (block.head == "ranking") file += "ranking rules " + std::to_string(block.words);
    else file += block.head + (block.head.starts_with("pair") ? "" : " rows " + std::to_string(block.lines.size()));
    file += "\n";
    for (const std::string& row : block.lines) file += row + "\n";
    if (block.words > 0) file += block.word_lines + "\n";
  }
  const SourceText source("proof", file);
  Scanner in(source);
  InvariantProof result;
  if (!read_proof(in, network, kind_of(property), Limits(), result) || !in.at_end())
    throw std::invalid_argument(in.at_end() ? to_text(in.error()) : file);
  return result;
}

inline Evidence proof(const Network& network, const Property& property, const std::string& text) {
  return std::make_shared<const InvariantProof>(proof_of(network, property, text));
}

}   // namespace parley::testing
