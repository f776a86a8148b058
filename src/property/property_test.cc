#include "property/property.h"

#include <gtest/gtest.h>

namespace parley {
namespace {

TEST(Property, EveryKindHasAName) {
  const Predicate truth = [] {
    PredicateBuilder builder;
    const PredicateBuilder::Handle root = builder.constant(true);
    return std::move(builder).build(root);
  }();
  std::string names;
  for (const Property& property : {Property{"", Deadlock{}}, Property{"", LocalDeadlock{}}, Property{"", Reach{truth}},
                                   Property{"", Never{truth}}, Property{"", Safety{}}}) {
    names += kind_name(kind_of(property));
    names += trace_means_holds(kind_of(property)) ? "+ " : " ";
  }
  EXPECT_EQ(names, "deadlock local_deadlock reach+ never property ");
}

TEST(Property, KnowsWhichComponentsItIsAbout) {
  LtsBuilder lts;
  lts.add_states(2);
  NetworkBuilder builder;
  const TemplateId id = builder.add_template(std::move(lts).build());
  for (const char* name : {"a", "b", "c"}) builder.add_component(name, id);
  const Network network = std::move(builder).build();
  const auto numbers = [&](const Property& property) {
    std::string all;
    for (ComponentId component : components_of(network, property)) all += network.name(component);
    return all;
  };
  PredicateBuilder formula;
  const PredicateBuilder::Handle root =
      formula.at_most({{1, {.component = ComponentId(std::size_t{2}), .states = {LocalState(std::size_t{0})}}},
                       {1, {.component = ComponentId(std::size_t{0}), .states = {LocalState(std::size_t{0})}}}},
                      1);
  EXPECT_EQ(numbers({"", Deadlock{}}), "abc");
  EXPECT_EQ(numbers({"", Never{std::move(formula).build(root)}}), "ac");
  EXPECT_EQ(numbers({"", Safety{{ComponentId(std::size_t{1}), ComponentId(std::size_t{1})}}}), "b");
}

}   // namespace
}   // namespace parley
