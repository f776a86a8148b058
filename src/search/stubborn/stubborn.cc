// How a stubborn set is found. stubborn.h has the definitions, docs/algorithms/stubborn-sets.md the proofs.
//
// of() does the following for one state:
// 1. look(): which rules each component offers, which rules are enabled, and a price per component
//    (enabled_rules, offered_rules).
// 2. insert_reasons(): the automata asked about, and the cheapest components that make each formula false
//    (falsity). The set is closed after each insertion (closed_support).
// 3. shrink(): takes out again what is not needed. This is the deletion algorithm of Valmari and Varpaaniemi.
// 4. If an enabled rule is needed and none is inside: adds a closed set with few enabled rules, found by
//    Tarjan's algorithm (smallest_part). Then step 3 is left out.
// 5. find_with_invisible_step(): if formulas may be left undecided, the same algorithm looks for a set that
//    has an invisible step (invisible_steps). It is taken if it has fewer rules.
//
// After the search, reduced_states computes ranks (ignoring_proviso) and the certificate. A state without a
// rank gets the choice of firm() instead.
//
// Deviations from the literature:
// - Valmari's sets consist of rules. Here a set consists of components: all rules that a member offers count.
//   It takes one bit per component, and a judge can check it without knowing how it was found.
// - Common tools check the ignoring proviso during the search. Here it is checked on the finished graph,
//   which leaves far fewer states.
// - The work of shrink() is bounded per state, and marks on needed components end removals early.

#include "search/stubborn/stubborn.h"

#include <algorithm>
#include <cassert>

