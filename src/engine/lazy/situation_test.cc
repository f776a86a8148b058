#include "engine/lazy/situation.h"

#include <gtest/gtest.h>

#include "property/parse.h"
#include "support/network_text.h"

namespace parley::lazy {
namespace {

struct Formula {
  Formula(const char* components, const char* text)
      : network(testing::network(components)),
        formula(*parse_predicate(SourceText("test", text), network)),
        situation(network, formula, sets) {}

  // The local goals, for example "A@1 B@0,2".
  std::string local_goals() const {
    std::string text;
    for (const LocalGoal& local_goal : situation.local_goals()) {
      text += (text.empty() ? "" : " ") + std::string(network.name(local_goal.component)) + "@";
      for (LocalState state : sets.states(local_goal.set))
        text += (text.back() == '@' ? "" : ",") + network.lts(local_goal.component).state_name(state);
    }
    return text;
  }

  Network network;
  Predicate formula;
  StateSets sets;
  Situation situation;
};

constexpr const char* kThree = "A: 0 -a-> 1 -a-> 2; B: 0 -b-> 1 -b-> 2; C: 0 -c-> 1 -c-> 2";

TEST(Situation, AConjunctionIsOneCase) {
  Formula at(kThree, "A@1 && !(B@0 || C@2)");
  EXPECT_FALSE(at.situation.is_absurd());
  EXPECT_EQ(at.situation.num_branches(), 0u);
  EXPECT_EQ(at.local_goals(), "A@1 B@1,2 C@0,1");
}

TEST(Situation, ADisjunctionHasACaseForEachPartAndIsTakenBack) {
  Formula at(kThree, "C@0 && (A@1 || B@1 && B@2 || B@2)");
  ASSERT_EQ(at.situation.num_branches(), 3u);
  const std::size_t mark = at.situation.mark();
  at.situation.enter(0);
  EXPECT_EQ(at.local_goals(), "A@1 C@0");
  at.situation.take_back(mark);
  ASSERT_EQ(at.situation.num_branches(), 3u);
  at.situation.enter(1);
  EXPECT_TRUE(at.situation.is_absurd()) << "B cannot be in two states";
  at.situation.take_back(mark);
  EXPECT_FALSE(at.situation.is_absurd());
  ASSERT_EQ(at.situation.num_branches(), 3u);
  at.situation.enter(2);
  EXPECT_EQ(at.local_goals(), "B@2 C@0");
}

TEST(Situation, ACountIsSplitByItsFirstOpenAtom) {
  Formula at(kThree, "count(A@1, B@1, C@1) >= 2");
  ASSERT_EQ(at.situation.num_branches(), 2u);
  const std::size_t mark = at.situation.mark();
  at.situation.enter(1);
  EXPECT_EQ(at.local_goals(), "A@0,2");
  ASSERT_EQ(at.situation.num_branches(), 2u);
  at.situation.enter(1);
  EXPECT_TRUE(at.situation.is_absurd()) << "one of three is not two";
  at.situation.take_back(mark);
  ASSERT_EQ(at.situation.num_branches(), 2u);
  at.situation.enter(0);
  ASSERT_EQ(at.situation.num_branches(), 2u);
  at.situation.enter(0);
  EXPECT_EQ(at.situation.num_branches(), 0u) << "two are enough";
  EXPECT_EQ(at.local_goals(), "A@1 B@1");
}

}   // namespace
}   // namespace parley::lazy
