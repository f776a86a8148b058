#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace parley {

enum class Charset { kAscii, kUnicode };

// Names come from files and may hold anything. What is printed is one line of well-formed text: control
// characters and broken UTF-8 become '?', and in ASCII so does every other character beyond it.
std::string printable(std::string_view text, Charset charset);

// Columns that well-formed text takes, one a code point. Wide and combining characters are not looked up:
// they shift a table, no more.
std::size_t display_width(std::string_view text);

// 'text' in at most 'width' columns; what is too long loses its middle, because names that begin alike differ
// at their end.
std::string fitted(std::string_view text, std::size_t width, Charset charset);

// Well-formed UTF-8, broken bytes replaced by U+FFFD: what a JSON string may hold.
std::string valid_utf8(std::string_view text);

}   // namespace parley
