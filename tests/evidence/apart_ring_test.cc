#include <algorithm>
#include <array>
#include <cstdio>

#include <gtest/gtest.h>

#include "check/proof/apart.h"
#include "naive.h"
#include "naive_proof.h"
#include "prove.h"

namespace parley::evidence_ring {
namespace {

constexpr std::uint64_t kNetworks = 24000;
constexpr std::size_t kApart = 6;   // its index in Fact

bool is_inside(const ApartFact& apart, const Locals& vector) {
  for (std::size_t i = 0; i < apart.rows.size(); ++i)
    if (!std::ranges::binary_search(apart.rows[i].states, LocalState(std::size_t{vector[i]}))) return false;
  return true;
}

// Calls 'visit' with some facts about each of many networks: its number, itself, the naive judge, and the
// fact.
template <class Visit>
void for_each_fact(const Visit& visit) {
  for (std::uint64_t seed = 0; seed < kNetworks; ++seed) {
    Dice dice(seed);
    const Network network = tiny_network(dice);
    const Property property{"d", Deadlock{}};
    const InvariantProof none;
    const NaiveProof naive(network, property, none);
    for (int tries = 0; tries < 6; ++tries) visit(seed, network, naive, std::get<ApartFact>(any_fact(dice, network, kApart)));
  }
}

// Three opinions: the judge's, that of the naive judge, and the smallest closed set over the same components,
// which has the same meaning elsewhere in the format.
TEST(ApartRing, IsWhatAClosedSetOverTheSameComponentsSays) {
  std::array<int, 6> right{};   // by the number of components
  std::array<int, 6> wrong{};
  for_each_fact([&](std::uint64_t seed, const Network& network, const NaiveProof& naive, const ApartFact& apart) {
    std::vector<ComponentId> support;
    for (const ApartFact::Row& row : apart.rows) support.push_back(row.component);
    const PlainSet closure = Naive(network).closure(support);
    const bool is_reached = std::ranges::any_of(closure.rows, [&](const Locals& row) { return is_inside(apart, row); });
    const bool accepted = !proof::apart_objection(network, apart, Limits());
    ASSERT_EQ(accepted, !is_reached) << "network " << seed;
    ASSERT_EQ(accepted, naive.fact_holds(apart)) << "network " << seed;
    ++(accepted ? right : wrong)[apart.rows.size()];
  });
  for (std::size_t size = 0; size < right.size(); ++size) {
    std::printf("  %6d accepted, %6d rejected  %d components\n", right[size], wrong[size], static_cast<int>(size));
    EXPECT_GE(wrong[size], 100) << size;
    if (size > 0) {
      EXPECT_GE(right[size], 100) << size;
    }
  }
}

// Where a fact is about all components, it is right exactly if no reachable state is there; where it is about
// two, exactly if their pairs say so.
TEST(ApartRing, OfAllItIsReachabilityAndOfTwoItIsAPair) {
  std::array<int, 2> of_all{};   // by whether it is accepted
  std::array<int, 2> of_two{};
  for_each_fact([&](std::uint64_t seed, const Network& network, const NaiveProof& naive, const ApartFact& apart) {
    const bool accepted = !proof::apart_objection(network, apart, Limits());
    if (apart.rows.size() == network.num_components()) {
      const std::vector<ComponentId> everybody(network.components().begin(), network.components().end());
      const PlainSet states = Naive(network).closure(everybody);
      ASSERT_EQ(accepted, std::ranges::none_of(states.rows, [&](const Locals& state) { return is_inside(apart, state); }))
          << "network " << seed;
      ++of_all[accepted ? 1 : 0];
    }
    if (apart.rows.size() != 2) return;
    Locals state = Naive(network).initial();
    const std::vector<NaiveProof::Constraint> pairs =
        naive.constraints(PairFact{apart.rows[0].component, apart.rows[1].component});
    bool is_possible = false;
    for (LocalState first : apart.rows[0].states)
      for (LocalState second : apart.rows[1].states) {
        state[apart.rows[0].component.index()] = first.value;
        state[apart.rows[1].component.index()] = second.value;
        is_possible = is_possible ||
                      std::ranges::all_of(pairs, [&](const auto& constraint) { return NaiveProof::is_met(constraint, state); });
      }
    ASSERT_EQ(accepted, !is_possible) << "network " << seed;
    ++of_two[accepted ? 1 : 0];
  });
  std::printf("  of all %d accepted, %d rejected; of two %d accepted, %d rejected\n", of_all[1], of_all[0], of_two[1], of_two[0]);
  for (int count : {of_all[0], of_all[1], of_two[0], of_two[1]}) EXPECT_GE(count, 500);
}

}   // namespace
}   // namespace parley::evidence_ring
