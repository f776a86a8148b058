#include "engine/leap/formula_model.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "property/parse.h"
#include "support/network_text.h"

namespace parley::leap {
namespace {

// Throws the diagnostics of a wrong text.
Predicate predicate(const Network& network, const std::string& text) {
  Result<Predicate> result = parse_predicate(SourceText("test", text), network);
  if (!result) throw std::invalid_argument(to_text(result.diagnostics()));
  return *std::move(result);
}

constexpr const char* kFour =
    "A: 0 -a-> 1 -a-> 2 -a-> 3; B: 0 -b-> 1 -b-> 2 -b-> 3; C: 0 -c-> 1 -c-> 2 -c-> 3; D: 0 -d-> 1 -d-> 2 -d-> 3";

// The states of the components in the model found, "A1 B3", or "none". 'allowed' has the states of each
// component as digits: "01 3 012 0".
std::string model(const char* text, const char* allowed) {
  const Network network = testing::network(kFour);
  const Predicate formula = predicate(network, text);
  std::vector<std::vector<LocalState>> states(1);
  for (const char* at = allowed; *at != '\0'; ++at) {
    if (*at == ' ') states.emplace_back();
    else states.back().emplace_back(static_cast<std::size_t>(*at - '0'));
  }
  FormulaModel model(formula);
  const Limits limits;
  const auto found =
      model.find([&](ComponentId component) { return std::span<const LocalState>(states[component.index()]); }, limits);
  if (!found) return "none";
  std::string where;
  std::vector<LocalState> at(network.num_components());
  for (const FormulaModel::Choice& choice : *found) {
    EXPECT_TRUE(std::ranges::count(states[choice.component.index()], choice.state) == 1) << "a state that is allowed";
    at[choice.component.index()] = choice.state;
    where += (where.empty() ? "" : " ") + std::string(network.name(choice.component)) + std::to_string(choice.state.value);
  }
  PredicateEvaluator holds(formula);
  EXPECT_TRUE(holds([&](ComponentId component) { return at[component.index()]; })) << where;
  return where;
}

TEST(FormulaModel, WithoutAComponentInTwoPartsEachTakesItsBestState) {
  EXPECT_EQ(model("A@1 && B@2", "01 12 0 0"), "A1 B2");
  EXPECT_EQ(model("A@1 && B@2", "01 13 0 0"), "none");
  EXPECT_EQ(model("A@1 || B@2", "02 12 0 0"), "A0 B2");
  EXPECT_EQ(model("!(A@{0,1} || !B@2)", "0123 02 0 0"), "A2 B2");
  EXPECT_EQ(model("true", "0 0 0 0"), "");
  EXPECT_EQ(model("false", "0 0 0 0"), "none");
}

TEST(FormulaModel, ASumTakesTheBestOfEachComponent) {
  EXPECT_EQ(model("2*count(A@1) + 3*count(A@2) - count(B@1) >= 3", "012 01 0 0"), "A2 B0");
  EXPECT_EQ(model("2*count(A@1) + 3*count(A@2) - count(B@1) <= -1", "012 01 0 0"), "A0 B1");
  EXPECT_EQ(model("2*count(A@1) + 3*count(A@2) - count(B@1) <= -1", "12 01 0 0"), "none");
  EXPECT_EQ(model("count(A@1, A@{1,2}, B@0) >= 3", "012 01 0 0"), "A1 B0");
}

TEST(FormulaModel, AComponentInTwoPartsIsInOneState) {
  EXPECT_EQ(model("A@1 && A@2", "0123 0 0 0"), "none") << "although each part may be true";
  EXPECT_EQ(model("A@{1,2} && A@{2,3}", "0123 0 0 0"), "A2");
  EXPECT_EQ(model("(A@1 || B@1) && (A@2 || B@2) && !B@2", "012 012 0 0"), "A2 B1");
  EXPECT_EQ(model("(A@1 || B@1) && (A@2 || B@2) && (A@0 || B@0)", "012 012 0 0"), "none");
}

TEST(FormulaModel, SumsThatShareComponentsAreDecided) {
  EXPECT_EQ(model("count(A@1, B@1, C@1) >= 2 && count(A@2, B@2, C@2) >= 2", "012 012 012 0"), "none");
  EXPECT_EQ(
      model("count(A@1, B@1, C@1, D@1) == 2 && count(A@2, B@2, C@2, D@2) == 1 && !A@{1,2} && !D@2 && B@2", "0123 0123 0123 0123"),
      "A0 B2 C1 D1");
  EXPECT_EQ(model("count(A@1, B@1) != 1 && count(B@1, C@1) == 1 && A@1", "01 01 01 0"), "A1 B1 C0");
  EXPECT_EQ(model("2*count(A@1, B@1, C@1, D@1) == 3 || 2*count(A@1, B@1) == 1", "01 01 01 01"), "none");
  EXPECT_EQ(model("3*count(A@1) - 3*count(B@1) + 2*count(C@1) == 2 && 3*count(A@1) + 5*count(B@1) == 8", "01 01 01 0"),
            "A1 B1 C1");
}

TEST(FormulaModel, AnswersAgreeWithABruteForceSearch) {
  // Every pair of sums over two components, with every set of weights from -1 to 2: 256 formulas.
  const Network network = testing::network(kFour);
  const Limits limits;
  int found = 0;
  for (int code = 0; code < 256; ++code) {
    const auto weight = [&](int i) { return std::to_string(code >> (2 * i) % 8 & 3) + "*count("; };
    const std::string text =
        weight(0) + "A@1) - " + weight(1) + "B@1) <= -1 && " + weight(2) + "A@2) - " + weight(3) + "B@1) >= 1";
    const Predicate formula = predicate(network, text);
    PredicateEvaluator holds(formula);
    bool is_there = false;
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t b = 0; b < 2; ++b)
        is_there = is_there || holds([&](ComponentId component) { return LocalState(component.index() == 0 ? a : b); });
    const std::string where = model(text.c_str(), "012 01 0 0");
    EXPECT_EQ(where != "none", is_there) << text << ": " << where;
    found += is_there ? 1 : 0;
  }
  EXPECT_GT(found, 20);
  EXPECT_LT(found, 236);
}

TEST(FormulaModel, APartUsedManyTimesIsVisitedOnce) {
  // Each part is used twice by the next one: written out, the formula would have 2^60 atoms.
  const Network network = testing::network(kFour);
  PredicateBuilder builder;
  PredicateBuilder::Handle part = builder.atom({ComponentId(0), {LocalState(1)}});
  for (int i = 0; i < 60; ++i) {
    const std::vector<PredicateBuilder::Handle> twice{part, part};
    part = i % 2 == 0 ? builder.all_of(twice) : builder.any_of(twice);
  }
  const Predicate formula = std::move(builder).build(part);
  FormulaModel model(formula);
  const std::vector<LocalState> both{LocalState(0), LocalState(1)};
  const auto found = model.find([&](ComponentId) { return std::span<const LocalState>(both); }, Limits());
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->at(0).state, LocalState(1));
}

