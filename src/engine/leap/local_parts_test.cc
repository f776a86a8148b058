#include "engine/leap/local_parts.h"

#include <gtest/gtest.h>

#include "support/network_text.h"

namespace parley::leap {
namespace {

using testing::network;

LocalParts parts_of(const Network& network) { return LocalParts::find(network, {}, Limits()).value(); }

// One node per line: "0{0,1}: a>2 !b>ERROR; 1[a] END[]" are its reach, its leaps ('!' before those of local
// rules), and its rests with the labels that they offer.
std::string nodes(const Network& network, std::string_view name) {
  const LocalParts parts = parts_of(network);
  const ComponentId component = network.find_component(name).value();
  const LocalParts::Kind& kind = parts.kind(component);
  const Lts& lts = network.lts(component);
  std::string text;
  for (std::size_t node = 0; node < kind.num_nodes(); ++node) {
    text += (text.empty() ? "" : "\n") + lts.state_name(kind.state_of(node)) + "{";
    for (LocalState state : kind.reach(node)) text += (text.back() == '{' ? "" : ",") + lts.state_name(state);
    text += "}:";
    for (const LocalParts::Kind::Leap& leap : kind.leaps(node))
      text +=
          std::string(leap.is_local ? " !" : " ") + lts.label_name(leap.label) + ">" + lts.state_name(kind.state_of(leap.node));
    text += ";";
    for (const LocalParts::Rest& rest : kind.rests(node)) {
      text += " " + lts.state_name(rest.state) + "[";
      for (LocalLabel label : kind.offers(rest)) text += (text.back() == '[' ? "" : ",") + lts.label_name(label);
      text += rest.is_terminal ? "]." : "]";
    }
    if (!kind.is_settled(node)) text += " unsettled";
  }
  return text;
}

TEST(LocalParts, LocalStepsArePartOfALeap) {
  const Network net = network("A: 0 -a-> 1 -b-> 2 -r-> 0; B: 0 -r-> 0");
  EXPECT_EQ(nodes(net, "A"), "0{0,1,2}: r>0; 2[r]");
  EXPECT_EQ(nodes(net, "B"), "0{0}: r>0; 0[r]");
  EXPECT_FALSE(parts_of(net).is_trivial());
  EXPECT_TRUE(parts_of(net).is_settled());
}

TEST(LocalParts, WithoutLocalRulesEveryStateIsANode) {
  const Network net = network("A: 0 -r-> 1 -s-> 0; B: 0 -r-> 1 -s-> 0");
  EXPECT_EQ(nodes(net, "A"), "0{0}: r>1; 0[r]\n1{1}: s>0; 1[s]");
  EXPECT_TRUE(parts_of(net).is_trivial());
}

TEST(LocalParts, StatesThatReachEachOtherAreOneNode) {
  // 1, 2 and 3 form a cycle; r enters it in two states.
  const Network net = network("A: 0 -r-> 2, 0 -r-> 3, 1 -a-> 2 -a-> 3 -a-> 1, 3 -s-> 0; B: 0 -r-> 1 -s-> 0");
  EXPECT_EQ(nodes(net, "A"), "0{0}: r>2; 0[r]\n2{2,3,1}: s>0;") << "the first one named is the one with the smallest number";
  const LocalParts parts = parts_of(net);
  const LocalParts::Kind& kind = parts.kind(ComponentId(0));
  const auto state = [&](const char* name) { return net.lts(ComponentId(0)).states_named(name).at(0); };
  EXPECT_EQ(kind.like(state("1")), state("2"));
  EXPECT_EQ(kind.like(state("3")), state("2"));
  EXPECT_EQ(kind.node_of(state("1")), kind.node_of(state("3")));
  EXPECT_EQ(kind.like(state("0")), state("0"));
}

TEST(LocalParts, TargetsInTheReachOfOtherTargetsAreDropped) {
  const Network net = network("A: 0 -r-> 1, 0 -r-> 2, 0 -r-> 3, 1 -a-> 2, 3 -s-> 0; B: 0 -r-> 0, 0 -s-> 0");
  EXPECT_EQ(nodes(net, "A"), "0{0}: r>1 r>3; 0[r]\n1{1,2}:; 2[]\n3{3}: s>0; 3[s]");
}

TEST(LocalParts, ATargetIsOnlyDroppedForOneOfTheSameLabel) {
  const Network net = network("A: 0 -r-> 1, 0 -s-> 2, 1 -a-> 2; B: 0 -r-> 0, 0 -s-> 0");
  EXPECT_EQ(nodes(net, "A"), "0{0}: r>1 s>2; 0[r,s]\n1{1,2}:; 2[]\n2{2}:; 2[]");
}

TEST(LocalParts, ErrorsOfLocalRulesAreLeapsOfTheirOwn) {
  const Network net = network("A: 0 -a-> 1 -b-> ERROR, 1 -r-> 0; B: 0 -r-> 0");
  EXPECT_EQ(nodes(net, "A"), "0{0,1}: !b>ERROR r>0;\nERROR{}:;")
      << "a component that can enter an error state alone is not at rest";
}

TEST(LocalParts, ErrorsOfSharedRulesAreNeverDropped) {
  const Network net = network("A: 0 -r-> 1, 0 -r-> ERROR, 1 -r-> 0; B: 0 -r-> 0");
  EXPECT_EQ(nodes(net, "A"), "0{0}: r>1 r>ERROR; 0[r]\n1{1}: r>0; 1[r]\nERROR{}:;");
}

TEST(LocalParts, ALabelOfLocalAndSharedRulesIsBoth) {
  // 'a' moves A alone and together with B, and leads into the error state either way.
  const Network net = network("A: 0 -a-> 1 -a-> ERROR; B: 0 -b-> 0\nalone = A.a\ntogether = A.a B.b");
  EXPECT_EQ(nodes(net, "A"), "0{0,1}: a>1 a>ERROR !a>ERROR;\n1{1}: a>ERROR !a>ERROR;\nERROR{}:;");
  const LocalParts parts = parts_of(net);
  EXPECT_EQ(parts.kind(ComponentId(0)).use(LocalLabel(0)), LocalParts::kLocal | LocalParts::kShared);
  EXPECT_EQ(parts.kind(ComponentId(1)).use(LocalLabel(0)), LocalParts::kShared);
}

TEST(LocalParts, ALabelThatNoRuleUsesHasNoLeaps) {
  EXPECT_EQ(nodes(network("A: 0 -a-> 1 -r-> 0, 0 -r-> 0; B: 0 -r-> 0\nr = A.r B.r"), "A"), "0{0}: r>0; 0[r]");
}

TEST(LocalParts, OnlyRestsThatOfferLeastAreListed) {
  // 1 offers r and s, 2 and 4 only r, 3 only t.
  const Network net =
      network("A: 0 -a-> 1 -r-> 0, 1 -s-> 0, 0 -a-> 2 -r-> 0, 0 -a-> 3 -t-> 0, 0 -a-> 4 -r-> 0; B: 0 -r-> 0, 0 -s-> 0, 0 -t-> 0");
  EXPECT_EQ(nodes(net, "A"), "0{0,1,2,3,4}: r>0 s>0 t>0; 2[r] 3[t] unsettled");
}

TEST(LocalParts, ATerminalRestIsDroppedOnlyForOneThatOffersAsLittle) {
  EXPECT_EQ(nodes(network("A: 0 -a-> END, 0 -b-> 1; B: 0 -r-> 0"), "A"), "0{0,END,1}:; 1[]");
  EXPECT_EQ(nodes(network("A: 0 -a-> END, 0 -b-> 1 -r-> 0; B: 0 -r-> 0"), "A"), "0{0,END,1}: r>0; END[]. 1[r] unsettled")
      << "only a component that has not terminated can be blocked";
}

TEST(LocalParts, ComingToRestLosesLabelsOfferedOnTheWay) {
  EXPECT_EQ(nodes(network("A: 0 -a-> 1 -r-> 0, 0 -r-> 0; B: 0 -r-> 0"), "A"), "0{0,1}: r>0; 1[r]");
  EXPECT_EQ(nodes(network("A: 0 -a-> 1 -r-> 0, 0 -s-> 0; B: 0 -r-> 0, 0 -s-> 0"), "A"), "0{0,1}: r>0 s>0; 1[r] unsettled");
  EXPECT_EQ(nodes(network("A: 0 -a-> 0, 0 -s-> 1; B: 0 -s-> 0"), "A"), "0{0}: s>1;\n1{1}:; 1[]")
      << "a component that never rests loses nothing";
}

TEST(LocalParts, ANodeThatMayErrAndMayRestIsNotSettled) {
  EXPECT_EQ(nodes(network("A: 0 -a-> 1, 0 -b-> ERROR; B: 0 -b2-> 0"), "A"), "0{0,1}: !b>ERROR; 1[] unsettled\nERROR{}:;");
}

TEST(LocalParts, ObserversDoNothingAlone) {
  const Network net = network("A: 0 -a-> 1 -r-> 0; B: 0 -r-> 0; ?W: 0 -r-> 1 -r-> ERROR");
  EXPECT_EQ(nodes(net, "W"), "0{0}: r>1; 0[r]\n1{1}: r>ERROR; 1[r]\nERROR{}:;");
}

TEST(LocalParts, AnObserverMakesARuleShared) {
  EXPECT_EQ(nodes(network("A: 0 -a-> 1 -b-> 2; ?W: 0 -a-> 0"), "A"), "0{0}: a>1; 0[a]\n1{1,2}:; 2[]");
}

TEST(LocalParts, ComponentsThatUseATemplateTheSameWayAreOfOneKind) {
  NetworkBuilder builder;
  const TemplateId of = builder.add_template(testing::lts("0 -a-> 1 -r-> 0"));
  const ComponentId a = builder.add_component("a", of);
  const ComponentId b = builder.add_component("b", of);
  const ComponentId c = builder.add_component("c", of);
  const LabelId tau = builder.intern_label(kTau);
  const auto rule = [&](std::vector<Participant> participants) { builder.add_rule(tau, participants); };
  rule({{a, LocalLabel(0)}});
  rule({{b, LocalLabel(0)}});
  rule({{a, LocalLabel(1)}, {b, LocalLabel(1)}, {c, LocalLabel(1)}});
  const Network net = std::move(builder).build();
  const LocalParts parts = parts_of(net);
  EXPECT_EQ(parts.kinds().size(), 2u);
  EXPECT_EQ(parts.kind_number(a), parts.kind_number(b));
  EXPECT_NE(parts.kind_number(a), parts.kind_number(c)) << "no rule lets c move by a";
  EXPECT_EQ(nodes(net, "a"), "0{0,1}: r>0; 1[r]");
  EXPECT_EQ(nodes(net, "c"), "0{0}:; 0[]");
}

TEST(LocalParts, TooMuchWorkIsDeclined) {
  // Every state of a long chain is entered by a shared rule: the reaches are quadratic.
  std::string chain = "A: ";
  constexpr int kStates = 200;
  for (int i = 0; i < kStates; ++i)
    chain += (i == 0 ? "" : ", ") + std::to_string(i) + " -a-> " + std::to_string(i + 1) + ", " + std::to_string(i + 1) + " -r" +
             std::to_string(i) + "-> " + std::to_string(i);
  std::string partner = "; B: ";
  for (int i = 0; i < kStates; ++i) partner += (i == 0 ? "0 -r" : ", 0 -r") + std::to_string(i) + "-> 0";
  const Network net = network(chain + partner);
  EXPECT_EQ(LocalParts::find(net, {.most_work = 10'000}, Limits()), std::nullopt);
  const std::optional<LocalParts> parts =
      LocalParts::find(net, {.most_work = 100'000'000, .free_leaps = 1'000'000'000}, Limits());
  ASSERT_TRUE(parts.has_value());
  EXPECT_EQ(parts->kind(ComponentId(0)).num_nodes(), static_cast<std::size_t>(kStates));
}

TEST(LocalParts, ALimitStopsIt) {
  const StopToken stop = StopRequest::kInterrupted;
  const Limits limits({.seconds = {}, .memory_bytes = {}, .stop = &stop});
  std::string chain = "A: ";
  for (int i = 0; i < 10'000; ++i) chain += (i == 0 ? "" : ", ") + std::to_string(i) + " -a-> " + std::to_string(i + 1);
  const Network net = network(chain);
  EXPECT_THROW(LocalParts::find(net, {.most_work = 1'000'000'000, .free_leaps = 1'000'000'000}, limits), Stopped);
}

}   // namespace
}   // namespace parley::leap
