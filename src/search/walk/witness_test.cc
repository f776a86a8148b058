#include "search/walk/witness.h"

#include <gtest/gtest.h>

#include "property/parse.h"
#include "search/shorten/path.h"
#include "search/steps/target.h"
#include "support/sample_network.h"

namespace parley {
namespace {

using testing::network;

Predicate predicate(const Network& net, const std::string& text) { return *parse_predicate(SourceText("test", text), net); }

struct Finding {
  const Network& net;
  std::vector<Property> properties;
  std::uint64_t seed = 1;
  unsigned threads = 1;
  std::vector<std::uint64_t> portions = {20'000};
  std::vector<std::size_t> dropped = {};
};

// For each property found, in the order in which they were found, its number and the labels of its trace: "0:
// a b, 2:".
std::string found(const Finding& finding) {
  const Limits limits;
  Progress silent;
  WitnessFinder finder(finding.net, finding.properties, finding.seed, limits, silent);
  for (std::size_t property : finding.dropped) finder.drop(property);
  std::string text;
  for (std::uint64_t steps : finding.portions) {
    finder.run(steps, finding.threads, [&](std::size_t property, const Trace& trace) {
      EXPECT_FALSE(finder.is_open(property));
      text += (text.empty() ? "" : ", ") + std::to_string(property) + ":";
      for (std::size_t i = 0; i < trace.size(); ++i) text += " " + std::string(finding.net.label_name(trace[i].label));
    });
  }
  return text;
}

TEST(WitnessFinder, FindsTracesOfEveryKindOfProperty) {
  const Network net = network("A: 0 -a-> 1; ?P: 0 -a-> ERROR; B: 0 -b-> 1; C: 0 -c-> 1, 1 -d-> 2; D: 0 -d-> 0");
  EXPECT_EQ(found({net, {{"", Safety{{*net.find_component("P")}}}}}), "0: a");
  EXPECT_EQ(found({net, {{"", Reach{predicate(net, "!B@0")}}}, 3}).substr(0, 2), "0:");
  const Network quiet = network("A: 0 -a-> 1");
  EXPECT_EQ(found({quiet, {{"", Deadlock{}}, {"", LocalDeadlock{}}, {"", Never{predicate(quiet, "A@1")}}}}), "0: a, 1: a, 2: a");
}

TEST(WitnessFinder, FindsTargetsInTheInitialState) {
  const Network stopped = network("A: 0, 1 -a-> 0");
  EXPECT_EQ(found({stopped, {{"", Deadlock{}}, {"", LocalDeadlock{}}, {"", Reach{predicate(stopped, "A@0")}}}}), "0:, 1:, 2:");
  const Network broken = network("A: ERROR; B: 0 -b-> 1");
  EXPECT_EQ(found({broken, {{"", Deadlock{}}, {"", LocalDeadlock{}}, {"", Safety{{ComponentId(0)}}}}}), "2:")
      << "an error state is no deadlock";
}

TEST(WitnessFinder, SeesALocalDeadlockBeforeAnErrorEndsTheRun) {
  // B stops after t. A goes on until its error state; from then on there is no local deadlock.
  const Network net = network("A: 0 -a-> 1, 1 -c-> ERROR; B: 0 -b-> 1\nt = A.a B.b\nu = A.c");
  EXPECT_EQ(found({net, {{"", LocalDeadlock{}}}}), "0: t");
}

TEST(WitnessFinder, FindsNothingIfThereIsNoTrace) {
  const Network net = network("A: 0 -a-> 1, 1 -b-> 0; B: 0 -c-> 0");
  const Finding finding = {net,
                           {{"", Deadlock{}},
                            {"", LocalDeadlock{}},
                            {"", Reach{predicate(net, "A@0 && A@1")}},
                            {"", Undecided{PropertyKind::kProgress, "no"}}}};
  EXPECT_EQ(found(finding), "");
  const Network over = network("A: 0 -a-> END");
  EXPECT_EQ(found({over, {{"", Deadlock{}}, {"", LocalDeadlock{}}}}), "") << "a terminated state is no deadlock";
}

TEST(WitnessFinder, DoesNotReportDroppedProperties) {
  const Network net = network("A: 0 -a-> 1");
  EXPECT_EQ(found({net, {{"", Deadlock{}}, {"", LocalDeadlock{}}}, 1, 1, {10'000}, {0}}), "1: a");
}

TEST(WitnessFinder, GoesOnFromTheLastCall) {
  // Forty steps in a row, each of which could be undone: short portions of work must add up.
  std::string text = "A: 0 -a-> 1";
  for (int i = 1; i < 40; ++i)
    text += ", " + std::to_string(i) + " -a-> " + std::to_string(i + 1) + ", " + std::to_string(i) + " -b-> 0";
  const Network net = network(text);
  const Limits limits;
  Progress silent;
  const std::vector<Property> properties = {{"", Deadlock{}}};
  WitnessFinder finder(net, properties, 1, limits, silent);
  std::uint64_t walks = 0;
  for (int i = 0; i < 2000 && finder.has_open(); ++i) {
    const std::uint64_t before = finder.work();
    finder.run(100, 1, [](std::size_t, const Trace& trace) { EXPECT_GE(trace.size(), 40u); });
    EXPECT_GT(finder.walks(), walks);
    EXPECT_LT(finder.work() - before, 1000u);
    walks = finder.walks();
  }
  EXPECT_FALSE(finder.has_open());
}

TEST(WitnessFinder, AnswersTheSameForAnyNumberOfThreadsInWideNetworks) {
  const Network net = testing::sample_philosophers(60);
  std::string formula;
  for (int i = 0; i < 60; i += 2) formula += (i == 0 ? "" : " && ") + ("\"phil." + std::to_string(i)) + "\"@EAT";
  const std::vector<Property> properties = {{"", Deadlock{}}, {"", LocalDeadlock{}}, {"", Reach{predicate(net, formula)}}};
  const std::string alone = found({net, properties, 7, 1, {30'000, 200'000}});
  EXPECT_NE(alone.find("0: "), std::string::npos);
  EXPECT_NE(alone.find("1: "), std::string::npos);
  EXPECT_NE(alone.find("2: "), std::string::npos);
  EXPECT_EQ(found({net, properties, 7, 2, {30'000, 200'000}}), alone);
  EXPECT_EQ(found({net, properties, 7, 5, {30'000, 200'000}}), alone);
  EXPECT_NE(found({net, properties, 8, 2, {30'000, 200'000}}), alone) << "another seed gives other walks";
}

TEST(WitnessFinder, StopsAtItsLimits) {
  const Network net = network("A: 0 -a-> 1, 1 -b-> 0");
  const std::vector<Property> properties = {{"", Deadlock{}}};
  Progress silent;
  StopToken stop = StopRequest::kInterrupted;
  const Limits limits({.stop = &stop});
  for (unsigned threads : {1u, 3u}) {
    WitnessFinder finder(net, properties, 1, limits, silent);
    EXPECT_THROW(finder.run(1'000'000, threads, [](std::size_t, const Trace&) {}), Stopped);
  }
  const Limits small({.memory_bytes = 1});
  EXPECT_THROW(WitnessFinder(net, properties, 1, small, silent).run(1000, 1, [](std::size_t, const Trace&) {}), Stopped);
}

// Each strategy alone.
TEST(Walk, EachStrategyFindsATrace) {
  const Network net = testing::sample_philosophers(8);
  const Predicate two = predicate(net, "\"phil.0\"@EAT && \"phil.4\"@EAT");
  WalkTargets sought;
  sought.goals = {0};
  sought.formulas = {&two};
  const std::vector<std::uint32_t> kinds = action_kinds(net);
  const Limits limits;
  for (const WalkStrategy strategy :
       {WalkStrategy::kUniform, WalkStrategy::kByAction, WalkStrategy::kByComponent, WalkStrategy::kByRule, WalkStrategy::kGuided,
        WalkStrategy::kBackwardChaining, WalkStrategy::kDepthFirst}) {
    Walk walk(net, sought, kinds, 1, limits);
    int seen = 0;
    for (std::uint64_t number = 0; number < 50; ++number) {
      const WalkPlan plan = {.number = number, .strategy = strategy, .length = 2000};
      EXPECT_LE(walk.run(plan, [] { return true; }), 2100u);
      if (walk.walk_run().sightings().empty()) continue;
      ++seen;
      const WalkRun::Sighting sighting = walk.walk_run().sightings()[0];
      const std::optional<Path> path = path_of(net, walk.path(plan, sighting.step), limits);
      ASSERT_TRUE(path.has_value());
      Replay replay(net);
      for (const Path::Step& step : path->steps) replay.take(*path, step);
      EXPECT_TRUE(PredicateEvaluator(two)([&](ComponentId component) { return replay.state()[component.index()]; }));
    }
    EXPECT_GE(seen, strategy == WalkStrategy::kBackwardChaining ? 40 : 1) << static_cast<int>(strategy);
  }
}

}   // namespace
}   // namespace parley
