#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "net/lts.h"

namespace parley {

// The words that predicates and evidence files are made of: bare (letters, digits and . _ /) or in double
// quotes, where \" and \\ and \xHH stand for a quote, a backslash and a byte.
constexpr bool is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '/';
}

// The length of the bare word at the beginning of 'text'; 0 if there is none.
std::size_t bare_length(std::string_view text);

// The length of the quoted word, quotes included, with which 'text' begins; 0 if it does not end in the line
// or has an escape that does not exist.
std::size_t quoted_length(std::string_view text);

// What a quoted word, quotes included, stands for. It is well formed: quoted_length() said so.
std::string unquoted(std::string_view word);

// The state that '#' and these digits stand for, if there is one.
std::optional<LocalState> state_numbered(const Lts& lts, std::string_view digits);

}   // namespace parley
