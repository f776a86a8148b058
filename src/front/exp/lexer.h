#pragma once

#include <cstdint>
#include <string_view>

#include "base/limits.h"
#include "front/exp/reporter.h"

namespace parley::exp {

enum class TokenKind : std::uint8_t {
  kEnd,
  kWord,   // letters, digits and _, not only a _
  kNumber,
  kString,   // "...", on one line; nothing in it is an escape
  kUnderscore,
  kLeftParen,
  kRightParen,
  kComma,
  kStar,
  kArrow,   // ->
  kHash,
  kInterleave,   // |||
  kBarBar,       // ||
  kSyncOpen,     // |[
  kSyncClose,    // ]|
  kNote,         // (*@ ... *), a comment to everybody but parley
  kForeign,      // a symbol of the languages that EXP borrows from, which parley does not read: | \ [ ] { } / > <
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::uint32_t offset = 0;
  std::uint32_t length = 0;
  Place place() const { return {offset, length == 0 ? 1 : length}; }
};

// Cuts the text into tokens, one at a time. Comments, (* *) and -- to the end of the line, are skipped, and
// so is what is no token, with an error for each run of such bytes. After Diagnostics::kMost errors the text
// ends early.
class Lexer {
 public:
  Lexer(Reporter& reporter, const Limits& limits) : reporter_(reporter), text_(reporter.source().text()), pulse_(limits, 4096) {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;   // a byte order mark
  }

  Token next();
  std::string_view text(const Token& token) const { return text_.substr(token.offset, token.length); }

 private:
  bool skip_blanks();   // whether it stands before a note
  Token cut(TokenKind kind, std::size_t first) const {
    return {kind, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(at_ - first)};
  }
  void complain(std::size_t first, std::size_t length, const char* code, const char* message, const char* hint = "");

  Reporter& reporter_;
  std::string_view text_;
  Pulse pulse_;
  std::size_t at_ = 0;
};

}   // namespace parley::exp
