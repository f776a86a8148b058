#include "check/row_set.h"

#include <random>
#include <set>

#include <gtest/gtest.h>

#include "check/edge_tables.h"

namespace parley {
namespace {

Network wide(std::size_t components) {
  NetworkBuilder builder;
  LtsBuilder lts;
  lts.add_states(5);
  const TemplateId id = builder.add_template(std::move(lts).build());
  for (std::size_t i = 0; i < components; ++i) builder.add_component("c" + std::to_string(i), id);
  return std::move(builder).build();
}

// Rows of one word and of several; some rows occur twice.
TEST(RowSet, KnowsItsRowsAndNoOthers) {
  std::mt19937 random(5);
  for (std::size_t components : {3, 21, 22, 60}) {
    const Network network = wide(components);
    StateTable table(network, all_components(network));
    std::set<std::vector<std::uint32_t>> known;
    std::vector<LocalState> row(components);
    const auto roll = [&] {
      std::vector<std::uint32_t> locals;
      for (LocalState& local : row) {
        local = LocalState(std::size_t{random() % 5});
        locals.push_back(local.value);
      }
      return locals;
    };
    for (int i = 0; i < 60; ++i) {
      known.insert(roll());
      table.add(row);
    }
    const RowSet set(table, Limits());
    PendingRows pending(set);
    std::vector<std::uint64_t> words(table.words_per_row());
    for (std::size_t r = 0; r < table.size(); ++r) {
      table.read(r, row);
      table.pack(row, words);
      const std::optional<std::size_t> found = set.find(words);
      ASSERT_TRUE(found);
      ASSERT_LE(*found, r);
      ASSERT_TRUE(std::ranges::equal(table.words(*found), words));
      std::ranges::copy(words, pending.next().begin());
      pending.add(r, RuleId());
    }
    EXPECT_FALSE(pending.first_missing());
    for (std::size_t i = 0; i < 100; ++i) {
      const bool is_known = known.contains(roll());
      table.pack(row, words);
      ASSERT_EQ(set.find(words).has_value(), is_known);
      std::ranges::copy(words, pending.next().begin());
      pending.add(i, RuleId(i + 1));
      const std::optional<PendingRows::Successor> missing = pending.first_missing();
      ASSERT_EQ(missing.has_value(), !is_known);
      if (missing) {
        EXPECT_EQ(missing->from, i);
        EXPECT_EQ(missing->rule, RuleId(i + 1));
        EXPECT_TRUE(std::ranges::equal(missing->words, words));
        pending.clear();
      }
    }
  }
}

}   // namespace
}   // namespace parley
