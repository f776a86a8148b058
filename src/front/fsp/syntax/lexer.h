#pragma once

#include <cassert>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/limits.h"
#include "front/fsp/syntax/reporter.h"

namespace parley::fsp {

enum class TokenKind : std::uint8_t {
  kEnd,
  kUpper,
  kLower,
  kNumber,
  kString,
  kLeftParen,
  kRightParen,
  kLeftBrace,
  kRightBrace,
  kLeftBracket,
  kRightBracket,
  kBox,   // []
  kComma,
  kDot,
  kDotDot,
  kSemicolon,
  kColon,
  kColonColon,
  kAssign,
  kArrow,
  kIff,   // <->
  kBar,
  kBarBar,
  kAmp,
  kAmpAmp,
  kCaret,
  kBang,
  kQuestion,
  kQuote,
  kHash,
  kAt,
  kBackslash,
  kEqual,
  kEqualEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kShiftLeft,
  kShiftRight,
  kDiamond,
  kPlus,
  kMinus,
  kStar,
  kSlash,
  kPercent,
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::uint32_t offset = 0;
  std::uint32_t length = 0;
  Place place() const { return {offset, length == 0 ? 1 : length}; }
};

// Bytes [begin, end) of the source text.
struct Region {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// Splits the text into tokens, one at a time: a hundred megabytes are never held as tokens. Skips blanks and
// comments. Bytes that start no token are skipped too, with one error per run of such bytes. After
// Diagnostics::kMost errors the text counts as ended.
class Lexer {
 public:
  Lexer(Reporter& reporter, const Limits& limits)
      : Lexer(reporter, limits, {0, static_cast<std::uint32_t>(reporter.source().text().size())}) {}

  // Reads a region of the text only. The offsets of tokens are still offsets in the whole text.
  Lexer(Reporter& reporter, const Limits& limits, Region region) : reporter_(&reporter), pulse_(limits, 4096) { enter(region); }

  // enter() continues with another region. leave() returns the unread rest of the current one, to be entered
  // again later. The source text may have grown and moved in between.
  void enter(Region region) {
    assert(region.begin <= region.end && region.end <= reporter_->source().text().size());
    text_ = reporter_->source().text().substr(0, region.end);
    begin_ = at_ = region.begin;
    if (text_.substr(at_).starts_with("\xEF\xBB\xBF")) at_ += 3;   // a byte order mark
  }
  Region leave() const { return {static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(text_.size())}; }

  Token next();

  // Skips to the end of the current definition, for recovery after an error: to just after the next '.' that
  // ends a definition (a '.' inside a label has no blank after it), or to the next line that starts with one
  // of 'words' or with ||, whichever comes first at or after 'from'. Reads bytes, not tokens, since the
  // skipped text may be anything.
  void skip_to_definition(std::uint32_t from, std::span<const std::string_view> words);

  std::string_view text(const Token& token) const { return text_.substr(token.offset, token.length); }

  // The place of the token that starts at 'offset', for underlining it. Reports nothing.
  static Place token_at(std::string_view text, std::uint32_t offset);

 private:
  Lexer(std::string_view text, const Limits& limits) : text_(text), pulse_(limits, 4096) {}
  bool skip_comment();   // false if no comment starts here
  void skip_blanks();
  bool starts_definition(std::span<const std::string_view> words) const;
  Token symbol();
  Token string();
  void complain(std::size_t first, std::size_t length, const char* code, const char* message, const char* hint = "");

  std::string_view text_;
  Reporter* reporter_ = nullptr;
  Pulse pulse_;
  std::size_t begin_ = 0;
  std::size_t at_ = 0;
};

}   // namespace parley::fsp
