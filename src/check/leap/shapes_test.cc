#include "check/leap/shapes.h"

#include <random>
#include <set>

#include <gtest/gtest.h>

#include "support/network_text.h"

namespace parley::leap_set {
namespace {

// Views of the first component of the network.
struct Seen {
  explicit Seen(const Network& net)
      : network(net), shapes(network, {}, limits), shape(shapes.of(ComponentId(std::size_t{0}))), explorer(shape, limits) {}
  std::string reach(std::size_t state) {
    std::set<std::uint32_t> states;
    for (LocalState each : explorer.reach(LocalState(state))) states.insert(each.value);
    std::string text;
    for (std::uint32_t each : states) text += std::to_string(each);
    return text;
  }
  std::string text(std::span<const Edge> edges) const {
    std::string result;
    for (const Edge& edge : edges) result += shape.lts().label_name(edge.label) + std::to_string(edge.target.value) + " ";
    return result;
  }
  std::string leaps(std::size_t state) { return text(explorer.leaps(LocalState(state))); }
  std::string entered(std::size_t state) { return text(explorer.entered(LocalState(state))); }
  std::string errors(std::size_t state) { return text(explorer.errors(LocalState(state))); }
  std::uint32_t representative(std::size_t state) const { return shape.representative(LocalState(state)).value; }

