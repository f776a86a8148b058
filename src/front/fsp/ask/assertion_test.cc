#include "front/fsp/ask/assertion.h"

#include <gtest/gtest.h>

#include "support/fsp_text.h"

namespace parley::fsp {

namespace {

// The automaton that watches the assertion A in a model with a process P.
std::string watching(const std::string& text, const std::string& assertion = "A") {
  const Network network = network_of(text, {.target = "P", .observer = "assert " + assertion});
  const auto component = network.find_component(assertion);
  return component && network.is_observer(*component) ? to_text(network.lts(*component)) : "nobody watches";
}

struct Bound {
  std::string observer;
  std::string verdict;   // holds, violated, 'unknown: reason', or the codes of errors
};

// The answer to the only check of a model.
Bound answer(const std::string& text) {
  const auto model = read(text);
  if (!model) return {"", codes(model.diagnostics())};
  const std::vector<CheckRequest> checks = *(*model)->checks("", Limits());
  EXPECT_EQ(checks.size(), 1u);
  const CheckRequest& request = checks.front();
  const auto needs = (*model)->needs_observer(request.target, observer_of(request), Limits());
  if (!needs) return {"", codes(needs.diagnostics())};
  const std::string observer = *needs ? observer_of(request) : "";
  Progress silent;
  const auto network = (*model)->build(request.target, observer, Limits(), silent);
  if (!network) return {observer, codes(network.diagnostics())};
  const auto property = (*model)->bind(request, *network, Limits());
  if (!property) return {observer, codes(property.diagnostics())};
  const std::string said = codes(property.diagnostics());
  if (const auto* undecided = std::get_if<Undecided>(&property->ask))
    return {observer, "unknown: " + undecided->why + (said.empty() ? "" : " " + said)};
  const auto& automata = std::get<Safety>(property->ask).automata;
  PredicateBuilder builder;
  std::vector<PredicateBuilder::Handle> any;
  for (const ComponentId component : automata)
    any.push_back(builder.atom({component, network->lts(component).states_named("ERROR")}));
  const Predicate bad = std::move(builder).build(builder.any_of(any));
  return {observer, explore(*network, &bad).holds_reach ? "violated" : "holds"};
}

std::string verdict(const std::string& text) { return answer(text).verdict; }

constexpr const char* kLamp = "P = (on -> off -> P | on -> crash -> P | crash -> off -> P).\nfluent LIT = <on, off>\n";

TEST(Assertion, AFluentKeepsItsValue) {
  EXPECT_EQ(watching(std::string(kLamp) + "assert A = [](LIT -> !crash)"),
            "NONE: on->LIT off->NONE crash->NONE\n"
            "ERROR!:\n"
            "LIT: on->LIT off->NONE crash->ERROR\n");
  EXPECT_EQ(verdict(std::string(kLamp) + "assert A = [](LIT -> !crash)\ncheck assert A"), "violated");
  EXPECT_EQ(verdict(std::string(kLamp) + "assert A = [](off -> !LIT)\ncheck assert A"), "holds");
}

// The first moment is after the first action; nothing can be violated before it.
TEST(Assertion, MomentsAreAfterActions) {
  const std::string text = "P = (start -> STARTED), STARTED = (work -> STARTED).\nfluent UP = <start, stop>\n";
  EXPECT_EQ(verdict(text + "assert A = []UP + {stop}\ncheck assert A"), "holds");
  EXPECT_EQ(verdict(text + "assert A = start\ncheck assert A"), "holds");
  EXPECT_EQ(verdict(text + "assert A = (UP && X work) + {stop}\ncheck assert A"), "holds");
  EXPECT_EQ(verdict(text + "assert A = X UP + {stop, work}\ncheck assert A"), "holds");
  EXPECT_EQ(verdict(text + "assert A = []!work\ncheck assert A"), "violated");
}

// X skips actions outside the alphabet of the formula.
TEST(Assertion, NextIsTheNextActionOfItsAlphabet) {
  const std::string text = "P = (a -> x -> b -> P).\n";
  EXPECT_EQ(verdict(text + "assert A = [](a -> X b)\ncheck assert A"), "holds");
  EXPECT_EQ(verdict(text + "assert A = [](a -> X b) + {x}\ncheck assert A"), "violated");
  EXPECT_EQ(verdict(text + "assert A = [](a -> X (x && X b))\ncheck assert A"), "holds");
}

TEST(Assertion, HiddenActionsAreNotSeen) {
  const std::string text = "Q = (a -> x -> b -> Q).\n||P = Q \\ {x}.\n";
  EXPECT_EQ(verdict(text + "assert A = [](a -> X b)\ncheck assert A"), "holds");
  EXPECT_EQ(verdict(text + "assert A = [](a -> X b) + {x}\ncheck assert A"), "holds");   // + says that x may never happen
  EXPECT_EQ(verdict(text + "assert A = [](a -> X x)\ncheck assert A"), "fsp-free-label 3:8");
}

TEST(Assertion, QuantifiersIndicesAndInitialValuesAreEvaluated) {
  const std::string text = R"(const N = 3
range R = 1..N
U = (enter -> exit -> U).
||P = forall [i:R] u[i]:U.
fluent IN[i:R] = <u[i].enter, u[i].exit> initially (i == 4)
)";
  EXPECT_EQ(verdict(text + "assert A = forall [i:1..N-1] forall [j:i+1..N] [] !(IN[i] && IN[j])\ncheck assert A"), "violated");
  EXPECT_EQ(verdict(text + "assert A = [] (exists [i:R] IN[i] || u[1..3].exit)\ncheck assert A"), "holds");
  EXPECT_EQ(verdict(text + "assert A = [] (IN[1..3] || u[R].exit)\ncheck assert A"), "holds");   // IN[1..3] means one of them
  EXPECT_EQ(verdict(text + "assert A = forall [i:R] [](rigid (i > N) || (u[i].enter -> IN[i]))\ncheck assert A"), "holds");
  EXPECT_EQ(verdict(text + "assert A = [] !IN[4]\ncheck assert A"), "fsp-range 6:16");
  EXPECT_EQ(watching("P = (a -> b -> P).\nfluent F = <a, b> initially 1\nassert A = F"),
            "F: a->HOLDS b->ERROR\nERROR!:\nHOLDS: a->HOLDS b->HOLDS\n");
}

TEST(Assertion, AssertionsReferToOthers) {
  const std::string text = "P = (a[1] -> b[1] -> a[2] -> b[2] -> P).\nassert FOLLOWS(I=1) = [](a[I] -> X b[I]) ";
  EXPECT_EQ(verdict(text + "assert BOTH = (FOLLOWS(1) && FOLLOWS(2))\ncheck assert BOTH"), "holds");
  EXPECT_EQ(verdict(text + "assert NOT = !FOLLOWS\ncheck assert NOT"), std::string("unknown: ") + kWhyLiveness);
  EXPECT_EQ(verdict(text + "assert WRONG = [](FOLLOWS -> !a[2])\ncheck assert WRONG"), std::string("unknown: ") + kWhyLiveness);
}

// Each assertion refers twice to the one before it: 2^40 copies if references were expanded one by one.
TEST(Assertion, SharedReferencesAreExpandedOnce) {
  std::string text = "P = (a -> P | b -> P).\nassert A0 = [](a || b)\n";
  for (int i = 1; i <= 40; ++i) text += fmt::format("assert A{} = (A{} && X A{})\n", i, i - 1, i - 1);
  EXPECT_EQ(verdict(text + "check assert A40"), "holds");
}

TEST(Assertion, DepthIsLimitedThroughReferences) {
  std::string text = "P = (a -> P | b -> P).\nassert A0 = [](a || b)\n";
  for (int i = 1; i <= 3000; ++i) text += fmt::format("assert A{} = (a -> X A{})\n", i, i - 1);
  EXPECT_TRUE(verdict(text + "check assert A3000").starts_with("fsp-depth"));
}

TEST(Assertion, DepthBelowTheLimitIsFine) {
  std::string text = "P = (a -> P | b -> P).\nassert A0 = [](a || b)\n";
  for (int i = 1; i <= 300; ++i) text += fmt::format("assert A{} = (a -> X A{})\n", i, i - 1);
  EXPECT_EQ(verdict(text + "check assert A300"), "holds");
}

TEST(Assertion, ALabelCannotStartAndEndAFluent) {
  EXPECT_EQ(verdict("P = (a -> b -> P).\nfluent F = <{a,b}, b>\nassert A = []F\ncheck assert A"), "fsp-fluent 2:8");
}

TEST(Assertion, ALabelThatNoComponentHasIsAnError) {
  EXPECT_EQ(verdict("P = (a -> b -> P).\nassert A = []!c\ncheck assert A"), "fsp-free-label 2:8");
  EXPECT_EQ(verdict("P = (a -> b -> P).\nassert A = []<>c\ncheck assert A"), "fsp-free-label 2:8");
  EXPECT_EQ(verdict("P = (a -> b -> P).\nassert A = []!c + {c}\ncheck assert A"), "holds");
}

TEST(Assertion, LivenessIsUnknownWithItsReason) {
  const Bound bound = answer("P = (a -> b -> P).\nassert A = [](a -> <>b)\ncheck assert A");
  EXPECT_EQ(bound.observer, "");
  EXPECT_EQ(bound.verdict, std::string("unknown: ") + kWhyLiveness);
  EXPECT_EQ(verdict("P = (a -> b -> P).\nassert A = !(a U b)\ncheck assert A"), "violated");
  EXPECT_EQ(verdict("P = (a -> b -> P).\nassert A = (!b W a)\ncheck assert A"), "holds");
}

// Independent users are watched by one automaton each; there is no product of their states.
TEST(Assertion, IndependentPartsHaveAutomataOfTheirOwn) {
  const std::string text = R"(const N = 40
U = (enter -> exit -> U).
||P = forall [i:1..N] u[i]:U.
fluent IN[i:1..N] = <u[i].enter, u[i].exit>
)";
  const std::string own = text + "assert A = forall [i:1..N] []((u[i].enter -> IN[i]) && (u[i].exit -> !IN[i]))";
  const Network network = network_of(own, {.target = "P", .observer = "assert A"});
  EXPECT_EQ(network.num_components(), 80u);
  EXPECT_EQ(labels_text(network.lts(*network.find_component("A.7"))), "u.7.enter u.7.exit");
  // One automaton for all: no user inside, each user alone, and the error state.
  const std::string together = text + "assert A = forall [i:1..N] forall [j:1..N] [](rigid(i == j) || !(IN[i] && IN[j]))";
  const Network one = network_of(together, {.target = "P", .observer = "assert A"});
  EXPECT_EQ(one.num_components(), 41u);
  EXPECT_EQ(one.lts(*one.find_component("A")).num_states(), 42u);
}

