#include "engine/leap/leap_network.h"

#include <gtest/gtest.h>

#include "property/parse.h"
#include "search/stuck.h"
#include "support/network_text.h"

namespace parley::leap {
namespace {

// A network, what is done in it alone, and its networks over nodes.
struct Leaping {
  explicit Leaping(std::string_view text)
      : network(testing::network(text)),
        parts(LocalParts::find(network, 1'000'000, limits).value()),
        leaps(leap_network(network, parts, {}, limits)),
        idle(leap_network(network, parts, {.idle_loops = true}, limits)),
        rests(rest_network(network, parts, limits)) {}

  // The edges of a component of a network over nodes: "0 -r-> 2, ..." with the user's names; a '!' before labels of local rules.
  std::string edges(const Network& of, std::string_view name) const {
    const ComponentId component = network.find_component(name).value();
    const Lts& original = network.lts(component);
    const LocalParts::Kind& kind = parts.kind(component);
    const Lts& lts = of.lts(component);
    const auto state_name = [&](LocalState node) { return node.index() < kind.num_nodes() ? original.state_name(kind.state_of(node.index())) : std::string("*"); };
    std::string text;
    for (LocalState node : lts.states()) {
      if (lts.is_terminal(node)) text += (text.empty() ? "" : ", ") + state_name(node) + " ends";
      for (const Edge& edge : lts.edges(node)) {
        const bool is_local = edge.label.index() >= original.num_labels();
        const LocalLabel label(edge.label.index() - (is_local ? original.num_labels() : 0));
        text += (text.empty() ? "" : ", ") + state_name(node) + (is_local ? " -!" : " -") + original.label_name(label) + "-> " + state_name(edge.target);
      }
    }
    return text;
  }

  // Whether a network over nodes has no rule enabled in its initial state.
  static bool is_still(const Network& of) {
    for (RuleId rule : of.rules()) {
      bool is_enabled = true;
      for (const Participant& participant : of.participants(rule)) is_enabled = is_enabled && of.lts(participant.component).offers(of.lts(participant.component).initial(), participant.label);
      if (is_enabled) return false;
    }
    return true;
  }

