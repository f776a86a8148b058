#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parley {

enum class OptionKind : std::uint8_t { kSwitch, kNumber, kChoice };

// One option of an engine. This row is all that has to be written. From it follow `--set NAME=VALUE`, `parley
// engines --options`, the record in JSON and in evidence, and the range that the random tests draw from.
struct OptionRow {
  std::string_view name;   // "explicit.certificate"; the prefix is the engine's name
  std::string_view help;
  OptionKind kind = OptionKind::kSwitch;
  std::int64_t preset = 0;   // a switch: 0 or 1; a choice: an index into 'choices'
  std::int64_t least = 0;    // range of a number, inclusive
  std::int64_t most = 1;
  std::span<const std::string_view> choices = {};
  std::int64_t fuzz_least = 0;   // the range of the random tests: no value in it may
  std::int64_t fuzz_most = 1;    // change a verdict or make a complete engine answer unknown
};

// The values that the random tests try.
struct FuzzRange {
  std::int64_t least = 0;
  std::int64_t most = 1;
};
inline constexpr FuzzRange kNeverTried = {0, 0};   // for options whose preset is 0

constexpr OptionRow switch_option(std::string_view name, std::string_view help, bool preset, FuzzRange fuzz = {}) {
  return {.name = name,
          .help = help,
          .kind = OptionKind::kSwitch,
          .preset = preset ? 1 : 0,
          .fuzz_least = fuzz.least,
          .fuzz_most = fuzz.most};
}

// A number of things, at least 'least'.
constexpr OptionRow count_option(std::string_view name, std::string_view help, std::int64_t preset, FuzzRange fuzz,
                                 std::int64_t least = 0) {
  return {.name = name,
          .help = help,
          .kind = OptionKind::kNumber,
          .preset = preset,
          .least = least,
          .most = std::int64_t{1} << 40,
          .fuzz_least = fuzz.least,
          .fuzz_most = fuzz.most};
}

// The values of a table of options. An option that was not set has its preset.
class Options {
 public:
  Options() = default;
  explicit Options(std::vector<OptionRow> rows);

  // Sets one value from text; returns the error message, if any.
  std::optional<std::string> set(std::string_view name, std::string_view value);
  void set(const OptionRow& row, std::int64_t value);
  // Both are for a run that gets a share of the work.
  // For an option that limits something, where 0 means no limit: at most 'most' from now on.
  void limit(const OptionRow& row, std::int64_t most);
  // For an option that is an amount of work, where 0 means none: 'most', or less if the user set less.
  void grant(const OptionRow& row, std::int64_t most);

  std::int64_t number(const OptionRow& row) const;
  bool on(const OptionRow& row) const { return number(row) != 0; }

  const std::vector<OptionRow>& rows() const { return rows_; }
  std::string text(const OptionRow& row) const;                       // in the syntax of --set
  std::vector<std::pair<std::string, std::string>> changed() const;   // (name, value) where it differs from the preset

 private:
  std::optional<std::size_t> find(std::string_view name) const;

  std::vector<OptionRow> rows_;
  std::vector<std::int64_t> values_;
  std::vector<bool> was_set_;   // by name, that is by the user
};

std::string preset_text(const OptionRow& row);
std::string range_text(const OptionRow& row);   // "on|off", "4..30", "bfs|dfs"

}   // namespace parley
