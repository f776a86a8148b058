#include "check/support.h"

namespace parley {

SupportSpace::SupportSpace(const Network& network)
    : network_(network),
      column_of_(network.num_components(), Support::kOutside),
      is_seen_(network.num_rules()),
      tables_(network.num_templates()) {}

const EdgeTable& SupportSpace::table(ComponentId component) {
  std::optional<EdgeTable>& table = tables_[network_.template_of(component).index()];
  if (!table) table.emplace(network_.lts(component));
  return *table;
}

Support::Support(SupportSpace& space, std::span<const ComponentId> components)
    : space_(space), components_(components.begin(), components.end()) {
  const Network& network = space.network();
  for (ComponentId component : components) {
    const Lts& lts = network.lts(component);
    space.column_of_[component.index()] = static_cast<std::uint32_t>(columns_.size());
    if (lts.has_error()) columns_with_error_.push_back(static_cast<std::uint32_t>(columns_.size()));
    columns_.push_back(&space.table(component));
    slot_begins_.push_back(slot_begins_.back() + lts.num_labels());
  }
  for (ComponentId component : components)
    for (RuleId rule : network.rules(component)) {
      if (space.is_seen_[rule.index()] != 0) continue;
      space.is_seen_[rule.index()] = 1;
      add_rule(rule);
    }
  index_by_leader();
}

Support::~Support() {
  for (ComponentId component : components_) space_.column_of_[component.index()] = kOutside;
  for (RuleId rule : rules_) space_.is_seen_[rule.index()] = 0;
}

void Support::add_rule(RuleId rule) {
  bool decided = true;
  for (const Participant& participant : space_.network().participants(rule)) {
    const std::uint32_t in = column(participant.component);
    if (in != kOutside) parts_.push_back({in, participant.label});
    else decided = false;
  }
  rules_.push_back(rule);
  decides_.push_back(decided ? 1 : 0);
  part_begins_.push_back(parts_.size());
}

// Counts first, then fills.
void Support::index_by_leader() {
  const auto slot_of = [&](std::size_t index) { return slot_begins_[parts(index)[0].column] + parts(index)[0].label.index(); };
  led_begins_.assign(slot_begins_.back() + 1, 0);
  for (std::size_t index = 0; index < num_rules(); ++index) ++led_begins_[slot_of(index) + 1];
  for (std::size_t slot = 0; slot + 1 < led_begins_.size(); ++slot) led_begins_[slot + 1] += led_begins_[slot];
  led_.resize(num_rules());
  std::vector<std::size_t> next(led_begins_.begin(), led_begins_.end() - 1);
  for (std::size_t index = 0; index < num_rules(); ++index) led_[next[slot_of(index)]++] = static_cast<std::uint32_t>(index);
}

}   // namespace parley
