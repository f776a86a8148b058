#include "engine/lazy/fragment.h"

#include <cassert>

namespace parley::lazy {

namespace {

// A label is never refused if every state that is no error has an edge with this label to a state that is no
// error.
std::vector<std::uint8_t> never_refused_labels(const Lts& lts) {
  std::vector<std::uint8_t> willing(lts.num_labels(), lts.is_error(lts.initial()) ? 0 : 1);
  std::vector<std::uint8_t> here(lts.num_labels());
  for (LocalState state : lts.states()) {
    if (lts.is_error(state)) continue;
    here.assign(lts.num_labels(), 0);
    for (const Edge& edge : lts.edges(state))
      if (!lts.is_error(edge.target)) here[edge.label.index()] = 1;
    for (std::size_t label = 0; label < here.size(); ++label)
      willing[label] = static_cast<std::uint8_t>(willing[label] & here[label]);
  }
  return willing;
}

}   // namespace

Surroundings::Surroundings(const Network& network)
    : network_(network),
      wishes_(network.num_components(), StateSets::kAll),
      party_of_(network.num_components(), kNone),
      rule_number_(network.num_rules(), kNone) {
  begins_.reserve(network.num_templates());
  for (TemplateId id : network.templates()) {
    begins_.push_back(willing_.size());
    const std::vector<std::uint8_t> willing = never_refused_labels(network.lts(id));
    willing_.insert(willing_.end(), willing.begin(), willing.end());
  }
}

void Fragment::clear() {
  for (const Met& met : components_) around_.party_of_[met.component.index()] = Surroundings::kNone;
  for (RuleId rule : rule_ids_) around_.rule_number_[rule.index()] = Surroundings::kNone;
  components_.clear();
  revealed_.clear();
  rule_ids_.clear();
  part_begins_.assign(1, 0);
  parts_.clear();
  description_.clear();
}

bool Fragment::is_revealed(ComponentId component) const { return knows(component) && components_[party(component)].is_revealed; }

Party Fragment::meet(ComponentId component) {
  Party& party = around_.party_of_[component.index()];
  if (party == Surroundings::kNone) {
    party = static_cast<Party>(components_.size());
    components_.push_back({component});
  }
  return party;
}

Party Fragment::reveal(ComponentId component) {
  assert(!is_revealed(component));
  const Party party = meet(component);
  components_[party].is_revealed = true;
  revealed_.push_back(party);
  description_.push_back(party);
  description_.push_back(network().template_of(component).value);
  description_.push_back(around_.wish(component));
  const std::size_t count = description_.size();
  description_.push_back(0);
  for (RuleId rule : network().rules(component)) {
    if (around_.rule_number_[rule.index()] != Surroundings::kNone) continue;
    describe(rule);
    ++description_[count];
  }
  return party;
}

void Fragment::describe(RuleId rule) {
  around_.rule_number_[rule.index()] = static_cast<std::uint32_t>(rule_ids_.size());
  rule_ids_.push_back(rule);
  const std::span<const Participant> participants = network().participants(rule);
  description_.push_back(static_cast<std::uint32_t>(participants.size()));
  for (const Participant& participant : participants) {
    const Party party = meet(participant.component);
    // A component with a local goal counts as an outside component even if it never refuses: where it goes
    // matters.
    const bool is_willing = around_.wish(participant.component) == StateSets::kAll &&
                            around_.is_willing(network().template_of(participant.component), participant.label);
    parts_.push_back({party, participant.label, is_willing});
    description_.push_back(party);
    description_.push_back(participant.label.value << 1 | (is_willing ? 1u : 0u));
  }
  part_begins_.push_back(static_cast<std::uint32_t>(parts_.size()));
}

}   // namespace parley::lazy
