#include "evidence/self_contained.h"

#include <chrono>

#include <gtest/gtest.h>

namespace parley {
namespace {

LocalState state(std::size_t index) { return LocalState(index); }

// Pairs of components that move each other, and a hub that shares a rule with every second component.
struct Pairs {
  Network net;
  Trace trace;
};
Pairs pairs(std::size_t count) {
  LtsBuilder lts;
  lts.add_states(2);
  const LocalLabel turn = lts.add_label("turn");
  const LocalLabel call = lts.add_label("call");
  lts.add_edge(state(0), turn, state(1));
  lts.add_edge(state(1), turn, state(0));
  lts.add_edge(state(1), call, state(1));
  NetworkBuilder builder;
  const TemplateId shape = builder.add_template(std::move(lts).build());
  const ComponentId hub = builder.add_component("hub", shape);
  Trace trace;
  const LabelId turns = builder.intern_label("turn");
  const LabelId calls = builder.intern_label("call");
  for (std::size_t i = 0; i < count; ++i) {
    const ComponentId one = builder.add_component("a" + std::to_string(i), shape);
    const ComponentId other = builder.add_component("b" + std::to_string(i), shape);
    builder.add_rule(turns, std::vector<Participant>{{one, turn}, {other, turn}});
    builder.add_rule(calls, std::vector<Participant>{{hub, call}, {one, call}});
    builder.add_rule(calls, std::vector<Participant>{{hub, call}, {other, call}});
    builder.add_rule(turns, std::vector<Participant>{{one, turn}});
    trace.add(turns, std::vector<Move>{{one, state(1)}, {other, state(1)}});
  }
  return {std::move(builder).build(), std::move(trace)};
}

Property reach(const Network& network) {
  PredicateBuilder builder;
  const auto root = builder.atom({*network.find_component("a0"), {state(1)}});
  return {"r", Reach{std::move(builder).build(root)}};
}

// Quadratic work would take hours.
TEST(SelfContainment, IsLinear) {
  const Pairs many = pairs(200'000);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(is_self_contained(many.net, reach(many.net), many.trace));
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 10.0);
}

TEST(SelfContainment, OneRuleTooManyIsFound) {
  const Pairs many = pairs(1000);
  Trace one_side = many.trace;   // then one of them moves back alone, and its partner no longer moves
  one_side.add(*many.net.find_label("turn"), std::vector<Move>{{*many.net.find_component("a7"), state(0)}});
  EXPECT_TRUE(is_self_contained(many.net, reach(many.net), one_side));
  Trace alone;
  alone.add(*many.net.find_label("turn"), std::vector<Move>{{*many.net.find_component("a7"), state(1)}});
  EXPECT_FALSE(is_self_contained(many.net, reach(many.net), alone));   // b7 shares the label, and is outside
}

}   // namespace
}   // namespace parley
