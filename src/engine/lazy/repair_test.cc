#include "engine/lazy/repair.h"

#include <gtest/gtest.h>

#include "support/network_text.h"

namespace parley::lazy {
namespace {

// A goes from 0 to 2 by x and y. B takes part in y after b. E is like B, but enters an error state instead.
struct RepairFixture {
  RepairFixture() { fragment.reveal(component("A")); }
  ComponentId component(const char* name) const { return *network.find_component(name); }
  ProductContext product_context() { return {fragment, sets, distances, limits}; }
  Plan plan() {
    tables.set_local_goal({component("A"), sets.intern(network.lts(component("A")).states_named("2"))});
    PartialProduct product(product_context(), {fragment.local_component(component("A"))}, nullptr);
    return plan_of(fragment, product, *product.find({}));
  }
  std::string labels(const Plan& plan) const {
    std::string text;
    for (const Plan::Step& step : plan.steps) text += std::string(network.label_name(fragment.rule_id(step.rule))) + " ";
    return text;
  }

  Network network = testing::network(
      "A: 0 -x-> 1 -y-> 2; B: 0 -b-> 1 -y-> 2; E: 0 -b-> ERROR; F: 0 -f-> 1\n"
      "x = A.x; y = A.y B.y; b = B.b; z = A.y E.b; f = F.f");
  FragmentTables tables{network};
  StateSets sets;
  LocalDistances distances{network};
  Limits limits;
  Fragment fragment{tables};
};

TEST(Repair, ANewMemberTakesStepsOfItsOwnInBetween) {
  RepairFixture fixture;
  const Plan plan = fixture.plan();
  ASSERT_EQ(fixture.labels(plan), "x y ");
  ASSERT_EQ(outside_components(fixture.fragment, plan),
            std::vector<LocalComponent>{fixture.fragment.local_component(fixture.component("B"))});
  const LocalComponent b = fixture.fragment.reveal(fixture.component("B"));
  const std::optional<Plan> repaired = repair(fixture.product_context(), plan, std::vector{b});
  ASSERT_TRUE(repaired);
  EXPECT_TRUE(outside_components(fixture.fragment, *repaired).empty());
  EXPECT_TRUE(fixture.labels(*repaired) == "x b y " || fixture.labels(*repaired) == "b x y ") << fixture.labels(*repaired);
  EXPECT_FALSE(repaired->ends_in_error);
}

TEST(Repair, FailsIfTheNewMemberMissesItsLocalGoal) {
  RepairFixture fixture;
  const Plan plan = fixture.plan();
  const LocalComponent b = fixture.fragment.reveal(fixture.component("B"));
  fixture.tables.set_local_goal({fixture.component("B"), fixture.sets.intern({LocalState(0)})});
  EXPECT_FALSE(repair(fixture.product_context(), plan, std::vector{b})) << "it cannot take part in y and stay in state 0";
}

}   // namespace
}   // namespace parley::lazy
