#include "cross/family.h"

#include <set>

#include <gtest/gtest.h>

#include "cross/adversarial_spec.h"
#include "cross/random_goal.h"
#include "cross/random_spec.h"
#include "cross/weave.h"
#include "oracle/spec_network.h"
#include "oracle/spec_text.h"

namespace parley::cross {
namespace {

class FamilyTest : public testing::TestWithParam<Family> {};

std::vector<Family> adversarial() {
  std::vector<Family> list;
  for (int i = kPlainFamilies; i < kFamilies; ++i) list.push_back(static_cast<Family>(i));
  return list;
}

std::string title(const testing::TestParamInfo<Family>& info) { return std::string(family_name(info.param)); }

TEST_P(FamilyTest, MakesNetworksWithinTheirBounds) {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const RandomCase drawn = random_case(seed, GetParam());
    ASSERT_EQ(problem(drawn.spec).value_or(""), "") << to_text(drawn.spec);
    EXPECT_EQ(drawn.family, GetParam());
    EXPECT_TRUE(drawn.spec.num_components() >= 3 && drawn.spec.num_components() <= 14) << drawn.spec.num_components();
    EXPECT_LE(drawn.exploration.states.size(), 20000u);
    for (const oracle::Behaviour& behaviour : drawn.spec.behaviours) EXPECT_LE(behaviour.num_states(), 8);
    for (const oracle::Rule& rule : drawn.spec.rules) EXPECT_TRUE(!rule.parts.empty() && rule.parts.size() <= 7);
    EXPECT_EQ(oracle::parse_spec(to_text(drawn.spec)), drawn.spec);
    EXPECT_EQ(oracle::to_network(drawn.spec).num_rules(), drawn.spec.rules.size());
    EXPECT_EQ(random_case(seed, GetParam()).spec, drawn.spec);
  }
}

TEST_P(FamilyTest, AsksEveryKindAndGetsBothVerdicts) {
  std::set<std::pair<oracle::Ask, bool>> seen;
  int goals = 0;
  int reachable = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const RandomCase drawn = random_case(seed, GetParam());
    for (const oracle::Question& question : drawn.spec.questions) {
      const oracle::Answer answer = oracle::answer(drawn.spec, drawn.exploration, question);
      seen.emplace(question.ask, answer.holds);
      if (question.ask != oracle::Ask::kReach && question.ask != oracle::Ask::kNever) continue;
      ++goals;
      reachable += answer.distance ? 1 : 0;
    }
  }
  EXPECT_EQ(seen.size(), 2u * oracle::kAsks);
  EXPECT_GT(reachable * 10, goals * 3) << reachable << " of " << goals;
  EXPECT_LT(reachable * 10, goals * 7) << reachable << " of " << goals;
}

// The aim of a family is neither always nor never reachable: its deviations matter.
TEST_P(FamilyTest, AimsAtWhatOnlySomeOfItsNetworksReach) {
  int networks = 0;
  int reached = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Random random(seed);
    const AimedNetwork drawn = adversarial_network(random, GetParam());
    ASSERT_FALSE(drawn.aim.empty());
    const std::optional<oracle::Exploration> exploration = explore(drawn.spec, 2500);
    if (!exploration) continue;
    ++networks;
    reached += is_met(*exploration, drawn.aim) ? 1 : 0;
  }
  EXPECT_GT(networks, 100);
  EXPECT_GT(reached * 20, networks) << reached << " of " << networks;
  EXPECT_LT(reached * 20, networks * 19) << reached << " of " << networks;
}

INSTANTIATE_TEST_SUITE_P(Families, FamilyTest, testing::ValuesIn(adversarial()), title);

TEST(Family, IsFoundByItsName) {
  std::set<std::string_view> names;
  for (int i = 0; i < kFamilies; ++i) {
    const auto family = static_cast<Family>(i);
    names.insert(family_name(family));
    EXPECT_EQ(find_family(family_name(family)), family);
  }
  EXPECT_EQ(names.size(), static_cast<std::size_t>(kFamilies));
  EXPECT_EQ(find_family("no such family"), std::nullopt);
}

TEST(Sketch, NamesStatesLabelsAndMarks) {
  const oracle::Behaviour behaviour = sketch("a go b, b stop END, b fail ERROR");
  EXPECT_EQ(behaviour.states, (std::vector<std::string>{"a", "b", "END", "ERROR"}));
  EXPECT_EQ(behaviour.labels, (std::vector<std::string>{"go", "stop", "fail"}));
  EXPECT_EQ(behaviour.marks[2], oracle::Mark::kTerminal);
  EXPECT_EQ(behaviour.marks[3], oracle::Mark::kError);
  EXPECT_EQ(behaviour.arrows[1], (oracle::Arrow{1, 1, 2}));
}

TEST(NearMiss, IsMissedAsAWholeAndMostlyMetInPart) {
  int found = 0;
  int tight = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const RandomCase drawn = random_case(seed, Family::kResources);
    Random random(seed);
    const std::vector<oracle::Atom> goal = near_miss(random, drawn.spec, drawn.exploration);
    if (goal.empty()) continue;
    ++found;
    ASSERT_FALSE(is_met(drawn.exploration, goal));
    bool each_part_is_met = true;
    for (std::size_t i = 0; i < goal.size(); ++i) {
      std::vector<oracle::Atom> less = goal;
      less.erase(less.begin() + static_cast<std::ptrdiff_t>(i));
      each_part_is_met = each_part_is_met && is_met(drawn.exploration, less);
    }
    tight += each_part_is_met ? 1 : 0;
  }
  EXPECT_GT(found, 150);
  EXPECT_GT(tight * 10, found * 6);
}

}   // namespace
}   // namespace parley::cross
