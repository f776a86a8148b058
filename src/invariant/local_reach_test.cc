#include "invariant/local_reach.h"

#include <gtest/gtest.h>

#include "support/naive_states.h"
#include "support/network_text.h"

namespace parley {
namespace {

using testing::network;

const Limits kNoLimits;

TEST(LocalReach, LabelsThatNoRuleUsesLeadNowhere) {
  const Network net = network("A: 0 -a-> 1 -b-> 2 -a-> 3; a = A.a");
  const LocalReach reach(net, kNoLimits);
  const ComponentId a(0);
  EXPECT_TRUE(reach.is_reached(a, LocalState(0)));
  EXPECT_TRUE(reach.is_reached(a, LocalState(1)));
  EXPECT_FALSE(reach.is_reached(a, LocalState(2)));
  EXPECT_FALSE(reach.is_reached(a, LocalState(3)));
  EXPECT_TRUE(reach.is_performed(a, LocalLabel(0)));
  EXPECT_FALSE(reach.is_performed(a, LocalLabel(1)));
}

TEST(LocalReach, PartnersNeverRefuse) {
  const Network net = network("A: 0 -a-> 1; B: 0 -b-> 0; C: 0 -c-> 1, 2 -d-> 2; a = A.a C.d; c = C.c");
  const LocalReach reach(net, kNoLimits);
  EXPECT_TRUE(reach.is_reached(ComponentId(0), LocalState(1))) << "though C never offers d";
  EXPECT_FALSE(reach.is_performed(ComponentId(2), LocalLabel(1)));
  EXPECT_FALSE(reach.could_fire(net, RuleId(0)));
  EXPECT_TRUE(reach.could_fire(net, RuleId(1)));
}

TEST(LocalReach, ComponentsOfOneTemplateDifferByTheirRules) {
  NetworkBuilder builder;
  const TemplateId cycle = builder.add_template(testing::lts("0 -a-> 1 -b-> 0"));
  const ComponentId both = builder.add_component("both", cycle);
  const ComponentId first = builder.add_component("first", cycle);
  const ComponentId again = builder.add_component("again", cycle);
  const auto rule = [&](ComponentId component, std::size_t label) {
    builder.add_rule(builder.intern_label("r"), std::vector<Participant>{{component, LocalLabel(label)}});
  };
  rule(both, 0);
  rule(both, 1);
  rule(first, 0);
  rule(again, 0);
  rule(again, 1);
  const Network net = std::move(builder).build();
  const LocalReach reach(net, kNoLimits);
  EXPECT_EQ(reach.num_kinds(), 2u);
  EXPECT_EQ(reach.kind_of(both), reach.kind_of(again));
  EXPECT_NE(reach.kind_of(both), reach.kind_of(first));
  EXPECT_TRUE(reach.is_performed(both, LocalLabel(1)));
  EXPECT_FALSE(reach.is_performed(first, LocalLabel(1)));
}

// A local state that the whole network reaches is reached by the component alone. "Alone" means: in the
// network of the component and its own rules.
TEST(LocalReach, IsWhatTheComponentReachesWithoutItsPartners) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    testing::Random random(seed);
    const Network net = seed % 2 == 0 ? testing::random_network(random) : testing::tiny_network(random);
    const LocalReach reach(net, kNoLimits);
    for (const auto& state : testing::reachable_states(net))
      for (ComponentId component : net.components())
        ASSERT_TRUE(reach.is_reached(component, state[component.index()])) << "seed " << seed;
    for (ComponentId component : net.components()) {
      NetworkBuilder builder;
      builder.add_component("alone", builder.add_template(net.lts(component)));
      for (LocalLabel label : net.lts(component).labels())
        if (!net.rules(component, label).empty())
          builder.add_rule(builder.intern_label("r"), std::vector<Participant>{{ComponentId(0), label}});
      const Network alone = std::move(builder).build();
      const auto states = testing::reachable_states(alone);
      for (LocalState state : net.lts(component).states())
        ASSERT_EQ(reach.is_reached(component, state), states.contains({state})) << "seed " << seed;
      for (LocalLabel label : net.lts(component).labels()) {
        const bool performed = !net.rules(component, label).empty() && std::ranges::any_of(states, [&](const auto& state) {
          return net.lts(component).offers(state[0], label);
        });
        ASSERT_EQ(reach.is_performed(component, label), performed) << "seed " << seed;
      }
    }
  }
}

}   // namespace
}   // namespace parley
