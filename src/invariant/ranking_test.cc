#include "invariant/ranking.h"

#include <gtest/gtest.h>

#include "support/naive_blocked.h"
#include "support/network_text.h"
#include "support/sample_network.h"

namespace parley {
namespace {

using testing::GlobalState;
using testing::network;

const Limits kNoLimits;

bool has_ranking(const Network& net) {
  const LocalReach reach(net, kNoLimits);
  const auto ranking = find_ranking(net, reach, kNoLimits);
  EXPECT_TRUE(!ranking || ranking->ranks.size() == net.num_rules());
  return ranking.has_value();
}

// A row of cells: each takes from the left, then gives to the right. The ends synchronise with no other
// component.
Network row_of_cells(int cells) {
  std::string text;
  std::string rules = "in = C0.l\n";
  for (int i = 0; i < cells; ++i) {
    text += "C" + std::to_string(i) + ": 0 -l-> 1 -r-> 0\n";
    if (i > 0) rules += "m" + std::to_string(i) + " = C" + std::to_string(i - 1) + ".r C" + std::to_string(i) + ".l\n";
  }
  return network(text + rules + "out = C" + std::to_string(cells - 1) + ".r\n");
}

TEST(Ranking, ARowOfCellsHasOne) {
  EXPECT_TRUE(has_ranking(row_of_cells(1)));
  EXPECT_TRUE(has_ranking(row_of_cells(2)));
  EXPECT_TRUE(has_ranking(row_of_cells(50)));
}

// Cells of a square: each takes from above and from the left in any order, then gives downwards and to the
// right in any order.
Network square_of_cells(int side) {
  std::string text;
  std::string rules;
  const auto name = [](int x, int y) { return "C" + std::to_string(x) + "x" + std::to_string(y); };
  for (int x = 0; x < side; ++x)
    for (int y = 0; y < side; ++y) {
      text += name(x, y) + ": 0 -n-> 1 -w-> 3, 0 -w-> 2 -n-> 3, 3 -s-> 4 -e-> 0, 3 -e-> 5 -s-> 0\n";
      rules += "n" + name(x, y) + " = " + name(x, y) + ".n" + (y > 0 ? " " + name(x, y - 1) + ".s" : "") + "\n";
      rules += "w" + name(x, y) + " = " + name(x, y) + ".w" + (x > 0 ? " " + name(x - 1, y) + ".e" : "") + "\n";
      if (y == side - 1) rules += "s" + name(x, y) + " = " + name(x, y) + ".s\n";
      if (x == side - 1) rules += "e" + name(x, y) + " = " + name(x, y) + ".e\n";
    }
  return network(text + rules);
}

TEST(Ranking, ASquareOfCellsHasOne) {
  EXPECT_TRUE(has_ranking(square_of_cells(2)));
  EXPECT_TRUE(has_ranking(square_of_cells(7)));
}

TEST(Ranking, ARingThatWaitsForItselfHasNone) {
  const Network net = network(
      "A: 0 -l-> 1 -r-> 0; B: 0 -l-> 1 -r-> 0; C: 0 -l-> 1 -r-> 0\n"
      "ab = A.r B.l; bc = B.r C.l; ca = C.r A.l");
  EXPECT_FALSE(has_ranking(net)) << "all wait for the left";
}

TEST(Ranking, ARingWithOneThatGivesFirstHasOne) {
  const Network net = network(
      "A: 1 -r-> 0 -l-> 1; B: 0 -l-> 1 -r-> 0; C: 0 -l-> 1 -r-> 0\n"
      "ab = A.r B.l; bc = B.r C.l; ca = C.r A.l");
  EXPECT_TRUE(has_ranking(net));
}

TEST(Ranking, ASystemThatEndsHasNone) {
  EXPECT_FALSE(has_ranking(network("A: 0 -a-> END; B: 0 -a-> END"))) << "nothing is offered at the end";
}

TEST(Ranking, PhilosophersHaveNone) { EXPECT_FALSE(has_ranking(testing::sample_philosophers(3))); }

// Two components of one template: one shares a label with a partner, the other performs it alone. What is
// known about the first must not be used for the second.
TEST(Ranking, ComponentsOfOneKindMayShareDifferentLabels) {
  NetworkBuilder builder;
  const TemplateId cycle = builder.add_template(testing::lts("0 -a-> 1 -b-> 0"));
  const TemplateId stuck = builder.add_template(testing::lts("0 -b-> 1 -b-> 2"));
  const ComponentId x = builder.add_component("x", cycle);
  const ComponentId y = builder.add_component("y", cycle);
  const ComponentId z = builder.add_component("z", stuck);
  const auto rule = [&](std::vector<Participant> participants) { builder.add_rule(builder.intern_label("r"), participants); };
  rule({{x, LocalLabel(0)}});
  rule({{x, LocalLabel(1)}});
  rule({{y, LocalLabel(0)}});
  rule({{y, LocalLabel(1)}, {z, LocalLabel(0)}});
  const Network net = std::move(builder).build();
  EXPECT_FALSE(has_ranking(net)) << "z stops";
}

TEST(Ranking, FoundMeansThatNoComponentIsEverBlocked) {
  std::size_t found = 0;
  std::size_t blocked = 0;
  for (std::uint64_t seed = 0; seed < 30'000; ++seed) {
    testing::Random random(seed);
    const Network net = testing::tiny_network(
        random,
        {.most_components = 3, .most_states = 3, .labels = 2, .most_edges = 4, .most_rules = 4, .has_ends = seed % 4 == 0});
    const bool is_found = has_ranking(net);
    if (!is_found && seed % 16 != 0) continue;
    const bool is_blocked = std::ranges::any_of(testing::reachable_states(net),
                                                [&](const GlobalState& state) { return testing::is_local_deadlock(net, state); });
    found += is_found ? 1 : 0;
    blocked += is_blocked ? 1 : 0;
    ASSERT_FALSE(is_found && is_blocked) << "seed " << seed << "\n" << testing::to_text(net);
  }
  EXPECT_GT(found, 300u);
  EXPECT_GT(blocked, 300u);
}

TEST(Ranking, StopsAtLimits) {
  StopToken stop = StopRequest::kInterrupted;
  const Limits limits({.stop = &stop});
  const Network net = row_of_cells(3000);
  const LocalReach reach(net, kNoLimits);
  EXPECT_THROW(find_ranking(net, reach, limits), Stopped);
}

}   // namespace
}   // namespace parley
