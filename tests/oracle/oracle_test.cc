#include "oracle/oracle.h"

#include <gtest/gtest.h>

#include "oracle/spec_text.h"

namespace parley::oracle {
namespace {

// A client that asks once and ends, and a server that answers for ever.
constexpr const char* kClientServer = R"(
template client
  state start
  state done end
  label ask
  edge start ask done
template server
  state idle
  label ask
  edge idle ask idle
component c client
component s server
rule ask = c ask , s ask
)";

std::string summary(const Exploration& e) {
  return std::to_string(e.states.size()) + " states, " + std::to_string(e.transitions) + " transitions, " +
         std::to_string(e.deadlocks()) + " deadlocks, " + std::to_string(e.local_deadlocks()) + " local, depth " +
         std::to_string(e.depth());
}

std::string summary(const std::string& text) { return summary(*explore(parse_spec(text), 1000)); }

TEST(Oracle, ServerWithoutClientsIsStuckButTheNetworkHasTerminated) {
  EXPECT_EQ(summary(kClientServer), "2 states, 1 transitions, 0 deadlocks, 1 local, depth 1");
}

TEST(Oracle, NotTerminatedIfSomeRuleNamesNoProcessThatEnds) {
  EXPECT_EQ(summary(std::string(kClientServer) + "component s2 server\nrule own = s2 ask\n"),
            "2 states, 3 transitions, 0 deadlocks, 1 local, depth 1");
  const Spec spec =
      parse_spec(std::string(kClientServer) + "component c2 client\ncomponent s2 server\nrule own = s2 ask , s ask\n");
  EXPECT_FALSE(is_terminated(spec, {1, 0, 1, 0}));
}

TEST(Oracle, NotTerminatedUntilAllProcessesThatCanEndHaveEnded) {
  const Spec spec = parse_spec(std::string(kClientServer) + "component c2 client\n");
  EXPECT_FALSE(is_terminated(spec, {1, 0, 0}));
  EXPECT_TRUE(is_terminated(spec, {1, 0, 1}));
  EXPECT_TRUE(is_deadlock(spec, {1, 0, 0}));
}

TEST(Oracle, ErrorStopsTheNetworkAndIsNoDeadlock) {
  EXPECT_EQ(summary(R"(
template bad
  state ok
  state broken error
  label go
  edge ok go broken
template loop
  state on
  label go
  edge on go on
component b bad
component l loop
rule fail = b go
rule turn = l go
)"),
            "2 states, 2 transitions, 0 deadlocks, 0 local, depth 1");
}

TEST(Oracle, CountsTriplesOfStateRuleState) {
  // Two edges with one label and two rules with one label make 2 x 2 transitions from the initial state.
  // Equal edges count once.
  EXPECT_EQ(summary(R"(
template t
  state a
  state b
  state c
  label x
  edge a x b
  edge a x b
  edge a x c
component p t
rule r = p x
rule r = p x
)"),
            "3 states, 4 transitions, 2 deadlocks, 2 local, depth 1");
}

TEST(Oracle, UnnamedComponentsAreNeverStuck) {
  const Spec spec = parse_spec(R"(
template t
  state a
  label x
  edge a x a
component alone t
component works t
rule r = works x
)");
  EXPECT_EQ(stuck_components(spec, {0, 0}), (std::vector<int>{}));
  EXPECT_EQ(largest_blocked_set(spec, {0, 0}), (std::vector<bool>{true, false}));
}

TEST(Oracle, WithoutRulesItIsADeadlockButNoLocalOne) {
  EXPECT_EQ(summary("template t\n state a\ncomponent p t\n"), "1 states, 0 transitions, 1 deadlocks, 0 local, depth 0");
}

TEST(Oracle, WeightedSumsOfAtomsAreCompared) {
  const Spec spec = parse_spec(std::string(kClientServer) + R"(
check a reach (atmost -1 (-2 c done) (1 s idle))
check b never (not (atmost 0 (1 c start)))
check c reach (and (at c start done) (or))
check d never (not (and))
)");
  const Exploration e = *explore(spec, 10);
  std::string answers;
  for (const Question& question : spec.questions) {
    const Answer a = answer(spec, e, question);
    answers += (a.holds ? "holds" : "violated") + (a.distance ? " " + std::to_string(*a.distance) : std::string()) + "; ";
  }
  EXPECT_EQ(answers, "holds 1; violated 0; violated; holds; ");
}

TEST(Oracle, GivesUpBeyondTheMostStates) {
  EXPECT_FALSE(explore(parse_spec(kClientServer), 1));
  EXPECT_TRUE(explore(parse_spec(kClientServer), 2));
}

// The definition by brute force: the union of all blocked sets.
std::vector<bool> union_of_blocked_sets(const Spec& spec, const State& state) {
  const std::size_t n = spec.components.size();
  const auto offers = [&](const Part& part) {
    for (const Arrow& arrow : spec.of(part.component).arrows)
      if (arrow.from == state[static_cast<std::size_t>(part.component)] && arrow.label == part.label) return true;
    return false;
  };
  std::vector<bool> all(n, false);
  for (unsigned set = 0; set < (1u << n); ++set) {
    const auto member = [&](int c) { return ((set >> c) & 1u) != 0; };
    bool blocked = true;
    for (int c = 0; c < spec.num_components(); ++c)
      if (member(c) && spec.components[static_cast<std::size_t>(c)].role == Role::kObserver) blocked = false;
    for (const Rule& rule : spec.rules) {
      bool names = false, refused = false;
      for (const Part& part : rule.parts) {
        names = names || member(part.component);
        refused = refused || (member(part.component) && !offers(part));
      }
      if (names && !refused) blocked = false;
    }
    for (std::size_t c = 0; blocked && c < n; ++c)
      if (member(static_cast<int>(c))) all[c] = true;
  }
  return all;
}

TEST(Oracle, SweepsFindTheUnionOfAllBlockedSets) {
  // Four philosophers in various states, a broken fork and an observer: every global state, reachable or not.
  std::string text = R"(
template phil
  state think
  state has
  state gone end
  label left
  label right
  edge think left has
  edge has right gone
template fork
  state free
  state used
  label get
  edge free get used
template eye
  state see
  label w
  edge see w see
)";
  for (int i = 0; i < 3; ++i) text += "component p" + std::to_string(i) + " phil\ncomponent f" + std::to_string(i) + " fork\n";
  text += "component eye eye observer\n";
  for (int i = 0; i < 3; ++i) {
    const std::string p = std::to_string(i), q = std::to_string((i + 1) % 3);
    text += "rule a = p" + p + " left , f" + p + " get , eye w\nrule b = p" + p + " right , f" + q + " get\n";
  }
  const Spec spec = parse_spec(text);
  int different_sizes = 0;
  for (int code = 0; code < 3 * 2 * 3 * 2 * 3 * 2; ++code) {
    State state;
    int rest = code;
    for (int i = 0; i < 3; ++i) {
      state.push_back(rest % 3);
      rest /= 3;
      state.push_back(rest % 2);
      rest /= 2;
    }
    state.push_back(0);
    const std::vector<bool> expected = union_of_blocked_sets(spec, state);
    EXPECT_EQ(largest_blocked_set(spec, state), expected) << code;
    for (bool in : expected) different_sizes += in ? 1 : 0;
  }
  EXPECT_GT(different_sizes, 100);
}

}   // namespace
}   // namespace parley::oracle