// The actions of the other user count for X, so the automaton observes them.
TEST(Assertion, PartsThatNoticeOthersSeeThem) {
  const std::string text = "U = (a -> b -> U).\n||P = (x:U || y:U).\n";
  EXPECT_EQ(verdict(text + "assert A = [](x.a -> X x.b)\ncheck assert A"), "holds");
  EXPECT_EQ(verdict(text + "assert A = ([](x.a -> X x.b) && [](y.a -> X y.b))\ncheck assert A"), "violated");
  EXPECT_EQ(verdict(text + "assert A = ([](x.a -> (!x.a W x.b)) && [](y.b -> (!y.b W y.a)))\ncheck assert A"), "violated");
  const Network network =
      network_of(text + "assert A = ([](x.a -> X x.b) && [](y.a -> X y.b))", {.target = "P", .observer = "assert A"});
  EXPECT_EQ(labels_text(network.lts(*network.find_component("A.1"))), "x.a x.b y.a y.b");
}

TEST(Assertion, MayHaveTheNameOfAProcess) {
  const Bound bound = answer("P = (a -> P).\nproperty P2 = (a -> P2).\nassert P = []a\ncheck assert P on P");
  EXPECT_EQ(bound.observer, "assert P");
  EXPECT_EQ(bound.verdict, "holds");
}

