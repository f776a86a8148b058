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

// Where something was found in a text: [begin, end) of the whole and of each group; npos where a group took
// no part.
struct Match {
  static constexpr std::size_t kGroups = 10;   // 0 is the whole
  static constexpr std::size_t npos = std::string_view::npos;
  std::array<std::size_t, 2 * kGroups> ends{};
};

// What matching needs beside an expression and a text, kept from one to the next: a label may have a million
// matches, each of which begins with nothing to make, and limits are asked however short each of them is.
class MatchingRoom {
 public:
  explicit MatchingRoom(const Limits& limits) : limits_(limits), pulse_(limits, 1 << 14) {}

 private:
  friend class Regexp;
  // An instruction that is reached somewhere in the text, on a way that began at 'begin'.
  struct Thread {
    std::uint32_t instruction = 0;
    std::size_t begin = 0;
  };
  const Limits& limits_;
  Pulse pulse_;
  std::vector<Thread> now_;   // by begin, ascending
  std::vector<Thread> next_;
  std::vector<std::size_t> reached_at_;   // by instruction: the last place of the text at which it was reached, + 1
  std::vector<std::uint32_t> waiting_;
  std::vector<bool> visited_;
};

// A basic regular expression as POSIX defines them (docs/formats/exp.md says which part of that), over bytes.
//
// Finding takes time in proportion to program × text that is looked at, whatever the expression: all ways go
// through the text together, and of those that meet the one that began first goes on. Then the match is gone
// through once more for its groups, with a bit for each pair of an instruction and a place: every pair is
// visited once, depth first, so that the first way found to the end is the one in which each * took as much
// as it could, from the left.
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
  bool matches(std::string_view text, Match& match, MatchingRoom& room) const;
  // The longest of the leftmost matches that begin at 'from' or behind it.
  bool find(std::string_view text, std::size_t from, Match& match, MatchingRoom& room) const;

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

  struct Stretch {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  // The longest of the leftmost matches, without its groups.
  std::optional<Stretch> leftmost(std::string_view text, std::size_t from, MatchingRoom& room) const;
  // Goes on from an instruction, at a place of the text, to all that can be reached there without a byte.
  void follow(MatchingRoom::Thread thread, std::size_t at, std::size_t size, MatchingRoom& room,
              std::vector<MatchingRoom::Thread>& into) const;
  // The match of a stretch with its groups; false if there is none.
  bool match_exactly(std::string_view text, Stretch stretch, Match& match, MatchingRoom& room) const;

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
