#include "engine/leap/leap_formula.h"

#include <gtest/gtest.h>

#include "property/parse.h"
#include "support/leap_text.h"

namespace parley::leap {
namespace {

using testing::Leaping;

// Throws the diagnostics of a wrong text.
Predicate predicate(const Network& network, const std::string& text) {
  Result<Predicate> result = parse_predicate(SourceText("test", text), network);
  if (!result) throw std::invalid_argument(to_text(result.diagnostics()));
  return *std::move(result);
}

struct Translated {
  Translated(std::string_view components, const char* text)
      : of(components), formula(predicate(of.network, text)), leap(leap_formula(of.network, formula, of.parts, Limits())) {}
  bool in_initial() {
    PredicateEvaluator holds(leap.predicate);
    return holds([&](ComponentId component) { return of.leaps.lts(component).initial(); });
  }
  Leaping of;
  Predicate formula;
  LeapFormula leap;
};

constexpr const char* kFree = "A: 0 -a-> 1 -b-> 2 -r-> 3; B: 0 -c-> 1 -r-> 2; C: 0 -r-> 1";

bool may_be(const char* text) { return Translated(kFree, text).in_initial(); }

TEST(LeapFormula, IsTrueInANodeWhoseReachHasSuchAState) {
  EXPECT_TRUE(may_be("A@0"));
  EXPECT_TRUE(may_be("A@2 && B@1 && C@0"));
  EXPECT_TRUE(may_be("!A@0 && !B@0"));
  EXPECT_FALSE(may_be("A@3"));
  EXPECT_FALSE(may_be("A@2 && C@1"));
  EXPECT_FALSE(may_be("!(A@{0,1,2} || C@1)"));
  EXPECT_TRUE(may_be("true"));
  EXPECT_FALSE(may_be("false"));
}

TEST(LeapFormula, SumsAreTakenAtTheirBest) {
  EXPECT_TRUE(may_be("count(A@2, B@1, C@1) >= 2"));
  EXPECT_FALSE(may_be("count(A@2, B@1, C@1) >= 3"));
  EXPECT_TRUE(may_be("count(A@2, B@1, C@1) <= 0"));
  EXPECT_TRUE(may_be("3*count(A@1) - 2*count(A@2) - count(B@1) <= -3"));
  EXPECT_FALSE(may_be("3*count(A@1) - 2*count(A@2) - count(B@1) <= -4"));
  EXPECT_FALSE(may_be("3*count(A@1) - 2*count(A@2) + count(C@0) > 4"));
}

TEST(LeapFormula, IsExactWhereNoPartSharesAComponent) {
  EXPECT_TRUE(Translated(kFree, "A@1 && count(B@0, C@0) >= 1").leap.is_exact);
  EXPECT_TRUE(Translated(kFree, "count(A@1, A@2, B@0) >= 1").leap.is_exact);
  EXPECT_TRUE(Translated(kFree, "A@1 && count(B@0, C@0) >= 1").leap.is_plain);
  EXPECT_FALSE(Translated(kFree, "count(A@1, A@2, B@0) >= 1").leap.is_plain);
  EXPECT_FALSE(Translated(kFree, "A@1 && (B@0 || A@2)").leap.is_exact);
}

TEST(LeapFormula, OtherwiseItMayBeTrueInANodeWithoutSuchAState) {
  Translated both(kFree, "A@1 && A@2");
  EXPECT_FALSE(both.leap.is_exact);
  EXPECT_TRUE(both.in_initial());
}

TEST(LeapFormula, LargeWeightsDoNotSumUpToMoreThanBefore) {
  // Six values of one component, each close to the largest weight that a comparison may have.
  Translated large(
      "A: 0 -r-> 1, 0 -r-> 2, 0 -r-> 3, 0 -r-> 4, 0 -r-> 5, 0 -r-> 6; B: 0 -r-> 0",
      "1000000000000000000*count(A@{1,2,3,4,5,6}) + count(A@2) + 2*count(A@3) + 3*count(A@4) + 4*count(A@5) + 5*count(A@6) >= 1");
  EXPECT_TRUE(large.leap.is_exact);
  EXPECT_FALSE(large.in_initial());
}

TEST(LeapFormula, ManyAtomsOfALongChainCostTheStatesTheyName) {
  // One node reaches all states: one pass per atom would be billions of steps.
  constexpr int kStates = 50'000;
  std::string chain = "A: 0";
  for (int state = 1; state < kStates; ++state) chain += " -a-> " + std::to_string(state);
  const Leaping of(chain + " -r-> 0; B: 0 -r-> 0");
  PredicateBuilder builder;
  std::vector<PredicateBuilder::Handle> parts;
  std::vector<PredicateBuilder::CountTerm> terms;
  for (std::size_t state = 0; state < kStates; ++state) {
    parts.push_back(builder.atom({ComponentId(0), {LocalState(state)}}));
    terms.push_back({1, {ComponentId(0), {LocalState(state)}}});
  }
  parts.push_back(builder.at_most(std::move(terms), 0));
  const PredicateBuilder::Handle root = builder.any_of(parts);
  const LeapFormula leap = leap_formula(of.network, std::move(builder).build(root), of.parts,
                                        Limits({.seconds = 60, .memory_bytes = {}, .stop = nullptr}));
  PredicateEvaluator holds(leap.predicate);
  EXPECT_TRUE(holds([&](ComponentId component) { return of.leaps.lts(component).initial(); }));
}

TEST(LeapFormula, ALimitStopsIt) {
  StopToken stop = StopRequest::kInterrupted;
  std::string chain = "A: 0";
  for (int state = 1; state < 5000; ++state) chain += " -a-> " + std::to_string(state);
  const Leaping of(chain + " -r-> 0; B: 0 -r-> 0");
  EXPECT_THROW(leap_formula(of.network, predicate(of.network, "A@7"), of.parts,
                            Limits({.seconds = {}, .memory_bytes = {}, .stop = &stop})),
               Stopped);
}

}   // namespace
}   // namespace parley::leap
