#include "report/explain/weight_words.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "base/text.h"
#include "report/explain/families.h"

namespace parley {

namespace {

constexpr std::size_t kStatesAlike = 4;   // states with the same weight
constexpr std::size_t kWeights = 6;       // distinct weights
constexpr std::size_t kLeastScale = 3;    // states of a scale, at least

// States whose weight depends on a number in their name: weight = start + slope * number.
struct Scale {
  std::string pattern;
  std::int64_t start = 0;
  std::int64_t slope = 0;
};

struct Numbered {
  LocalState state;
  std::int64_t number;
};

std::optional<Scale> scale_of(const std::string& pattern, std::span<const Numbered> states,
                              std::span<const std::int64_t> weights) {
  if (states.size() < kLeastScale) return std::nullopt;
  const std::int64_t run = states[1].number - states[0].number;
  const std::int64_t rise = weights[states[1].state.index()] - weights[states[0].state.index()];
  if (run == 0 || rise == 0 || rise % run != 0) return std::nullopt;
  const Scale scale = {pattern, weights[states[0].state.index()] - rise / run * states[0].number, rise / run};
  for (const Numbered& one : states)
    if (weights[one.state.index()] != scale.start + scale.slope * one.number) return std::nullopt;
  return scale;
}

std::string scale_words(const Scale& scale) {
  std::string states = scale.pattern == "#" ? "state #" : scale.pattern;
  states.replace(states.find('#'), 1, "k");
  const std::string times = scale.slope == 1 ? "k" : scale.slope == -1 ? "-k" : fmt::format("{}*k", scale.slope);
  return fmt::format("in {} counts {}", states, times);
}

}   // namespace

RowWords words_of_weights(const Lts& lts, std::span<const std::int64_t> weights, std::span<const LocalState> left) {
  assert(weights.size() == lts.num_states());
  std::map<std::string, std::vector<Numbered>> by_pattern;
  std::map<std::int64_t, std::size_t> how_often;
  for (LocalState state : lts.states()) {
    if (std::ranges::binary_search(left, state)) continue;
    ++how_often[weights[state.index()]];
    const NumberedName name = numbered(lts.state_name(state));
    if (name.numbers.size() == 1) by_pattern[name.pattern].push_back({state, name.numbers[0]});
  }
  if (how_often.size() <= 1) return {"", how_often.empty() ? 0 : how_often.begin()->first};

  std::optional<Scale> scale;
  for (const auto& [pattern, states] : by_pattern)
    if (!scale) scale = scale_of(pattern, states, weights);
  const std::int64_t usual = std::ranges::max_element(how_often, {}, [](const auto& entry) { return entry.second; })->first;
  const std::int64_t start = scale ? scale->start : usual;

  std::vector<std::string> parts;
  if (scale) parts.push_back(scale_words(*scale));
  std::map<std::int64_t, std::vector<std::string>> by_weight;
  for (LocalState state : lts.states()) {
    const std::int64_t weight = weights[state.index()] - start;
    if (weight == 0 || std::ranges::binary_search(left, state)) continue;
    const NumberedName name = numbered(lts.state_name(state));
    if (!scale || name.numbers.size() != 1 || name.pattern != scale->pattern) by_weight[weight].push_back(lts.state_name(state));
  }
  std::size_t told = 0;
  for (const auto& [weight, names] : by_weight) {
    if (told++ == kWeights) break;
    parts.push_back(fmt::format("in {} counts {}", alternatives(names, kStatesAlike), weight));
  }
  std::string text = fmt::format("{}", fmt::join(parts, ", "));
  if (by_weight.size() > kWeights) text += fmt::format(" and so on, {} weights in all", count_text(by_weight.size()));
  return {std::move(text), start};
}

}   // namespace parley
