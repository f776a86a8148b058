#include "check/proof/question.h"

#include <algorithm>

namespace parley::proof {

namespace {

Variables::Sets sets_of(const Property& property) {
  return kind_of(property) == PropertyKind::kLocalDeadlock ? Variables::Sets::kYes : Variables::Sets::kNo;
}

}   // namespace

bool Question::is_possible(const Property& property) {
  switch (kind_of(property)) {
    case PropertyKind::kDeadlock:
    case PropertyKind::kLocalDeadlock:
    case PropertyKind::kReach:
    case PropertyKind::kNever:
    case PropertyKind::kSafety: return true;
    case PropertyKind::kLocal:
    case PropertyKind::kProgress:
    case PropertyKind::kAssertion: break;
  }
  return false;
}

Question::Question(const Network& network, const Property& property, const Limits& limits)
    : network_(network), kind_(kind_of(property)), variables_(network, sets_of(property)), lists_(network.num_templates()) {
  if (const auto* reach = std::get_if<Reach>(&property.ask)) formula_.emplace(network, reach->goal, variables_, limits);
  if (const auto* never = std::get_if<Never>(&property.ask)) formula_.emplace(network, never->bad, variables_, limits);
  if (formula_) {
    size_ = formula_->size();
    return;
  }
  if (const auto* safety = std::get_if<Safety>(&property.ask)) {
    with_errors_ = safety->automata;
    std::sort(with_errors_.begin(), with_errors_.end());
    with_errors_.erase(std::unique(with_errors_.begin(), with_errors_.end()), with_errors_.end());
    size_ = 1;
    return;
  }
  for (ComponentId component : network.components())
    if (network.lts(component).has_error()) with_errors_.push_back(component);
  size_ = network.num_rules() + with_errors_.size();
  if (kind_ == PropertyKind::kLocalDeadlock) {
    for (ComponentId component : network.components())
      if (!network.is_observer(component) && !network.rules(component).empty()) last_.push_back(component);
    ++size_;
  } else if (Termination end = termination(network); end.possible) {
    last_ = std::move(end.processes);
    ++size_;
  }
}

const Question::Lists& Question::lists(ComponentId component) {
  std::unique_ptr<Lists>& lists = lists_[network_.template_of(component).index()];
  if (lists != nullptr) return *lists;
  lists = std::make_unique<Lists>();
  const Lts& lts = network_.lts(component);
  const auto num_states = static_cast<std::uint32_t>(lts.num_states());

  // Each label of a state once, however many edges have it; counts first, then fills.
  const auto for_each_offer = [&](const auto& visit) {
    for (LocalState state : lts.states()) {
      const std::span<const Edge> edges = lts.edges(state);
      for (std::size_t i = 0; i < edges.size(); ++i)
        if (i == 0 || edges[i].label != edges[i - 1].label) visit(state, edges[i].label);
    }
  };
  lists->offer_begins.assign(lts.num_labels() + 1, 0);
  for_each_offer([&](LocalState, LocalLabel label) { ++lists->offer_begins[label.index() + 1]; });
  for (std::size_t i = 1; i < lists->offer_begins.size(); ++i) lists->offer_begins[i] += lists->offer_begins[i - 1];
  std::vector<std::size_t> next(lists->offer_begins.begin(), lists->offer_begins.end() - 1);
  lists->offers.resize(lists->offer_begins.back());
  for_each_offer([&](LocalState state, LocalLabel label) { lists->offers[next[label.index()]++] = state.value; });

  for (LocalState state : lts.states()) {
    if (lts.is_error(state)) lists->errors.push_back(state.value);
    if (lts.is_terminal(state)) lists->terminals.push_back(state.value);
    else lists->stuck.push_back(num_states + state.value);
  }
  return *lists;
}

void Question::build(std::size_t number, Constraint& into) {
  if (formula_) return formula_->build(number, variables_, into);
  if (kind_ == PropertyKind::kSafety) {
    for (ComponentId automaton : with_errors_) into.add_values(automaton.value, lists(automaton).errors, 0, 1);
    return into.set_bound(static_cast<std::int64_t>(with_errors_.size()) - 1);
  }
  if (number < network_.num_rules())
    return kind_ == PropertyKind::kLocalDeadlock ? build_blocked_rule(RuleId(number), into) : build_rule(RuleId(number), into);
  number -= network_.num_rules();
  if (number == with_errors_.size()) return build_last(into);
  const ComponentId component = with_errors_[number];
  std::vector<LocalState> errors;
  for (std::uint32_t state : lists(component).errors) errors.emplace_back(std::size_t{state});
  into.add_states(variables_, network_, component, errors, 1, 0);
  into.set_bound(0);
}

// Some participant refuses.
void Question::build_rule(RuleId rule, Constraint& into) {
  const std::span<const Participant> participants = network_.participants(rule);
  into.reserve(participants.size());
  for (const auto& [component, label] : participants) into.add_values(component.value, lists(component).offering(label), 1, 0);
  into.set_bound(static_cast<std::int64_t>(participants.size()) - 1);
}

// A participant that refuses from inside the set outweighs all members that do not refuse.
void Question::build_blocked_rule(RuleId rule, Constraint& into) {
  const std::span<const Participant> participants = network_.participants(rule);
  const auto processes = static_cast<std::size_t>(std::count_if(
      participants.begin(), participants.end(), [&](const Participant& p) { return !network_.is_observer(p.component); }));
  into.reserve(processes);
  for (const Participant& participant : participants)
    if (!network_.is_observer(participant.component))
      into.add_weights(participant.component.value, block_weights(participant, processes));
  into.set_bound(0);
}

std::span<const std::int64_t> Question::block_weights(const Participant& participant, std::size_t processes) {
  const auto [found, is_new] =
      block_weights_.try_emplace({network_.template_of(participant.component), participant.label, processes});
  if (!is_new) return found->second;
  const std::size_t states = network_.lts(participant.component).num_states();
  std::vector<std::int64_t>& weights = found->second;
  weights.assign(2 * states, 0);
  std::fill(weights.begin() + static_cast<std::ptrdiff_t>(states), weights.end(), -static_cast<std::int64_t>(processes));
  for (std::uint32_t state : lists(participant.component).offering(participant.label)) weights[states + state] = 1;
  return weights;
}

// Local deadlock: some component is stuck. Deadlock: some component has not ended.
void Question::build_last(Constraint& into) {
  into.reserve(last_.size());
  for (ComponentId component : last_) {
    if (kind_ == PropertyKind::kLocalDeadlock) into.add_values(component.value, lists(component).stuck, 0, 1);
    else into.add_values(component.value, lists(component).terminals, 1, 0);
  }
  into.set_bound(static_cast<std::int64_t>(last_.size()) - 1);
}

}   // namespace parley::proof
