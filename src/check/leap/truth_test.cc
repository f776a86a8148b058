#include "check/leap/truth.h"

#include <random>

#include <gtest/gtest.h>

#include "support/judge_text.h"

namespace parley::leap_set {
namespace {

Network three() { return testing::network("P: 0 -a-> 1 -a-> 2; Q: 0 -a-> 1 -a-> 2; R: 0 -a-> 1 -a-> 2; x = P.a Q.a R.a"); }

// The states in which P, Q and R may be: "01 2 012".
bool can_be_true(const Network& net, const Predicate& formula, const std::vector<std::string>& where) {
  SetFormula sets(net, formula, Limits());
  std::vector<SetFormula::Kinds> kinds(sets.components().size());
  for (std::uint32_t i = 0; i < kinds.size(); ++i) {
    std::vector<LocalState> states;
    for (char digit : where[sets.components()[i].index()]) states.emplace_back(static_cast<std::size_t>(digit - '0'));
    kinds[i] = sets.kinds_of(i, states);
  }
  for (std::uint32_t i = 0; i < kinds.size(); ++i) sets.put(i, kinds[i]);
  const bool first = sets.can_be_true();
  EXPECT_EQ(sets.can_be_true(), first);   // nothing remains from the first call
  return first;
}

TEST(SetFormula, ComponentsAreIndependent) {
  const Network net = three();
  const auto ask = [&](const std::string& formula, const std::vector<std::string>& where) {
    return can_be_true(net, testing::predicate(net, formula), where);
  };
  EXPECT_TRUE(ask("P@1 && Q@2", {"01", "012", "0"}));
  EXPECT_FALSE(ask("P@1 && Q@2", {"01", "01", "012"}));
  EXPECT_TRUE(ask("count(P@1, Q@1, R@1) == 2", {"01", "1", "01"}));
  EXPECT_FALSE(ask("count(P@1, Q@1, R@1) == 2", {"01", "0", "02"}));
  EXPECT_FALSE(ask("false", {"0", "0", "0"}));
  EXPECT_TRUE(ask("true", {"0", "0", "0"}));
}

TEST(SetFormula, AComponentIsInOneStateAtATime) {
  const Network net = three();
  const auto ask = [&](const std::string& formula, const std::vector<std::string>& where) {
    return can_be_true(net, testing::predicate(net, formula), where);
  };
  EXPECT_FALSE(ask("P@0 && P@1", {"012", "0", "0"}));
  EXPECT_FALSE(ask("P@0 && !P@0", {"012", "0", "0"}));
  EXPECT_FALSE(ask("!P@0 && !P@1 && !P@2", {"012", "0", "0"}));
  EXPECT_FALSE(ask("count(P@0, P@1, Q@0, Q@1) >= 3", {"012", "012", "0"}));
  EXPECT_TRUE(ask("count(P@0, P@1, Q@0, Q@1) >= 2", {"012", "012", "0"}));
  EXPECT_TRUE(ask("(P@0 || Q@0) && (P@1 || Q@1)", {"01", "01", "0"}));
  EXPECT_FALSE(ask("(P@0 || Q@0) && (P@1 || Q@1) && !R@0 && P@{0,1}", {"01", "2", "012"}));
}

// Random formulas, with shared subformulas, against the enumeration of all states.
TEST(SetFormula, RandomOnesAgreeWithEnumeration) {
  const Network net = three();
  std::mt19937 random(5);
  const auto below = [&](std::size_t bound) { return static_cast<std::size_t>(random() % bound); };
  const auto atom = [&] {
    Atom result{.component = ComponentId(below(3)), .states = {}};
    for (std::size_t s = 0; s < 3; ++s)
      if (below(2) == 0) result.states.emplace_back(s);
    if (result.states.empty()) result.states.emplace_back(below(3));
    return result;
  };
  int both[2] = {0, 0};
  for (int round = 0; round < 4000; ++round) {
    PredicateBuilder builder;
    std::vector<PredicateBuilder::Handle> parts = {builder.atom(atom()), builder.constant(below(2) == 0)};
    for (std::size_t i = 1 + below(7); i > 0; --i) {
      const std::vector<PredicateBuilder::Handle> operands = {parts[below(parts.size())], parts[below(parts.size())]};
      switch (below(6)) {
        case 0: parts.push_back(builder.negate(operands[0])); break;
        case 1: parts.push_back(builder.all_of(operands)); break;
        case 2: parts.push_back(builder.any_of(operands)); break;
        case 3: {
          std::vector<PredicateBuilder::CountTerm> terms;
          for (std::size_t t = below(4); t > 0; --t)
            terms.push_back({.weight = static_cast<std::int64_t>(below(5)) - 2, .atom = atom()});
          parts.push_back(builder.at_most(std::move(terms), static_cast<std::int64_t>(below(4)) - 1));
          break;
        }
        default: parts.push_back(builder.atom(atom()));
      }
    }
    const auto root = below(3) == 0 ? builder.all_of(parts) : parts.back();
    const Predicate formula = std::move(builder).build(root);
    std::vector<std::string> where(3);
    for (std::string& states : where) {
      for (char digit : std::string("012"))
        if (below(2) == 0) states += digit;
      if (states.empty()) states = "1";
    }
    PredicateEvaluator evaluate(formula);
    bool expected = false;
    for (char p : where[0])
      for (char q : where[1])
        for (char r : where[2]) {
          const std::string state{p, q, r};
          expected = evaluate([&](ComponentId component) {
                       return LocalState(static_cast<std::size_t>(state[component.index()] - '0'));
                     }) ||
                     expected;
        }
    ASSERT_EQ(can_be_true(net, formula, where), expected) << round;
    ++both[expected ? 1 : 0];
  }
  EXPECT_GE(both[0], 500);
  EXPECT_GE(both[1], 500);
}

// Incremental changes give the same result as a fresh evaluation.
TEST(OpenFormula, ChangesAddUp) {
  const Network net = three();
  const Predicate formula =
      testing::predicate(net, "(P@0 && !Q@1 || count(P@1, Q@2, R@{0,1}) >= 2) && !(R@2 && 2*count(P@0) - count(Q@0, R@0) <= 1)");
  OpenFormula open(formula);
  std::mt19937 random(6);
  std::vector<Truth> truths(formula.atoms().size(), Truth::kOpen);
  for (int round = 0; round < 2000; ++round) {
    const auto atom = static_cast<std::uint32_t>(random() % truths.size());
    truths[atom] = static_cast<Truth>(random() % 3);
    open.put(atom, truths[atom]);
    OpenFormula fresh(formula);
    for (std::uint32_t i = 0; i < truths.size(); ++i) fresh.put(i, truths[i]);
    ASSERT_EQ(open.value(), fresh.value());
  }
}

}   // namespace
}   // namespace parley::leap_set
