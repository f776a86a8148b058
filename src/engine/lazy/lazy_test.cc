#include "engine/lazy/lazy.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "engine/registry.h"
#include "property/parse.h"
#include "support/network_text.h"
#include "support/sample_network.h"

namespace parley {
namespace {

using testing::network;

Predicate predicate(const Network& net, const std::string& text) { return *parse_predicate(SourceText("test", text), net); }
Property reach(const Network& net, const std::string& text) { return {"", Reach{predicate(net, text)}}; }
Property never(const Network& net, const std::string& text) { return {"", Never{predicate(net, text)}}; }

struct Answered {
  Outcome outcome;
  Statistics statistics;
  std::size_t count(Statistic statistic) const { return static_cast<std::size_t>(statistics.value(statistic).value_or(-1)); }
};

Answered ask(const Network& net, Property property, const std::vector<std::pair<std::string, std::string>>& set = {},
             std::span<const LinearInvariant> invariants = {}) {
  Options options = all_options();
  for (const auto& [name, value] : set) EXPECT_EQ(options.set(name, value), std::nullopt);
  const std::vector<Property> properties = {std::move(property)};
  Progress silent;
  const Limits none;
  Answered answered;
  answered.outcome = run(LazyEngine(), {net, properties, invariants}, {options, none, silent}, answered.statistics)[0];
  return answered;
}

// Verdict and evidence: "holds by 2 steps", "violated by 3 states of A B", "violated by 2 cases".
std::string text_of(const Network& net, const Outcome& outcome) {
  if (const auto* unknown = std::get_if<Unknown>(&outcome)) return "unknown (" + unknown->reason + ")";
  std::string text = std::string(verdict_name(verdict_of(outcome))) + " by ";
  const Evidence& evidence = *evidence_of(outcome);
  if (const auto* trace = std::get_if<Trace>(&evidence)) return text + std::to_string(trace->size()) + " steps";
  if (const auto* cases = std::get_if<CaseSplitRef>(&evidence))
    return text +
           std::to_string(std::ranges::count_if((*cases)->tree, [](std::uint32_t node) { return node != CaseSplit::kSplit; })) +
           " cases";
  const auto* set = std::get_if<ClosedSetRef>(&evidence);
  if (set == nullptr) return text + "nothing: " + std::get<NotCertified>(evidence).why;
  text += std::to_string((*set)->states.size()) + " states of";
  for (ComponentId component : (*set)->states.components()) text += " " + std::string(net.name(component));
  return text;
}

std::string answer(const Network& net, Property property, const std::vector<std::pair<std::string, std::string>>& set = {}) {
  return text_of(net, ask(net, std::move(property), set).outcome);
}

TEST(Lazy, AddsOnlyComponentsThatAPathNeeds) {
  const Network net = network("A: 0 -a-> 1; B: 0 -a-> 1; C: 0 -c-> 1 -d-> 0; D: 0 -d-> 1");
  EXPECT_EQ(answer(net, reach(net, "A@1")), "holds by 1 steps");
  EXPECT_EQ(ask(net, reach(net, "A@1")).count(Statistic::kLargestGroup), 2u) << "A and B";
  EXPECT_EQ(answer(net, reach(net, "A@0 && B@1")), "violated by 2 states of B A");
  EXPECT_EQ(answer(net, never(net, "A@0 && B@1")), "holds by 2 states of B A");
  EXPECT_EQ(answer(net, reach(net, "C@1 && A@1")), "holds by 2 steps") << "two groups, one path after the other";
}

TEST(Lazy, ChoosesThePathThatNeedsFewestComponents) {
  const Network net = network("A: 0 -x-> 3, 0 -y-> 1 -z-> 2 -y-> 3; B: 0 -x-> 1; C: 0 -x-> 1; D: 0 -y-> 0");
  const Answered answered = ask(net, reach(net, "A@3"));
  EXPECT_EQ(text_of(net, answered.outcome), "holds by 3 steps");
  EXPECT_EQ(answered.count(Statistic::kLargestGroup), 1u) << "D never refuses y, so it need not join";
  EXPECT_EQ(answer(net, reach(net, "A@3"), {{"lazy.path", "length"}}), "holds by 1 steps");
}

TEST(Lazy, MergesGroupsThatShareAComponent) {
  const Network net = network("A: 0 -a-> 1; B: 0 -b-> 1; L: 0 -a-> 1, 0 -b-> 2");
  const Answered answered = ask(net, reach(net, "A@1 && B@1"));
  EXPECT_EQ(text_of(net, answered.outcome), "violated by 3 states of B A L");
  EXPECT_EQ(answered.count(Statistic::kMerges), 1u);
}

TEST(Lazy, SplitsDisjunctionsAndCountsIntoCases) {
  const Network net = network("A: 0 -a-> 1; B: 0 -b-> 1; L: 0 -a-> 1, 0 -b-> 2; C: 0 -c-> 1, 2");
  EXPECT_EQ(answer(net, reach(net, "A@1 && B@1 || C@2")), "violated by 2 cases");
  EXPECT_EQ(answer(net, reach(net, "A@1 && B@1 || C@1")), "holds by 1 steps");
  EXPECT_EQ(answer(net, reach(net, "(A@1 || C@2) && B@1")), "violated by 2 cases");
  EXPECT_EQ(answer(net, reach(net, "!(A@0 || B@0)")), "violated by 3 states of B A L")
      << "a conjunction of negations is one case";
  EXPECT_EQ(answer(net, reach(net, "count(A@1, B@1, C@1) >= 2")), "holds by 2 steps");
  EXPECT_EQ(answer(net, reach(net, "count(A@1, B@1, C@1) >= 3")), "violated by 3 cases")
      << "A and B, whatever C does; and two that do not add up";
  EXPECT_EQ(answer(net, reach(net, "count(A@1, B@1) >= 2 || false")), "violated by 4 cases");
}

TEST(Lazy, AnswersWhatNeedsNoSearch) {
  const Network net = network("A: 0 -a-> 1; B: 0 -b-> 1");
  EXPECT_EQ(answer(net, reach(net, "true")), "holds by 0 steps");
  EXPECT_EQ(answer(net, reach(net, "false")), "violated by 1 cases");
  EXPECT_EQ(answer(net, reach(net, "A@0 && A@1")), "violated by 1 cases");
  EXPECT_EQ(answer(net, reach(net, "A@0 || B@1")), "holds by 0 steps") << "it holds in the initial state";
}

TEST(Lazy, AnErrorStateStopsEverything) {
  const Network net = network("A: 0 -a-> ERROR; B: 0 -b-> ERROR; C: 0 -c-> 1; D: 0 -x-> ERROR; E: 0 -x-> ERROR");
  EXPECT_EQ(answer(net, reach(net, "A@ERROR && B@ERROR")), "violated by 3 states of A B");
  EXPECT_EQ(answer(net, reach(net, "A@ERROR && C@1")), "holds by 2 steps") << "C goes first";
  EXPECT_EQ(answer(net, reach(net, "D@ERROR && E@ERROR")), "holds by 1 steps");
  const Network dead = network("A: ERROR; B: 0 -b-> 1");
  EXPECT_EQ(answer(dead, reach(dead, "B@1")), "violated by 1 states of B A");
  EXPECT_EQ(answer(dead, reach(dead, "B@0")), "holds by 0 steps");
  EXPECT_EQ(answer(dead, {"", Safety{{*dead.find_component("B")}}}), "holds by 1 states of B A")
      << "B has no error state, but the question names it";
}

TEST(Lazy, WatchesPropertyAutomata) {
  const Network net = network("A: 0 -a-> 1 -b-> 0; ?P: 0 -a-> 1 -a-> ERROR, 0 -b-> 0, 1 -b-> 0; ?Q: 0 -b-> ERROR, 0 -a-> 0");
  const ComponentId p = *net.find_component("P");
  const ComponentId q = *net.find_component("Q");
  EXPECT_EQ(answer(net, {"", Safety{{p}}}), "holds by 2 states of P A");
  EXPECT_EQ(answer(net, {"", Safety{{p, q}}}), "violated by 2 steps");
}

TEST(Lazy, GroupsMergeIfOneMovesAMemberOfTheOther) {
  // W never refuses a or b, so A's group does not add it. But where W goes matters to C.
  const Network net = network("A: 0 -a-> 1; W: 0 -a-> 1, 1 -a-> 1, 0 -b-> 0, 1 -b-> 0, 0 -c-> 0; C: 0 -c-> 1");
  EXPECT_EQ(answer(net, reach(net, "A@1 && C@1")), "holds by 2 steps");
}

TEST(Lazy, IsomorphicGroupsAreSearchedOnce) {
  const Network net = testing::sample_philosophers(100);
  std::string goal;
  for (int i = 0; i < 100; i += 2) goal += (i == 0 ? "" : " && ") + ("phil." + std::to_string(i)) + "@EAT";
  const Answered shared = ask(net, reach(net, goal));
  const Answered alone = ask(net, reach(net, goal), {{"lazy.share", "off"}});
  EXPECT_EQ(verdict_of(shared.outcome), Verdict::kHolds);
  EXPECT_EQ(verdict_of(alone.outcome), Verdict::kHolds);
  EXPECT_LE(shared.count(Statistic::kProducts) * 10, alone.count(Statistic::kProducts));
}

TEST(Lazy, InvariantsOfTheTaskPruneGroups) {
  // A token goes round; the node with the token is in state 1. To see that there is only one token takes all
  // nodes, or the invariant.
  std::string text;
  constexpr int kNodes = 40;
  LinearInvariant one_token = {.rows = {}, .bound = 1};
  for (int i = 0; i < kNodes; ++i) {
    text += "N" + std::to_string(i) + ": " + (i == 0 ? "1 -t0-> 0, 0" : "0") + " -t" + std::to_string((i + kNodes - 1) % kNodes) +
            "-> 1" + (i == 0 ? "" : " -t" + std::to_string(i) + "-> 0") + "\n";
  }
  const Network net = network(text);
  for (ComponentId component : net.components()) {
    const Lts& lts = net.lts(component);
    std::vector<std::int64_t> weights(lts.num_states(), 0);
    weights[lts.states_named("1").front().index()] = 1;
    one_token.rows.push_back({component, weights});
  }
  const Answered answered = ask(net, reach(net, "N3@1 && N20@1"), {}, std::span(&one_token, 1));
  EXPECT_EQ(verdict_of(answered.outcome), Verdict::kViolated);
  EXPECT_LE(answered.count(Statistic::kLargestProduct), 1000u);
  const auto* set = std::get_if<ClosedSetRef>(evidence_of(answered.outcome));
  ASSERT_NE(set, nullptr);
  EXPECT_EQ((*set)->invariants.size(), 1u);
}

// Clients that enter and leave a room for one client, and are done then.
Network clients_of_a_room(int count) {
  std::string room = "R: free";
  std::string clients;
  for (int i = 0; i < count; ++i) {
    const std::string in = "in" + std::to_string(i);
    const std::string out = "out" + std::to_string(i);
    room += std::string(i == 0 ? "" : ", free") + " -" + in + "-> by" + std::to_string(i) + " -" + out + "-> free";
    clients += "C" + std::to_string(i) + ": wait -" + in + "-> inside -" + out + "-> done\n";
  }
  return network(clients + room);
}

TEST(Lazy, ALargeGroupRepairsItsOldPath) {
  constexpr int kClients = 300;
  const Network net = clients_of_a_room(kClients);
  std::string all;
  for (int i = 0; i < kClients; ++i) all += (i == 0 ? "C" : " && C") + std::to_string(i) + "@done";
  const Answered answered = ask(net, reach(net, all));
  EXPECT_EQ(text_of(net, answered.outcome), "holds by 600 steps");
  EXPECT_EQ(answered.count(Statistic::kMerges), 299u);
  EXPECT_LE(answered.count(Statistic::kStates), 200'000u) << "one new search per component that joins would be millions";
}

TEST(Lazy, TwoConflictingLocalGoalsRefuteALargeGroup) {
  const Network net = clients_of_a_room(60);
  std::string goal = "C58@inside && C59@inside";
  for (int i = 0; i < 50; ++i) goal += " && C" + std::to_string(i) + "@done";
  const std::string why = answer(net, reach(net, goal));
  EXPECT_TRUE(why.ends_with("states of C58 C59 R") || why.ends_with("states of C59 C58 R")) << why;
}

TEST(Lazy, AChainOfDependenciesIsFollowed) {
  std::string text = "A0: 0 -t1-> 1\n";
  constexpr int kLinks = 400;
  for (int i = 1; i <= kLinks; ++i)
    text += "A" + std::to_string(i) + ": 0" + (i == kLinks ? " -go" : " -t" + std::to_string(i + 1)) + "-> 1 -t" +
            std::to_string(i) + "-> 2\n";
  const Network net = network(text);
  const Answered answered = ask(net, reach(net, "A0@1"));
  EXPECT_EQ(text_of(net, answered.outcome), "holds by 401 steps");
  EXPECT_EQ(answered.count(Statistic::kLargestGroup), 23u) << "from then on the path is repaired";
}

TEST(Lazy, DeclinesDeadlocksAndSaysWhy) {
  const Network net = network("A: 0 -a-> 1");
  EXPECT_TRUE(LazyEngine().declines(net, {"", Deadlock{}}));
  EXPECT_TRUE(LazyEngine().declines(net, {"", LocalDeadlock{}}));
  EXPECT_FALSE(LazyEngine().declines(net, reach(net, "A@1")));
  EXPECT_EQ(*LazyEngine().declines(net, {"", Undecided{PropertyKind::kProgress, "not yet"}}), "not yet");
}

TEST(Lazy, WithoutCertificatesTheVerdictIsTheSame) {
  const Network net = network("A: 0 -a-> 1; B: 0 -a-> 1");
  EXPECT_EQ(answer(net, reach(net, "A@0 && B@1"), {{"lazy.certificate", "off"}}), "violated by nothing: lazy.certificate is off");
}

TEST(Lazy, EveryChoiceGivesTheSameVerdict) {
  const Network net = network("A: 0 -a-> 1 -b-> 2; B: 0 -a-> 1 -c-> 2; C: 0 -b-> 1, 0 -c-> 2; D: 0 -c-> 1");
  for (const char* scheme : {"flat", "levels"})
    for (const char* product : {"seen", "path", "whole"})
      for (const char* merge : {"members", "goals", "first", "current"})
        for (const char* forget : {"nothing", "everything"})
          for (const char* partition : {"finest", "whole"}) {
            const std::vector<std::pair<std::string, std::string>> set = {{"lazy.scheme", scheme},
                                                                          {"lazy.product", product},
                                                                          {"lazy.merge", merge},
                                                                          {"lazy.forget", forget},
                                                                          {"lazy.partition", partition}};
            EXPECT_EQ(verdict_of(ask(net, reach(net, "A@2 && B@2"), set).outcome), Verdict::kViolated);
            EXPECT_EQ(verdict_of(ask(net, reach(net, "A@2 && B@1"), set).outcome), Verdict::kHolds);
          }
}

}   // namespace
}   // namespace parley