  const Network& network;
  Limits limits;
  Shapes shapes;
  const Shape& shape;
  Explorer explorer;
};

// P goes 0, 1, 2 and then between 2 and 3 alone; with Q it enters 4 or 0; 5 is an error.
Network walker() {
  return testing::network(R"(
    P: 0 -l-> 1 -l-> 2 -l-> 3 -l-> 2, 1 -s-> 4 -s-> 0, 3 -s-> 0, 0 -l-> ERROR, 2 -s-> ERROR, 4 -u-> 1
    Q: 0 -s-> 0
    p = P.l
    both = P.s Q.s)");
}

TEST(LeapShapes, ReachGoesByLocalLabelsAroundErrors) {
  const Network net = walker();
  Seen seen(net);
  EXPECT_EQ(seen.reach(0), "0123");
  EXPECT_EQ(seen.reach(1), "123");
  EXPECT_EQ(seen.reach(3), "23");
  EXPECT_EQ(seen.reach(4), "4");   // 'u' belongs to no rule
  EXPECT_FALSE(seen.shape.rests(LocalState(std::size_t{0})));
  EXPECT_TRUE(seen.shape.rests(LocalState(std::size_t{4})));
}

TEST(LeapShapes, TheSmallestOfThoseAlikeRepresentsThem) {
  const Network net = walker();
  const Seen seen(net);
  std::string all;
  for (std::size_t state = 0; state < 6; ++state) all += std::to_string(seen.representative(state));
  EXPECT_EQ(all, "012245");
}

TEST(LeapShapes, OnlyTopsAreLeaptTo) {
  const Network net = walker();
  Seen seen(net);
  EXPECT_EQ(seen.entered(0), "s0 s4 s5 ");
  EXPECT_EQ(seen.leaps(0), "s0 s4 ");
  EXPECT_EQ(seen.leaps(4), "s0 ");
  EXPECT_EQ(seen.errors(0), "l5 s5 ");
  EXPECT_EQ(seen.errors(2), "s5 ");
  const Network below = testing::network(
      "P: 0 -s-> 1 -l-> 2 -l-> 3 -l-> 2, 0 -s-> 3, 0 -s-> 2, 0 -t-> 3, 0 -t-> 2\nQ: 0 -s-> 0 -t-> 0\np = P.l\nx = P.s Q.s\ny = "
      "P.t Q.t");
  Seen other(below);
  EXPECT_EQ(other.leaps(0), "s1 t2 ");   // 2 and 3 are below 1, and alike
}

TEST(LeapShapes, LabelsMayBeBothOrNeither) {
  const Network net = testing::network("P: 0 -a-> 1 -b-> 2 -c-> 3\nQ: 0 -a-> 0\nx = P.a\ny = P.a Q.a\nz = P.b");
  Seen seen(net);
  EXPECT_EQ(seen.reach(0), "012");
  EXPECT_EQ(seen.leaps(0), "a1 ");
}

// A template is processed once for all components that use it alike.
TEST(LeapShapes, ComponentsShareThem) {
  LtsBuilder lts;
  lts.add_states(2);
  const LocalLabel a = lts.add_label("a");
  const LocalLabel b = lts.add_label("b");
  lts.add_edge(LocalState(std::size_t{0}), a, LocalState(std::size_t{1}));
  lts.add_edge(LocalState(std::size_t{1}), b, LocalState(std::size_t{0}));
  NetworkBuilder builder;
  const TemplateId shape = builder.add_template(std::move(lts).build());
  std::vector<ComponentId> components;
  for (std::size_t i = 0; i < 100; ++i) components.push_back(builder.add_component("c" + std::to_string(i), shape));
  const LabelId label = builder.intern_label("x");
  for (std::size_t i = 0; i < 100; ++i) {
    builder.add_rule(label, std::vector<Participant>{{components[i], a}});
    if (i % 2 == 0) builder.add_rule(label, std::vector<Participant>{{components[i], b}, {components[i + 1], b}});
    if (i == 7) builder.add_rule(label, std::vector<Participant>{{components[i], b}});
  }
  const Network network = std::move(builder).build();
  const Shapes shapes(network, {}, Limits());
  EXPECT_EQ(shapes.size(), 2U);
  EXPECT_EQ(shapes.index_of(components[0]), shapes.index_of(components[99]));
  EXPECT_NE(shapes.index_of(components[7]), shapes.index_of(components[99]));
}

// Checked against the definitions, on larger automata than those of tests/evidence.
TEST(LeapShapes, RandomOnesAgreeWithTheDefinitions) {
  std::mt19937 random(3);
  const auto below = [&](std::size_t bound) { return static_cast<std::size_t>(random() % bound); };
  for (int round = 0; round < 300; ++round) {
    const std::size_t states = 1 + below(25);
    LtsBuilder builder;
    builder.add_states(states);
    const LocalLabel local = builder.add_label("l");
    const LocalLabel shared = builder.add_label("s");
    std::vector<bool> is_error(states);
    for (std::size_t s = 1; s < states; ++s) is_error[s] = below(8) == 0;
    for (std::size_t s = 0; s < states; ++s)
      if (is_error[s]) builder.set_error(LocalState(s));
    for (std::size_t edges = below(2 * states + 1); edges > 0; --edges)
      if (const std::size_t from = below(states); !is_error[from])
        builder.add_edge(LocalState(from), below(3) == 0 ? shared : local, LocalState(below(states)));
    const Lts lts = std::move(builder).build();
    const Shape shape(lts, {1, 0}, {0, 1});
    const Limits limits;
    Explorer explorer(shape, limits);
    std::vector<std::vector<bool>> reach(states, std::vector<bool>(states));
    for (std::size_t s = 0; s < states; ++s) {
      std::vector<std::size_t> open = {s};
      reach[s][s] = true;
      while (!open.empty()) {
        const std::size_t from = open.back();
        open.pop_back();
        for (const Edge& edge : lts.edges(LocalState(from), local))
          if (const std::size_t to = edge.target.index(); !is_error[to] && !reach[s][to]) {
            reach[s][to] = true;
            open.push_back(to);
          }
      }
    }
    for (std::size_t s = 0; s < states; ++s) {
      if (is_error[s]) continue;
      std::size_t least = s;
      for (std::size_t t = 0; t < states; ++t)
        if (reach[s][t] && reach[t][s]) least = std::min(least, t);
      ASSERT_EQ(shape.representative(LocalState(s)).index(), least);
      std::size_t count = 0;
      for (LocalState each : explorer.reach(LocalState(s))) {
        ASSERT_TRUE(reach[s][each.index()]);
        ++count;
      }
      ASSERT_EQ(count, static_cast<std::size_t>(std::count(reach[s].begin(), reach[s].end(), true)));
      std::set<std::size_t> entered;
      for (std::size_t t = 0; t < states; ++t)
        if (reach[s][t])
          for (const Edge& edge : lts.edges(LocalState(t), shared))
            if (!is_error[edge.target.index()]) entered.insert(edge.target.index());
      std::set<std::size_t> tops;
      for (std::size_t t : entered)
        if (std::none_of(entered.begin(), entered.end(), [&](std::size_t other) { return reach[other][t] && !reach[t][other]; }))
          tops.insert(shape.representative(LocalState(t)).index());
      std::set<std::size_t> found;
      for (const Edge& edge : explorer.leaps(LocalState(s))) found.insert(edge.target.index());
      ASSERT_EQ(found, tops);
    }
  }
}

// A chain of many local steps: one row, and no quadratic cost.
TEST(LeapShapes, LongWalksAreLinear) {
  constexpr std::size_t kStates = 300'000;
  LtsBuilder lts;
  lts.add_states(kStates);
  const LocalLabel step = lts.add_label("step");
  for (std::size_t s = 0; s + 1 < kStates; ++s) lts.add_edge(LocalState(s), step, LocalState(s + 1));
  NetworkBuilder builder;
  const ComponentId component = builder.add_component("c", builder.add_template(std::move(lts).build()));
  builder.add_rule(builder.intern_label("x"), std::vector<Participant>{{component, step}});
  const Network network = std::move(builder).build();
  const Limits limits({.seconds = 20});
  const Shapes shapes(network, {}, limits);
  StateTable rows(network, {component});
  rows.add(std::vector<LocalState>{LocalState()});
  const std::vector<std::vector<bool>> needed = needed_states(shapes, rows, limits);
  EXPECT_EQ(std::count(needed[0].begin(), needed[0].end(), true), 1);
  Explorer explorer(shapes[0], limits);
  EXPECT_EQ(explorer.reach(LocalState()).size(), kStates);
}

}   // namespace
}   // namespace parley::leap_set
