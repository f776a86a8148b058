#include "invariant/differences.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "invariant/wiring_tables.h"
#include "support/network_text.h"

namespace parley {
namespace {

const Limits kNone;

// N(plus) - N(minus) at a state of component a: a number, "any", or "unreached". Rules are given by their
// labels.
std::string difference(const Network& network, Grouping grouping, std::string_view state, std::string_view plus,
                       std::string_view minus) {
  WiringTables<DifferenceTable> tables(network, grouping, kNone);
  const Projections& projections = tables.projections();
  const ComponentId a = network.find_component("a").value();
  const auto event_of = [&](std::string_view name) {
    for (std::uint32_t event = 0; event < projections.num_events(a); ++event)
      for (const std::uint32_t counter : projections.counters(a, event))
        if (network.label_name(RuleId(counter)) == name) return event;
    throw std::invalid_argument("no event " + std::string(name));
  };
  const LocalState at = network.lts(a).states_named(state).at(0);
  if (!tables.of(a).reaches(at)) return "unreached";
  const std::optional<std::int64_t> value = tables.of(a).difference(at, event_of(plus), event_of(minus));
  return value ? std::to_string(*value) : "any";
}

TEST(DifferenceTable, ACycleKeepsDifferencesOfEventsItHoldsEquallyOften) {
  const Network network = testing::network("a: 0 -x-> 1 -y-> 2 -y-> 0, 2 -z-> 2; b: 0 -x-> 0, 0 -y-> 0, 0 -z-> 0");
  EXPECT_EQ(difference(network, Grouping::kRules, "1", "x", "y"), "any");
  EXPECT_EQ(difference(network, Grouping::kRules, "2", "x", "z"), "any");
  const Network even = testing::network("a: 0 -x-> 1 -y-> 0; b: 0 -x-> 0, 0 -y-> 0");
  EXPECT_EQ(difference(even, Grouping::kRules, "0", "x", "y"), "0");
  EXPECT_EQ(difference(even, Grouping::kRules, "1", "x", "y"), "1");
  EXPECT_EQ(difference(even, Grouping::kRules, "1", "y", "x"), "-1");
}

TEST(DifferenceTable, LaterCyclesDoNotBlurEarlierStates) {
  const Network network = testing::network("a: 0 -x-> 1 -y-> 2 -x-> 2; b: 0 -x-> 0, 0 -y-> 0");
  EXPECT_EQ(difference(network, Grouping::kRules, "0", "x", "y"), "0");
  EXPECT_EQ(difference(network, Grouping::kRules, "1", "x", "y"), "1");
  EXPECT_EQ(difference(network, Grouping::kRules, "2", "x", "y"), "any");
}

TEST(DifferenceTable, PathsThatDisagreeLeaveNoDifference) {
  const Network network = testing::network("a: 0 -x-> 1 -y-> 3, 0 -y-> 2 -x-> 3, 0 -z-> 3; b: 0 -x-> 0, 0 -y-> 0, 0 -z-> 0");
  EXPECT_EQ(difference(network, Grouping::kRules, "3", "x", "y"), "0");
  EXPECT_EQ(difference(network, Grouping::kRules, "3", "x", "z"), "any");
  EXPECT_EQ(difference(network, Grouping::kRules, "2", "x", "y"), "-1");
}

TEST(DifferenceTable, ARuleOfOneParticipantIsSilent) {
  const Network network = testing::network("a: 0 -x-> 1 -own-> 2 -y-> 0, 1 -y-> 2; b: 0 -x-> 0, 0 -y-> 0");
  EXPECT_EQ(difference(network, Grouping::kRules, "2", "x", "y"), "any") << "y or nothing leads from 1 to 2";
  EXPECT_EQ(difference(network, Grouping::kRules, "0", "x", "y"), "any");
}

TEST(DifferenceTable, ComponentClassesCountWhatDoesTheSame) {
  const Network network = testing::network("a: 0 -x-> 1, 0 -y-> 1, 1 -z-> 0; b: 0 -x-> 0, 0 -y-> 0, 0 -z-> 0");
  EXPECT_EQ(difference(network, Grouping::kRules, "1", "x", "z"), "any");
  EXPECT_EQ(difference(network, Grouping::kComponent, "1", "x", "z"), "1");
  EXPECT_EQ(difference(network, Grouping::kComponent, "1", "y", "z"), "1");
}

TEST(DifferenceTable, StatesWithoutAPathAreUnreached) {
  const Network network = testing::network("a: 0 -x-> 1, 2 -y-> 1; b: 0 -x-> 0, 0 -y-> 0");
  EXPECT_EQ(difference(network, Grouping::kRules, "2", "x", "y"), "unreached");
  EXPECT_EQ(difference(network, Grouping::kRules, "1", "x", "y"), "1");
}

TEST(Projections, ComponentsThatAreWiredAlikeShareTheirWiring) {
  // A ring of one template; the last component also has a rule of its own.
  NetworkBuilder builder;
  const TemplateId node = builder.add_template(testing::lts("0 -in-> 1 -out-> 0 -own-> 0"));
  std::vector<ComponentId> nodes;
  for (const char* name : {"a", "b", "c"}) nodes.push_back(builder.add_component(name, node));
  const LocalLabel in(0);
  const LocalLabel out(1);
  for (std::size_t i = 0; i < 3; ++i) {
    const Participant parts[] = {{nodes[i], out}, {nodes[(i + 1) % 3], in}};
    builder.add_rule(builder.intern_label("pass." + std::to_string(i)), parts);
  }
  const Participant alone[] = {{nodes[2], LocalLabel(2)}};
  builder.add_rule(builder.intern_label("alone"), alone);
  const Network ring = std::move(builder).build();
  ASSERT_EQ(ring.lts(node).label_name(in), "in");
  const Projections projections(ring, Grouping::kRules, kNone);
  EXPECT_EQ(projections.wiring_of(nodes[0]), projections.wiring_of(nodes[1]));
  EXPECT_NE(projections.wiring_of(nodes[0]), projections.wiring_of(nodes[2]));
  EXPECT_EQ(projections.num_wirings(), 2u);
}

}   // namespace
}   // namespace parley
