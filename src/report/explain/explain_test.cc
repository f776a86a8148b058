#include "report/explain/explain.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "property/parse.h"
#include "support/sample_network.h"

namespace parley {

namespace {

using testing::sample;
using testing::sample_philosophers;
using testing::sample_philosophers_deadlock;
using testing::sample_trace;

std::string explained(const Network& network, decltype(Property::ask) ask, const Trace& trace) {
  std::string text = "\n";
  for (const std::string& line : explain(network, Property{"p", std::move(ask)}, trace, Limits())) text += line + "\n";
  return text;
}

std::string explained(const Network& network, decltype(Property::ask) ask, const std::string& labels) {
  return explained(network, std::move(ask), sample_trace(network, labels));
}

Predicate predicate(const Network& network, const std::string& text) {
  return *parse_predicate(SourceText("test", text), network);
}

TEST(Explain, PhilosophersWaitInACircle) {
  const Network network = sample_philosophers(2);
  EXPECT_EQ(explained(network, Deadlock{}, sample_philosophers_deadlock(network)), R"(
deadlock: everyone waits for someone else, in a circle
  phil.0 (HUNGRY/left) waits for fork.1 to do phil.0.right.take
  fork.1 (TAKEN) waits for phil.1 to do phil.1.left.put
  phil.1 (HUNGRY/left) waits for fork.0 to do phil.1.right.take
  fork.0 (TAKEN) waits for phil.0 to do phil.0.left.put
  ... and so back to phil.0
)");
}

TEST(Explain, LongCircleIsCutInTheMiddle) {
  const Network network = sample_philosophers(1000);
  EXPECT_EQ(explained(network, Deadlock{}, sample_philosophers_deadlock(network)), R"(
deadlock: everyone waits for someone else, in a circle
  phil.0 (HUNGRY/left) waits for fork.1 to do phil.0.right.take
  fork.1 (TAKEN) waits for phil.1 to do phil.1.left.put
  phil.1 (HUNGRY/left) waits for fork.2 to do phil.1.right.take
  fork.2 (TAKEN) waits for phil.2 to do phil.2.left.put
  phil.2 (HUNGRY/left) waits for fork.3 to do phil.2.right.take
  fork.3 (TAKEN) waits for phil.3 to do phil.3.left.put
  ... 1,989 more, each waiting for the next ...
  fork.998 (TAKEN) waits for phil.998 to do phil.998.left.put
  phil.998 (HUNGRY/left) waits for fork.999 to do phil.998.right.take
  fork.999 (TAKEN) waits for phil.999 to do phil.999.left.put
  phil.999 (HUNGRY/left) waits for fork.0 to do phil.999.right.take
  fork.0 (TAKEN) waits for phil.0 to do phil.0.left.put
  ... and so back to phil.0
)");
}

TEST(Explain, SomeWaitOutsideTheCircle) {
  const Network network =
      sample({"a: A0 -x-> A1 -y-> A0", "b: B0 -y-> B1 -x-> B0", "c: C0 -z-> C0", "d: D0 -z-> D1, D0 -w-> D2", "e: E0 -w-> E1"},
             {"x = a.x b.x", "y = a.y b.y", "z = c.z a.y d.z", "w = d.w e.w a.y"});
  EXPECT_EQ(explained(network, Deadlock{}, ""), R"(
deadlock: nothing can happen any more, 2 components wait for each other in a circle
  a (A0) waits for b to do x
  b (B0) waits for a to do y
  ... and so back to a
and outside the circle
  c (C0) waits for a to do z
  d (D0) waits for a to do z, or for a to do w
  e (E0) waits for a to do w
)");
}

TEST(Explain, AStoppedComponentIsACause) {
  const Network network =
      sample({"client: IDLE -ask-> WAIT -reply-> IDLE", "server: READY -ask-> BUSY -crash-> DOWN, BUSY -reply-> READY"},
             {"ask = client.ask server.ask", "reply = client.reply server.reply", "crash = server.crash"});
  EXPECT_EQ(explained(network, Deadlock{}, "ask crash"), R"(
deadlock: nothing can happen any more
  server (DOWN) has stopped: it offers nothing
  client (WAIT) waits for server, which has stopped, to do reply
)");
}

TEST(Explain, OffersThatNoRuleUsesAreNamed) {
  const Network network = sample({"a: A -go-> B -dream-> A", "b: X -other-> X"}, {"go = a.go"});
  EXPECT_EQ(explained(network, Deadlock{}, "go"), R"(
deadlock: nothing can happen any more
  a (B) has stopped: it offers only dream, which this system never performs
)");
}

TEST(Explain, AWaitForAnEndedComponentSaysSo) {
  const Network network = sample({"client: RUN -call-> END", "server: UP -call-> UP"}, {"call = client.call server.call"});
  EXPECT_EQ(explained(network, LocalDeadlock{}, "call"), R"(
local deadlock: 1 of 2 components is stuck for ever, and nothing else can happen
  stuck: server
  server (UP) waits for client, which has ended, to do call
  ended: client
)");
}

TEST(Explain, LocalDeadlockSaysThatOthersGoOn) {
  const Network network = sample({"a: A0 -x-> A1", "b: B0 -y-> B1 -x-> B0", "clock: T -tick-> T"},
                                 {"x = a.x b.x", "y = a.x b.y clock.tick", "t = clock.tick", "y = b.y a.x"});
  EXPECT_EQ(explained(network, LocalDeadlock{}, "t y"), R"(
local deadlock: 2 of 3 components are stuck for ever, the others may go on
  stuck: a, b
  a (A1) has stopped: it offers nothing
  b (B1) waits for a, which has stopped, to do x
)");
}

TEST(Explain, LocalCircleBesideALiveComponent) {
  const Network network = sample({"clock: T -tick-> T", "p: P -a-> P1 -b-> P", "q: Q -b-> Q1 -a-> Q"},
                                 {"tick = clock.tick", "a = p.a q.a", "b = p.b q.b"});
  EXPECT_EQ(explained(network, LocalDeadlock{}, "tick"), R"(
local deadlock: 2 of 3 components are stuck for ever, the others may go on
  stuck: p, q
each waits for the next, in a circle
  p (P) waits for q to do a
  q (Q) waits for p to do b
  ... and so back to p
)");
}

TEST(Explain, OtherActionsOfALinkAreCounted) {
  const Network network =
      sample({"p: P -a-> P1 -b-> P, P -c-> P1", "q: Q -b-> Q1 -a-> Q, Q1 -c-> Q"}, {"a = p.a q.a", "b = p.b q.b", "c = p.c q.c"});
  EXPECT_EQ(explained(network, Deadlock{}, ""), R"(
deadlock: everyone waits for someone else, in a circle
  p (P) waits for q to do a (or for 1 other action, refused too)
  q (Q) waits for p to do b
  ... and so back to p
)");
}

TEST(Explain, HiddenActionIsCalledAsThePartnerCallsIt) {
  const Network network =
      sample({"p: P -a-> P1 -b-> P", "q: Q -back-> Q1 -answer-> Q"}, {"tau = p.a q.answer", "tau = p.b q.back"});
  EXPECT_EQ(explained(network, Deadlock{}, ""), R"(
deadlock: everyone waits for someone else, in a circle
  p (P) waits for q to do answer (hidden)
  q (Q) waits for p to do b (hidden)
  ... and so back to p
)");
}

TEST(Explain, LongListsAreCut) {
  std::vector<std::string> components = {"master: M -never-> M1, GONE -go-> M"};
  std::vector<std::string> rules;
  for (int i = 0; i < 30; ++i) {
    components.push_back(fmt::format("w.{}: W -go-> W", i));
    rules.push_back(fmt::format("go.{} = master.go w.{}.go", i, i));
  }
  const std::string text = explained(sample(components, rules), Deadlock{}, "");
  EXPECT_NE(text.find("  master (M) has stopped: it offers only never, which this system never performs\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("  w.10 (W) waits for master, which has stopped, to do go.10\n  and 19 more waiting\n"), std::string::npos)
      << text;
  EXPECT_EQ(text.find("w.11 "), std::string::npos);
}

TEST(Explain, ADeadlockMayHaveNoWaits) {
  const Network network = sample({"a: A -x-> END", "b: B -y-> B1", "c: C -z-> C"}, {"x = a.x", "y = b.y"});
  EXPECT_EQ(explained(network, Deadlock{}, "x y"), R"(
deadlock: nothing can happen any more
  b (B1) has stopped: it offers nothing
  ended: a
)");
  const Network alone = sample({"a: A -x-> B"}, {});
  EXPECT_EQ(explained(alone, Deadlock{}, ""), R"(
deadlock: nothing can happen any more
  nobody is left who waits, but the system as a whole does not count as ended
)");
}

TEST(Explain, PropertyNamesTheStepThatBrokeIt) {
  const Network network = sample({"p: P -enter-> P1 -exit-> P", "q: Q -enter-> Q1 -exit-> Q",
                                  "?MUTEX: FREE -enter-> HELD -exit-> FREE, HELD -enter-> ERROR, FREE -exit-> ERROR"},
                                 {"p.enter = p.enter MUTEX.enter", "p.exit = p.exit MUTEX.exit", "q.enter = q.enter MUTEX.enter",
                                  "q.exit = q.exit MUTEX.exit"});
  EXPECT_EQ(explained(network, Safety{{ComponentId(2)}}, "p.enter p.exit p.enter q.enter"), R"(
property MUTEX is broken by step 4: q.enter
  MUTEX was in state HELD, and this step took it to ERROR
  in HELD it allows: exit
)");
}

TEST(Explain, APropertyMayBeBrokenFromTheStart) {
  const Network network = sample({"p: P -a-> P", "w: ERROR"}, {"a = p.a"});
  EXPECT_EQ(explained(network, Safety{{ComponentId(1)}}, ""), "\nw is in its error state ERROR from the start\n");
}

TEST(Explain, PredicateListsWhatHolds) {
  const Network network = sample({"p: P -a-> P1", "q: Q -b-> Q1"}, {"a = p.a", "b = q.b"});
  EXPECT_EQ(explained(network, Reach{predicate(network, "p@P1 && (q@Q1 || q@Q)")}, "a"), R"(
in the last state the condition holds:
  p is in P1
  q is in Q
)");
  EXPECT_EQ(explained(network, Never{predicate(network, "p@P1 || q@Q1")}, "b"), R"(
in the last state the forbidden condition holds:
  q is in Q1
)");
  EXPECT_EQ(explained(network, Reach{predicate(network, "!p@P")}, "a"), R"(
in the last state the condition holds, because nobody is in a state that it names:
  p is in P1
)");
}

TEST(Explain, StopsAtALimit) {
  const StopToken stop = StopRequest::kInterrupted;
  Limits::Settings settings;
  settings.stop = &stop;
  const Network network = sample_philosophers(400);
  EXPECT_THROW(explain(network, Property{"p", Deadlock{}}, sample_philosophers_deadlock(network), Limits(settings)), Stopped);
}

}   // namespace

}   // namespace parley
