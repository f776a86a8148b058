#include "store/compact_set.h"

#include <algorithm>
#include <map>
#include <random>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace parley {
namespace {

const Limits kNone;

void grow(CompactSet& set, unsigned number_bits) {
  CompactSet::Growth growth(set, number_bits, kNone);
  while (growth.move_part()) {}
  growth.finish();
}

CompactSet::Inserted insert(CompactSet& set, std::uint64_t key, std::uint32_t number) {
  for (;;) {
    const CompactSet::Inserted inserted = set.insert(set.place(key), number);
    if (inserted.outcome != CompactSet::Outcome::kFull) return inserted;
    grow(set, 0);
  }
}

// Inserts random keys of this width and compares with std::map: what is found, with which number, and what a
// walk visits.
void compare(unsigned key_bits, unsigned number_bits, std::size_t insertions, std::uint32_t seed) {
  std::mt19937_64 random(seed);
  CompactSet set(key_bits, number_bits, 64, kNone);
  std::map<std::uint64_t, std::uint32_t> naive;
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - key_bits);
  std::uint64_t numbers = number_bits == 0 ? 1 : std::uint64_t{1} << number_bits;
  for (std::size_t i = 0; i < insertions; ++i) {
    // Half of the keys are close together, as states are.
    const std::uint64_t key = (i % 2 == 0 ? random() : random() % (4 * insertions)) & mask;
    const auto number = static_cast<std::uint32_t>(random() % numbers);
    const auto [at, is_new] = naive.emplace(key, number);
    const CompactSet::Inserted inserted = insert(set, key, number);
    ASSERT_EQ(inserted.outcome == CompactSet::Outcome::kAdded, is_new);
    ASSERT_EQ(inserted.number, at->second);
    if (naive.size() >= set.growth_threshold()) grow(set, 0);
    if (i == insertions / 2 && number_bits != 0 && number_bits < 32) {
      grow(set, number_bits + 7);
      numbers <<= 7;
    }
  }
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t key = (i % 2 == 0 ? random() : random() % (4 * insertions)) & mask;
    const auto found = naive.find(key);
    ASSERT_EQ(set.find(key), found == naive.end() ? std::nullopt : std::optional(found->second));
  }
  std::map<std::uint64_t, std::uint32_t> walked;
  set.for_each(CompactSet::Walk::kDrain,
               [&](std::uint64_t key, std::uint32_t number) { ASSERT_TRUE(walked.emplace(key, number).second); });
  EXPECT_EQ(walked, naive);
}

TEST(CompactSet, AgreesWithAMap) {
  std::uint32_t seed = 0;
  for (unsigned key_bits : {1u, 2u, 5u, 13u, 16u, 17u, 24u, 31u, 32u, 33u, 42u, 48u, 55u, 63u, 64u})
    for (unsigned number_bits : {0u, 1u, 8u, 25u}) compare(key_bits, number_bits, 20'000, ++seed);
}

TEST(CompactSet, TakesEveryKeyOfItsWidth) {
  CompactSet set(17, 0, 64, kNone);
  for (std::uint64_t key = 0; key < 1u << 17; ++key) ASSERT_EQ(insert(set, key, 0).outcome, CompactSet::Outcome::kAdded);
  for (std::uint64_t key = 0; key < 1u << 17; ++key) ASSERT_EQ(insert(set, key, 0).outcome, CompactSet::Outcome::kFound);
}

TEST(CompactSet, TakesAtMostEightBytesPerKey) {
  CompactSet set(42, 0, 64, kNone);
  std::uint64_t keys = 0;
  for (; keys < 4'000'000; ++keys) {
    insert(set, keys * 977, 0);
    if (keys >= set.growth_threshold()) grow(set, 0);
  }
  EXPECT_LE(static_cast<double>(set.bytes()) / static_cast<double>(keys), 8.0);
}

// All threads add all keys; exactly one of them adds each.
TEST(CompactSet, ThreadsAddEachKeyOnce) {
  constexpr unsigned kThreads = 4;
  constexpr std::uint64_t kKeys = 60'000;
  CompactSet set(40, 8, 2 * kKeys, kNone);
  std::vector<std::uint64_t> added(kThreads);
  {
    std::vector<std::jthread> threads;
    for (unsigned t = 0; t < kThreads; ++t)
      threads.emplace_back([&, t] {
        for (std::uint64_t i = 0; i < kKeys; ++i) {
          const std::uint64_t key = (t % 2 == 0 ? i : kKeys - 1 - i) * 1'000'003;
          if (set.insert(set.place(key), key % 251).outcome == CompactSet::Outcome::kAdded) ++added[t];
        }
      });
  }
  std::uint64_t sum = 0;
  for (std::uint64_t each : added) sum += each;
  EXPECT_EQ(sum, kKeys);
  for (std::uint64_t i = 0; i < kKeys; ++i) ASSERT_EQ(set.find(i * 1'000'003), (i * 1'000'003) % 251);
}

}   // namespace
}   // namespace parley
