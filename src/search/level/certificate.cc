#include "search/level/certificate.h"

namespace parley {

StateTable empty_table(const Network& network, std::uint64_t num_states, const Limits& limits) {
  std::vector<ComponentId> all;
  all.reserve(network.num_components());
  for (ComponentId component : network.components()) all.push_back(component);
  StateTable table(network, std::move(all));
  limits.expect(num_states * table.words_per_row() * sizeof(std::uint64_t));
  table.reserve(num_states);
  return table;
}

ClosedSetRef closed_set(const Network& network, StateKeys& keys, CompactSet& states, std::uint64_t num_states,
                        const Limits& limits) {
  auto set = std::make_shared<ClosedSet>(ClosedSet{empty_table(network, num_states, limits)});
  TableRows rows(network, keys.layout(), set->states);
  StateKeys::Cursor cursor(keys);
  Pulse pulse(limits, 4096);
  states.for_each(CompactSet::Walk::kDrain, [&](std::uint64_t key, std::uint32_t) {
    pulse.beat();
    rows.add(keys.seek(key, cursor));
  });
  return set;
}

}   // namespace parley
