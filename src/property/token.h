#pragma once

#include <cstdint>
#include <string_view>

namespace parley {

// The tokens of a predicate (property/parse.h).
enum class TokenKind : std::uint8_t {
  kWord,
  kQuoted,
  kAnd,
  kOr,
  kNot,
  kOpen,
  kClose,
  kOpenBrace,
  kCloseBrace,
  kOpenBracket,
  kCloseBracket,
  kAt,
  kComma,
  kHash,
  kPlus,
  kMinus,
  kTimes,
  kLess,
  kAtMost,
  kGreater,
  kAtLeast,
  kEqual,
  kUnequal,
  kBad,   // a maximal run of bytes that begin no token
  kEnd,
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::size_t offset = 0;
  std::string_view text;
};

// The first token at or after 'offset', blanks skipped.
Token next_token(std::string_view text, std::size_t offset);

}   // namespace parley
