#include "cross/shrink.h"

#include <gtest/gtest.h>

#include "buggy/reference_engine.h"
#include "cross/campaign.h"
#include "oracle/oracle.h"
#include "oracle/spec_text.h"

namespace parley::cross {
namespace {

bool deadlocks(const oracle::Spec& spec) {
  const std::optional<oracle::Exploration> exploration = explore(spec, 5000);
  return exploration && exploration->deadlocks() > 0;
}

TEST(Shrink, LeavesTheSmallestNetworkWithADeadlock) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const oracle::Spec spec = random_case(seed).spec;
    if (!deadlocks(spec)) continue;
    const oracle::Spec small = shrink(spec, deadlocks);
    EXPECT_EQ(small.components.size(), 1u);
    EXPECT_EQ(small.rules.size(), 0u);
    EXPECT_EQ(small.questions.size(), 0u);
    EXPECT_EQ(small.behaviours.at(0).states.size(), 1u);
  }
}

TEST(Shrink, EveryCandidateIsANetwork) {
  for (std::uint64_t seed = 0; seed < 5; ++seed)
    for (const oracle::Spec& less : one_less(random_case(seed).spec)) ASSERT_EQ(problem(less).value_or(""), "");
}

TEST(Shrink, KeepsWhatTheFailureNeeds) {
  const auto fails = [](const oracle::Spec& spec) {
    for (const oracle::Rule& rule : spec.rules)
      if (rule.parts.size() == 3) return true;
    return false;
  };
  std::uint64_t seed = 0;
  while (!fails(random_case(seed).spec)) ++seed;
  const oracle::Spec small = shrink(random_case(seed).spec, fails);
  EXPECT_EQ(small.components.size(), 3u);
  ASSERT_EQ(small.rules.size(), 1u);
  EXPECT_EQ(small.rules[0].parts.size(), 3u);
}

TEST(Shrink, MakesAPlantedBugReadable) {
  const buggy::ReferenceEngine wrong(buggy::Bug::kForgetsTau);
  const CampaignResult result = run_campaign({.networks = 500, .first = 0, .seed = 1, .threads = 1, .subjects = {{wrong}}});
  ASSERT_TRUE(result.finding);
  const Finding small = shrunk(*result.finding, {wrong});
  EXPECT_LE(small.spec.components.size(), 2u) << report_text(small, 1);
  EXPECT_LE(small.spec.rules.size(), 2u);
  EXPECT_NE(file_text(small, 1).find("rule tau"), std::string::npos) << file_text(small, 1);
}

// The judge is a parameter. A judge that accepts everything lets wrong evidence pass, and nothing else.
TEST(Campaign, UsesTheGivenJudge) {
  const buggy::ReferenceEngine wrong(buggy::Bug::kSetWithoutSuccessor);
  const Judge lenient = [](const Network&, const Property&, Verdict, const Evidence&, const Limits&, Progress&) {
    return Judgement{true, "", ""};
  };
  EXPECT_FALSE(run_campaign({.networks = 50, .first = 0, .seed = 1, .threads = 1, .subjects = {{wrong, lenient}}}).finding);
  EXPECT_TRUE(run_campaign({.networks = 50, .first = 0, .seed = 1, .threads = 1, .subjects = {{wrong}}}).finding);
}

TEST(Campaign, FindsTheSameWithAnyNumberOfThreads) {
  const buggy::ReferenceEngine wrong(buggy::Bug::kIgnoresWideRules);
  const auto index = [&](unsigned threads) {
    return run_campaign({.networks = 500, .first = 0, .seed = 3, .threads = threads, .subjects = {{wrong}}}).finding->index;
  };
  EXPECT_EQ(index(1), index(3));
}

}   // namespace
}   // namespace parley::cross
