#include <algorithm>
#include <array>

#include "mutants.h"
#include "naive.h"
#include "reduce.h"

namespace parley::evidence_ring {

namespace {

using Mutant = std::optional<OwnedClaim>;

unsigned everybody(const Network& network) { return (1U << network.num_components()) - 1; }

// 'change' is given the set and one of its rows to spoil; it answers whether it could.
template <class Change>
Mutant change_reduced(Dice& dice, const OwnedClaim& right, const Change& change) {
  const auto* set = std::get_if<PlainReduced>(&right.evidence);
  if (set == nullptr || set->rows.empty()) return std::nullopt;
  PlainReduced changed = *set;
  if (!change(changed, dice.below(changed.rows.size()))) return std::nullopt;
  OwnedClaim claim = right;
  claim.evidence = std::move(changed);
  return claim;
}

void drop(PlainReduced& set, std::size_t at) {
  const auto row = static_cast<std::ptrdiff_t>(at);
  set.rows.erase(set.rows.begin() + row);
  set.supports.erase(set.supports.begin() + row);
  if (!set.ranks.empty()) set.ranks.erase(set.ranks.begin() + row);
}

Mutant dropped_row(Dice& dice, const Network&, const OwnedClaim& right) {
  return change_reduced(dice, right, [](PlainReduced& set, std::size_t at) {
    drop(set, at);
    return true;
  });
}

Mutant dropped_initial(Dice& dice, const Network& network, const OwnedClaim& right) {
  return change_reduced(dice, right, [&](PlainReduced& set, std::size_t) {
    const auto found = std::find(set.rows.begin(), set.rows.end(), Naive(network).initial());
    if (found == set.rows.end()) return false;
    drop(set, static_cast<std::size_t>(found - set.rows.begin()));
    return true;
  });
}

// To a state that is not there yet: a set has no state twice.
Mutant moved_row(Dice& dice, const Network& network, const OwnedClaim& right) {
  return change_reduced(dice, right, [&](PlainReduced& set, std::size_t at) {
    Locals row = set.rows[at];
    const std::size_t column = dice.below(row.size());
    row[column] = static_cast<std::uint32_t>(dice.below(network.lts(ComponentId(column)).num_states()));
    if (std::find(set.rows.begin(), set.rows.end(), row) != set.rows.end()) return false;
    set.rows[at] = row;
    return true;
  });
}

Mutant smaller_support(Dice& dice, const Network& network, const OwnedClaim& right) {
  return change_reduced(dice, right, [&](PlainReduced& set, std::size_t at) {
    const unsigned before = set.supports[at];
    set.supports[at] &= ~(1U << dice.below(network.num_components()));
    return set.supports[at] != before;
  });
}

Mutant larger_support(Dice& dice, const Network& network, const OwnedClaim& right) {
  return change_reduced(dice, right, [&](PlainReduced& set, std::size_t at) {
    const unsigned before = set.supports[at];
    set.supports[at] |= 1U << dice.below(network.num_components());
    return set.supports[at] != before;
  });
}

Mutant empty_support(Dice& dice, const Network&, const OwnedClaim& right) {
  return change_reduced(dice, right, [](PlainReduced& set, std::size_t at) {
    set.supports[at] = 0;
    return true;
  });
}

Mutant full_support(Dice& dice, const Network& network, const OwnedClaim& right) {
  return change_reduced(dice, right, [&](PlainReduced& set, std::size_t at) {
    set.supports[at] = everybody(network);
    return true;
  });
}

Mutant exchanged_supports(Dice& dice, const Network&, const OwnedClaim& right) {
  return change_reduced(dice, right, [&](PlainReduced& set, std::size_t at) {
    std::swap(set.supports[at], set.supports[dice.below(set.rows.size())]);
    return true;
  });
}

Mutant other_rank(Dice& dice, const Network&, const OwnedClaim& right) {
  return change_reduced(dice, right, [&](PlainReduced& set, std::size_t at) {
    if (set.ranks.empty()) return false;
    const auto above = std::find_if(set.ranks.begin(), set.ranks.end(), [](std::uint32_t rank) { return rank > 0; });
    if (above != set.ranks.end()) *above = 0;
    else set.ranks[at] = static_cast<std::uint32_t>(dice.below(3));
    return true;
  });
}

Mutant equal_ranks(Dice& dice, const Network&, const OwnedClaim& right) {
  return change_reduced(dice, right, [&](PlainReduced& set, std::size_t) {
    if (set.ranks.empty()) return false;
    std::fill(set.ranks.begin(), set.ranks.end(), static_cast<std::uint32_t>(dice.below(3)));
    return true;
  });
}

Mutant no_ranks(Dice& dice, const Network&, const OwnedClaim& right) {
  return change_reduced(dice, right, [](PlainReduced& set, std::size_t) {
    if (set.ranks.empty()) return false;
    set.ranks.clear();
    return true;
  });
}

Mutant as_closed_set(Dice& dice, const Network& network, const OwnedClaim& right) {
  Mutant claim = change_reduced(dice, right, [](PlainReduced&, std::size_t) { return true; });
  if (!claim) return std::nullopt;
  std::vector<Locals> rows = std::get<PlainReduced>(claim->evidence).rows;
  claim->evidence = PlainSet{.support = {network.components().begin(), network.components().end()}, .rows = std::move(rows)};
  return claim;
}

// What a liar would write who has supports for another question.
Mutant reduced_for_another(Dice& dice, const Network& network, const OwnedClaim& right) {
  const std::vector<Property> others = tiny_properties(dice, network);
  OwnedClaim claim = reduce(dice, network, others[dice.below(others.size())]);
  claim.property = right.property;
  claim.verdict = kind_of(right.property) == PropertyKind::kReach ? Verdict::kViolated : Verdict::kHolds;
  return claim;
}

Mutant reduced_lie(Dice& dice, const Network& network, const OwnedClaim& right) { return reduce(dice, network, right.property); }

Mutant put_off_by_any_step(Dice& dice, const Network& network, const OwnedClaim& right) {
  return reduce(dice, network, right.property, PutOffBy::kAny);
}

// Any supports, and the states that they lead to: whether they may be supports is all that can be wrong.
Mutant any_supports(Dice& dice, const Network& network, const OwnedClaim& right) {
  const Naive naive(network);
  PlainReduced set;
  std::vector<Locals> queue = {naive.initial()};
  while (!queue.empty()) {
    const Locals row = queue.back();
    queue.pop_back();
    if (std::find(set.rows.begin(), set.rows.end(), row) != set.rows.end()) continue;
    set.rows.push_back(row);
    set.supports.push_back(dice.chance(30) ? everybody(network) : static_cast<unsigned>(dice.below(everybody(network) + 1)));
    set.ranks.push_back(static_cast<std::uint32_t>(dice.below(3)));
    for (Naive::Transition& transition : naive.transitions(row))
      if ((naive.participants(transition.rule) & ~set.supports.back()) == 0) queue.push_back(std::move(transition.to));
  }
  OwnedClaim claim = right;
  claim.evidence = std::move(set);
  claim.verdict = kind_of(right.property) == PropertyKind::kReach ? Verdict::kViolated : Verdict::kHolds;
  return claim;
}

constexpr std::array<Mutation, 16> kMutations{{
    {"dropped row", dropped_row},
    {"dropped initial row", dropped_initial},
    {"moved row", moved_row},
    {"smaller support", smaller_support},
    {"larger support", larger_support},
    {"empty support", empty_support},
    {"full support", full_support},
    {"exchanged supports", exchanged_supports},
    {"other rank", other_rank},
    {"equal ranks", equal_ranks},
    {"no ranks", no_ranks},
    {"as a closed set", as_closed_set},
    {"reduced for another property", reduced_for_another},
    {"reduced, right or not", reduced_lie},
    {"put off by any step", put_off_by_any_step},
    {"any supports", any_supports},
}};

}   // namespace

std::span<const Mutation> reduced_mutations() { return kMutations; }

}   // namespace parley::evidence_ring
