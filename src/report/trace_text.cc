#include "report/trace_text.h"

#include <algorithm>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"

namespace parley {

namespace {

constexpr std::size_t kWidestCell = 40;
constexpr std::size_t kNarrowestCell = 12;
constexpr std::size_t kNarrowestAction = 16;
constexpr std::size_t kMovesInALine = 6;
constexpr std::string_view kIndent = "  ";
constexpr std::string_view kGap = "  ";

using Row = std::vector<std::string>;   // step number, action, one cell per component

std::string line_of(const Row& row, std::span<const std::size_t> widths) {
  std::string line(kIndent);
  for (std::size_t i = 0; i < row.size(); ++i) {
    const std::string blanks(widths[i] - std::min(widths[i], display_width(row[i])), ' ');
    if (i > 0) line += kGap;
    line += i == 0 ? blanks + row[i] : row[i] + blanks;   // numbers are right-aligned, words left-aligned
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

// The widths of the columns, where no cell may be wider than 'cap'.
std::vector<std::size_t> widths_under(const std::vector<Row>& rows, std::size_t cap) {
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (const Row& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], std::min(display_width(row[i]), i == 1 ? std::max(cap, kNarrowestAction) : cap));
  return widths;
}

std::size_t total_width(std::span<const std::size_t> widths) {
  std::size_t total = kIndent.size();
  for (std::size_t width : widths) total += width + kGap.size();
  return total - kGap.size();
}

std::string steps_text(const TraceReport& trace) {
  return fmt::format("{}{} step{}{}", kIndent, count_text(trace.length), trace.length == 1 ? "" : "s",
                     trace.is_shortest ? "" : " (a shorter trace may exist)");
}

std::string table_text(const TraceReport& trace, const TextSettings& settings) {
  const Charset charset = settings.charset();
  std::vector<Row> rows;
  Row header = {"step", "action"};
  Row start = {"", "(start)"};
  for (const ColumnReport& column : trace.columns) {
    header.push_back(printable(column.component, charset));
    start.push_back(printable(column.initial, charset));
  }
  rows.push_back(std::move(header));
  Row end = start;
  end[1] = "(end)";
  rows.push_back(std::move(start));
  for (std::size_t i = 0; i < trace.first.size(); ++i) {
    Row row = {std::to_string(i + 1), printable(trace.first[i].label, charset)};
    row.resize(2 + trace.columns.size(), settings.unicode ? "·" : ".");
    for (const MoveReport& move : trace.first[i].moves)
      end[2 + move.column] = row[2 + move.column] = printable(move.state, charset);
    rows.push_back(std::move(row));
  }
  rows.push_back(std::move(end));

  std::size_t cap = kWidestCell;
  while (cap > kNarrowestCell && total_width(widths_under(rows, cap)) > settings.width) --cap;
  const std::vector<std::size_t> widths = widths_under(rows, cap);
  for (Row& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) row[i] = fitted(row[i], widths[i], charset);

  std::string text = trace.is_shortest ? "" : steps_text(trace) + "\n";
  text += line_of(rows.front(), widths);
  Row rule;
  for (std::size_t width : widths) {
    std::string bar;
    for (std::size_t i = 0; i < width; ++i) bar += settings.unicode ? "─" : "-";
    rule.push_back(std::move(bar));
  }
  text += line_of(rule, widths);
  for (std::size_t i = 1; i < rows.size(); ++i) text += line_of(rows[i], widths);
  return text;
}

std::string moves_text(const TraceReport& trace, const StepReport& step, Charset charset) {
  std::string text;
  const std::size_t shown = std::min(step.moves.size(), kMovesInALine);
  for (std::size_t i = 0; i < shown; ++i) {
    const MoveReport& move = step.moves[i];
    text += fmt::format("{}{}: {}", i == 0 ? "" : ", ",
                        fitted(printable(trace.columns[move.column].component, charset), kWidestCell, charset),
                        fitted(printable(move.state, charset), kWidestCell, charset));
  }
  if (step.num_moves > shown) text += fmt::format(" and {} more", count_text(step.num_moves - shown));
  return text;
}

std::string list_text(const TraceReport& trace, const std::optional<std::string>& file, const TextSettings& settings) {
  const Charset charset = settings.charset();
  // The steps to show, by number. Those near the end are in 'last' if the trace itself was cut.
  std::vector<std::size_t> numbers;
  const bool whole = trace.length <= 2 * kListEnds;
  for (std::size_t i = 0; i < (whole ? trace.length : kListEnds); ++i) numbers.push_back(i);
  if (!whole)
    for (std::size_t i = trace.length - kListEnds; i < trace.length; ++i) numbers.push_back(i);
  const auto step_at = [&](std::size_t i) -> const StepReport& {
    return i < trace.first.size() ? trace.first[i] : trace.last[i - (trace.length - trace.last.size())];
  };

  std::string text = fmt::format("{}, {} component{} part{}\n", steps_text(trace), count_text(trace.num_components),
                                 trace.num_components == 1 ? " takes" : "s take",
                                 whole ? "" : fmt::format("; the first {} and the last {} steps:", kListEnds, kListEnds));
  const std::size_t digits = std::max<std::size_t>(4, std::to_string(trace.length).size());
  std::size_t action_width = 0;
  for (std::size_t i : numbers) action_width = std::max(action_width, display_width(printable(step_at(i).label, charset)));
  action_width = std::min(action_width, kWidestCell);
  const std::vector<std::size_t> widths = {digits, action_width, 0};
  for (std::size_t at = 0; at < numbers.size(); ++at) {
    if (at > 0 && numbers[at] != numbers[at - 1] + 1)
      text += line_of(
          {settings.unicode ? "⋮" : "...", fmt::format("({} steps more)", count_text(numbers[at] - numbers[at - 1] - 1)), ""},
          widths);
    const StepReport& step = step_at(numbers[at]);
    text += line_of({std::to_string(numbers[at] + 1), fitted(printable(step.label, charset), action_width, charset),
                     moves_text(trace, step, charset)},
                    widths);
  }
  if (!whole) {
    text += kIndent;
    text += file ? fmt::format("all {} steps are in {}\n", count_text(trace.length), printable(*file, charset))
                 : fmt::format("--evidence DIR writes all {} steps to a file\n", count_text(trace.length));
  }
  return text;
}

}   // namespace

std::string trace_text(const TraceReport& trace, const std::optional<std::string>& file, const TextSettings& settings) {
  if (trace.length == 0) return fmt::format("{}no step is needed: it is so in the initial state\n", kIndent);
  if (trace.num_components <= kTableColumns && trace.length <= kTableRows) return table_text(trace, settings);
  return list_text(trace, file, settings);
}

}   // namespace parley
