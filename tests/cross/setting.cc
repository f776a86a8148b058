#include "cross/setting.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/registry.h"

namespace parley::cross {

namespace {

Options rows_for(const Engine& engine) {
  std::vector<OptionRow> rows = all_options().rows();
  for (const OptionRow& row : engine.options())
    if (std::none_of(rows.begin(), rows.end(), [&](const OptionRow& r) { return r.name == row.name; })) rows.push_back(row);
  return Options(std::move(rows));
}

}   // namespace

Setting random_setting(Random& random, const Engine& engine) {
  Setting setting;
  const bool as_shipped = random.chance(25);
  const Options options = rows_for(engine);
  for (const OptionRow& row : options.rows()) {
    const bool leave = as_shipped || random.chance(40);
    const auto range = static_cast<std::uint64_t>(row.fuzz_most - row.fuzz_least) + 1;
    const std::int64_t value = row.fuzz_least + static_cast<std::int64_t>(random.next() % range);
    if (!leave && value != row.preset) setting.options.emplace_back(row.name, value);
  }
  setting.threads = random.chance(75) ? 1 : 2;
  setting.seed = random.next() % 1000;
  setting.grouping = random.chance(70) ? Setting::Grouping::kTogether : Setting::Grouping::kOneByOne;
  setting.border = random.chance(50) ? Setting::Border::kRegistry : Setting::Border::kDirect;
  const int extra = random.below(100);
  setting.extra = extra < 10 ? Setting::Extra::kFile : extra < 15 ? Setting::Extra::kAgain : Setting::Extra::kNone;
  if (random.chance(30)) setting.law = &laws()[static_cast<std::size_t>(random.below(laws().size()))];
  setting.law_seed = random.next();
  return setting;
}

Options options_of(const Setting& setting, const Engine& engine) {
  Options options = rows_for(engine);
  const std::vector<OptionRow> rows = options.rows();
  for (const auto& [name, value] : setting.options)
    for (const OptionRow& row : rows)
      if (row.name == name) options.set(row, value);
  return options;
}

std::string to_text(const Setting& setting) {
  std::string text = fmt::format("threads {}, seed {}, {}, {}", setting.threads, setting.seed,
                                 setting.grouping == Setting::Grouping::kTogether ? "all in one task" : "a task each",
                                 setting.border == Setting::Border::kRegistry ? "through run()" : "through check()");
  for (const auto& [name, value] : setting.options) text += fmt::format(", {}={}", name, value);
  if (setting.law != nullptr) text += fmt::format(", after law '{}' with seed {}", setting.law->name, setting.law_seed);
  return text;
}

}   // namespace parley::cross
