#include "property/word.h"

#include <cassert>
#include <charconv>

namespace parley {

namespace {

// The value of a hexadecimal digit, or -1.
int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

}   // namespace

std::size_t bare_length(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size() && is_word_character(text[length])) ++length;
  return length;
}

std::size_t quoted_length(std::string_view text) {
  if (text.empty() || text[0] != '"') return 0;
  std::size_t i = 1;
  while (i < text.size() && text[i] != '\n') {
    if (text[i] == '"') return i + 1;
    if (text[i] != '\\') {
      ++i;
      continue;
    }
    const std::string_view escape = text.substr(i + 1, 3);
    if (!escape.empty() && (escape[0] == '"' || escape[0] == '\\')) i += 2;
    else if (escape.size() == 3 && escape[0] == 'x' && digit_value(escape[1]) >= 0 && digit_value(escape[2]) >= 0) i += 4;
    else return 0;
  }
  return 0;
}

std::string unquoted(std::string_view word) {
  assert(quoted_length(word) == word.size());
  std::string name;
  for (std::size_t i = 1; i + 1 < word.size(); ++i) {
    if (word[i] != '\\') {
      name += word[i];
    } else if (word[i + 1] == 'x') {
      name += static_cast<char>(digit_value(word[i + 2]) * 16 + digit_value(word[i + 3]));
      i += 3;
    } else {
      name += word[++i];
    }
  }
  return name;
}

std::optional<LocalState> state_numbered(const Lts& lts, std::string_view digits) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size() || number >= lts.num_states()) return std::nullopt;
  return LocalState(number);
}

}   // namespace parley
