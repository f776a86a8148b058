#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include "automata/automata.h"
#include "support/network_text.h"
#include "support/random_lts.h"

namespace parley::automata {
namespace {

using testing::network;
using testing::to_text;

Lts composed(const Network& net) {
  Progress silent;
  return product(net, StateNames::kLocalStates, Limits(), silent);
}

TEST(Product, StatesAreCalledByTheirLocalStates) {
  EXPECT_EQ(to_text(composed(network("A: 0 -a-> 1 -b-> 0; B: x -a-> y"))), "0,x -a-> 1,y, 1,y -b-> 0,y");
}

TEST(Product, HasEveryLabelOfTheNetwork) {
  const Lts lts = composed(network("A: 0 -a-> 1; B: 0 -b-> 1, 1 -a-> 0, 1 -c-> 1"));
  ASSERT_EQ(lts.num_labels(), 3u);
  EXPECT_EQ(lts.label_name(LocalLabel(0)), "a");
  EXPECT_EQ(lts.label_name(LocalLabel(1)), "b");
  EXPECT_EQ(lts.label_name(LocalLabel(2)), "c");
}

TEST(Product, AnErrorStopsTheNetwork) {
  const Lts lts = composed(network("A: 0 -a-> ERROR; B: 0 -b-> 0"));
  EXPECT_EQ(to_text(lts), "0,0 -a-> ERROR,0, 0,0 -b-> 0,0");
  EXPECT_TRUE(lts.is_error(LocalState(1)));
}

TEST(Product, EndsWhenAllThatCanEndHaveEnded) {
  // B cannot end, but every rule names A, which can.
  const Lts lts = composed(network("A: 0 -a-> END; B: 0 -a-> 1"));
  EXPECT_TRUE(lts.is_terminal(LocalState(1)));
  // Here B can go on alone: the network has no terminated states.
  EXPECT_FALSE(composed(network("A: 0 -a-> END; B: 0 -a-> 1, 1 -b-> 2")).has_terminal());
}

TEST(Product, NamesWithCommasStayApart) {
  LtsBuilder left;
  const LocalState first = left.add_state("A");
  const LocalState second = left.add_state("A,B");
  left.add_edge(first, left.add_label("a"), second);
  LtsBuilder right;
  const LocalState third = right.add_state("B,C");
  const LocalState fourth = right.add_state("C");
  right.add_edge(third, right.add_label("b"), fourth);
  NetworkBuilder builder;
  const ComponentId p = builder.add_component("p", builder.add_template(std::move(left).build()));
  const ComponentId q = builder.add_component("q", builder.add_template(std::move(right).build()));
  builder.add_rule(builder.intern_label("a"), std::vector{Participant{p, LocalLabel(0)}});
  builder.add_rule(builder.intern_label("b"), std::vector{Participant{q, LocalLabel(0)}});
  const Lts lts = composed(std::move(builder).build());
  ASSERT_EQ(lts.num_states(), 4u);
  EXPECT_EQ(lts.state_name(LocalState(0)), "A,\"B,C\"");
  EXPECT_EQ(lts.states_named("\"A,B\",C").size(), 1u);
}

TEST(Product, ANumberThatIsAlsoANameStaysDistinct) {
  LtsBuilder odd;
  const LocalState named = odd.add_state("1");
  const LocalState plain = odd.add_state();
  odd.add_edge(named, odd.add_label("a"), plain);
  NetworkBuilder builder;
  const ComponentId p = builder.add_component("p", builder.add_template(std::move(odd).build()));
  builder.add_rule(builder.intern_label("a"), std::vector{Participant{p, LocalLabel(0)}});
  const Lts lts = composed(std::move(builder).build());
  EXPECT_EQ(lts.state_name(LocalState(0)), "1");
  EXPECT_EQ(lts.state_name(LocalState(1)), "1'");
}

TEST(Product, StopsAtALimit) {
  std::string text;
  for (int i = 0; i < 24; ++i) text += "P" + std::to_string(i) + ": 0 -x" + std::to_string(i) + "-> 1;";
  text.pop_back();
  const Network net = network(text);
  Progress silent;
  EXPECT_THROW(product(net, StateNames::kLocalStates, Limits({.seconds = 0.05}), silent), Stopped);
}

TEST(Product, StatesMayTakeSeveralWords) {
  // Twenty components of four states each; only the last two move.
  std::string text;
  for (int i = 0; i < 20; ++i)
    text += "P" + std::to_string(i) + (i < 18 ? ": 0, 1, 2, 3;" : ": 0 -a-> 1 -a-> 2 -a-> 3, 0, 3 -b-> 0;");
  text.pop_back();
  EXPECT_EQ(composed(network(text)).num_states(), 4u);
}

// The naive version: states as vectors in a map, each rule tried as docs/formats/network.md defines it.
struct Naive {
  using State = std::vector<LocalState>;
  std::map<State, bool> ends;   // terminal
  std::set<State> errors;
  std::set<std::tuple<State, std::string, State>> edges;

