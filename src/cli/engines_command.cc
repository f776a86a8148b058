// parley engines: prints the registry, with the tables of options and statistics.

#include <fmt/format.h>

#include "cli/session.h"
#include "engine/registry.h"

namespace parley {

int run_engines(const EnginesArguments& arguments) {
  fmt::print("engines, in the order in which --engine auto asks them:\n\n");
  for (const Engine* engine : engines()) {
    fmt::print("  {:<10} {}\n", engine->name(), engine->summary());
    fmt::print("  {:<10} answers {}{}\n", "", engine->answers(), engine->complete() ? "; always, given time and memory" : "");
    if (!engine->paper().empty()) fmt::print("  {:<10} after {}\n", "", engine->paper());
    if (engine->explores()) fmt::print("  {:<10} also for `parley explore`\n", "");
  }
  if (!arguments.options) return 0;

  fmt::print("\noptions (--set OPTION=VALUE):\n\n");
  const Options options = all_options();
  for (const OptionRow& row : options.rows())
    fmt::print("  {:<24} {}; {} (default {})\n", row.name, row.help, range_text(row), preset_text(row));
  fmt::print("\nstatistics (in --json and with --verbose):\n\n");
  for (const StatisticRow& row : statistic_rows()) fmt::print("  {:<24} {}\n", row.key, row.help);
  return 0;
}

}   // namespace parley
