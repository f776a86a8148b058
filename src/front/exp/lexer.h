#pragma once

#include <cstdint>
#include <string_view>

#include "base/limits.h"
#include "front/exp/reporter.h"

namespace parley::exp {

enum class TokenKind : std::uint8_t {
  kEnd,
  kWord,   // letters, digits and _, but not _ alone
  kNumber,
  kString,   // "...", on one line, without escapes
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
  kNote,         // (*@ ... *): a note for parley, a comment for other tools
  kForeign,      // a symbol of languages that EXP borrows from and parley does not read: | \ [ ] { } / > < :
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::uint32_t offset = 0;
  std::uint32_t length = 0;
  Place place() const { return {offset, length == 0 ? 1 : length}; }
};

// Splits the text into tokens, one per call. Skips comments: (* *), and -- to the end of the line. Also skips
// bytes that are no token, with one error per run of such bytes. After Diagnostics::kMost errors the text
// ends early.
class Lexer {
 public:
  Lexer(Reporter& reporter, const Limits& limits) : reporter_(reporter), text_(reporter.source().text()), pulse_(limits, 4096) {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;   // a byte order mark
  }

  Token next();
  std::string_view text(const Token& token) const { return text_.substr(token.offset, token.length); }

 private:
  bool skip_blanks();   // also skips comments; true if a note follows
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
