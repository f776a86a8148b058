#include "property/token.h"

#include <array>
#include <utility>

#include "property/word.h"

namespace parley {

namespace {

struct Sign {
  std::string_view text;
  TokenKind kind;
};

// A sign comes before its own prefixes.
constexpr std::array kSigns = {
    Sign{"&&", TokenKind::kAnd},       Sign{"||", TokenKind::kOr},         Sign{"<=", TokenKind::kAtMost},
    Sign{">=", TokenKind::kAtLeast},   Sign{"==", TokenKind::kEqual},      Sign{"!=", TokenKind::kUnequal},
    Sign{"<", TokenKind::kLess},       Sign{">", TokenKind::kGreater},     Sign{"!", TokenKind::kNot},
    Sign{"(", TokenKind::kOpen},       Sign{")", TokenKind::kClose},       Sign{"{", TokenKind::kOpenBrace},
    Sign{"}", TokenKind::kCloseBrace}, Sign{"[", TokenKind::kOpenBracket}, Sign{"]", TokenKind::kCloseBracket},
    Sign{"@", TokenKind::kAt},         Sign{",", TokenKind::kComma},       Sign{"#", TokenKind::kHash},
    Sign{"+", TokenKind::kPlus},       Sign{"-", TokenKind::kMinus},       Sign{"*", TokenKind::kTimes},
};

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// The kind and length of the token that 'text' begins with; length 0 if there is none.
std::pair<TokenKind, std::size_t> token_at(std::string_view text) {
  if (const std::size_t length = bare_length(text); length > 0) return {TokenKind::kWord, length};
  if (text[0] == '"') return {TokenKind::kQuoted, quoted_length(text)};
  for (const Sign& sign : kSigns)
    if (text.starts_with(sign.text)) return {sign.kind, sign.text.size()};
  return {TokenKind::kBad, 0};
}

}   // namespace

Token next_token(std::string_view text, std::size_t offset) {
  while (offset < text.size() && is_blank(text[offset])) ++offset;
  if (offset == text.size()) return {TokenKind::kEnd, offset, {}};

  const auto [kind, length] = token_at(text.substr(offset));
  if (length > 0) return {kind, offset, text.substr(offset, length)};

  // A quote that is not closed makes the rest of its line one bad token. Other bad bytes extend to the next
  // blank, quote or token.
  std::size_t end = offset + 1;
  if (text[offset] == '"') {
    while (end < text.size() && text[end] != '\n') ++end;
  } else {
    while (end < text.size() && !is_blank(text[end]) && text[end] != '"' && token_at(text.substr(end)).second == 0) ++end;
  }
  return {TokenKind::kBad, offset, text.substr(offset, end - offset)};
}

}   // namespace parley
