#include "report/printable.h"

#include <cstdint>

#include "base/text.h"

namespace parley {

namespace {

// The end of the first 'count' code points of well-formed text.
std::size_t prefix_bytes(std::string_view text, std::size_t count) {
  std::size_t at = 0;
  while (count-- > 0 && at < text.size()) at += utf8_length(text.substr(at));
  return at;
}

bool is_control(std::string_view sequence) {
  const auto first = static_cast<std::uint8_t>(sequence[0]);
  if (sequence.size() == 1) return first < 0x20 || first == 0x7F;
  return sequence.size() == 2 && first == 0xC2 && static_cast<std::uint8_t>(sequence[1]) < 0xA0;   // U+0080 .. U+009F
}

}   // namespace

std::string printable(std::string_view text, Charset charset) {
  std::string clean;
  clean.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const std::string_view sequence = text.substr(0, length == 0 ? 1 : length);
    const bool shown = length != 0 && !is_control(sequence) && (length == 1 || charset == Charset::kUnicode);
    clean += shown ? sequence : "?";
    text.remove_prefix(sequence.size());
  }
  return clean;
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (char c : text)
    if ((static_cast<std::uint8_t>(c) & 0xC0) != 0x80) ++width;
  return width;
}

std::string fitted(std::string_view text, std::size_t width, Charset charset) {
  const std::size_t has = display_width(text);
  if (has <= width) return std::string(text);
  const std::string_view mark = charset == Charset::kUnicode ? "…" : "..";
  const std::size_t mark_width = display_width(mark);
  if (width <= mark_width) return std::string(text.substr(0, prefix_bytes(text, width)));
  const std::size_t kept = width - mark_width;
  const std::size_t head = kept / 2;
  std::string result(text.substr(0, prefix_bytes(text, head)));
  result += mark;
  result += text.substr(prefix_bytes(text, has - (kept - head)));
  return result;
}

std::string valid_utf8(std::string_view text) {
  std::string clean;
  clean.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    clean += length == 0 ? std::string_view("\xEF\xBF\xBD") : text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return clean;
}

}   // namespace parley