TEST(Progress, IsUnknownWithItsReason) {
  const std::string text = "P = (a[1] -> a[2] -> P).\nprogress G[i:1..2] = {a[i]}\n";
  EXPECT_EQ(verdict(text + "check progress G"), std::string("unknown: ") + kWhyProgress);
  EXPECT_EQ(verdict(text + "check progress G[2]"), std::string("unknown: ") + kWhyProgress);
  EXPECT_EQ(verdict(text + "check progress G[3]"), "fsp-unknown-property 3:16");
  EXPECT_EQ(verdict("P = (a -> P).\nprogress G = {a, b}\ncheck progress G"),
            std::string("unknown: ") + kWhyProgress + " fsp-free-label 2:10");
  EXPECT_EQ(verdict("P = (a -> P).\nprogress G = if {a} then {b}\ncheck progress G"),
            std::string("unknown: ") + kWhyProgress + " fsp-free-label 2:10");
  EXPECT_EQ(verdict("P = (a -> P).\nprogress G = {b}\ncheck progress G"), "fsp-free-label 2:10");
}

TEST(Local, IsUnknownWithItsReason) {
  const std::string text = "P = (a -> P).\nproperty ONCE = (a -> ONCE).\n||S = (x:P || y:P).\n";
  EXPECT_EQ(verdict(text + "check local ONCE on S at x"), std::string("unknown: ") + kWhyLocal);
  EXPECT_EQ(verdict(text + "check local ONCE on S at z"), "fsp-unknown-component 4:26");
}

}   // namespace

}   // namespace parley::fsp
