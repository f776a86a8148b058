#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace parley {

// Numbers in the form that people read and write.
std::string count_text(std::uint64_t count);   // 1234567 -> "1,234,567"
std::string bytes_text(std::uint64_t bytes);   // "4.0 GiB"
std::string seconds_text(double seconds);      // "0.012 s", "3.4 s", "2 min 05 s"

std::optional<double> parse_duration(std::string_view text);       // "60s" "2m" "1.5h" "500ms" "60" -> seconds, > 0
std::optional<std::uint64_t> parse_bytes(std::string_view text);   // "4G" "512M" "64K" "1000" -> bytes, powers of 1024, > 0

// The length of the well-formed UTF-8 sequence (Unicode 15, table 3-7) that 'text' begins with, or 0 if none.
std::size_t utf8_length(std::string_view text);

}   // namespace parley
