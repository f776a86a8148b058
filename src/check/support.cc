#include "check/support.h"

namespace parley {

Support::Support(const Network& network, std::span<const ComponentId> components)
    : tables_(network, components), column_of_(network.num_components(), kOutside) {
  for (ComponentId component : components) {
    const Lts& lts = network.lts(component);
    column_of_[component.index()] = static_cast<std::uint32_t>(columns_.size());
    if (lts.has_error()) columns_with_error_.push_back(static_cast<std::uint32_t>(columns_.size()));
    columns_.push_back(&tables_.of(component));
    slot_begins_.push_back(slot_begins_.back() + lts.num_labels());
  }
  std::vector<bool> seen(network.num_rules());
  for (ComponentId component : components)
    for (RuleId rule : network.rules(component)) {
      if (seen[rule.index()]) continue;
      seen[rule.index()] = true;
      add_rule(network, rule);
    }
  index_by_leader();
}

void Support::add_rule(const Network& network, RuleId rule) {
  bool decided = true;
  for (const Participant& participant : network.participants(rule)) {
    const std::uint32_t column = column_of_[participant.component.index()];
    if (column != kOutside)
      parts_.push_back({column, participant.label});
    else
      decided = false;
  }
  rules_.push_back(rule);
  decides_.push_back(decided ? 1 : 0);
  part_begins_.push_back(parts_.size());
}

// Counts, then places.
void Support::index_by_leader() {
  const auto slot_of = [&](std::size_t index) { return slot_begins_[parts(index)[0].column] + parts(index)[0].label.index(); };
  led_begins_.assign(slot_begins_.back() + 1, 0);
  for (std::size_t index = 0; index < num_rules(); ++index) ++led_begins_[slot_of(index) + 1];
  for (std::size_t slot = 0; slot + 1 < led_begins_.size(); ++slot) led_begins_[slot + 1] += led_begins_[slot];
  led_.resize(num_rules());
  std::vector<std::size_t> next(led_begins_.begin(), led_begins_.end() - 1);
  for (std::size_t index = 0; index < num_rules(); ++index) led_[next[slot_of(index)]++] = static_cast<std::uint32_t>(index);
}

}  // namespace parley
