#include "evidence/state_table.h"

#include <random>

#include <gtest/gtest.h>

namespace parley {
namespace {

Network with_sizes(const std::vector<std::size_t>& sizes) {
  NetworkBuilder builder;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    LtsBuilder lts;
    lts.add_states(sizes[i]);
    builder.add_component("c" + std::to_string(i), builder.add_template(std::move(lts).build()));
  }
  return std::move(builder).build();
}

std::vector<ComponentId> all(const Network& network) {
  std::vector<ComponentId> found;
  for (ComponentId component : network.components()) found.push_back(component);
  return found;
}

TEST(StateTable, ComponentsDoNotStraddleWords) {
  const auto words = [](const std::vector<std::size_t>& sizes) {
    const Network network = with_sizes(sizes);
    return StateTable(network, all(network)).words_per_row();
  };
  EXPECT_EQ(words({1}), 1U);
  EXPECT_EQ(words(std::vector<std::size_t>(64, 2)), 1U);
  EXPECT_EQ(words(std::vector<std::size_t>(65, 2)), 2U);
  EXPECT_EQ(words(std::vector<std::size_t>(21, 8)), 1U);   // 63 bits
  EXPECT_EQ(words(std::vector<std::size_t>(22, 8)), 2U);
  EXPECT_EQ(words(std::vector<std::size_t>(32, 5)), 2U);   // 3 bits each, 21 per word
}

TEST(StateTable, GivesBackWhatWasAdded) {
  std::mt19937 random(3);
  for (int round = 0; round < 50; ++round) {
    std::vector<std::size_t> sizes;
    for (std::size_t i = 1 + random() % 100; i > 0; --i) sizes.push_back(1 + random() % (random() % 2 == 0 ? 3 : 5000));
    const Network network = with_sizes(sizes);
    StateTable table(network, all(network));
    std::vector<std::vector<LocalState>> rows(20, std::vector<LocalState>(sizes.size()));
    for (std::vector<LocalState>& row : rows) {
      for (std::size_t c = 0; c < sizes.size(); ++c) row[c] = LocalState(random() % 3 == 0 ? sizes[c] - 1 : random() % sizes[c]);
      table.add(row);
    }
    ASSERT_EQ(table.size(), rows.size());
    std::vector<LocalState> row(sizes.size());
    std::vector<std::uint64_t> packed(table.words_per_row());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      table.read(i, row);
      ASSERT_EQ(row, rows[i]);
      ASSERT_EQ(table.at(i, 0), rows[i][0]);
      table.pack(row, packed);
      ASSERT_TRUE(std::equal(packed.begin(), packed.end(), table.words(i).begin()));
    }
  }
}

TEST(StateTable, RowsWithNothingToTellApartAreCounted) {
  const Network network = with_sizes({1, 1});
  StateTable table(network, all(network));
  EXPECT_EQ(table.size(), 0U);
  table.add(std::vector<LocalState>(2));
  EXPECT_EQ(table.size(), 1U);
  EXPECT_EQ(table.at(0, 1), LocalState(std::size_t{0}));
}

}   // namespace
}   // namespace parley
