#include "cross/random_spec.h"

#include <set>

#include <gtest/gtest.h>

#include "cross/histogram.h"
#include "oracle/spec_network.h"
#include "oracle/spec_text.h"

namespace parley::cross {
namespace {

TEST(RandomSpec, TheSameSeedGivesTheSameCase) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) EXPECT_EQ(random_case(seed).spec, random_case(seed).spec);
  EXPECT_NE(to_text(random_case(1).spec), to_text(random_case(2).spec));
}

TEST(RandomSpec, IsANetworkWithinItsBoundsAndReadsBack) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const oracle::Spec spec = random_case(seed).spec;
    ASSERT_EQ(problem(spec).value_or(""), "");
    EXPECT_GE(spec.components.size(), 2u);
    EXPECT_LE(spec.components.size(), 8u);
    for (const oracle::Behaviour& behaviour : spec.behaviours)
      EXPECT_TRUE(behaviour.num_states() >= 2 && behaviour.num_states() <= 8);
    for (const oracle::Rule& rule : spec.rules) EXPECT_TRUE(!rule.parts.empty() && rule.parts.size() <= 5);
    std::set<oracle::Ask> asks;
    for (const oracle::Question& question : spec.questions) asks.insert(question.ask);
    EXPECT_EQ(asks.size(), static_cast<std::size_t>(oracle::kAsks));
    EXPECT_EQ(oracle::parse_spec(to_text(spec)), spec);
    EXPECT_EQ(oracle::to_network(spec).num_rules(), spec.rules.size());
  }
}

TEST(Histogram, ComplainsWhenSomethingIsMissing) {
  Histogram histogram;
  for (int i = 0; i < 100; ++i) histogram.add(random_case(1));   // the same network again and again
  EXPECT_FALSE(histogram.complaints().empty());
}

TEST(Histogram, MergedHistogramsAreLikeOneHistogram) {
  Histogram one, left, right;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const RandomCase drawn = random_case(seed);
    one.add(drawn);
    (seed % 2 == 0 ? left : right).add(drawn);
  }
  left.merge(right);
  EXPECT_EQ(one.to_text(), left.to_text());
}

}   // namespace
}   // namespace parley::cross
