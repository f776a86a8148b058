#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "net/lts.h"

namespace parley {

// The words in predicates and evidence files. A word is bare (letters, digits and . _ /) or in double quotes,
// where \" and \\ and \xHH stand for a quote, a backslash and a byte.
constexpr bool is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '/';
}

// The length of the bare word that 'text' begins with; 0 if there is none.
std::size_t bare_length(std::string_view text);

// The length of the quoted word that 'text' begins with, including the quotes; 0 if it does not end on this
// line or has an unknown escape.
std::size_t quoted_length(std::string_view text);

// The name that a quoted word, given with its quotes, stands for. REQUIRES: quoted_length() accepts the word.
std::string unquoted(std::string_view word);

// The state that '#' and these digits stand for, if it exists.
std::optional<LocalState> state_numbered(const Lts& lts, std::string_view digits);

}   // namespace parley
