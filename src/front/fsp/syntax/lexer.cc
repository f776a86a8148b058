#include "front/fsp/syntax/lexer.h"

#include <algorithm>
#include <array>

#include "front/fsp/syntax/letters.h"

namespace parley::fsp {

namespace {

bool is_word(char c) { return is_upper(c) || is_lower(c) || is_digit(c); }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

struct Spelling {
  std::string_view text;
  TokenKind kind;
};

// Grouped by first byte, longest first, so that the first match is the longest one.
constexpr std::array<Spelling, 43> kSpellings{{
    {"!=", TokenKind::kNotEqual},
    {"!", TokenKind::kBang},
    {"#", TokenKind::kHash},
    {"%", TokenKind::kPercent},
    {"&&", TokenKind::kAmpAmp},
    {"&", TokenKind::kAmp},
    {"'", TokenKind::kQuote},
    {"(", TokenKind::kLeftParen},
    {")", TokenKind::kRightParen},
    {"*", TokenKind::kStar},
    {"+", TokenKind::kPlus},
    {",", TokenKind::kComma},
    {"->", TokenKind::kArrow},
    {"-", TokenKind::kMinus},
    {"..", TokenKind::kDotDot},
    {".", TokenKind::kDot},
    {"/", TokenKind::kSlash},
    {"::", TokenKind::kColonColon},
    {":=", TokenKind::kAssign},
    {":", TokenKind::kColon},
    {";", TokenKind::kSemicolon},
    {"<->", TokenKind::kIff},
    {"<=", TokenKind::kLessEqual},
    {"<<", TokenKind::kShiftLeft},
    {"<>", TokenKind::kDiamond},
    {"<", TokenKind::kLess},
    {"==", TokenKind::kEqualEqual},
    {"=", TokenKind::kEqual},
    {">=", TokenKind::kGreaterEqual},
    {">>", TokenKind::kShiftRight},
    {">", TokenKind::kGreater},
    {"?", TokenKind::kQuestion},
    {"@", TokenKind::kAt},
    {"[]", TokenKind::kBox},
    {"[", TokenKind::kLeftBracket},
    {"\\", TokenKind::kBackslash},
    {"]", TokenKind::kRightBracket},
    {"^", TokenKind::kCaret},
    {"{", TokenKind::kLeftBrace},
    {"||", TokenKind::kBarBar},
    {"|", TokenKind::kBar},
    {"}", TokenKind::kRightBrace},
    {"\xE2\x80\x99", TokenKind::kQuote},   // a typographic apostrophe, as printed in books
}};

// Byte -> index of the first spelling that starts with it; kSpellings.size() if there is none.
constexpr std::array<std::uint8_t, 256> kFirstSpelling = [] {
  std::array<std::uint8_t, 256> first{};
  first.fill(kSpellings.size());
  for (std::size_t i = kSpellings.size(); i-- > 0;)
    first[static_cast<unsigned char>(kSpellings[i].text[0])] = static_cast<std::uint8_t>(i);
  return first;
}();

}   // namespace

void Lexer::complain(std::size_t first, std::size_t length, const char* code, const char* message, const char* hint) {
  if (reporter_ == nullptr) return;
  reporter_->error({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(length)}, code, message, hint);
  if (reporter_->full()) at_ = text_.size();
}

void Lexer::skip_blanks() {
  while (at_ < text_.size()) {
    if (is_blank(text_[at_])) {
      ++at_;
      continue;
    }
    if (!skip_comment()) return;
  }
}

bool Lexer::skip_comment() {
  const std::string_view rest = text_.substr(at_, 2);
  if (rest == "//") {
    at_ = std::min(text_.find('\n', at_), text_.size());
    return true;
  }
  if (rest != "/*") return false;
  const std::size_t end = text_.find("*/", at_ + 2);
  if (end == std::string_view::npos) complain(at_, 2, "fsp-comment", "the comment is never closed", "close it with */");
  at_ = end == std::string_view::npos ? text_.size() : end + 2;
  return true;
}

bool Lexer::starts_definition(std::span<const std::string_view> words) const {
  if (text_.substr(at_, 2) == "||") return true;
  std::size_t end = at_;
  while (end < text_.size() && is_word(text_[end]) && end - at_ < 32) ++end;
  return std::find(words.begin(), words.end(), text_.substr(at_, end - at_)) != words.end();
}

void Lexer::skip_to_definition(std::uint32_t from, std::span<const std::string_view> words) {
  at_ = from;
  bool at_line_start = at_ == begin_ || text_[at_ - 1] == '\n';
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == '/' && skip_comment()) continue;
    if (at_line_start && (is_lower(c) || c == '|') && starts_definition(words)) return;
    ++at_;
    if (c == '\n') at_line_start = true;
    else if (!is_blank(c)) at_line_start = false;
    if (c == '.' && (at_ == text_.size() || is_blank(text_[at_]) || text_[at_] == '/')) return;
    // A quoted name ends at the end of its line at the latest.
    if (c == '"')
      while (at_ < text_.size() && text_[at_] != '\n' && text_[at_++] != '"') {}
    if ((at_ & 0xFFFF) == 0) pulse_.beat();
  }
}

