#include "invariant/pairs.h"

#include <gtest/gtest.h>

#include <string>

#include "invariant/checks.h"
#include "support/network_text.h"

namespace parley {
namespace {

const Limits kNone;

// The pairs of states that the first pair of components reaches: "00 11".
std::string reached(const Network& network) {
  Pairs pairs(network, kNone);
  const Pairs::Pair pair = pairs.all().at(0);
  std::string text;
  for (const LocalState s : network.lts(pair.first).states())
    for (const LocalState t : network.lts(pair.second).states())
      if (pairs.table(0).reaches(s, t))
        text += (text.empty() ? "" : " ") + network.lts(pair.first).state_name(s) + network.lts(pair.second).state_name(t);
  return text;
}

TEST(Pairs, SharedRulesMoveBothAndOthersOne) {
  EXPECT_EQ(reached(testing::network("a: 0 -x-> 1 -y-> 0; b: 0 -x-> 1 -y-> 0")), "00 11");
  EXPECT_EQ(reached(testing::network("a: 0 -x-> 1 -own-> 0; b: 0 -x-> 1")), "00 01 11") << "a comes back, b does not";
}

TEST(Pairs, OtherComponentsNeverRefuse) {
  EXPECT_EQ(reached(testing::network("a: 0 -x-> 1; b: 0 -x-> 1 -z-> 2; c: 0 -y-> 1 -z-> 2, 1 -y-> 1")), "00 11 12");
}

TEST(Pairs, NothingComesAfterAnError) {
  EXPECT_EQ(reached(testing::network("a: 0 -x-> ERROR, 0 -z-> 1; b: 0 -x-> 1 -y-> 2, 0 -z-> 0")), "00 ERROR1 10");
}

TEST(Pairs, OnlyComponentsThatShareARuleArePaired) {
  const Network network = testing::network("a: 0 -x-> 0; b: 0 -x-> 0, 0 -y-> 0; c: 0 -y-> 0; d: 0 -own-> 0");
  const Pairs pairs(network, kNone);
  ASSERT_EQ(pairs.all().size(), 2u);
  EXPECT_EQ(pairs.all()[0], (Pairs::Pair{ComponentId(0), ComponentId(1)}));
  EXPECT_EQ(pairs.all()[1], (Pairs::Pair{ComponentId(1), ComponentId(2)}));
}

TEST(PairCheck, AComponentWithoutPartnersIsSomewhereItCanBe) {
  const Network network = testing::network("a: 0 -own-> 1, 2 -own-> 1; b: 0 -else-> 0");
  PairCheck check(network, kNone);
  EXPECT_TRUE(check.passes(std::vector{LocalState(1), LocalState(0)}));
  const LocalState two = network.lts(ComponentId(0)).states_named("2").at(0);
  EXPECT_EQ(check.contradiction(std::vector{two, LocalState(0)}), (Pairs::Pair{ComponentId(0), ComponentId(0)}));
}

}   // namespace
}   // namespace parley
