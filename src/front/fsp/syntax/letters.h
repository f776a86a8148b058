#pragma once

// Character classes of FSP. An underscore counts as a small letter.
namespace parley::fsp {

constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_lower(char c) { return (c >= 'a' && c <= 'z') || c == '_'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

}   // namespace parley::fsp
