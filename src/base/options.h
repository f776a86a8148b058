#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parley {

enum class OptionKind : std::uint8_t { kSwitch, kNumber, kChoice };

// One option of an engine. This row is all there is to write: `--set NAME=VALUE`, `parley engines
// --options`, the record in JSON and evidence, and the range from which the random tests draw all follow.
struct OptionRow {
  std::string_view name;   // "explicit.certificate": the engine's name in front
  std::string_view help;
  OptionKind kind = OptionKind::kSwitch;
  std::int64_t preset = 0;   // a switch: 0 or 1; a choice: an index into 'choices'
  std::int64_t least = 0;    // a number's range, inclusive
  std::int64_t most = 1;
  std::span<const std::string_view> choices = {};
  std::int64_t fuzz_least = 0;   // what the random tests try: no value here may change a
  std::int64_t fuzz_most = 1;    // verdict, or make a complete engine answer unknown
};

// What the random tests try.
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

// A number of things, from 'least' on.
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

// The values of a table of options; what was not set has its preset.
class Options {
 public:
  Options() = default;
  explicit Options(std::vector<OptionRow> rows);

  // Sets one value from text; answers what is wrong with it, if anything.
  std::optional<std::string> set(std::string_view name, std::string_view value);
  void set(const OptionRow& row, std::int64_t value);
  // For a share of the work. Of a limit, where 0 is none: no more than 'most'. Of an amount, where 0 is
  // nothing: 'most', or less where less was set by name.
  void limit(const OptionRow& row, std::int64_t most);
  void grant(const OptionRow& row, std::int64_t most);

  std::int64_t number(const OptionRow& row) const;
  bool on(const OptionRow& row) const { return number(row) != 0; }

  const std::vector<OptionRow>& rows() const { return rows_; }
  std::string text(const OptionRow& row) const;                       // the value as --set takes it
  std::vector<std::pair<std::string, std::string>> changed() const;   // name and value, where not preset

 private:
  std::optional<std::size_t> find(std::string_view name) const;

  std::vector<OptionRow> rows_;
  std::vector<std::int64_t> values_;
  std::vector<bool> was_set_;   // by name
};

std::string preset_text(const OptionRow& row);
std::string range_text(const OptionRow& row);   // "on|off", "4..30", "bfs|dfs"

}   // namespace parley
