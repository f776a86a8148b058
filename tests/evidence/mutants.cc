#include "mutants.h"

#include <algorithm>
#include <array>

#include "naive.h"

namespace parley::evidence_ring {

namespace {

using Mutant = std::optional<OwnedClaim>;

const PlainTrace* steps_of(const OwnedClaim& claim) { return std::get_if<PlainTrace>(&claim.evidence); }
const PlainSet* set_of(const OwnedClaim& claim) { return std::get_if<PlainSet>(&claim.evidence); }

OwnedClaim with(OwnedClaim claim, PlainEvidence evidence) {
  claim.evidence = std::move(evidence);
  return claim;
}

// 'change' is given the steps and one of them to spoil; it answers whether it could.
template <class Change>
Mutant change_step(Dice& dice, const OwnedClaim& right, const Change& change) {
  const PlainTrace* steps = steps_of(right);
  if (steps == nullptr || steps->empty()) return std::nullopt;
  PlainTrace changed = *steps;
  if (!change(changed, dice.below(changed.size()))) return std::nullopt;
  return with(right, std::move(changed));
}

Mutant wrong_label(Dice& dice, const Network& network, const OwnedClaim& right) {
  return change_step(dice, right, [&](PlainTrace& steps, std::size_t at) {
    if (network.num_labels() < 2) return false;
    steps[at].label = LabelId((steps[at].label.index() + dice.between(1, network.num_labels() - 1)) % network.num_labels());
    return true;
  });
}

Mutant wrong_target(Dice& dice, const Network& network, const OwnedClaim& right) {
  return change_step(dice, right, [&](PlainTrace& steps, std::size_t at) {
    Move& move = steps[at].moves[dice.below(steps[at].moves.size())];
    const std::size_t states = network.lts(move.component).num_states();
    if (states < 2) return false;
    move.to = LocalState((move.to.index() + dice.between(1, states - 1)) % states);
    return true;
  });
}

Mutant dropped_last_step(Dice& dice, const Network&, const OwnedClaim& right) {
  return change_step(dice, right, [](PlainTrace& steps, std::size_t) {
    steps.pop_back();
    return true;
  });
}

Mutant dropped_step(Dice& dice, const Network&, const OwnedClaim& right) {
  return change_step(dice, right, [](PlainTrace& steps, std::size_t at) {
    steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(at));
    return true;
  });
}

Mutant repeated_step(Dice& dice, const Network&, const OwnedClaim& right) {
  return change_step(dice, right, [](PlainTrace& steps, std::size_t at) {
    const PlainStep again = steps[at];
    steps.insert(steps.begin() + static_cast<std::ptrdiff_t>(at), again);
    return true;
  });
}

Mutant swapped_steps(Dice& dice, const Network&, const OwnedClaim& right) {
  return change_step(dice, right, [](PlainTrace& steps, std::size_t at) {
    if (at + 1 >= steps.size()) return false;
    std::swap(steps[at], steps[at + 1]);
    return true;
  });
}

Mutant dropped_participant(Dice& dice, const Network&, const OwnedClaim& right) {
  return change_step(dice, right, [&](PlainTrace& steps, std::size_t at) {
    std::vector<Move>& moves = steps[at].moves;
    moves.erase(moves.begin() + static_cast<std::ptrdiff_t>(dice.below(moves.size())));
    return true;
  });
}

Mutant added_participant(Dice& dice, const Network& network, const OwnedClaim& right) {
  return change_step(dice, right, [&](PlainTrace& steps, std::size_t at) {
    const ComponentId component(dice.below(network.num_components()));
    std::vector<Move>& moves = steps[at].moves;
    if (std::any_of(moves.begin(), moves.end(), [&](const Move& move) { return move.component == component; })) return false;
    moves.push_back({component, LocalState(dice.below(network.lts(component).num_states()))});
    std::sort(moves.begin(), moves.end());
    return true;
  });
}

// The last step is followed by one more: a right one, or one that only an error state forbids, or any.
Mutant added_step(Dice& dice, const Network& network, const OwnedClaim& right) {
  if (steps_of(right) == nullptr) return std::nullopt;
  PlainTrace steps = *steps_of(right);
  Locals state = Naive(network).initial();
  for (const PlainStep& step : steps)
    for (const Move& move : step.moves) state[move.component.index()] = move.to.value;
  std::vector<PlainStep> candidates;
  for (RuleId rule : network.rules()) {
    PlainStep step{.label = network.label(rule), .moves = {}};
    for (const Participant& p : network.participants(rule)) {
      const auto edges = network.lts(p.component).edges(LocalState(state[p.component.index()]), p.label);
      if (!edges.empty()) step.moves.push_back({p.component, edges[dice.below(edges.size())].target});
    }
    if (step.moves.size() == network.participants(rule).size()) candidates.push_back(std::move(step));
  }
  if (candidates.empty()) return std::nullopt;
  steps.push_back(candidates[dice.below(candidates.size())]);
  return with(right, std::move(steps));
}

// Steps that are right but lead elsewhere, for a claim that is wrong or not reached.
Mutant random_walk(Dice& dice, const Network& network, const OwnedClaim& right) {
  const Naive naive(network);
  PlainTrace steps;
  Locals state = naive.initial();
  for (std::size_t left = dice.below(6); left > 0; --left) {
    const auto transitions = naive.transitions(state);
    if (transitions.empty()) break;
    const Naive::Transition& taken = transitions[dice.below(transitions.size())];
    PlainStep step{.label = network.label(taken.rule), .moves = {}};
    for (const Participant& p : network.participants(taken.rule))
      step.moves.push_back({p.component, LocalState(taken.to[p.component.index()])});
    steps.push_back(std::move(step));
    state = taken.to;
  }
  OwnedClaim walk = with(right, std::move(steps));
  walk.verdict = kind_of(right.property) == PropertyKind::kReach ? Verdict::kHolds : Verdict::kViolated;
  return walk;
}

template <class Change>
Mutant change_set(Dice& dice, const OwnedClaim& right, const Change& change) {
  const PlainSet* set = set_of(right);
  if (set == nullptr || set->rows.empty()) return std::nullopt;
  PlainSet changed = *set;
  if (!change(changed, dice.below(changed.rows.size()))) return std::nullopt;
  return with(right, std::move(changed));
}

Mutant removed_initial(Dice& dice, const Network& network, const OwnedClaim& right) {
  return change_set(dice, right, [&](PlainSet& set, std::size_t) {
    Locals start;
    for (ComponentId component : set.support) start.push_back(network.lts(component).initial().value);
    std::erase(set.rows, start);
    return true;
  });
}

Mutant removed_state(Dice& dice, const Network&, const OwnedClaim& right) {
  return change_set(dice, right, [](PlainSet& set, std::size_t at) {
    set.rows.erase(set.rows.begin() + static_cast<std::ptrdiff_t>(at));
    return true;
  });
}

Mutant added_state(Dice& dice, const Network& network, const OwnedClaim& right) {
  return change_set(dice, right, [&](PlainSet& set, std::size_t) {
    Locals row;
    for (ComponentId component : set.support)
      row.push_back(static_cast<std::uint32_t>(dice.below(network.lts(component).num_states())));
    set.rows.push_back(std::move(row));
    return true;
  });
}

// Closed again after a state was added: only that it is bad can be wrong.
Mutant added_state_and_successors(Dice& dice, const Network& network, const OwnedClaim& right) {
  return change_set(dice, right, [&](PlainSet& set, std::size_t) {
    if (set.support.size() != network.num_components()) return false;
    std::vector<Locals> queue(1);
    for (ComponentId component : network.components())
      queue[0].push_back(static_cast<std::uint32_t>(dice.below(network.lts(component).num_states())));
    while (!queue.empty()) {
      Locals row = std::move(queue.back());
      queue.pop_back();
      if (std::find(set.rows.begin(), set.rows.end(), row) != set.rows.end()) continue;
      for (Naive::Transition& transition : Naive(network).transitions(row)) queue.push_back(std::move(transition.to));
      set.rows.push_back(std::move(row));
    }
    return true;
  });
}

Mutant changed_cell(Dice& dice, const Network& network, const OwnedClaim& right) {
  return change_set(dice, right, [&](PlainSet& set, std::size_t at) {
    if (set.support.empty()) return false;
    const std::size_t column = dice.below(set.support.size());
    const std::size_t states = network.lts(set.support[column]).num_states();
    if (states < 2) return false;
    set.rows[at][column] = static_cast<std::uint32_t>((set.rows[at][column] + dice.between(1, states - 1)) % states);
    return true;
  });
}

Mutant dropped_component(Dice& dice, const Network&, const OwnedClaim& right) {
  return change_set(dice, right, [&](PlainSet& set, std::size_t) {
    if (set.support.empty()) return false;
    const auto column = static_cast<std::ptrdiff_t>(dice.below(set.support.size()));
    set.support.erase(set.support.begin() + column);
    for (Locals& row : set.rows) row.erase(row.begin() + column);
    return true;
  });
}

Mutant swapped_components(Dice& dice, const Network& network, const OwnedClaim& right) {
  return change_set(dice, right, [&](PlainSet& set, std::size_t) {
    if (set.support.size() < 2) return false;
    const std::size_t column = dice.below(set.support.size() - 1);
    if (network.lts(set.support[column]).num_states() != network.lts(set.support[column + 1]).num_states()) return false;
    std::swap(set.support[column], set.support[column + 1]);
    return true;
  });
}

Verdict set_verdict(const Property& property) {
  return kind_of(property) == PropertyKind::kReach ? Verdict::kViolated : Verdict::kHolds;
}

// What a liar would write who knows the network but not the answer: the reachable states, bad ones and all.
Mutant all_states(Dice& dice, const Network& network, const OwnedClaim& right) {
  std::vector<ComponentId> support;
  for (ComponentId component : network.components())
    if (dice.chance(85)) support.push_back(component);
  OwnedClaim lie = with(right, Naive(network).closure(std::move(support)));
  lie.verdict = set_verdict(right.property);
  return lie;
}

// And the same without the bad ones.
Mutant all_good_states(Dice& dice, const Network& network, const OwnedClaim& right) {
  Mutant lie = all_states(dice, network, right);
  auto& set = std::get<PlainSet>(lie->evidence);
  if (set.support.size() != network.num_components()) return std::nullopt;
  std::erase_if(set.rows, [&](const Locals& row) { return Naive(network).is_bad(right.property, row); });
  return lie;
}

Mutant other_verdict(Dice& dice, const Network&, const OwnedClaim& right) {
  OwnedClaim claim = right;
  claim.verdict = right.verdict == Verdict::kHolds ? Verdict::kViolated : Verdict::kHolds;
  if (dice.chance(20)) claim.verdict = Verdict::kUnknown;
  return claim;
}

Mutant other_property(Dice& dice, const Network& network, const OwnedClaim& right) {
  std::vector<Property> others = tiny_properties(dice, network);
  OwnedClaim claim = right;
  claim.property = others[dice.below(others.size())];
  return claim;
}

// The verdict as well, so that only what the evidence shows is in question.
Mutant other_property_and_verdict(Dice& dice, const Network& network, const OwnedClaim& right) {
  Mutant claim = other_property(dice, network, right);
  const bool by_trace = steps_of(right) != nullptr;
  const bool reach = kind_of(claim->property) == PropertyKind::kReach;
  claim->verdict = by_trace == reach ? Verdict::kHolds : Verdict::kViolated;
  return claim;
}

constexpr std::array<Mutation, 22> kMutations{{
    {"wrong label", wrong_label},
    {"wrong target", wrong_target},
    {"dropped last step", dropped_last_step},
    {"dropped step", dropped_step},
    {"repeated step", repeated_step},
    {"swapped steps", swapped_steps},
    {"dropped participant", dropped_participant},
    {"added participant", added_participant},
    {"added step", added_step},
    {"random walk", random_walk},
    {"removed initial state", removed_initial},
    {"removed state", removed_state},
    {"added state", added_state},
    {"added state and its successors", added_state_and_successors},
    {"changed cell", changed_cell},
    {"dropped component", dropped_component},
    {"swapped components", swapped_components},
    {"all states", all_states},
    {"all good states", all_good_states},
    {"other verdict", other_verdict},
    {"other property", other_property},
    {"other property and verdict", other_property_and_verdict},
}};

}   // namespace

std::vector<Mutation> mutations() {
  std::vector<Mutation> all(kMutations.begin(), kMutations.end());
  const std::span<const Mutation> of_reduced = reduced_mutations();
  all.insert(all.end(), of_reduced.begin(), of_reduced.end());
  const std::span<const Mutation> of_cases = cases_mutations();
  all.insert(all.end(), of_cases.begin(), of_cases.end());
  return all;
}

}   // namespace parley::evidence_ring
