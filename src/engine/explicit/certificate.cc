#include "engine/explicit/certificate.h"

#include <algorithm>

namespace parley::explicit_engine {

namespace {

StateTable empty_table(const Network& network, std::uint64_t num_states, const Limits& limits) {
  std::vector<ComponentId> all;
  all.reserve(network.num_components());
  for (ComponentId component : network.components()) all.push_back(component);
  StateTable table(network, std::move(all));
  limits.expect(num_states * table.words_per_row() * sizeof(std::uint64_t));
  table.reserve(num_states);
  return table;
}

}  // namespace

std::shared_ptr<const ClosedSet> closed_set(const Network& network, StateKeys& keys, CompactSet& states, std::uint64_t num_states,
                                            const Limits& limits) {
  auto set = std::make_shared<ClosedSet>(ClosedSet{empty_table(network, num_states, limits)});
  StateKeys::Cursor cursor(keys);
  Pulse pulse(limits, 4096);
  states.for_each(CompactSet::Walk::kDrain, [&](std::uint64_t key, std::uint32_t) {
    pulse.beat();
    set->states.add_packed(keys.seek(key, cursor));
  });
  return set;
}

std::shared_ptr<const ReducedSet> reduced_set(const Network& network, const ReducedSpace& space, StateKeys& keys, CompactSet& states,
                                              std::uint64_t num_states, std::uint64_t depth, const Limits& limits) {
  auto set = std::make_shared<ReducedSet>(ReducedSet{.states = empty_table(network, num_states, limits), .supports = {}, .ranks = {}});
  const std::size_t support_words = set->words_per_support();
  limits.expect(num_states * support_words * sizeof(std::uint64_t));
  set->supports.reserve(num_states * support_words);
  ReducedSpace::Worker worker(space, keys);
  if (worker.needs_ranks()) {
    limits.expect(num_states * sizeof(std::uint32_t));
    set->ranks.reserve(num_states);
  }
  Pulse pulse(limits, 256);
  const auto depth_of = [&](std::uint64_t key) { return states.find(key).value_or(0); };
  states.for_each(CompactSet::Walk::kKeep, [&](std::uint64_t key, std::uint32_t found_at) {
    pulse.beat();
    const StubbornSets::Choice choice = worker.choice_of(key, found_at, depth_of);
    set->states.add_packed(worker.words());
    if (choice.support.empty()) set->supports.insert(set->supports.end(), support_words, 0);   // in error: nothing can happen
    else set->supports.insert(set->supports.end(), choice.support.begin(), choice.support.end());
    if (worker.needs_ranks()) set->ranks.push_back(static_cast<std::uint32_t>(depth - found_at));
  });
  return set;
}

}  // namespace parley::explicit_engine
