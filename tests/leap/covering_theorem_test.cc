#include "leap/covering_theorem.h"

#include <gtest/gtest.h>

#include "check/judge.h"
#include "cross/random_spec.h"
#include "engine/leap/covering/check.h"
#include "oracle/spec_network.h"
#include "oracle/spec_text.h"

namespace parley::leap {
namespace {

Coverage coverage_of(const std::string& text) {
  const oracle::Spec spec = oracle::parse_spec(text);
  return check_coverage(spec, oracle::explore(spec, 1000).value());
}

// Two components that take two local steps each.
TEST(CoverageTheorem, HoldsForTwoComponentsThatMoveAlone) {
  const Coverage coverage = coverage_of(R"(
template walker
  state 0
  state 1
  state 2
  label go
  edge 0 go 1
  edge 1 go 2
component a walker
component b walker
rule x = a go
rule y = b go
)");
  EXPECT_EQ(coverage.problem, std::nullopt);
  EXPECT_EQ(coverage.nodes, 3u);
  EXPECT_EQ(coverage.edges, 2u);
}

// An exploration of another network: the check must notice the difference.
TEST(CoverageTheorem, ANodeThatIsNotReachableIsNoticed) {
  const oracle::Spec spec =
      oracle::parse_spec("template t\n state 0\n state 1\n label x\n edge 0 x 1\ncomponent a t\nrule x = a x\n");
  oracle::Exploration short_one = oracle::explore(spec, 1000).value();
  short_one.states.pop_back();
  EXPECT_EQ(check_coverage(spec, short_one).problem, "the node [1] is not reachable");
}

TEST(CoverageTheorem, AStateThatLeadsToNoNodeIsNoticed) {
  const oracle::Spec spec =
      oracle::parse_spec("template t\n state 0\n state 1\n state 2\n label x\n edge 0 x 1\ncomponent a t\nrule x = a x\n");
  oracle::Exploration long_one = oracle::explore(spec, 1000).value();
  long_one.states.push_back({2});
  for (std::vector<bool>* marks : {&long_one.error, &long_one.terminated, &long_one.deadlock, &long_one.local_deadlock})
    marks->push_back(false);
  EXPECT_EQ(check_coverage(spec, long_one).problem, "[2] leads to no node");
}

// Every kind of question, compared with the oracle; every trace is judged.
TEST(CheckSteps, AgreesWithTheOracleOnRandomNetworks) {
  int formulas = 0;
  int unknown = 0;
  int others = 0;
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    const cross::RandomCase drawn = cross::random_case(seed, static_cast<cross::Family>(seed % cross::kFamilies), 200);
    const Network network = oracle::to_network(drawn.spec);
    const std::vector<Property> properties = oracle::to_properties(drawn.spec);
    std::vector<Outcome> outcomes(properties.size());
    const Options options{{}};
    const Limits limits;
    Progress progress;
    Statistics statistics;
    parley::Run run{.options = options,
                    .limits = limits,
                    .progress = progress,
                    .statistics = statistics,
                    .answer = [&](std::size_t property, Outcome outcome) { outcomes[property] = std::move(outcome); }};
    check_steps({network, properties}, run, Stability::kMustBeShown);
    for (std::size_t i = 0; i < properties.size(); ++i) {
      const oracle::Question& question = drawn.spec.questions[i];
      const bool is_formula = question.ask == oracle::Ask::kReach || question.ask == oracle::Ask::kNever;
      if (verdict_of(outcomes[i]) == Verdict::kUnknown) {
        ASSERT_TRUE(is_formula) << "seed " << seed << ": " << std::get<Unknown>(outcomes[i]).reason;
        ++unknown;
        continue;
      }
      ++(is_formula ? formulas : others);
      const bool holds = oracle::answer(drawn.spec, drawn.exploration, question).holds;
      ASSERT_EQ(verdict_of(outcomes[i]), holds ? Verdict::kHolds : Verdict::kViolated)
          << "seed " << seed << ", " << question.name << "\n"
          << oracle::to_text(drawn.spec);
      if (std::holds_alternative<Trace>(*evidence_of(outcomes[i]))) {
        const auto judgement =
            judge(network, properties[i], verdict_of(outcomes[i]), *evidence_of(outcomes[i]), limits, progress);
        ASSERT_TRUE(judgement.accepted) << "seed " << seed << ", " << question.name;
      }
    }
  }
  EXPECT_GT(others, 3000);
  EXPECT_GT(formulas, 100);
  EXPECT_GT(unknown, 100);
}

}   // namespace
}   // namespace parley::leap