  Limits limits;
  Network network;
  LocalParts parts;
  Network leaps;
  Network idle;
  Network rests;
};

TEST(LeapNetwork, RulesAndComponentsAreThoseOfTheNetwork) {
  const Leaping of("A: 0 -a-> 1 -r-> 0; B: 0 -r-> 1 -b-> 0; ?W: 0 -r-> 0");
  ASSERT_EQ(of.leaps.num_rules(), of.network.num_rules());
  ASSERT_EQ(of.leaps.num_components(), of.network.num_components());
  for (RuleId rule : of.network.rules()) {
    EXPECT_EQ(of.leaps.label_name(rule), std::to_string(rule.value));
    EXPECT_EQ(of.leaps.label(rule).index(), rule.index()) << "runs are lifted by it";
    EXPECT_EQ(of.leaps.participants(rule).size(), of.network.participants(rule).size());
  }
  for (ComponentId component : of.network.components()) {
    EXPECT_EQ(of.leaps.name(component), of.network.name(component));
    EXPECT_EQ(of.leaps.is_observer(component), of.network.is_observer(component));
  }
}

TEST(LeapNetwork, SharedRulesLeapAndLocalOnesDoNothing) {
  const Leaping of("A: 0 -a-> 1 -r-> 0; B: 0 -r-> 1 -b-> 0");
  EXPECT_EQ(of.edges(of.leaps, "A"), "0 -r-> 0");
  EXPECT_EQ(of.edges(of.leaps, "B"), "0 -r-> 1, 1 -r-> 1") << "b leads back from 1, where r is possible again";
}

TEST(LeapNetwork, LocalRulesLeadIntoErrors) {
  const Leaping of("A: 0 -a-> 1 -b-> ERROR, 1 -r-> 0; B: 0 -r-> ERROR");
  EXPECT_EQ(of.edges(of.leaps, "A"), "0 -r-> 0, 0 -!b-> ERROR");
  EXPECT_EQ(of.edges(of.leaps, "B"), "0 -r-> ERROR");
}

TEST(LeapNetwork, ALabelOfBothKindsOfRulesIsTwoLabels) {
  const Leaping of("A: 0 -a-> 1 -a-> ERROR; B: 0 -b-> 0\nalone = A.a\ntogether = A.a B.b");
  EXPECT_EQ(of.edges(of.leaps, "A"), "0 -a-> 1, 0 -a-> ERROR, 0 -!a-> ERROR, 1 -a-> ERROR, 1 -!a-> ERROR");
}

TEST(LeapNetwork, IdleLoopsAreForThoseThatNeverRest) {
  const Leaping of("A: 0 -a-> 1 -b-> 0, 1 -r-> 0; B: 0 -r-> 1, 0 -c-> 2; C: 0 -d-> 1 -r-> 2");
  EXPECT_EQ(of.edges(of.idle, "A"), "0 -r-> 0, 0 -!a-> 0, 0 -!b-> 0");
  EXPECT_EQ(of.edges(of.idle, "B"), "0 -r-> 1");
  EXPECT_EQ(of.edges(of.idle, "C"), "0 -r-> 2");
  EXPECT_EQ(of.edges(of.leaps, "A"), "0 -r-> 0");
}

TEST(LeapNetwork, ANodeEndsWhereAllItsRestsAreEnds) {
  const Leaping of("A: 0 -a-> END; B: 0 -a2-> END, 0 -b-> 1; C: 0 -c-> 0");
  EXPECT_EQ(of.edges(of.leaps, "A"), "0 ends, * ends") << "the second state says that there are ends, whatever the nodes are";
  EXPECT_EQ(of.edges(of.leaps, "B"), "* ends");
  EXPECT_TRUE(of.leaps.lts(ComponentId(1)).has_terminal());
  EXPECT_FALSE(of.leaps.lts(ComponentId(2)).has_terminal());
}

TEST(RestNetwork, ANodeOffersWhatAllItsRestsOfferAndStays) {
  const Leaping of("A: 0 -a-> 1 -r-> 3, 1 -s-> 3, 0 -a-> 2 -r-> 3, 2 -t-> 3; B: 0 -r-> 1, 0 -s-> 1, 0 -t-> 1");
  EXPECT_EQ(of.edges(of.rests, "A"), "0 -r-> 0");
  EXPECT_EQ(of.edges(of.rests, "B"), "0 -r-> 0, 0 -s-> 0, 0 -t-> 0");
}

TEST(RestNetwork, WhoNeverRestsGoesOnByItself) {
  const Leaping of("A: 0 -a-> 1 -b-> 0, 1 -r-> 0; B: 0 -r-> 1");
  EXPECT_EQ(of.edges(of.rests, "A"), "0 -!a-> 0, 0 -!b-> 0");
}

// The counter-example of the notes: the leap network goes on, though a deadlock lies in its first node but one.
TEST(RestNetwork, SeesADeadlockWhereTheLeapNetworkGoesOn) {
  const Leaping of("A: 0 -loc-> d, 0 -r1-> 1 -spin-> 1; B: 0 -r1-> 1; C: 0; D: 0");
  EXPECT_FALSE(of.parts.is_settled());
  EXPECT_FALSE(Leaping::is_still(of.leaps)) << "r1 is still possible where A has not gone to d";
  EXPECT_TRUE(Leaping::is_still(of.rests));
}

TEST(RestNetwork, MayShowADeadlockThatIsNoneWhereThereAreSeveralRests) {
  // A rests where it offers r, or where it offers s; B takes either. So does the rest network say that neither is offered.
  const Leaping of("A: 0 -a-> 1 -r-> 0, 0 -b-> 2 -s-> 0; B: 0 -r-> 0, 0 -s-> 0");
  EXPECT_TRUE(Leaping::is_still(of.rests));
  EXPECT_FALSE(Leaping::is_still(of.leaps));
}

// Throws what is wrong with the text.
Predicate predicate(const Network& network, const std::string& text) {
  Result<Predicate> result = parse_predicate(SourceText("test", text), network);
  if (!result) throw std::invalid_argument(to_text(result.diagnostics()));
  return *std::move(result);
}

struct Translated {
  Translated(std::string_view components, const char* text) : of(components), formula(predicate(of.network, text)), leap(leap_formula(formula, of.parts)) {}
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

TEST(LeapFormula, IsTrueWhereTheReachHasSuchAState) {
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

TEST(LeapFormula, OtherwiseItMayBeTrueWhereNoSuchStateIs) {
  Translated both(kFree, "A@1 && A@2");
  EXPECT_FALSE(both.leap.is_exact);
  EXPECT_TRUE(both.in_initial());
}

TEST(LeapFormula, LargeWeightsDoNotAddUpToMoreThanTheyWere) {
  // Six values of one component, each near the most that a comparison may have.
  Translated large("A: 0 -r-> 1, 0 -r-> 2, 0 -r-> 3, 0 -r-> 4, 0 -r-> 5, 0 -r-> 6; B: 0 -r-> 0",
                   "1000000000000000000*count(A@{1,2,3,4,5,6}) + count(A@2) + 2*count(A@3) + 3*count(A@4) + 4*count(A@5) + 5*count(A@6) >= 1");
  EXPECT_TRUE(large.leap.is_exact);
  EXPECT_FALSE(large.in_initial());
}

}  // namespace
}  // namespace parley::leap
