#include "base/options.h"

#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace parley {

namespace {

std::optional<std::int64_t> parse_value(const OptionRow& row, std::string_view text) {
  switch (row.kind) {
    case OptionKind::kSwitch:
      if (text == "on") return 1;
      if (text == "off") return 0;
      return std::nullopt;
    case OptionKind::kNumber: {
      std::int64_t number = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
      if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
      if (number < row.least || number > row.most) return std::nullopt;
      return number;
    }
    case OptionKind::kChoice:
      for (std::size_t i = 0; i < row.choices.size(); ++i)
        if (row.choices[i] == text) return static_cast<std::int64_t>(i);
      return std::nullopt;
  }
  return std::nullopt;
}

std::string value_text(const OptionRow& row, std::int64_t value) {
  switch (row.kind) {
    case OptionKind::kSwitch: return value != 0 ? "on" : "off";
    case OptionKind::kNumber: return std::to_string(value);
    case OptionKind::kChoice: return std::string(row.choices[static_cast<std::size_t>(value)]);
  }
  return "";
}

}   // namespace

Options::Options(std::vector<OptionRow> rows) : rows_(std::move(rows)) {
  for (const OptionRow& row : rows_) values_.push_back(row.preset);
  was_set_.resize(rows_.size());
}

std::optional<std::size_t> Options::find(std::string_view name) const {
  for (std::size_t i = 0; i < rows_.size(); ++i)
    if (rows_[i].name == name) return i;
  return std::nullopt;
}

std::optional<std::string> Options::set(std::string_view name, std::string_view value) {
  const std::optional<std::size_t> at = find(name);
  if (!at) return fmt::format("there is no option '{}'; `parley engines --options` lists them", name);
  const std::optional<std::int64_t> parsed = parse_value(rows_[*at], value);
  if (!parsed) return fmt::format("'{}' is not a value of {}: it takes {}", value, name, range_text(rows_[*at]));
  values_[*at] = *parsed;
  was_set_[*at] = true;
  return std::nullopt;
}

void Options::set(const OptionRow& row, std::int64_t value) { values_[find(row.name).value()] = value; }

void Options::limit(const OptionRow& row, std::int64_t most) {
  const std::int64_t now = number(row);
  set(row, now == 0 ? most : std::min(now, most));
}

void Options::grant(const OptionRow& row, std::int64_t most) {
  set(row, was_set_[find(row.name).value()] ? std::min(number(row), most) : most);
}

std::int64_t Options::number(const OptionRow& row) const {
  const std::optional<std::size_t> at = find(row.name);
  return at ? values_[*at] : row.preset;
}

std::string Options::text(const OptionRow& row) const { return value_text(row, number(row)); }

std::vector<std::pair<std::string, std::string>> Options::changed() const {
  std::vector<std::pair<std::string, std::string>> list;
  for (std::size_t i = 0; i < rows_.size(); ++i)
    if (values_[i] != rows_[i].preset) list.emplace_back(rows_[i].name, value_text(rows_[i], values_[i]));
  return list;
}

std::string preset_text(const OptionRow& row) { return value_text(row, row.preset); }

std::string range_text(const OptionRow& row) {
  switch (row.kind) {
    case OptionKind::kSwitch: return "on|off";
    case OptionKind::kNumber: return fmt::format("{}..{}", row.least, row.most);
    case OptionKind::kChoice: return fmt::format("{}", fmt::join(row.choices, "|"));
  }
  return "";
}

}   // namespace parley
