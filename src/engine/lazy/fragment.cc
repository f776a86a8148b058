#include "engine/lazy/fragment.h"

#include <cassert>

namespace parley::lazy {

namespace {

// A label is never refused if every state that is no error has an edge with this label to a state that is no
// error.
std::vector<std::uint8_t> never_refused_labels(const Lts& lts) {
  std::vector<std::uint8_t> never_refused(lts.num_labels(), lts.is_error(lts.initial()) ? 0 : 1);
  std::vector<std::uint8_t> here(lts.num_labels());
  for (LocalState state : lts.states()) {
    if (lts.is_error(state)) continue;
    here.assign(lts.num_labels(), 0);
    for (const Edge& edge : lts.edges(state))
      if (!lts.is_error(edge.target)) here[edge.label.index()] = 1;
    for (std::size_t label = 0; label < here.size(); ++label)
      never_refused[label] = static_cast<std::uint8_t>(never_refused[label] & here[label]);
  }
  return never_refused;
}

}   // namespace

FragmentTables::FragmentTables(const Network& network)
    : network_(network),
      local_goals_(network.num_components(), StateSets::kAll),
      local_component_of_(network.num_components(), kNone),
      rule_number_(network.num_rules(), kNone) {
  begins_.reserve(network.num_templates());
  for (TemplateId id : network.templates()) {
    begins_.push_back(never_refused_.size());
    const std::vector<std::uint8_t> never_refused = never_refused_labels(network.lts(id));
    never_refused_.insert(never_refused_.end(), never_refused.begin(), never_refused.end());
  }
}

void Fragment::clear() {
  for (const Met& met : components_) tables_.local_component_of_[met.component.index()] = FragmentTables::kNone;
  for (RuleId rule : rule_ids_) tables_.rule_number_[rule.index()] = FragmentTables::kNone;
  components_.clear();
  revealed_.clear();
  rule_ids_.clear();
  part_begins_.assign(1, 0);
  parts_.clear();
  description_.clear();
}

bool Fragment::is_revealed(ComponentId component) const {
  return knows(component) && components_[local_component(component)].is_revealed;
}

LocalComponent Fragment::meet(ComponentId component) {
  LocalComponent& local_component = tables_.local_component_of_[component.index()];
  if (local_component == FragmentTables::kNone) {
    local_component = static_cast<LocalComponent>(components_.size());
    components_.push_back({component});
  }
  return local_component;
}

LocalComponent Fragment::reveal(ComponentId component) {
  assert(!is_revealed(component));
  const LocalComponent local_component = meet(component);
  components_[local_component].is_revealed = true;
  revealed_.push_back(local_component);
  description_.push_back(local_component);
  description_.push_back(network().template_of(component).value);
  description_.push_back(tables_.local_goal(component));
  const std::size_t count = description_.size();
  description_.push_back(0);
  for (RuleId rule : network().rules(component)) {
    if (tables_.rule_number_[rule.index()] != FragmentTables::kNone) continue;
    describe(rule);
    ++description_[count];
  }
  return local_component;
}

void Fragment::describe(RuleId rule) {
  tables_.rule_number_[rule.index()] = static_cast<std::uint32_t>(rule_ids_.size());
  rule_ids_.push_back(rule);
  const std::span<const Participant> participants = network().participants(rule);
  description_.push_back(static_cast<std::uint32_t>(participants.size()));
  for (const Participant& participant : participants) {
    const LocalComponent local_component = meet(participant.component);
    // A component with a local goal counts as an outside component even if it never refuses: where it goes
    // matters.
    const bool never_refuses = tables_.local_goal(participant.component) == StateSets::kAll &&
                               tables_.never_refuses(network().template_of(participant.component), participant.label);
    parts_.push_back({local_component, participant.label, never_refuses});
    description_.push_back(local_component);
    description_.push_back(participant.label.value << 1 | (never_refuses ? 1u : 0u));
  }
  part_begins_.push_back(static_cast<std::uint32_t>(parts_.size()));
}

}   // namespace parley::lazy