  explicit Naive(const Network& net) {
    State initial;
    for (ComponentId c : net.components()) initial.push_back(net.lts(c).initial());
    std::deque<State> open = {initial};
    ends[initial] = false;
    for (; !open.empty(); open.pop_front()) {
      const State at = open.front();
      bool error = false;
      for (ComponentId c : net.components()) error = error || net.lts(c).is_error(at[c.index()]);
      if (error) {
        errors.insert(at);
        continue;
      }
      bool moves = false;
      for (RuleId rule : net.rules()) {
        std::vector<State> targets = {at};
        for (const Participant& p : net.participants(rule)) {
          std::vector<State> further;
          for (const State& target : targets)
            for (const Edge& edge : net.lts(p.component).edges(at[p.component.index()]))
              if (edge.label == p.label) {
                further.push_back(target);
                further.back()[p.component.index()] = edge.target;
              }
          targets = further;
        }
        for (const State& target : targets) {
          moves = true;
          edges.emplace(at, net.label_name(rule), target);
          if (ends.emplace(target, false).second) open.push_back(target);
        }
      }
      ends[at] = !moves && terminated(net, at);
    }
  }

  static bool terminated(const Network& net, const State& at) {
    std::set<ComponentId> those;
    for (ComponentId c : net.components())
      if (!net.is_observer(c) && net.lts(c).has_terminal()) those.insert(c);
    if (those.empty()) return false;
    for (ComponentId c : those)
      if (!net.lts(c).is_terminal(at[c.index()])) return false;
    for (RuleId rule : net.rules()) {
      bool named = false;
      for (const Participant& p : net.participants(rule)) named = named || those.contains(p.component);
      if (!named) return false;
    }
    return true;
  }
};

std::string called(const Network& net, const Naive::State& state) {
  std::string text;
  for (ComponentId c : net.components()) text += (c.index() == 0 ? "" : ",") + net.lts(c).state_name(state[c.index()]);
  return text;
}

TEST(Product, IsWhatTheDefinitionsSay) {
  testing::Random random(1);
  std::size_t terminals = 0;
  for (int round = 0; round < 5000; ++round) {
    const Network net = testing::random_network(random);
    const Lts lts = composed(net);
    const Naive naive(net);
    ASSERT_EQ(lts.num_states(), naive.ends.size()) << to_text(net);
    ASSERT_EQ(lts.num_edges(), naive.edges.size()) << to_text(net);
    ASSERT_EQ(lts.num_labels(), net.num_labels());
    for (const auto& [state, ends] : naive.ends) {
      const std::vector<LocalState> at = lts.states_named(called(net, state));
      ASSERT_EQ(at.size(), 1u) << to_text(net);
      ASSERT_EQ(lts.is_terminal(at[0]), ends) << to_text(net) << called(net, state);
      ASSERT_EQ(lts.is_error(at[0]), naive.errors.contains(state)) << to_text(net);
      terminals += ends ? 1 : 0;
    }
    for (const auto& [from, label, to] : naive.edges) {
      const std::span<const Edge> edges =
          lts.edges(lts.states_named(called(net, from))[0], LocalLabel(net.find_label(label)->index()));
      ASSERT_TRUE(std::ranges::any_of(edges, [&](const Edge& e) { return lts.state_name(e.target) == called(net, to); }))
          << to_text(net);
    }
  }
  EXPECT_GT(terminals, 50u);
}

}   // namespace
}   // namespace parley::automata
