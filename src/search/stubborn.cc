#include "search/stubborn.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace parley {

namespace {

constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();

bool has_errors(const Network& network) {
  return std::ranges::any_of(network.components(), [&](ComponentId component) { return network.lts(component).has_error(); });
}

}  // namespace

std::optional<std::string> stubborn_declines(const Network& network, const Property& property) {
  switch (kind_of(property)) {
    case PropertyKind::kDeadlock:
    case PropertyKind::kSafety: return std::nullopt;
    case PropertyKind::kLocalDeadlock:
    case PropertyKind::kReach:
    case PropertyKind::kNever:
      // A step into an error ends every run: brought forward, it would cut off what comes before it.
      if (has_errors(network)) return "a component has error states";
      return std::nullopt;
    case PropertyKind::kLocal:
    case PropertyKind::kProgress:
    case PropertyKind::kAssertion: return "stubborn sets do not preserve this kind of property";
  }
  return std::nullopt;
}

StubbornSets::StubbornSets(const Network& network, std::span<const Property> properties, const Limits& limits)
    : network_(network),
      offered_(network, limits),
      offers_(network.num_rules()),
      prices_(network.num_components()),
      own_(network.num_components()),
      inside_(network.num_components()),
      marks_(network.num_components(), Mark::kNew),
      order_(network.num_components()),
      low_(network.num_components()),
      chosen_(network.num_rules(), kNobody),
      words_((network.num_components() + 63) / 64) {
  arity_.reserve(network.num_rules());
  for (RuleId rule : network.rules()) arity_.push_back(static_cast<std::uint32_t>(network.participants(rule).size()));
  formulas_.reserve(properties.size());
  for (const Property& property : properties) {
    assert(!stubborn_declines(network, property));
    if (std::holds_alternative<Deadlock>(property.ask)) needs_rule_ = true;
    if (std::holds_alternative<LocalDeadlock>(property.ask)) needs_rule_ = needs_ranks_ = true;
    if (const auto* reach = std::get_if<Reach>(&property.ask)) formulas_.emplace_back(reach->goal);
    if (const auto* never = std::get_if<Never>(&property.ask)) formulas_.emplace_back(never->bad);
    if (const auto* safety = std::get_if<Safety>(&property.ask))
      automata_.insert(automata_.end(), safety->automata.begin(), safety->automata.end());
  }
  is_asked_.resize(formulas_.size());
}

StubbornSets::Choice StubbornSets::full(std::span<const LocalState> state) {
  look(state);
  return everything();
}

StubbornSets::Choice StubbornSets::of(std::span<const LocalState> state) {
  look(state);
  // Nothing to choose: the full support is as good, and a choice that is full needs no rank.
  if (enabled_.empty() || (enabled_.size() == 1 && needs_rule_)) return everything();
  clear_support();
  insert_reasons();
  std::size_t rules = enabled_inside();
  if (rules == 0 && needs_rule_) {
    find_part();
    rules = enabled_inside();
  }
  if (rules > (needs_rule_ ? 1 : 0)) shrink();
  return choice();
}

void StubbornSets::look(std::span<const LocalState> state) {
  state_ = state;
  enabled_.clear();
  std::ranges::fill(offers_, 0);
  for (ComponentId component : network_.components()) {
    const std::span<const RuleId> rules = offered(component);
    prices_[component.index()] = 1 + static_cast<std::uint32_t>(rules.size());
    own_[component.index()] = 0;
    for (RuleId rule : rules)
      if (++offers_[rule.index()] == arity_[rule.index()]) enabled_.push_back(rule);
  }
  // A component that waits costs less than one that can move: its enabled rules come in with it.
  for (RuleId rule : enabled_) {
    const std::span<const Participant> participants = network_.participants(rule);
    ++own_[participants[0].component.index()];
    for (const Participant& p : participants) prices_[p.component.index()] += 64;
  }
}

void StubbornSets::insert(ComponentId component) {
  if (is_inside(component)) return;
  inside_[component.index()] = 1;
  members_.push_back(component);
}

void StubbornSets::clear_support() {
  for (ComponentId component : members_) inside_[component.index()] = 0;
  members_.clear();
  closed_members_ = 0;
  refused_.clear();
}

std::size_t StubbornSets::enabled_inside() const {
  std::size_t rules = 0;
  for (ComponentId component : members_)
    if (is_inside(component)) rules += own_[component.index()];
  return rules;
}

void StubbornSets::close() {
  // Disabled rules come last: by then somebody who refuses them may have come in for another reason.
  for (;;) {
    if (closed_members_ < members_.size()) {
      for (RuleId rule : offered(members_[closed_members_++])) {
        if (!is_enabled(rule)) refused_.push_back(rule);
        else
          for (const Participant& p : network_.participants(rule)) insert(p.component);
      }
    } else if (!refused_.empty()) {
      const RuleId rule = refused_.back();
      refused_.pop_back();
      close_over(rule);
    } else {
      return;
    }
  }
}

void StubbornSets::close_over(RuleId rule) {
  std::uint32_t best = kNobody;
  for (const Participant& p : network_.participants(rule)) {
    if (!refuses(p)) continue;
    if (is_inside(p.component)) return;
    if (best == kNobody || price(p.component) < prices_[best]) best = p.component.value;
  }
  // Who was chosen while parts were sought brings in no enabled rule from outside its part.
  if (chosen_[rule.index()] != kNobody) best = chosen_[rule.index()];
  insert(ComponentId(best));
}

void StubbornSets::insert_reasons() {
  for (ComponentId component : automata_) insert(component);
  close();
  for (std::size_t i = 0; i < formulas_.size(); ++i) {
    const std::span<const ComponentId> reasons = formulas_[i].reasons(state_, inside_, prices_);
    is_asked_[i] = formulas_[i].was_true() ? 0 : 1;
    for (ComponentId component : reasons) insert(component);
    close();
  }
}

bool StubbornSets::suffices() {
  if (needs_rule_ && enabled_inside() == 0) return false;
  for (ComponentId component : automata_)
    if (!is_inside(component)) return false;
  for (std::size_t i = 0; i < formulas_.size(); ++i)
    if (is_asked_[i] != 0 && !formulas_[i].is_false_within(state_, inside_)) return false;
  return true;
}

StubbornSets::Choice StubbornSets::everything() {
  std::ranges::fill(words_, 0);
  for (ComponentId component : network_.components()) words_[component.index() / 64] |= std::uint64_t{1} << (component.index() % 64);
  return {enabled_, words_, true};
}

StubbornSets::Choice StubbornSets::choice() {
  rules_.clear();
  for (RuleId rule : enabled_)
    if (is_inside(rule)) rules_.push_back(rule);
  // With every rule inside, the full support says the same and needs no rank.
  if (rules_.size() == enabled_.size()) return everything();
  std::ranges::fill(words_, 0);
  for (ComponentId component : members_)
    if (is_inside(component)) words_[component.index() / 64] |= std::uint64_t{1} << (component.index() % 64);
  return {rules_, words_, false};
}

}  // namespace parley
