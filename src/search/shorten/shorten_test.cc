#include "search/shorten/shorten.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "property/parse.h"
#include "search/shorten/local_loops.h"
#include "search/shorten/path.h"
#include "search/shorten/slice.h"
#include "search/steps/successors.h"
#include "search/steps/target.h"
#include "search/walk/rng.h"
#include "support/random_lts.h"
#include "support/sample_network.h"

namespace parley {
namespace {

using testing::network;
using testing::sample_trace;

Predicate predicate(const Network& net, const std::string& text) { return *parse_predicate(SourceText("test", text), net); }

std::string labels(const Network& net, const Trace& trace) {
  std::string text;
  for (std::size_t i = 0; i < trace.size(); ++i) text += (i == 0 ? "" : " ") + std::string(net.label_name(trace[i].label));
  return text;
}

std::string shortened(const Network& net, const Property& property, const std::string& run) {
  return labels(net, shorten(net, property, sample_trace(net, run), Limits()));
}

// Whether the trace is a run that reaches the property, by the definitions, step by step.
bool is_witness(const Network& net, const Property& property, const Trace& trace) {
  const std::optional<Path> path = path_of(net, trace, Limits());
  if (!path) return false;
  Replay replay(net);
  for (const Path::Step& step : path->steps) {
    if (!replay.allows(*path, step)) return false;
    replay.take(*path, step);
  }
  std::vector<LocalState> state(replay.state().begin(), replay.state().end());
  const bool can_step = Successors(net).for_each(state, [](RuleId, std::span<const LocalState>) { return false; }) > 0;
  StuckComponents stuck(net);
  return Target(net, property).reached({state, can_step, replay.in_error()}, stuck);
}

// A random walk of at most this many steps.
Trace random_run(const Network& net, Rng& rng, std::size_t length) {
  std::vector<LocalState> state;
  for (ComponentId component : net.components()) state.push_back(net.lts(component).initial());
  Trace trace;
  Successors successors(net);
  for (std::size_t i = 0; i < length; ++i) {
    std::size_t count = successors.for_each(state, [](RuleId, std::span<const LocalState>) { return true; });
    if (count == 0) break;
    std::size_t chosen = rng.below(static_cast<std::uint32_t>(count));
    std::vector<LocalState> next;
    std::vector<Move> moves;
    successors.for_each(state, [&](RuleId rule, std::span<const LocalState> to) {
      if (chosen-- > 0) return true;
      next.assign(to.begin(), to.end());
      for (const Participant& p : net.participants(rule)) moves.push_back({p.component, to[p.component.index()]});
      trace.add(net.label(rule), moves);
      return false;
    });
    state = next;
  }
  return trace;
}

TEST(Shorten, CutsLoopsAndWhatComesAfterTheTarget) {
  const Network net = network("A: 0 -a-> 1, 1 -b-> 0, 1 -c-> 2, 2 -d-> 3, 3 -e-> 2, 2 -f-> 4");
  EXPECT_EQ(shortened(net, {"", Reach{predicate(net, "A@2")}}, "a b a b a c d e"), "a c");
  EXPECT_EQ(shortened(net, {"", Deadlock{}}, "a b a c d e f"), "a c f");
}

TEST(Shorten, LeavesOutStepsOnWhichTheEndDoesNotDepend) {
  const Network net = network("A: 0 -a-> 1 -s-> 2; B: 0 -b-> 1 -s-> 2; C: 0 -c-> 1 -d-> 2; D: 0 -x-> 1");
  EXPECT_EQ(shortened(net, {"", Reach{predicate(net, "A@2")}}, "c b d a x s"), "b a s");
  EXPECT_EQ(shortened(net, {"", Never{predicate(net, "A@2 || C@1")}}, "x a b c d s"), "c");
  EXPECT_EQ(shortened(net, {"", Never{predicate(net, "count(A@1, B@1, C@1, D@1) >= 2")}}, "x a b c"), "x a");
  EXPECT_EQ(shortened(net, {"", LocalDeadlock{}}, "c a x b s d"), "x") << "D has stopped";
}

TEST(Shorten, ErrorsNeedOnlyTheirOwnPast) {
  const Network net = network("A: 0 -a-> 0; B: 0 -b-> 1, 1 -b-> 0; ?P: 0 -a-> 1, 1 -a-> ERROR");
  EXPECT_EQ(shortened(net, {"", Safety{{*net.find_component("P")}}}, "b a b b a"), "a a");
}

TEST(Shorten, FindsLoopsOfSingleComponentsBetweenTheStepsOfOthers) {
  // Philosophers 0 and 2 eat once, in alternating steps. Then all take their left forks.
  const Network net = testing::sample_philosophers(4);
  std::string run;
  for (const char* action : {"sit", "left.take", "right.take", "left.put", "right.put"})
    for (const char* phil : {"phil.0.", "phil.2."}) run += std::string(phil) + action + " ";
  for (int i = 0; i < 4; ++i) run += "phil." + std::to_string(i) + ".sit phil." + std::to_string(i) + ".left.take ";
  const Trace trace = sample_trace(net, run);
  Path path = *path_of(net, trace, Limits());
  std::uint64_t work = 1'000'000;
  EXPECT_EQ(without_local_loops(net, path, work, Limits()).size(), 8u);
  EXPECT_EQ(shorten(net, {"", Deadlock{}}, trace, Limits()).size(), 8u);
}

TEST(Shorten, ReturnsWhatIsNoTraceOfThePropertyUnchanged) {
  const Network net = network("A: 0 -a-> 1, 1 -b-> 0");
  EXPECT_EQ(shortened(net, {"", Deadlock{}}, "a b a b"), "a b a b");
  Trace wrong;
  const std::vector<Move> moves = {{ComponentId(0), LocalState(0)}};
  wrong.add(*net.find_label("a"), moves);
  EXPECT_EQ(shorten(net, {"", Reach{predicate(net, "A@0")}}, wrong, Limits()).size(), 1u) << "not a run";
}

TEST(Shorten, NeverLengthensAndKeepsTheEnd) {
  testing::Random random(3);
  Rng rng(3);
  int witnesses = 0;
  int shorter = 0;
  for (int round = 0; round < 1500; ++round) {
    const Network net = testing::random_network(random);
    const Trace trace = random_run(net, rng, 40);
    std::vector<Property> properties = {{"", Deadlock{}}, {"", LocalDeadlock{}}};
    std::string formula;
    for (ComponentId component : net.components()) {
      const std::size_t state = testing::below(random, net.lts(component).num_states());
      formula += (formula.empty()                  ? ""
                  : testing::below(random, 2) == 0 ? " && "
                                                   : " || ") +
                 std::string(net.name(component)) + "@#" + std::to_string(state);
    }
    properties.push_back({"", Reach{predicate(net, formula)}});
    properties.push_back({"", Safety{{ComponentId(testing::below(random, net.num_components()))}}});
    for (const Property& property : properties) {
      const Trace result = shorten(net, property, trace, Limits());
      ASSERT_LE(result.size(), trace.size());
      if (!is_witness(net, property, trace)) continue;
      ++witnesses;
      shorter += result.size() < trace.size() ? 1 : 0;
      ASSERT_TRUE(is_witness(net, property, result)) << round << ": " << labels(net, trace) << " became " << labels(net, result);
      EXPECT_EQ(labels(net, shorten(net, property, trace, Limits())), labels(net, result)) << "deterministic";
    }
  }
  EXPECT_GT(witnesses, 1000);
  EXPECT_GT(shorter, 300);
}

TEST(Slice, IsARunThatBringsTheComponentsToTheSameStates) {
  testing::Random random(8);
  Rng rng(8);
  for (int round = 0; round < 500; ++round) {
    const Network net = testing::random_network(random);
    const Path path = *path_of(net, random_run(net, rng, 30), Limits());
    const std::vector<ComponentId> needed = {ComponentId(testing::below(random, net.num_components()))};
    Replay whole(net);
    for (const Path::Step& step : path.steps) whole.take(path, step);
    Replay part(net);
    for (const Path::Step& step : slice(net, path, needed)) {
      ASSERT_TRUE(part.allows(path, step));
      part.take(path, step);
    }
    EXPECT_EQ(part.state()[needed[0].index()], whole.state()[needed[0].index()]);
  }
}

TEST(LocalLoops, LeaveARunToTheSameState) {
  testing::Random random(9);
  Rng rng(9);
  int cut = 0;
  for (int round = 0; round < 1000; ++round) {
    const Network net = testing::random_network(random);
    const Path path = *path_of(net, random_run(net, rng, 40), Limits());
    Replay whole(net);
    for (const Path::Step& step : path.steps) whole.take(path, step);
    Replay part(net);
    std::uint64_t work = 1'000'000;
    const std::vector<Path::Step> kept = without_local_loops(net, path, work, Limits());
    for (const Path::Step& step : kept) {
      ASSERT_TRUE(part.allows(path, step)) << round;
      part.take(path, step);
    }
    EXPECT_TRUE(std::ranges::equal(part.state(), whole.state())) << round;
    cut += kept.size() < path.steps.size() ? 1 : 0;
  }
  EXPECT_GT(cut, 100);
}

}   // namespace
}   // namespace parley
