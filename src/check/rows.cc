#include "check/rows.h"

#include <algorithm>

namespace parley {

bool has_initial(const Network& network, const StateTable& states, const Limits& limits) {
  Row initial;
  initial.reserve(states.num_columns());
  for (ComponentId component : states.components()) initial.push_back(network.lts(component).initial());
  std::vector<std::uint64_t> words(states.words_per_row());
  states.pack(initial, words);
  Pulse pulse(limits);
  for (std::size_t row = 0; row < states.size(); ++row) {
    pulse.beat();
    if (std::ranges::equal(states.words(row), words)) return true;
  }
  return false;
}

}   // namespace parley
