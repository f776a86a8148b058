#include "cross/large.h"

#include <map>

#include <gtest/gtest.h>

#include "oracle/oracle.h"
#include "oracle/spec_network.h"
#include "oracle/spec_text.h"

namespace parley::cross {
namespace {

// The verdicts that are known by construction, compared with the oracle on networks that it can still
// explore.
TEST(Large, VerdictsByConstructionAreThoseOfTheOracle) {
  std::map<std::string, int> explored;
  int with_errors = 0;
  std::map<std::pair<std::string, bool>, int> verdicts;
  for (std::uint64_t seed = 0; seed < 150; ++seed)
    for (const int components : {3, 5, 8})
      for (const LargeCase& large : large_cases(seed, components)) {
        ASSERT_EQ(problem(large.spec).value_or(""), "");
        const std::optional<oracle::Exploration> exploration = explore(large.spec, 5000);
        if (!exploration) continue;
        ++explored[large.name];
        for (const oracle::Question& question : large.spec.questions) {
          const oracle::Answer answer = oracle::answer(large.spec, *exploration, question);
          ASSERT_EQ(answer.holds, question.holds) << large.name << ", seed " << seed << ", " << question.name << "\n"
                                                  << to_text(large.spec);
          with_errors += question.ask == oracle::Ask::kSafety ? 1 : 0;
          ++verdicts[{large.name, answer.distance.has_value()}];
        }
      }
  for (const std::string name : {"copies", "chain", "ring", "pool"}) {
    EXPECT_GT(explored[name], 50) << name;
    EXPECT_GT((verdicts[{name, true}]), 50) << name;
    EXPECT_GT((verdicts[{name, false}]), 50) << name;
  }
  EXPECT_GT(with_errors, 20);
}

TEST(Large, HasTheSizeThatIsAskedFor) {
  for (const LargeCase& large : large_cases(1, 2000)) {
    EXPECT_LE(large.spec.num_components(), 2000);
    EXPECT_GT(large.spec.num_components(), 1990);
    EXPECT_EQ(oracle::to_network(large.spec).num_components(), large.spec.components.size());
  }
}

}   // namespace
}   // namespace parley::cross