// Components with states 0, 1, ..., all of them allowed.
struct Anywhere {
  Anywhere(Predicate of, std::size_t num_states) : formula(std::move(of)) {
    for (std::size_t state = 0; state < num_states; ++state) states.emplace_back(state);
  }
  bool has_model() {
    FormulaModel model(formula);
    return model.find([&](ComponentId) { return std::span<const LocalState>(states); }, limits).has_value();
  }
  Predicate formula;
  std::vector<LocalState> states;
  Limits limits{{.seconds = 60, .memory_bytes = {}, .stop = nullptr}};
};

TEST(FormulaModel, ManyAtomsOfAComponentWithManyStatesCostTheStatesTheyName) {
  // Atom by atom and state by state, these would be billions of tests.
  constexpr std::size_t kStates = 50'000;
  PredicateBuilder builder;
  std::vector<PredicateBuilder::Handle> pairs;
  std::vector<PredicateBuilder::CountTerm> terms;
  for (std::size_t state = 0; state < kStates; state += 2) {
    const std::vector<PredicateBuilder::Handle> either{builder.atom({ComponentId(0), {LocalState(state)}}),
                                                       builder.atom({ComponentId(1), {LocalState(state)}})};
    pairs.push_back(builder.any_of(either));
    terms.push_back({1, {ComponentId(1), {LocalState(state)}}});
  }
  pairs.push_back(builder.negate(builder.at_most(std::move(terms), 0)));
  const PredicateBuilder::Handle root = builder.all_of(pairs);
  EXPECT_FALSE(Anywhere(std::move(builder).build(root), kStates).has_model()) << "two components are in two states at most";
}

TEST(FormulaModel, SumsThatCountComponentsAreDecidedByArithmetic) {
  // Of sixty components, not thirty-one can be in one state and thirty in another; there are 10^17 ways to
  // try.
  constexpr std::size_t kComponents = 60;
  const auto at_least = [](PredicateBuilder& builder, std::size_t state, std::int64_t least) {
    std::vector<PredicateBuilder::CountTerm> terms;
    for (std::size_t component = 0; component < kComponents; ++component)
      terms.push_back({1, {ComponentId(component), {LocalState(state)}}});
    return builder.negate(builder.at_most(std::move(terms), least - 1));
  };
  const auto at_least_turned = [](PredicateBuilder& builder, std::size_t state, std::int64_t least) {
    std::vector<PredicateBuilder::CountTerm> terms;
    for (std::size_t component = 0; component < kComponents; ++component)
      terms.push_back({-1, {ComponentId(component), {LocalState(state)}}});
    return builder.at_most(std::move(terms), -least);
  };
  for (std::int64_t first : {30, 31}) {
    PredicateBuilder builder;
    const std::vector<PredicateBuilder::Handle> both{at_least(builder, 1, first), at_least_turned(builder, 2, 30)};
    const PredicateBuilder::Handle root = builder.all_of(both);
    EXPECT_EQ(Anywhere(std::move(builder).build(root), 3).has_model(), first == 30) << first;
  }
}

}   // namespace
}   // namespace parley::leap
