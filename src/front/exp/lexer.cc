#include "front/exp/lexer.h"

#include <algorithm>
#include <array>

namespace parley::exp {

namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_word(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || is_digit(c) || c == '_'; }
constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

struct Spelling {
  std::string_view text;
  TokenKind kind;
};

// A spelling comes before every other spelling that is a prefix of it.
constexpr std::array<Spelling, 20> kSpellings{{
    {"|||", TokenKind::kInterleave}, {"||", TokenKind::kBarBar},   {"|[", TokenKind::kSyncOpen},  {"]|", TokenKind::kSyncClose},
    {"->", TokenKind::kArrow},       {"(", TokenKind::kLeftParen}, {")", TokenKind::kRightParen}, {",", TokenKind::kComma},
    {"*", TokenKind::kStar},         {"#", TokenKind::kHash},      {"|", TokenKind::kForeign},    {"\\", TokenKind::kForeign},
    {"[", TokenKind::kForeign},      {"]", TokenKind::kForeign},   {"{", TokenKind::kForeign},    {"}", TokenKind::kForeign},
    {"/", TokenKind::kForeign},      {">", TokenKind::kForeign},   {"<", TokenKind::kForeign},    {":", TokenKind::kForeign},
}};

const Spelling* spelling_at(std::string_view rest) {
  for (const Spelling& spelling : kSpellings)
    if (rest.starts_with(spelling.text)) return &spelling;
  return nullptr;
}

// Whether a byte can begin a token, a comment or a blank.
constexpr std::array<bool, 256> kBegins = [] {
  std::array<bool, 256> begins{};
  for (const Spelling& spelling : kSpellings) begins[static_cast<unsigned char>(spelling.text[0])] = true;
  for (unsigned c = 0; c < begins.size(); ++c)
    begins[c] = begins[c] || is_word(static_cast<char>(c)) || is_blank(static_cast<char>(c));
  begins['"'] = begins['-'] = true;
  return begins;
}();

}   // namespace

void Lexer::complain(std::size_t first, std::size_t length, const char* code, const char* message, const char* hint) {
  reporter_.error({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(length)}, code, message, hint);
  if (reporter_.full()) at_ = text_.size();
}

bool Lexer::skip_blanks() {
  while (at_ < text_.size()) {
    pulse_.beat();
    const std::string_view rest = text_.substr(at_, 3);
    if (is_blank(rest[0])) {
      ++at_;
    } else if (rest.starts_with("--")) {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (rest == "(*@") {
      return true;
    } else if (rest.starts_with("(*")) {
      const std::size_t end = text_.find("*)", at_ + 2);
      if (end == std::string_view::npos) complain(at_, 2, "exp-comment", "the comment is never closed", "close it with *)");
      at_ = end == std::string_view::npos ? text_.size() : end + 2;
    } else {
      return false;
    }
  }
  return false;
}

Token Lexer::next() {
  for (;;) {
    const bool at_note = skip_blanks();
    const std::size_t first = at_;
    if (first >= text_.size()) return {TokenKind::kEnd, static_cast<std::uint32_t>(text_.size()), 0};
    const char c = text_[first];
    if (at_note) {
      const std::size_t end = text_.find("*)", first + 3);
      at_ = end == std::string_view::npos ? text_.size() : end + 2;
      if (end != std::string_view::npos) return cut(TokenKind::kNote, first);
      complain(first, 3, "exp-comment", "the comment is never closed", "close it with *)");
      continue;
    }
    if (is_word(c)) {
      while (at_ < text_.size() && is_word(text_[at_])) ++at_;
      if (c == '_' && at_ == first + 1) return cut(TokenKind::kUnderscore, first);
      const std::string_view word = text_.substr(first, at_ - first);
      return cut(std::all_of(word.begin(), word.end(), is_digit) ? TokenKind::kNumber : TokenKind::kWord, first);
    }
    if (c == '"') {
      at_ = std::min(text_.find_first_of("\"\n", first + 1), text_.size());
      if (at_ < text_.size() && text_[at_] == '"') {
        ++at_;
        return cut(TokenKind::kString, first);
      }
      complain(first, 1, "exp-string", "the quoted text does not end on its line", "close it with a double quote");
      continue;
    }
    if (const Spelling* spelling = spelling_at(text_.substr(first, 3)); spelling != nullptr) {
      at_ += spelling->text.size();
      return cut(spelling->kind, first);
    }

    // One error for the whole run of bytes that start no token.
    do ++at_;
    while (at_ < text_.size() && !kBegins[static_cast<unsigned char>(text_[at_])]);
    complain(first, at_ - first, "exp-character", "this is no part of the language",
             "labels that are more than a word stand in double quotes");
  }
}

}   // namespace parley::exp
