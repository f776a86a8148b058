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

// Where an expression matched in a text: [begin, end) of the whole match and of each group. npos if a group
// took no part.
struct Match {
  static constexpr std::size_t kGroups = 10;   // 0 is the whole
  static constexpr std::size_t npos = std::string_view::npos;
  std::array<std::size_t, 2 * kGroups> ends{};
};

// Working memory of the matcher, reused from one match to the next. A label may have a million matches, so no
// match should allocate. It also holds the pulse, so that limits are checked even if every match is short.
class MatchScratch {
 public:
  explicit MatchScratch(const Limits& limits) : limits_(limits), pulse_(limits, 1 << 14) {}

 private:
  friend class Regexp;
  // An instruction that was reached in the text, on a path that began at 'begin'.
  struct Thread {
    std::uint32_t instruction = 0;
    std::size_t begin = 0;
  };
  const Limits& limits_;
  Pulse pulse_;
  std::vector<Thread> now_;   // ascending by begin
  std::vector<Thread> next_;
  std::vector<std::size_t> reached_at_;   // by instruction: the last position in the text at which it was reached, + 1
  std::vector<std::uint32_t> waiting_;
  std::vector<bool> visited_;
};

// A basic regular expression as POSIX defines it, over bytes. docs/formats/exp.md says which part of POSIX.
//
// The expression is compiled to a program. Finding a match takes time proportional to program × inspected
// text, for every expression: all threads move through the text together, and of those that meet, the one
// that began first continues. A second pass over the match finds its groups. It uses one bit per pair of an
// instruction and a position and visits each pair once, depth first. So the first path found to the end is
// the one in which each * took as much as possible, from the left.
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
  bool matches(std::string_view text, Match& match, MatchScratch& room) const;
  // The longest of the leftmost matches that begin at or after 'from'.
  bool find(std::string_view text, std::size_t from, Match& match, MatchScratch& room) const;

  // The text that the expression matches, if it matches exactly one text because it has no operator.
  const std::optional<std::string>& as_literal() const { return literal_; }

 private:
  friend class RegexpCompiler;
  enum class Code : std::uint8_t { kByte, kSplit, kJump, kMark, kBegin, kEnd, kMatch };
  struct Instruction {
    Code code = Code::kMatch;
    std::uint32_t first = 0;    // kByte: index in sets_; kSplit: preferred target; kJump: target; kMark: index in Match::ends
    std::uint32_t second = 0;   // kSplit: the other target
  };
  using Bytes = std::array<bool, 256>;

  struct Stretch {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  // The longest of the leftmost matches, without its groups.
  std::optional<Stretch> leftmost(std::string_view text, std::size_t from, MatchScratch& room) const;
  // Adds all instructions to 'into' that 'thread' can reach at this position without consuming a byte.
  void follow(MatchScratch::Thread thread, std::size_t at, std::size_t size, MatchScratch& room,
              std::vector<MatchScratch::Thread>& into) const;
  // Finds the groups of a match that is exactly 'stretch'; false if there is no such match.
  bool match_exactly(std::string_view text, Stretch stretch, Match& match, MatchScratch& room) const;

  std::vector<Instruction> program_;
  std::vector<Bytes> sets_;
  std::size_t groups_ = 0;
  std::optional<std::string> literal_;
};

// The replacement for a match: text, \1 to \9 for groups, & for the whole match.
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