namespace parley {

namespace {

bool has_errors(const Network& network) {
  return std::ranges::any_of(network.components(), [&](ComponentId component) { return network.lts(component).has_error(); });
}

// A call reads the states of all components.
std::uint32_t calls_per_beat(const Network& network) {
  return static_cast<std::uint32_t>(std::clamp<std::size_t>(1'000'000 / (1 + network.num_components()), 1, 256));
}

// Bound on the participants that shrink() may read in one state: far more than small networks ever need, and
// a few passes over all rules for large networks.
std::uint64_t most_removal_work(const Network& network) {
  constexpr std::uint64_t kEnough = 4'000'000;
  constexpr std::uint64_t kPasses = 16;
  std::uint64_t participants = 0;
  for (RuleId rule : network.rules()) participants += network.participants(rule).size();
  return std::max(kEnough, kPasses * participants);
}

}   // namespace

std::optional<std::string> stubborn_declines(const Network& network, const Property& property) {
  switch (kind_of(property)) {
    case PropertyKind::kDeadlock:
    case PropertyKind::kSafety: return std::nullopt;
    case PropertyKind::kLocalDeadlock:
    case PropertyKind::kReach:
    case PropertyKind::kNever:
      // A step into an error state ends every run. If such a step were moved to the front, it would cut off
      // the steps that it was moved before.
      if (has_errors(network)) return "a component has error states";
      return std::nullopt;
    case PropertyKind::kLocal:
    case PropertyKind::kProgress:
    case PropertyKind::kAssertion: return "stubborn sets do not preserve this kind of property";
  }
  return std::nullopt;
}

StubbornSets::StubbornSets(const Network& network, std::span<const Property> properties, const Limits& limits,
                           const StubbornSettings& settings)
    : network_(network),
      settings_(settings),
      pulse_(limits, calls_per_beat(network)),
      most_work_(most_removal_work(network)),
      enabled_(network, limits),
      support_(enabled_, limits),
      deferring_(enabled_, limits),
      parts_(enabled_, limits),
      invisible_(network, properties),
      words_((network.num_components() + 63) / 64) {
  formulas_.reserve(properties.size());
  for (const Property& property : properties) {
    assert(!stubborn_declines(network, property));
    if (std::holds_alternative<Deadlock>(property.ask)) needs_rule_ = true;
    if (std::holds_alternative<LocalDeadlock>(property.ask)) needs_rule_ = asks_local_deadlock_ = true;
    if (const auto* reach = std::get_if<Reach>(&property.ask)) formulas_.emplace_back(reach->goal);
    if (const auto* never = std::get_if<Never>(&property.ask)) formulas_.emplace_back(never->bad);
    if (const auto* safety = std::get_if<Safety>(&property.ask))
      automata_.insert(automata_.end(), safety->automata.begin(), safety->automata.end());
  }
  is_asked_.resize(formulas_.size());
  for (const Falsity& formula : formulas_) formula_size_ += formula.size();
  // Without formulas and automata there is nothing to leave undecided.
  if (formulas_.empty() && automata_.empty()) settings_.leaves_formulas_undecided = false;
}

void StubbornSets::look(std::span<const LocalState> state) {
  pulse_.beat();
  enabled_.look(state);
}

StubbornSets::Choice StubbornSets::firm(std::span<const LocalState> state) {
  look(state);
  if (asks_local_deadlock_) return everything();
  find_without_deferring();
  return choice(Needs::kNothing);
}

StubbornSets::Choice StubbornSets::of(std::span<const LocalState> state) {
  look(state);
  // There is nothing to choose. The full support is as good, and it is firm.
  if (enabled_.all().empty() || (enabled_.all().size() == 1 && needs_rule_)) return everything();
  find_without_deferring();
  if (settings_.leaves_formulas_undecided && find_with_invisible_step()) return choice(Needs::kInvisibleStep);
  return choice(asks_local_deadlock_ ? Needs::kStep : Needs::kNothing);
}

void StubbornSets::find_without_deferring() {
  chosen_ = &support_;
  support_.clear();
  insert_reasons();
  const bool has_reasons = !support_.inserted().empty();
  if (needs_rule_ && support_.num_enabled() == 0) parts_.insert_into(support_, {});
  // Shrinking hardly ever improves a smallest part, and costs as much as finding it.
  else if (has_reasons) shrink();
}

bool StubbornSets::find_with_invisible_step() {
  const std::size_t rules = support_.num_enabled();
  if (rules <= 1) return false;
  has_invisible_step_.clear();
  for (RuleId rule : enabled_.all()) has_invisible_step_.push_back(invisible_.has_invisible_step(rule, enabled_.state()) ? 1 : 0);
  deferring_.clear();
  if (!parts_.insert_into(deferring_, has_invisible_step_) || deferring_.num_enabled() >= rules) return false;
  chosen_ = &deferring_;
  return true;
}

void StubbornSets::insert_reasons() {
  for (ComponentId component : automata_) support_.insert(component);
  support_.close();
  for (std::size_t i = 0; i < formulas_.size(); ++i) {
    const std::span<const ComponentId> reasons = formulas_[i].reasons(enabled_.state(), support_.inside(), enabled_.prices());
    is_asked_[i] = formulas_[i].was_true() ? 0 : 1;
    for (ComponentId component : reasons) support_.insert(component);
    support_.close();
  }
}

bool StubbornSets::suffices() {
  if (needs_rule_ && support_.num_enabled() == 0) return false;
  for (ComponentId component : automata_)
    if (!support_.contains(component)) return false;
  for (std::size_t i = 0; i < formulas_.size(); ++i)
    if (is_asked_[i] != 0 && !formulas_[i].is_false_within(enabled_.state(), support_.inside())) return false;
  return true;
}

bool StubbornSets::spares(ComponentId component) {
  if (!support_.remove_with_dependants(component)) return false;
  if (suffices()) return true;
  support_.undo_removal();
  return false;
}

void StubbornSets::shrink() {
  // If a set suffices, so does each larger set. So a component that is needed now is needed also when others
  // are gone: it is kept. Keeping it also keeps, at once, the rings of components that would each remove one
  // another.
  for (ComponentId component : automata_) support_.keep(component);
  std::uint64_t formula_work = 0;
  for (RuleId rule : enabled_.all()) {
    const ComponentId leader = network_.participants(rule)[0].component;
    if (!support_.contains(leader) || support_.keeps(leader)) continue;
    if (support_.removal_work() + formula_work > most_work_) return;
    if (!spares(leader)) support_.keep(leader);
    formula_work += formula_size_;
  }
}

StubbornSets::Choice StubbornSets::everything() {
  std::ranges::fill(words_, 0);
  for (ComponentId component : network_.components())
    words_[component.index() / 64] |= std::uint64_t{1} << (component.index() % 64);
  return {.rules = enabled_.all(), .support = words_, .is_full = true, .needs = Needs::kNothing};
}

StubbornSets::Choice StubbornSets::choice(Needs needs) {
  rules_.clear();
  for (RuleId rule : enabled_.all())
    if (chosen_->contains(rule)) rules_.push_back(rule);
  // If every enabled rule is inside, the full support has the same rules and is firm.
  if (rules_.size() == enabled_.all().size()) return everything();
  std::ranges::fill(words_, 0);
  for (ComponentId component : chosen_->inserted())
    if (chosen_->contains(component)) words_[component.index() / 64] |= std::uint64_t{1} << (component.index() % 64);
  return {.rules = rules_, .support = words_, .is_full = false, .needs = needs};
}

}   // namespace parley
