#include "search/stubborn/reduced_states.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "search/level/certificate.h"
#include "search/stubborn/ignoring_proviso.h"

namespace parley {

ReducedStates::ReducedStates(const ReducedSpace& space, StateKeys& keys, CompactSet& states, std::uint64_t num_states,
                             const Limits& limits)
    : space_(space), keys_(keys), limits_(limits), worker_(space, keys) {
  constexpr std::uint64_t kMostNumbers = 0xFFFFFFFEu;
  if (num_states > kMostNumbers) throw Stopped(fmt::format("more than {} states for a certificate", kMostNumbers));
  limits.expect(num_states * sizeof(std::uint64_t) * (keys.num_words() == 1 ? 1 : 3 + keys.num_words()));
  by_number_.reserve(num_states);
  Pulse pulse(limits, 4096);
  states.for_each(CompactSet::Walk::kKeep, [&](std::uint64_t key, std::uint32_t) {
    pulse.beat();
    by_number_.push_back(key);
  });
  if (keys.num_words() == 1) {
    std::ranges::sort(by_number_);
    return;
  }
  // The order of the keys of wide states is not the order of their words.
  const std::size_t width = keys.num_words();
  std::vector<std::uint64_t> words;
  words.reserve(by_number_.size() * width);
  StateKeys::Cursor cursor(keys);
  for (std::uint64_t key : by_number_) {
    pulse.beat();
    const std::span<const std::uint64_t> state = keys.seek(key, cursor);
    words.insert(words.end(), state.begin(), state.end());
  }
  std::vector<std::uint32_t> order(by_number_.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto state_of = [&](std::uint32_t i) { return std::span(words).subspan(i * width, width); };
  std::ranges::sort(
      order, [&](std::uint32_t a, std::uint32_t b) { return std::ranges::lexicographical_compare(state_of(a), state_of(b)); });
  by_key_.reserve(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) by_key_.emplace_back(by_number_[order[i]], i);
  for (const auto& [key, number] : by_key_) by_number_[number] = key;
  std::ranges::sort(by_key_);
}

std::uint32_t ReducedStates::number_of(std::uint64_t key) const {
  // The search has expanded every state, so every successor is here.
  if (by_key_.empty()) {
    const auto at = std::ranges::lower_bound(by_number_, key);
    assert(at != by_number_.end() && *at == key);
    return static_cast<std::uint32_t>(at - by_number_.begin());
  }
  const auto at = std::ranges::lower_bound(by_key_, key, {}, &std::pair<std::uint64_t, std::uint32_t>::first);
  assert(at != by_key_.end() && at->first == key);
  return at->second;
}

std::vector<std::uint64_t> ReducedStates::find_ranks() {
  if (!worker_.needs_ranks()) return {};
  ProvisoGraph graph(limits_);
  Pulse pulse(limits_, 256);
  std::vector<std::uint32_t> successors;
  for (std::uint64_t key : by_number_) {
    pulse.beat();
    if (!worker_.seek(key)) {
      graph.add_firm();   // in error: no successors
      continue;
    }
    const StubbornSets::Choice choice = worker_.choice(key);
    if (choice.is_firm()) {
      graph.add_firm();
      continue;
    }
    successors.clear();
    worker_.for_each_towards_firm(choice, [&](std::uint64_t to) { successors.push_back(number_of(to)); });
    graph.add(successors);
  }
  ProvisoGraph::Ranks ranks = graph.ranks();
  std::vector<std::uint64_t> missing;
  missing.reserve(ranks.missing.size());
  for (std::uint32_t number : ranks.missing) missing.push_back(by_number_[number]);
  ranks_ = std::move(ranks.of_state);
  return missing;
}

ReducedSetRef ReducedStates::certificate() {
  auto set = std::make_shared<ReducedSet>(ReducedSet{
      .states = empty_table(space_.network(), by_number_.size(), limits_), .supports = {}, .ranks = std::move(ranks_)});
  const std::size_t support_words = set->words_per_support();
  limits_.expect(by_number_.size() * support_words * sizeof(std::uint64_t));
  set->supports.reserve(by_number_.size() * support_words);
  TableRows rows(space_.network(), keys_.layout(), set->states);
  Pulse pulse(limits_, 256);
  for (std::uint64_t key : by_number_) {
    pulse.beat();
    const bool in_error = !worker_.seek(key);
    rows.add(worker_.words());
    if (in_error) {
      set->supports.insert(set->supports.end(), support_words, 0);
      continue;
    }
    const StubbornSets::Choice choice = worker_.choice(key);
    set->supports.insert(set->supports.end(), choice.support.begin(), choice.support.end());
  }
  return set;
}

}   // namespace parley
