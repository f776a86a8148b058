#include "evidence/state_table.h"

namespace parley {

void StateTable::add(std::span<const LocalState> row) {
  words_.resize(words_.size() + words_per_row());
  pack(row, std::span(words_).last(words_per_row()));
}

bool StateTable::fits(const Network& network) const {
  for (ComponentId component : components_)
    if (component.index() >= network.num_components()) return false;
  return layout_ == StateLayout(network, components_) && words_.size() % words_per_row() == 0;
}

}   // namespace parley
