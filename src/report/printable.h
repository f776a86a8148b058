#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace parley {

enum class Charset { kAscii, kUnicode };

// Names come from files and may contain anything. The result is one line of well-formed text: control
// characters and broken UTF-8 become '?', and in ASCII so does every other character beyond it.
std::string printable(std::string_view text, Charset charset);

// The number of columns of well-formed text: one per code point. The width of wide and combining characters
// is ignored; they only shift a table.
std::size_t display_width(std::string_view text);

// 'text' in at most 'width' columns. A text that is too long loses its middle, because names that begin alike
// differ at their end.
std::string fitted(std::string_view text, std::size_t width, Charset charset);

// Well-formed UTF-8, with broken bytes replaced by U+FFFD, as JSON strings require.
std::string valid_utf8(std::string_view text);

}   // namespace parley
