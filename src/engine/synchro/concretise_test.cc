#include "engine/synchro/concretise.h"

#include <gtest/gtest.h>

#include "property/parse.h"
#include "support/sample_network.h"

namespace parley::synchro {
namespace {

using testing::network;

Predicate predicate(const Network& net, const std::string& text) { return *parse_predicate(SourceText("test", text), net); }

struct Asked {
  const Network& net;
  Property property;
  std::vector<LocalState> candidate = {};
  std::uint64_t budget = 100'000;
  std::uint64_t seed = 1;
};

// The labels of the trace, or "none".
std::string concretised(const Asked& asked) {
  const Limits limits;
  Statistics statistics;
  const std::optional<Trace> trace =
      concretise(asked.net, asked.property, asked.candidate, asked.budget, asked.seed, limits, statistics);
  if (!trace) return "none";
  std::string text;
  for (std::size_t i = 0; i < trace->size(); ++i)
    text += (i > 0 ? " " : "") + std::string(asked.net.label_name((*trace)[i].label));
  return text;
}

// One digit per component: its state, in the order of the text.
std::vector<LocalState> state(const std::string& digits) {
  std::vector<LocalState> result;
  for (char digit : digits) result.emplace_back(static_cast<std::size_t>(digit - '0'));
  return result;
}

TEST(Concretise, FindsRunsForEveryKindOfProperty) {
  const Network net = network("A: 0 -a-> 1 -b-> 2; B: 0 -a-> 1; ?P: 0 -a-> 1 -a-> ERROR, 0 -b-> 0, 1 -b-> ERROR");
  EXPECT_EQ(concretised({net, {"", Never{predicate(net, "A@1")}}, state("110")}), "a");
  EXPECT_EQ(concretised({net, {"", Reach{predicate(net, "A@1 && B@1")}}, state("110")}), "a");
  EXPECT_EQ(concretised({net, {"", Safety{{*net.find_component("P")}}}, state("212")}), "a b");
  EXPECT_EQ(concretised({net, {"", Deadlock{}}}), "none") << "the error comes before";
  EXPECT_EQ(concretised({net, {"", LocalDeadlock{}}, state("110")}), "a") << "B has stopped";
  const Network two = network("A: 0 -a-> 1 -b-> 0; B: 0 -a-> 1");
  EXPECT_EQ(concretised({two, {"", Deadlock{}}, state("01")}), "a b");
}

TEST(Concretise, FindsAnotherStateThanTheCandidate) {
  // A at 1 and B at 0 is a deadlock, but not reachable.
  const Network net = network("A: 0 -a-> 1 -b-> 2; B: 0 -a-> 1 -b-> 2");
  EXPECT_EQ(concretised({net, {"", Deadlock{}}, state("10")}), "a b");
}

TEST(Concretise, FindsNothingWhereNothingIs) {
  const Network net = network("A: 0 -a-> 1 -b-> 0; B: 0 -c-> 0");
  EXPECT_EQ(concretised({net, {"", Deadlock{}}, state("10")}), "none");
  EXPECT_EQ(concretised({net, {"", Never{predicate(net, "A@0 && A@1")}}}), "none");
  EXPECT_EQ(concretised({net, {"", Undecided{PropertyKind::kProgress, "no"}}}), "none");
}

TEST(Concretise, CountsWhatItLooksAt) {
  const Network net = network("A: 0 -a-> 1 -b-> 0; B: 0 -c-> 1 -d-> 0");
  const Limits limits;
  Statistics statistics;
  EXPECT_EQ(concretise(net, {"", Deadlock{}}, {}, 100'000, 1, limits, statistics), std::nullopt);
  EXPECT_EQ(statistics.value(Statistic::kStates), 4);
  EXPECT_EQ(statistics.value(Statistic::kTransitions), 8);
}

TEST(Concretise, SmallSystemsGetShortestTraces) {
  const Network net = testing::sample_philosophers(5);
  const Limits limits;
  Statistics statistics;
  const std::optional<Trace> trace = concretise(net, {"", Deadlock{}}, {}, 2'000'000, 1, limits, statistics);
  ASSERT_TRUE(trace.has_value());
  EXPECT_TRUE(trace->is_shortest());
  EXPECT_EQ(trace->size(), 10u) << "each sits down and takes one fork";
}

// With almost no budget nothing is found, with more it is: by the walks alone, since no search could cover 60
// philosophers.
TEST(Concretise, KeepsToItsBudget) {
  const Network net = testing::sample_philosophers(60);
  EXPECT_EQ(concretised({net, {"", Deadlock{}}, {}, 40}), "none");
  EXPECT_NE(concretised({net, {"", Deadlock{}}, {}, 400'000}), "none");
}

TEST(Concretise, IsAFunctionOfTheSeed) {
  const Network net = testing::sample_philosophers(40);
  const std::string once = concretised({net, {"", Deadlock{}}, {}, 400'000, 7});
  EXPECT_EQ(concretised({net, {"", Deadlock{}}, {}, 400'000, 7}), once);
  EXPECT_NE(concretised({net, {"", Deadlock{}}, {}, 400'000, 8}), once);
}

// A counter must reach 60 exactly while forty other components move. The candidate says where to go; the
// property alone leaves a wide choice.
TEST(Concretise, GoesWhereTheCandidatePoints) {
  std::string text = "A: 0 -up-> 1";
  for (int i = 1; i < 60; ++i)
    text += ", " + std::to_string(i) + " -up-> " + std::to_string(i + 1) + ", " + std::to_string(i) + " -down-> " +
            std::to_string(i - 1);
  for (int i = 0; i < 40; ++i)
    text += ";B" + std::to_string(i) + ": 0 -x" + std::to_string(i) + "-> 1 -y" + std::to_string(i) + "-> 0";
  const Network net = network(text);
  std::vector<LocalState> candidate(net.num_components());
  candidate[0] = LocalState(60);
  EXPECT_NE(concretised({net, {"", LocalDeadlock{}}, candidate, 200'000}), "none");
}

TEST(Concretise, StopsAtLimits) {
  const Network net = testing::sample_philosophers(40);
  StopToken stop = StopRequest::kInterrupted;
  const Limits limits({.stop = &stop});
  Statistics statistics;
  EXPECT_THROW(
      concretise(net, {"", Never{predicate(net, "\"phil.0\"@EAT && \"phil.1\"@EAT")}}, {}, 50'000'000, 1, limits, statistics),
      Stopped);
}

}   // namespace
}   // namespace parley::synchro
