#include "base/text.h"

#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace parley {

namespace {

struct Quantity {
  double number = 0;
  std::string_view unit;
};

// A positive decimal number, and the text after it.
std::optional<Quantity> parse_quantity(std::string_view text) {
  Quantity quantity;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), quantity.number, std::chars_format::fixed);
  if (error != std::errc() || !std::isfinite(quantity.number) || quantity.number <= 0) return std::nullopt;
  quantity.unit = text.substr(static_cast<std::size_t>(end - text.data()));
  return quantity;
}

}   // namespace

std::string count_text(std::uint64_t count) {
  std::string digits = std::to_string(count);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

std::string bytes_text(std::uint64_t bytes) {
  constexpr std::string_view kUnits[] = {"KiB", "MiB", "GiB", "TiB"};
  if (bytes < 1024) return fmt::format("{} B", bytes);
  double amount = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  while (amount >= 1024 && unit + 1 < std::size(kUnits)) {
    amount /= 1024;
    ++unit;
  }
  return fmt::format("{:.1f} {}", amount, kUnits[unit]);
}

std::string seconds_text(double seconds) {
  if (seconds < 1) return fmt::format("{:.3f} s", seconds);
  if (seconds < 120) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::uint64_t>(seconds);
  return fmt::format("{} min {:02} s", whole / 60, whole % 60);
}

std::optional<double> parse_duration(std::string_view text) {
  const std::optional<Quantity> quantity = parse_quantity(text);
  if (!quantity) return std::nullopt;
  if (quantity->unit.empty() || quantity->unit == "s") return quantity->number;
  if (quantity->unit == "ms") return quantity->number / 1000;
  if (quantity->unit == "m" || quantity->unit == "min") return quantity->number * 60;
  if (quantity->unit == "h") return quantity->number * 3600;
  return std::nullopt;
}

std::optional<std::uint64_t> parse_bytes(std::string_view text) {
  const std::optional<Quantity> quantity = parse_quantity(text);
  if (!quantity) return std::nullopt;
  std::string_view unit = quantity->unit;
  if (unit.ends_with("iB")) unit.remove_suffix(2);
  double scale = 0;
  if (unit.empty()) scale = 1;
  else if (unit == "K" || unit == "k") scale = 1024;
  else if (unit == "M") scale = 1024.0 * 1024;
  else if (unit == "G") scale = 1024.0 * 1024 * 1024;
  else if (unit == "T") scale = 1024.0 * 1024 * 1024 * 1024;
  else return std::nullopt;
  const double bytes = quantity->number * scale;
  if (bytes < 1 || bytes >= 9e18) return std::nullopt;
  return static_cast<std::uint64_t>(bytes);
}

std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<std::uint8_t>(text[i]) : std::uint8_t{0}; };
  const auto within = [&](std::size_t i, std::uint8_t least, std::uint8_t most) { return byte(i) >= least && byte(i) <= most; };
  const std::uint8_t lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return within(1, 0x80, 0xBF) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const std::uint8_t least = lead == 0xE0 ? 0xA0 : 0x80;
    const std::uint8_t most = lead == 0xED ? 0x9F : 0xBF;
    return within(1, least, most) && within(2, 0x80, 0xBF) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const std::uint8_t least = lead == 0xF0 ? 0x90 : 0x80;
    const std::uint8_t most = lead == 0xF4 ? 0x8F : 0xBF;
    return within(1, least, most) && within(2, 0x80, 0xBF) && within(3, 0x80, 0xBF) ? 4 : 0;
  }
  return 0;
}

}   // namespace parley
