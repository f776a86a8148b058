#pragma once

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
  kBox,   // ( ) { } [ ] []
  kComma,
  kDot,
  kDotDot,
  kSemicolon,
  kColon,
  kColonColon,
  kAssign,
  kArrow,
  kIff,   // , . .. ; : :: := -> <->
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
  kBackslash,   // | || & && ^ ! ? ' # @ backslash
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
  kPercent,   // << >> <> + - * / %
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

// Cuts the text into tokens, one at a time: a hundred megabytes are never held as tokens. Comments and what
// is no token are skipped, the latter with an error for each run of such bytes. After Diagnostics::kMost
// errors the text ends early.
class Lexer {
 public:
  Lexer(Reporter& reporter, const Limits& limits)
      : Lexer(reporter, limits, {0, static_cast<std::uint32_t>(reporter.source().text().size())}) {}

  // Only a region of the text: offsets of tokens are still those of the whole.
  Lexer(Reporter& reporter, const Limits& limits, Region region) : reporter_(&reporter), pulse_(limits, 4096) { enter(region); }

  // Goes on with another region; leave() gives what is left of this one, to be entered again later. The
  // source text may have grown and moved in between.
  void enter(Region region) {
    text_ = reporter_->source().text().substr(0, region.end);
    begin_ = at_ = region.begin;
    if (text_.substr(at_).starts_with("\xEF\xBB\xBF")) at_ += 3;   // a byte order mark
  }
  Region leave() const { return {static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(text_.size())}; }

  Token next();

  // Goes on behind the next '.' that ends a definition (one inside a label has no blank behind it), or at the
  // next line that starts with one of 'words' or with ||, whichever comes first at or behind 'from'. Reads
  // bytes, not tokens: what is skipped may be anything.
  void skip_to_definition(std::uint32_t from, std::span<const std::string_view> words);

  std::string_view text(const Token& token) const { return text_.substr(token.offset, token.length); }

  // The token that starts at 'offset', for underlining it; reports nothing.
  static Place token_at(std::string_view text, std::uint32_t offset);

 private:
  Lexer(std::string_view text, const Limits& limits) : text_(text), pulse_(limits, 4096) {}
  bool skip_comment();   // one that starts here
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
