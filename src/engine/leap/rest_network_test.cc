#include "engine/leap/rest_network.h"

#include <gtest/gtest.h>

#include "support/leap_text.h"

namespace parley::leap {
namespace {

using testing::Leaping;

TEST(RestNetwork, ANodeOffersWhatAllItsRestsOfferAndStays) {
  const Leaping of("A: 0 -a-> 1 -r-> 3, 1 -s-> 3, 0 -a-> 2 -r-> 3, 2 -t-> 3; B: 0 -r-> 1; C: 0 -s-> 1; D: 0 -t-> 1");
  EXPECT_EQ(of.edges(of.rests, "A"), "0 -r-> 0");
  EXPECT_EQ(of.edges(of.rests, "B"), "0 -r-> 0");
  EXPECT_EQ(of.edges(of.rests, "C"), "0 -s-> 0");
}

TEST(RestNetwork, ARuleThatEveryRestOffersIsNotJoinedToOthers) {
  const Leaping of("A: 0 -a-> 1 -r-> 3, 1 -s-> 3, 0 -a-> 2 -r-> 3, 2 -t-> 3; B: 0 -r-> 1, 0 -s-> 1, 0 -t-> 1");
  EXPECT_EQ(of.edges(of.rests, "A"), "0 -r-> 0, 0 -0-> 0") << "r, and one of s and t";
  EXPECT_EQ(of.edges(of.rests, "B"), "0 -r-> 0, 0 -s-> 0, 0 -t-> 0, 0 -0-> 0") << "and both s and t";
}

TEST(RestNetwork, AComponentThatNeverRestsHasAnIdleLoop) {
  const Leaping of("A: 0 -a-> 1 -b-> 0, 1 -r-> 0; B: 0 -r-> 1");
  EXPECT_EQ(of.edges(of.rests, "A"), "0 -!a-> 0, 0 -!b-> 0");
}

// The counterexample of docs/algorithms/leap.md: the leap network goes on, although the node
// contains a deadlock.
TEST(RestNetwork, SeesADeadlockWhereTheLeapNetworkGoesOn) {
  const Leaping of("A: 0 -loc-> d, 0 -r1-> 1 -spin-> 1; B: 0 -r1-> 1; C: 0; D: 0");
  EXPECT_FALSE(of.parts.is_settled());
  EXPECT_FALSE(Leaping::is_still(of.leaps)) << "r1 is still possible where A has not gone to d";
  EXPECT_TRUE(Leaping::is_still(of.rests));
}

TEST(RestNetwork, RulesWithTheSameParticipantsAreJoined) {
  // A rests in a state that offers r, or in one that offers s. B takes either, so something is always
  // enabled.
  const Leaping of("A: 0 -a-> 1 -r-> 0, 0 -b-> 2 -s-> 0; B: 0 -r-> 0, 0 -s-> 0");
  EXPECT_EQ(of.edges(of.rests, "A"), "0 -0-> 0");
  EXPECT_EQ(of.edges(of.rests, "B"), "0 -r-> 0, 0 -s-> 0, 0 -0-> 0");
  EXPECT_EQ(of.rests.num_rules(), of.network.num_rules() + 1);
  EXPECT_FALSE(Leaping::is_still(of.rests));
}

TEST(RestNetwork, APartnerThatTakesOnlyOneOfThemOffersNoJointRule) {
  const Leaping of("A: 0 -a-> 1 -r-> 0, 0 -b-> 2 -s-> 0; B: 0 -r-> 1 -s-> 0");
  EXPECT_TRUE(Leaping::is_still(of.rests)) << "A may have gone to 2";
}

TEST(RestNetwork, MayShowASpuriousDeadlockIfThereAreSeveralRests) {
  // As before, but different components take part in r and s.
  const Leaping of("A: 0 -a-> 1 -r-> 0, 0 -b-> 2 -s-> 0; B: 0 -r-> 0; C: 0 -s-> 0");
  EXPECT_TRUE(Leaping::is_still(of.rests));
  EXPECT_FALSE(Leaping::is_still(of.leaps));
}

TEST(RestNetwork, StaysInProportionIfManyTakePartAndEachHasAChoice) {
  std::string text;
  for (int i = 0; i < 200; ++i)
    text += (i == 0 ? "C" : "; C") + std::to_string(i) + ": 0 -u" + std::to_string(i) + "-> 1 -r-> 0, 0 -v" + std::to_string(i) +
            "-> 2 -s-> 0";
  const Leaping of(text);
  EXPECT_EQ(of.rests.num_rules(), of.network.num_rules() + 16) << "not one per component";
  EXPECT_LE(of.rests.num_participants(), 5 * of.network.num_participants());
  EXPECT_TRUE(Leaping::is_still(of.rests)) << "some may offer r, others s";
}

}   // namespace
}   // namespace parley::leap
