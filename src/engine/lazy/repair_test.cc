#include "engine/lazy/repair.h"

#include <gtest/gtest.h>

#include "support/network_text.h"

namespace parley::lazy {
namespace {

// A goes from 0 to 2 by x and y; B takes part in y once it has done b, and E is like B but goes wrong
// instead.
struct Scene {
  Scene() { fragment.reveal(component("A")); }
  ComponentId component(const char* name) const { return *network.find_component(name); }
  Ground ground() { return {fragment, sets, distances, limits}; }
  Plan plan() {
    around.set_wish({component("A"), sets.intern(network.lts(component("A")).states_named("2"))});
    PartialProduct product(ground(), {fragment.party(component("A"))}, nullptr);
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
  Surroundings around{network};
  StateSets sets;
  LocalDistances distances{network};
  Limits limits;
  Fragment fragment{around};
};

TEST(Repair, TheNewMemberTakesStepsOfItsOwnInBetween) {
  Scene scene;
  const Plan plan = scene.plan();
  ASSERT_EQ(scene.labels(plan), "x y ");
  ASSERT_EQ(strangers(scene.fragment, plan), std::vector<Party>{scene.fragment.party(scene.component("B"))});
  const Party b = scene.fragment.reveal(scene.component("B"));
  const std::optional<Plan> repaired = repair(scene.ground(), plan, std::vector{b});
  ASSERT_TRUE(repaired);
  EXPECT_TRUE(strangers(scene.fragment, *repaired).empty());
  EXPECT_TRUE(scene.labels(*repaired) == "x b y " || scene.labels(*repaired) == "b x y ") << scene.labels(*repaired);
  EXPECT_FALSE(repaired->ends_in_error);
}

TEST(Repair, FailsWhereTheNewMemberNeverAgrees) {
  Scene scene;
  const Plan plan = scene.plan();
  const Party b = scene.fragment.reveal(scene.component("B"));
  scene.around.set_wish({scene.component("B"), scene.sets.intern({LocalState(0)})});
  EXPECT_FALSE(repair(scene.ground(), plan, std::vector{b})) << "it cannot take part and be where it was";
}

}   // namespace
}   // namespace parley::lazy
