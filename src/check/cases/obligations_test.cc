#include <chrono>

#include <gtest/gtest.h>

#include "check/judge.h"
#include "support/judge_text.h"

namespace parley {
namespace {

using namespace testing;

// A lock and three clients. Never two clients are in 1.
Network lock() {
  return network(R"(
    K: 0 -take-> 1 -give-> 0
    C: 0 -enter-> 1 -leave-> 0
    D: 0 -enter-> 1 -leave-> 0
    E: 0 -enter-> 1 -leave-> 0
    cin = K.take C.enter
    cout = K.give C.leave
    din = K.take D.enter
    dout = K.give D.leave
    ein = K.take E.enter
    eout = K.give E.leave)");
}

std::string holds_by(const Network& net, const std::string& formula, const std::string& sets, const std::string& tree) {
  return judged(net, never(net, formula), Verdict::kHolds, cases(net, sets, tree));
}

// All components: K, C, D, E.
const std::string kAll = "K C D E: 0000 1100 1010 1001";

TEST(CaseSplitJudge, ASplitForEachPartOfAChoice) {
  const Network net = lock();
  const std::string formula = "C@1 && D@1 || D@1 && E@1 || C@1 && E@1";
  EXPECT_EQ(holds_by(net, formula, kAll, "* 0 0 0"), "accepted");
  EXPECT_EQ(judged(net, reach(net, formula), Verdict::kViolated, cases(net, kAll, "* 0 0 0")), "accepted");
  EXPECT_EQ(holds_by(net, formula, kAll, "0"), "covers-every-case");   // a choice restricts no component
  EXPECT_EQ(holds_by(net, formula, kAll, "* 0 0"), "covers-every-case");
  EXPECT_EQ(holds_by(net, formula, kAll, "* 0 0 0 0"), "covers-every-case");
  EXPECT_EQ(holds_by(net, formula, kAll, "* 0 - 0"), "covers-every-case");
  EXPECT_EQ(holds_by(net, formula, kAll, "* * 0 0 0"), "covers-every-case");   // there is nothing to split
  EXPECT_EQ(holds_by(net, "C@1 && D@1 || E@1", kAll, "* 0 0"), "covers-every-case");
}

TEST(CaseSplitJudge, SaysWhichNodeIsWrong) {
  const Network net = lock();
  const auto why = [&](const std::string& formula, const std::string& tree) {
    return reason(net, never(net, formula), Verdict::kHolds, cases(net, kAll, tree));
  };
  EXPECT_EQ(why("C@1 && D@1 || E@1", "* 0 0"), "node 3 of the tree: (K@1, C@0, D@0, E@1) of set 0 is possible in this case");
  EXPECT_EQ(why("C@1 && D@1 || E@1", "* - 0"), "node 2 of the tree: this case does not contradict itself");
  EXPECT_EQ(why("C@1 && D@1", "* 0 0"), "node 1 of the tree: there is nothing to split");
  EXPECT_EQ(why("C@1 && C@0", "* 0 0"), "node 1 of the tree: what contradicts itself is not split");
  EXPECT_EQ(why("C@1 && D@1 || D@1 && E@1", "* 0"), "the tree ends before all its cases");
  EXPECT_EQ(why("C@1 && D@1 || D@1 && E@1", "* 0 0 0"), "the tree goes on after its last case, with node 4");
}

TEST(CaseSplitJudge, OnlyAboutFormulas) {
  const Network net = lock();
  EXPECT_EQ(judged(net, deadlock(), Verdict::kHolds, cases(net, kAll, "0")), "fits-verdict");
  EXPECT_EQ(judged(net, local_deadlock(), Verdict::kHolds, cases(net, kAll, "0")), "fits-verdict");
  EXPECT_EQ(judged(net, never(net, "C@1 && D@1"), Verdict::kViolated, cases(net, kAll, "0")), "fits-verdict");
  EXPECT_EQ(judged(net, reach(net, "C@1 && D@1"), Verdict::kHolds, cases(net, kAll, "0")), "fits-verdict");
}

TEST(CaseSplitJudge, EverySetStandsByItself) {
  const Network net = lock();
  EXPECT_EQ(holds_by(net, "C@1 && D@1 || D@1 && E@1", kAll + ";K C D E: 0000 1100 1010", "* 0 1"), "closed");
  EXPECT_EQ(holds_by(net, "C@1 && D@1 || D@1 && E@1", kAll + ";K C D E: 1100 1010 1001", "* 0 1"), "contains-initial");
  EXPECT_EQ(holds_by(net, "C@1 && D@1 || D@1 && E@1", kAll + ";K K: 00 11", "* 0 1"), "well-formed");
  EXPECT_EQ(reason(net, never(net, "C@1 && D@1 || D@1 && E@1"), Verdict::kHolds, cases(net, kAll + ";K C D E: 1100", "* 0 1")),
            "set 1: the initial state (K@0, C@0, D@0, E@0) is not in the set");
}

TEST(CaseSplitJudge, InvariantsOfItsSetsMustHold) {
  const Network net = lock();
  const auto with = [&](const std::string& text) {
    CaseSplit split{.sets = {}, .tree = {CaseSplit::kSplit, 0, 1}};
    for (const char* pair : {"C D", "D E"}) {
      ClosedSet set = set_of(net, pair, "00 01 10");
      set.invariants.push_back(invariant(net, text));
      split.sets.push_back(std::make_shared<const ClosedSet>(set));
    }
    return judged(net, never(net, "C@1 && D@1 || D@1 && E@1"), Verdict::kHolds, std::make_shared<const CaseSplit>(split));
  };
  EXPECT_EQ(with("K 1 0 C 0 1 D 0 1 E 0 1 : 1"), "accepted");
  EXPECT_EQ(with("K 0 0 C 0 1 D 0 1 E 0 1 : 1"), "invariants-hold");
  EXPECT_EQ(with("K 1 0 C 0 1 D 0 1 E 0 1 : 0"), "invariants-hold");
  EXPECT_EQ(with("K 0 0 : 0"), "closed");
  EXPECT_EQ(with("K 1 0 C 0 1 D 0 1 E 0 : 1"), "well-formed");
}

TEST(CaseSplitJudge, NodesAndSetsMustBelongTogether) {
  const Network net = lock();
  EXPECT_EQ(holds_by(net, "C@1 && D@1", kAll, "1"), "well-formed");
  EXPECT_EQ(holds_by(net, "C@1 && D@1", kAll + ";" + kAll, "0"), "well-formed");   // the second set is not used
  EXPECT_EQ(holds_by(net, "C@1 && D@1", kAll, ""), "well-formed");
  EXPECT_EQ(holds_by(net, "C@1 && C@0", "", ""), "covers-every-case");
  EXPECT_EQ(holds_by(net, "C@1 && C@0", "", "-"), "accepted");
  const Evidence none = CaseSplitRef();
  EXPECT_EQ(judged(net, never(net, "C@1 && D@1"), Verdict::kHolds, none), "well-formed");
  const Evidence null_set = std::make_shared<const CaseSplit>(CaseSplit{{nullptr}, {0}});
  EXPECT_EQ(judged(net, never(net, "C@1 && D@1"), Verdict::kHolds, null_set), "well-formed");
}

TEST(CaseSplitJudge, SimplifiesBeforeItSplits) {
  const Network net = lock();
  EXPECT_EQ(holds_by(net, "true && C@1 && (D@1 || E@1)", kAll, "* 0 0"), "accepted");
  EXPECT_EQ(holds_by(net, "!(C@0 || !D@1)", kAll, "0"), "accepted");             // a negative disjunction is no choice
  EXPECT_EQ(holds_by(net, "!(C@0 && D@0) && E@1", kAll, "* 0 0"), "accepted");   // a negative conjunction is a choice
  EXPECT_EQ(holds_by(net, "!!(C@1 || D@1) && E@1", kAll, "* 0 0"), "accepted");
  EXPECT_EQ(holds_by(net, "(C@1 || D@1) && C@0 && D@0", "", "* - -"), "accepted");   // atoms after the choice count
  EXPECT_EQ(holds_by(net, "(C@1 || D@1) && C@0 && D@0", kAll, "* - 0"),
            "accepted");   // in an absurd situation every leaf is right
  EXPECT_EQ(holds_by(net, "(C@1 || false) && E@1", kAll, "* 0 -"), "accepted");
  EXPECT_EQ(holds_by(net, "false", "", "-"), "accepted");
  EXPECT_EQ(holds_by(net, "true", kAll, "0"), "covers-every-case");
}

// The parts of the first choice take its place, before the second choice.
TEST(CaseSplitJudge, TheFirstChoiceIsSplitFirst) {
  const Network net = lock();
  EXPECT_EQ(holds_by(net, "(C@1 || (D@1 || C@1)) && (E@1 || E@{0,1} && K@0)", kAll, "* * 0 0 * * 0 0 * 0 0"), "accepted");
  EXPECT_EQ(holds_by(net, "(C@1 || (D@1 || C@1)) && (E@1 || E@{0,1} && K@0)", kAll, "* * * 0 0 0 * * 0 0 0"),
            "covers-every-case");
}

TEST(CaseSplitJudge, SumsAreSplitByTheirAtoms) {
  const Network net = lock();
  const std::string two = "count(C@1, D@1, E@1) >= 2";
  // C and D; C, not D, E; only C: too few. Not C: D and E; only D; not even D: too few.
  EXPECT_EQ(holds_by(net, two, kAll, "* * 0 * 0 - * * 0 - -"), "accepted");
  EXPECT_EQ(holds_by(net, two, kAll, "* * 0 * 0 - * * 0 - * - -"), "covers-every-case");
  EXPECT_EQ(holds_by(net, two, kAll, "* * 0 0 * * 0 - -"), "covers-every-case");   // C, and perhaps E
  EXPECT_EQ(holds_by(net, two, kAll, "0"), "covers-every-case");
  EXPECT_EQ(holds_by(net, "count(C@1, D@1, E@1) <= 1 && C@1 && D@1", "", "-"), "accepted");
  EXPECT_EQ(holds_by(net, "!(count(C@1, D@1, E@1) <= 1) && C@0 && D@0", "", "-"), "accepted");
  EXPECT_EQ(holds_by(net, "count(C@1) <= 1 && E@1 && D@1", kAll, "* 0 0"),
            "covers-every-case");   // the atom is certain: there is nothing to split
  EXPECT_EQ(holds_by(net, "count(C@1) <= 1 && E@1 && D@1", kAll, "0"), "accepted");
}

TEST(CaseSplitJudge, WeightsMayBeNegative) {
  const Network net = lock();
  EXPECT_EQ(holds_by(net, "2*count(C@1) - count(D@1) >= 2 && D@1", "", "-"), "accepted");
  EXPECT_EQ(holds_by(net, "2*count(C@1) - count(D@1) >= 1 && D@1", kAll, "0"), "covers-every-case");   // C is not decided yet
  EXPECT_EQ(holds_by(net, "2*count(C@1) - count(D@1) >= 1 && D@1", kAll, "* 0 -"), "accepted");
}

TEST(CaseSplitJudge, APropertyIsTheChoiceOfItsAutomata) {
  const Network net = network(R"(
    P: 0 -a-> 0 -b-> 1 -c-> 1
    ?O: 0 -a-> 0, 0 -c-> ERROR
    ?U: 0 -a-> 0
    ?V: 0 -a-> 0, 0 -c-> ERROR
    x = P.a O.a U.a V.a
    y = P.c O.c
    z = P.c V.c)");
  const auto by = [&](const std::string& automata, const std::string& sets, const std::string& tree) {
    return judged(net, safety(net, automata), Verdict::kHolds, cases(net, sets, tree));
  };
  EXPECT_EQ(by("O V", "P O: 00;P V: 00", "* 0 1"), "accepted");
  EXPECT_EQ(by("V O", "P O: 00;P V: 00", "* 1 0"), "accepted");
  EXPECT_EQ(by("V O", "P O: 00;P V: 00", "* 0 1"), "covers-every-case");
  EXPECT_EQ(by("O U V", "P O: 00;P V: 00", "* 0 - 1"), "accepted");   // U has no error state
  EXPECT_EQ(by("O", "P O: 00", "0"), "accepted");                     // with one automaton there is no choice
  EXPECT_EQ(by("O", "P O: 00", "* 0"), "covers-every-case");
  EXPECT_EQ(by("U", "", "-"), "accepted");
  EXPECT_EQ(by("", "", "-"), "accepted");
}

// What was shown about the sets of a split holds for other questions, too. What the split shows about one
// question does not.
TEST(CaseSplitJudge, AKnownSplitMustStillFitTheQuestion) {
  const Network net = lock();
  Judge judge(net);
  const Evidence split = cases(net, kAll, "* 0 0");
  Progress silent;
  const auto by = [&](const std::string& formula) {
    const Judgement judgement = judge(never(net, formula), Verdict::kHolds, split, Limits(), silent);
    return judgement.accepted ? "accepted" : judgement.obligation;
  };
  EXPECT_EQ(by("C@1 && D@1 || D@1 && E@1"), "accepted");
  EXPECT_EQ(by("C@1 && D@1 || C@1 && E@1"), "accepted");
  EXPECT_EQ(by("C@1 && D@1 || C@1"), "covers-every-case");
  EXPECT_EQ(by("C@1 && D@1"), "covers-every-case");
}

// Independent components that may go from 0 to 1, and never to 2.
struct Large {
  Network net;
  std::vector<ComponentId> all;
};
Large large(std::size_t components) {
  LtsBuilder lts;
  lts.add_states(3);
  const LocalLabel go = lts.add_label("go");
  lts.add_edge(LocalState(std::size_t{0}), go, LocalState(std::size_t{1}));
  NetworkBuilder builder;
  const TemplateId shape = builder.add_template(std::move(lts).build());
  std::vector<ComponentId> all;
  for (std::size_t i = 0; i < components; ++i) {
    all.push_back(builder.add_component("c" + std::to_string(i), shape));
    builder.add_rule(builder.intern_label("go" + std::to_string(i)), std::vector<Participant>{{all.back(), go}});
  }
  return {std::move(builder).build(), std::move(all)};
}

ClosedSetRef alone(const Large& of, std::size_t component) {
  ClosedSet set{StateTable(of.net, {of.all[component]})};
  for (std::size_t state : {0, 1}) set.states.add(std::vector<LocalState>{LocalState(state)});
  return std::make_shared<const ClosedSet>(std::move(set));
}

double seconds_of(const Large& of, Predicate formula, CaseSplit split) {
  const Property property{"n", Never{std::move(formula)}};
  const Evidence evidence = std::make_shared<const CaseSplit>(std::move(split));
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(judged(of.net, property, Verdict::kHolds, evidence), "accepted");
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Atom in(const Large& of, std::size_t component, std::size_t state) { return {of.all[component], {LocalState(state)}}; }

// The bounds are far above the measured times: quadratic work would take minutes.
TEST(CaseSplitJudge, JudgesAHundredThousandCasesInAboutLinearTime) {
  constexpr std::size_t kCases = 100'000;
  const Large of = large(kCases + 1);
  PredicateBuilder builder;
  std::vector<PredicateBuilder::Handle> parts;
  CaseSplit split{.sets = {}, .tree = {CaseSplit::kSplit}};
  for (std::size_t i = 0; i < kCases; ++i) {
    const PredicateBuilder::Handle pair[] = {builder.atom(in(of, i, 1)), builder.atom(in(of, i + 1, 2))};
    parts.push_back(builder.all_of(pair));
    split.tree.push_back(static_cast<std::uint32_t>(i));
    split.sets.push_back(alone(of, i + 1));
  }
  const auto root = builder.any_of(parts);
  EXPECT_LT(seconds_of(of, std::move(builder).build(root), std::move(split)), 30.0);
}

TEST(CaseSplitJudge, ADeepTreeNeedsNoStack) {
  constexpr std::size_t kDepth = 100'000;
  const Large of = large(kDepth);
  PredicateBuilder builder;
  std::vector<PredicateBuilder::Handle> parts;
  CaseSplit split;
  for (std::size_t i = 0; i < kDepth; ++i) {   // each ci in 1, or c0 in 2; but c0 is in 1, and the last component is not
    const PredicateBuilder::Handle either[] = {builder.atom(in(of, i, 1)), builder.atom(in(of, 0, 2))};
    parts.push_back(builder.any_of(either));
    split.tree.push_back(CaseSplit::kSplit);
  }
  parts.push_back(builder.atom(in(of, 0, 1)));
  parts.push_back(builder.negate(builder.atom(in(of, kDepth - 1, 1))));
  split.tree.insert(split.tree.end(), kDepth + 1, CaseSplit::kAbsurd);
  const auto root = builder.all_of(parts);
  EXPECT_LT(seconds_of(of, std::move(builder).build(root), std::move(split)), 30.0);
}

TEST(CaseSplitJudge, CountingHundredsIsNotSlow) {
  constexpr std::size_t kCounted = 300;
  const Large of = large(kCounted);
  PredicateBuilder builder;
  std::vector<PredicateBuilder::CountTerm> terms;
  for (std::size_t i = 0; i < kCounted; ++i) terms.push_back({.weight = 1, .atom = in(of, i, 2)});
  const auto root = builder.negate(builder.at_most(std::move(terms), 1));
  // One component in 2 is enough for a set, but the tree goes on to two.
  CaseSplit split;
  for (std::size_t i = 0; i + 1 < kCounted; ++i) split.sets.push_back(alone(of, i));
  const auto leaf = [](std::size_t i) { return static_cast<std::uint32_t>(i); };
  for (std::size_t first = 0; first + 1 < kCounted; ++first) {
    split.tree.push_back(CaseSplit::kSplit);
    for (std::size_t second = first + 1; second + 1 < kCounted; ++second) {
      split.tree.push_back(CaseSplit::kSplit);
      split.tree.push_back(leaf(second));
    }
    split.tree.push_back(leaf(first));   // the last component must be in 2 as well
  }
  split.tree.push_back(CaseSplit::kAbsurd);
  EXPECT_GT(split.tree.size(), 80'000U);
  EXPECT_LT(seconds_of(of, std::move(builder).build(root), std::move(split)), 30.0);
}

}   // namespace
}   // namespace parley
