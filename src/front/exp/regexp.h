#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/limits.h"

namespace parley::exp {

// Where something was found in a text: [begin, end) of the whole and of each group; npos where a group took no part.
struct Match {
  static constexpr std::size_t kGroups = 10;   // 0 is the whole
  static constexpr std::size_t npos = std::string_view::npos;
  std::array<std::size_t, 2 * kGroups> ends{};
};

// A basic regular expression as POSIX defines them (docs/formats/exp.md says which part of that), over bytes.
//
// Matching takes time and bits of memory in proportion to program × text, whatever the expression: every pair of an instruction and a place is visited
// once, depth first, so that the first way found to an end is the one in which each * took as much as it could, from the left.
class Regexp {
 public:
  struct Error {
    std::size_t offset = 0;
    std::string message;
  };
  static std::optional<Error> compile(std::string_view text, Regexp& into);
  static Regexp literal(std::string_view text, bool ignores_case);

  std::size_t groups() const { return groups_; }

  // Whether the expression matches all of 'text'.
  bool matches(std::string_view text, Match& match, const Limits& limits) const;
  // The longest of the leftmost matches that begin at 'from' or behind it.
  bool find(std::string_view text, std::size_t from, Match& match, const Limits& limits) const;

  // The text that the expression stands for, where it is only a text.
  const std::optional<std::string>& as_literal() const { return literal_; }

 private:
  friend class RegexpCompiler;
  enum class Code : std::uint8_t { kByte, kSplit, kJump, kMark, kBegin, kEnd, kMatch };
  struct Instruction {
    Code code = Code::kMatch;
    std::uint32_t first = 0;    // kByte: the set; kSplit: preferred; kJump: target; kMark: which
    std::uint32_t second = 0;   // kSplit: the other
  };
  using Bytes = std::array<bool, 256>;

  // Which pairs of an instruction and a place of the text have been visited.
  class Visited;
  // The longest end of a match from 'begin' on.
  std::optional<std::size_t> longest_end(std::string_view text, std::size_t begin, Visited& visited, Pulse& pulse) const;
  // The match of [begin, end) with its groups; false if there is none.
  bool match_exactly(std::string_view text, std::size_t begin, std::size_t end, Match& match, const Limits& limits) const;

  std::vector<Instruction> program_;
  std::vector<Bytes> sets_;
  std::size_t groups_ = 0;
  std::optional<std::string> literal_;
};

// What a match is replaced by: text, \1 to \9 for groups, & for the whole.
class Replacement {
 public:
  static std::optional<Regexp::Error> parse(std::string_view text, std::size_t groups, Replacement& into);
  static Replacement literal(std::string_view text);
  void append_to(std::string& result, std::string_view text, const Match& match) const;

 private:
  static constexpr std::uint8_t kText = 255;
  struct Piece {
    std::uint8_t group = kText;
    std::string text;
  };
  void add(char c);
  std::vector<Piece> pieces_;
};

}   // namespace parley::exp
