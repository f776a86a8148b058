#include "search/stubborn/offered_rules.h"

namespace parley {

namespace {

// Calls 'visit(label)' for every label with an edge in 'state', each once.
template <class Visit>
void for_each_label(const Lts& lts, LocalState state, const Visit& visit) {
  const std::span<const Edge> edges = lts.edges(state);
  for (std::size_t i = 0; i < edges.size(); ++i)
    if (i == 0 || edges[i].label != edges[i - 1].label) visit(edges[i].label);
}

}   // namespace

OfferedRules::OfferedRules(const Network& network, const Limits& limits) : network_(network) {
  fill_bits(limits);
  fill_rules(limits);
}

void OfferedRules::fill_bits(const Limits& limits) {
  Pulse pulse(limits);
  std::vector<Bits> of_template;
  of_template.reserve(network_.num_templates());
  std::size_t total = 0;
  for (TemplateId id : network_.templates()) {
    const Lts& lts = network_.lts(id);
    const std::size_t words_per_state = (lts.num_labels() + 63) / 64;
    // One word per state is always worth it; several words only if they are not mostly empty.
    const bool is_wide = words_per_state > 1 && words_per_state * lts.num_states() > 4 * (lts.num_edges() + lts.num_states());
    of_template.push_back({total, is_wide ? 0 : words_per_state});
    total += of_template.back().words_per_state * lts.num_states();
  }
  limits.expect(total * sizeof words_[0] + network_.num_components() * sizeof bits_[0]);
  words_.resize(total);
  for (TemplateId id : network_.templates()) {
    const Bits bits = of_template[id.index()];
    if (bits.words_per_state == 0) continue;
    const Lts& lts = network_.lts(id);
    for (LocalState state : lts.states()) {
      pulse.beat();
      const std::size_t row = bits.first + state.index() * bits.words_per_state;
      for_each_label(lts, state,
                     [&](LocalLabel label) { words_[row + label.index() / 64] |= std::uint64_t{1} << (label.index() % 64); });
    }
  }
  bits_.reserve(network_.num_components());
  for (ComponentId component : network_.components()) bits_.push_back(of_template[network_.template_of(component).index()]);
}

void OfferedRules::fill_rules(const Limits& limits) {
  Pulse pulse(limits);
  limits.expect((network_.num_components() + network_.total_states()) * sizeof begins_[0]);
  first_row_.reserve(network_.num_components());
  begins_.reserve(network_.total_states() + 1);
  std::size_t total = 0;
  for (ComponentId component : network_.components()) {
    const Lts& lts = network_.lts(component);
    first_row_.push_back(begins_.size());
    for (LocalState state : lts.states()) {
      pulse.beat();
      begins_.push_back(total);
      for_each_label(lts, state, [&](LocalLabel label) { total += network_.rules(component, label).size(); });
    }
  }
  begins_.push_back(total);

  limits.expect(total * sizeof rules_[0]);
  rules_.reserve(total);
  for (ComponentId component : network_.components()) {
    const Lts& lts = network_.lts(component);
    for (LocalState state : lts.states()) {
      pulse.beat();
      for_each_label(lts, state, [&](LocalLabel label) {
        const std::span<const RuleId> rules = network_.rules(component, label);
        rules_.insert(rules_.end(), rules.begin(), rules.end());
      });
    }
  }
}

}   // namespace parley
