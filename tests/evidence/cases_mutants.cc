#include <algorithm>
#include <array>

#include "mutants.h"
#include "naive.h"
#include "split.h"

namespace parley::evidence_ring {

namespace {

using Mutant = std::optional<OwnedClaim>;

bool is_about_states(const OwnedClaim& claim) {
  return kind_of(claim.property) != PropertyKind::kDeadlock && kind_of(claim.property) != PropertyKind::kLocalDeadlock;
}

Verdict set_verdict(const OwnedClaim& claim) {
  return kind_of(claim.property) == PropertyKind::kReach ? Verdict::kViolated : Verdict::kHolds;
}

// 'change' is given one of the sets to spoil, alone or one of several; it answers whether it could.
template <class Change>
Mutant change_a_set(Dice& dice, const OwnedClaim& right, const Change& change) {
  OwnedClaim claim = right;
  if (auto* set = std::get_if<PlainSet>(&claim.evidence)) return change(*set) ? Mutant(claim) : std::nullopt;
  auto* cases = std::get_if<PlainCases>(&claim.evidence);
  if (cases == nullptr || cases->sets.empty()) return std::nullopt;
  return change(cases->sets[dice.below(cases->sets.size())]) ? Mutant(claim) : std::nullopt;
}

Mutant claimed_self_contained(Dice& dice, const Network&, const OwnedClaim& right) {
  if (std::holds_alternative<PlainTrace>(right.evidence)) {
    OwnedClaim claim = right;
    claim.trace_is_self_contained = true;
    return claim;
  }
  return change_a_set(dice, right, [](PlainSet& set) { return set.self_contained = true; });
}

// A set of cases without one of its states, its initial state, or with another one.
Mutant dropped_row_of_a_case(Dice& dice, const Network& network, const OwnedClaim& right) {
  if (!std::holds_alternative<PlainCases>(right.evidence)) return std::nullopt;
  return change_a_set(dice, right, [&](PlainSet& set) {
    if (set.rows.empty()) return false;
    Locals start;
    for (ComponentId component : set.support) start.push_back(network.lts(component).initial().value);
    if (dice.chance(30)) return std::erase(set.rows, start) > 0;
    set.rows.erase(set.rows.begin() + static_cast<std::ptrdiff_t>(dice.below(set.rows.size())));
    return true;
  });
}

template <class Change>
Mutant change_invariant(Dice& dice, const OwnedClaim& right, const Change& change) {
  return change_a_set(dice, right, [&](PlainSet& set) {
    return !set.invariants.empty() && change(set, set.invariants[dice.below(set.invariants.size())]);
  });
}

Mutant other_bound(Dice& dice, const Network&, const OwnedClaim& right) {
  return change_invariant(dice, right, [&](PlainSet&, LinearInvariant& invariant) {
    invariant.bound += dice.chance(50) ? 1 : -1;
    return true;
  });
}

Mutant other_weight(Dice& dice, const Network&, const OwnedClaim& right) {
  return change_invariant(dice, right, [&](PlainSet&, LinearInvariant& invariant) {
    if (invariant.rows.empty()) return false;
    std::vector<std::int64_t>& weights = invariant.rows[dice.below(invariant.rows.size())].weights;
    weights[dice.below(weights.size())] += dice.chance(50) ? 1 : -1;
    return true;
  });
}

// A set that is closed but for what an invariant excludes, which need not hold; its bound may be below the
// initial sum.
Mutant any_invariant_helps(Dice& dice, const Network& network, const OwnedClaim& right) {
  LinearInvariant invariant = any_invariant(dice, network);
  if (dice.chance(20)) --invariant.bound;
  OwnedClaim claim = right;
  claim.evidence = some_closure(dice, network, {std::move(invariant)});
  claim.verdict = set_verdict(right);
  return claim;
}

// The same for one set of several.
Mutant any_invariant_in_a_case(Dice& dice, const Network& network, const OwnedClaim& right) {
  if (!std::holds_alternative<PlainCases>(right.evidence)) return std::nullopt;
  OwnedClaim claim = right;
  auto& cases = std::get<PlainCases>(claim.evidence);
  LinearInvariant invariant = any_invariant(dice, network);
  if (dice.chance(20)) --invariant.bound;
  cases.sets = {some_closure(dice, network, {std::move(invariant)}),
                Naive(network).closure({network.components().begin(), network.components().end()})};
  cases.tree = Naive(network).case_tree(claim.property, cases.sets);
  if (std::count(cases.tree.begin(), cases.tree.end(), 1U) == 0) cases.sets.pop_back();
  if (std::count(cases.tree.begin(), cases.tree.end(), 0U) == 0) return std::nullopt;
  return claim;
}

// Right sets that lean on invariants that hold.
Mutant leans_on_invariants(Dice& dice, const Network& network, const OwnedClaim& right) {
  OwnedClaim claim = right;
  claim.evidence = some_closure(dice, network, guess_invariants(dice, network));
  claim.verdict = set_verdict(right);
  return claim;
}

// The same without the invariants that they lean on.
Mutant no_invariants(Dice& dice, const Network& network, const OwnedClaim& right) {
  Mutant claim = leans_on_invariants(dice, network, right);
  std::get<PlainSet>(claim->evidence).invariants.clear();
  return claim;
}

template <class Change>
Mutant change_tree(Dice& dice, const OwnedClaim& right, const Change& change) {
  if (!std::holds_alternative<PlainCases>(right.evidence)) return std::nullopt;
  OwnedClaim claim = right;
  auto& cases = std::get<PlainCases>(claim.evidence);
  if (cases.tree.empty() || !change(cases, dice.below(cases.tree.size()))) return std::nullopt;
  return claim;
}

std::uint32_t any_node(Dice& dice, const PlainCases& cases) {
  const std::size_t which = dice.below(cases.sets.size() + 2);
  if (which < cases.sets.size()) return static_cast<std::uint32_t>(which);
  return which == cases.sets.size() ? CaseSplit::kSplit : CaseSplit::kAbsurd;
}

Mutant other_node(Dice& dice, const Network&, const OwnedClaim& right) {
  return change_tree(dice, right, [&](PlainCases& cases, std::size_t at) {
    const std::uint32_t before = cases.tree[at];
    cases.tree[at] = any_node(dice, cases);
    return cases.tree[at] != before;
  });
}

Mutant absurd_node(Dice& dice, const Network&, const OwnedClaim& right) {
  return change_tree(dice, right, [&](PlainCases& cases, std::size_t at) {
    if (cases.tree[at] == CaseSplit::kSplit) return false;
    cases.tree[at] = CaseSplit::kAbsurd;
    return true;
  });
}

Mutant dropped_node(Dice& dice, const Network&, const OwnedClaim& right) {
  return change_tree(dice, right, [&](PlainCases& cases, std::size_t at) {
    cases.tree.erase(cases.tree.begin() + static_cast<std::ptrdiff_t>(dice.chance(50) ? cases.tree.size() - 1 : at));
    return true;
  });
}

Mutant added_node(Dice& dice, const Network&, const OwnedClaim& right) {
  return change_tree(dice, right, [&](PlainCases& cases, std::size_t at) {
    cases.tree.insert(cases.tree.begin() + static_cast<std::ptrdiff_t>(dice.chance(50) ? cases.tree.size() : at),
                      any_node(dice, cases));
    return true;
  });
}

Mutant swapped_nodes(Dice& dice, const Network&, const OwnedClaim& right) {
  return change_tree(dice, right, [&](PlainCases& cases, std::size_t at) {
    if (at + 1 >= cases.tree.size() || cases.tree[at] == cases.tree[at + 1]) return false;
    std::swap(cases.tree[at], cases.tree[at + 1]);
    return true;
  });
}

Mutant split_once_more(Dice& dice, const Network&, const OwnedClaim& right) {
  return change_tree(dice, right, [&](PlainCases& cases, std::size_t at) {
    if (cases.tree[at] == CaseSplit::kSplit) return false;
    const std::uint32_t leaf = cases.tree[at];
    cases.tree[at] = CaseSplit::kSplit;
    cases.tree.insert(cases.tree.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                      {leaf, dice.chance(50) ? leaf : any_node(dice, cases)});
    return true;
  });
}

// What a liar would write who knows the network but not the answer.
Mutant split_lie(Dice& dice, const Network& network, const OwnedClaim& right) {
  if (!is_about_states(right)) return std::nullopt;
  return split(dice, network, right.property);
}

Mutant split_for_another(Dice& dice, const Network& network, const OwnedClaim& right) {
  if (!std::holds_alternative<PlainCases>(right.evidence)) return std::nullopt;
  std::vector<Property> others = tiny_properties(dice, network);
  OwnedClaim claim = right;
  claim.property = others[dice.below(others.size())];
  claim.verdict = set_verdict(claim);
  return claim;
}

constexpr std::array<Mutation, 16> kMutations{{
    {"claimed self-contained", claimed_self_contained},
    {"dropped row of a case", dropped_row_of_a_case},
    {"other bound", other_bound},
    {"other weight", other_weight},
    {"no invariants", no_invariants},
    {"any invariant helps", any_invariant_helps},
    {"any invariant helps a case", any_invariant_in_a_case},
    {"leans on invariants", leans_on_invariants},
    {"other node", other_node},
    {"absurd node", absurd_node},
    {"dropped node", dropped_node},
    {"added node", added_node},
    {"swapped nodes", swapped_nodes},
    {"split once more", split_once_more},
    {"split, right or not", split_lie},
    {"split for another property", split_for_another},
}};

}   // namespace

std::span<const Mutation> cases_mutations() { return kMutations; }

}   // namespace parley::evidence_ring