Token Lexer::symbol() {
  const std::size_t first = at_;
  for (std::size_t i = kFirstSpelling[static_cast<unsigned char>(text_[first])];
       i < kSpellings.size() && kSpellings[i].text[0] == text_[first]; ++i) {
    const Spelling& spelling = kSpellings[i];
    if (!text_.substr(first).starts_with(spelling.text)) continue;
    at_ += spelling.text.size();
    return {spelling.kind, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(spelling.text.size())};
  }
  return {TokenKind::kEnd, static_cast<std::uint32_t>(first), 0};
}

Token Lexer::string() {
  const std::size_t first = at_;
  for (++at_; at_ < text_.size() && text_[at_] != '\n'; ++at_) {
    if (text_[at_] == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] != '\n') {
      ++at_;
      continue;
    }
    if (text_[at_] != '"') continue;
    ++at_;
    return {TokenKind::kString, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(at_ - first)};
  }
  complain(first, 1, "fsp-string", "the quoted name does not end on its line", "close it with a double quote");
  return next();
}

Token Lexer::next() {
  for (;;) {
    pulse_.beat();
    skip_blanks();
    const std::size_t first = at_;
    if (first >= text_.size()) return {TokenKind::kEnd, static_cast<std::uint32_t>(text_.size()), 0};
    const char c = text_[first];
    if (is_upper(c) || is_lower(c)) {
      while (at_ < text_.size() && is_word(text_[at_])) ++at_;
      return {is_upper(c) ? TokenKind::kUpper : TokenKind::kLower, static_cast<std::uint32_t>(first),
              static_cast<std::uint32_t>(at_ - first)};
    }
    if (is_digit(c)) {
      while (at_ < text_.size() && is_word(text_[at_])) ++at_;
      return {TokenKind::kNumber, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(at_ - first)};
    }
    if (c == '"') return string();
    const Token token = symbol();
    if (token.kind != TokenKind::kEnd) return token;

    // One error for the whole run of bytes that start no token.
    do ++at_;
    while (at_ < text_.size() && !is_blank(text_[at_]) && !is_word(text_[at_]) && text_[at_] != '"' &&
           kFirstSpelling[static_cast<unsigned char>(text_[at_])] == kSpellings.size());
    complain(first, at_ - first, "fsp-character", "this is no part of the language");
  }
}

Place Lexer::token_at(std::string_view text, std::uint32_t offset) {
  const Limits limits;
  // 200 bytes are enough for any name, and limit the work if a long comment starts here.
  Lexer lexer(text.substr(std::min<std::size_t>(offset, text.size()), 200), limits);
  const Token token = lexer.next();
  return {offset + token.offset, token.length == 0 ? 1 : token.length};
}

}   // namespace parley::fsp
