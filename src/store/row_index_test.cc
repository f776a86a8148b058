#include "store/row_index.h"

#include <gtest/gtest.h>

#include "base/hash.h"

namespace parley {
namespace {

TEST(RowIndex, FindsEveryRowAgainWhileItGrows) {
  std::vector<std::uint64_t> rows;
  RowIndex index(2, Limits());
  const auto find_or_add = [&](std::uint64_t value) {
    if (index.crowded(rows.size() + 1))
      index.grow(static_cast<std::uint32_t>(rows.size()), [&](std::uint32_t row) { return mix(rows[row]); }, Limits());
    const RowIndex::Found found = index.find_or_add(mix(value), static_cast<std::uint32_t>(rows.size()),
                                                    [&](std::uint32_t row) { return rows[row] == value; });
    if (found.added) rows.push_back(value);
    return found;
  };
  for (std::uint64_t value = 0; value < 5'000; ++value) {
    const RowIndex::Found found = find_or_add(value * 7919);
    EXPECT_TRUE(found.added);
    EXPECT_EQ(found.row, value);
  }
  for (std::uint64_t value = 0; value < 5'000; ++value) {
    const RowIndex::Found found = find_or_add(value * 7919);
    EXPECT_FALSE(found.added);
    EXPECT_EQ(found.row, value);
  }
}

// The worst hash there is: everything collides, and still nothing is merged.
TEST(RowIndex, SurvivesCollisions) {
  std::vector<int> rows;
  RowIndex index(6, Limits());
  for (int value = 0; value < 30; ++value) {
    const RowIndex::Found found =
        index.find_or_add(5, static_cast<std::uint32_t>(rows.size()), [&](std::uint32_t row) { return rows[row] == value; });
    EXPECT_TRUE(found.added);
    rows.push_back(value);
  }
}

TEST(RowIndex, AnnouncesItsGrowth) {
  RowIndex index(20, Limits());
  EXPECT_THROW(index.grow(0, [](std::uint32_t) { return std::uint64_t{0}; }, Limits({.memory_bytes = resident_bytes() + (1 << 20)})), Stopped);
  EXPECT_THROW(RowIndex(28, Limits({.memory_bytes = resident_bytes() + (1 << 20)})), Stopped);
}

}  // namespace
}  // namespace parley
