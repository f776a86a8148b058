#include "split.h"

#include <algorithm>

#include "naive.h"

namespace parley::evidence_ring {

namespace {

// Sets that no leaf names are taken out.
void drop_unused(PlainCases& cases) {
  for (std::size_t i = cases.sets.size(); i-- > 0;) {
    if (std::find(cases.tree.begin(), cases.tree.end(), i) != cases.tree.end()) continue;
    cases.sets.erase(cases.sets.begin() + static_cast<std::ptrdiff_t>(i));
    for (std::uint32_t& node : cases.tree)
      if (node != CaseSplit::kSplit && node != CaseSplit::kAbsurd && node > i) --node;
  }
}

}   // namespace

LinearInvariant any_invariant(Dice& dice, const Network& network) {
  LinearInvariant invariant;
  for (ComponentId component : network.components()) {
    if (!dice.chance(70)) continue;
    LinearInvariant::Row row{.component = component, .weights = {}};
    for (std::size_t i = 0; i < network.lts(component).num_states(); ++i)
      row.weights.push_back(static_cast<std::int64_t>(dice.below(3)) - 1);
    invariant.bound += row.weights[network.lts(component).initial().index()];
    invariant.rows.push_back(std::move(row));
  }
  return invariant;
}

std::vector<LinearInvariant> guess_invariants(Dice& dice, const Network& network) {
  const Naive naive(network);
  std::vector<LinearInvariant> found;
  for (int tries = 0; tries < 12 && found.size() < 2; ++tries) {
    LinearInvariant invariant = any_invariant(dice, network);
    if (naive.invariant_holds(invariant)) found.push_back(std::move(invariant));
  }
  return found;
}

PlainSet some_closure(Dice& dice, const Network& network, std::vector<LinearInvariant> invariants) {
  std::vector<ComponentId> some;
  for (ComponentId component : network.components())
    if (dice.chance(60)) some.push_back(component);
  return Naive(network).closure(std::move(some), std::move(invariants));
}

OwnedClaim split(Dice& dice, const Network& network, const Property& property) {
  const Naive naive(network);
  PlainCases cases;
  for (std::size_t i = dice.below(7); i > 0; --i)
    cases.sets.push_back(
        some_closure(dice, network, dice.chance(60) ? guess_invariants(dice, network) : std::vector<LinearInvariant>()));
  cases.sets.push_back(naive.closure({network.components().begin(), network.components().end()}));
  cases.tree = naive.case_tree(property, cases.sets);
  drop_unused(cases);
  return {property, kind_of(property) == PropertyKind::kReach ? Verdict::kViolated : Verdict::kHolds, std::move(cases)};
}

void claim_what_is_true(Dice& dice, const Network& network, OwnedClaim& claim) {
  if (dice.chance(50) || kind_of(claim.property) == PropertyKind::kDeadlock ||
      kind_of(claim.property) == PropertyKind::kLocalDeadlock)
    return;
  const Naive naive(network);
  if (std::holds_alternative<PlainTrace>(claim.evidence)) claim.trace_is_self_contained = naive.trace_is_contained(claim);
  if (auto* set = std::get_if<PlainSet>(&claim.evidence)) set->self_contained = naive.set_is_contained(*set);
  if (auto* cases = std::get_if<PlainCases>(&claim.evidence))
    for (PlainSet& set : cases->sets) set.self_contained = naive.set_is_contained(set);
}

}   // namespace parley::evidence_ring
