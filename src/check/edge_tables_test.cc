#include "check/edge_tables.h"

#include <random>

#include <gtest/gtest.h>

namespace parley {
namespace {

// With few edges for many states and labels there is no table; the answers are the same.
TEST(EdgeTable, AnswersAsTheLtsDoes) {
  std::mt19937 random(2);
  for (const auto& [states, labels, edges] :
       {std::tuple{4, 3, 9}, std::tuple{1, 0, 0}, std::tuple{300, 200, 400}, std::tuple{2, 5, 0}}) {
    LtsBuilder builder;
    builder.add_states(static_cast<std::size_t>(states));
    for (int label = 0; label < labels; ++label) builder.add_label("l" + std::to_string(label));
    const auto below = [&](int bound) { return std::size_t{random() % static_cast<unsigned>(bound)}; };
    for (int edge = 0; edge < edges; ++edge)
      builder.add_edge(LocalState(below(states)), LocalLabel(below(labels)), LocalState(below(states)));
    const Lts lts = std::move(builder).build();
    const EdgeTable table(lts);
    for (LocalState state : lts.states())
      for (LocalLabel label : lts.labels()) {
        ASSERT_TRUE(std::ranges::equal(table.edges(state, label), lts.edges(state, label)));
        ASSERT_EQ(table.offers(state, label), lts.offers(state, label));
      }
  }
}

}   // namespace
}   // namespace parley
