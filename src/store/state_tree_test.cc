#include "store/state_tree.h"

#include <map>
#include <random>
#include <set>
#include <thread>

#include <gtest/gtest.h>

namespace parley {
namespace {

const Limits kNone;
using Words = std::vector<std::uint64_t>;

std::uint64_t key(StateTree& tree, const Words& words, StateTree::Cursor& cursor) {
  for (;;) {
    const std::uint64_t key = tree.key(words, cursor);
    if (key != StateTree::kFull) return key;
    tree.grow();
  }
}

// Keys and vectors of words correspond one to one, whether a state is added on its own or as a successor.
TEST(StateTree, KeysAreOneToOne) {
  for (std::size_t num_words : {2u, 3u, 4u, 5u, 7u, 8u, 13u, 33u}) {
    std::mt19937_64 random(num_words);
    StateTree tree(num_words, kNone);
    StateTree::Cursor cursor(tree);
    std::map<Words, std::uint64_t> known;
    std::set<std::uint64_t> keys;
    Words state(num_words);
    for (int i = 0; i < 3000; ++i) {
      const Words from = state;
      std::vector<StateTree::Change> changes;
      for (std::uint32_t word = 0; word < num_words; ++word)
        if (random() % num_words < 2) {
          state[word] = random() % 5;
          changes.push_back({word, state[word]});
        }
      const std::uint64_t of_from = key(tree, from, cursor);
      if (tree.crowded()) tree.grow();
      tree.seek(of_from, cursor);
      ASSERT_EQ(Words(cursor.words().begin(), cursor.words().end()), from);
      const std::uint64_t as_successor = tree.successor(changes, cursor);
      ASSERT_EQ(Words(cursor.words().begin(), cursor.words().end()), from) << "the cursor stays";
      ASSERT_EQ(tree.successor({}, cursor), of_from);
      const std::uint64_t alone = key(tree, state, cursor);
      ASSERT_EQ(as_successor, alone);
      ASSERT_EQ(tree.find(state), alone);
      const auto [at, is_new] = known.emplace(state, alone);
      ASSERT_EQ(at->second, alone);
      ASSERT_EQ(keys.insert(alone).second, is_new);
      Words back(num_words);
      tree.words(alone, back);
      ASSERT_EQ(back, state);
    }
    state[0] = 77;
    EXPECT_EQ(tree.find(state), std::nullopt);
  }
}

TEST(PartTable, ThreadsAgreeOnNumbers) {
  PartTable table(kNone);
  while (table.bytes() < 400'000) table.grow();
  constexpr std::uint64_t kValues = 20'000;
  std::vector<std::vector<std::uint32_t>> numbers(4);
  {
    std::vector<std::jthread> threads;
    for (std::size_t t = 0; t < numbers.size(); ++t)
      threads.emplace_back([&, t] {
        PartTable::Reserve reserve;
        for (std::uint64_t v = 0; v < kValues; ++v) numbers[t].push_back(table.number_of(v * v, reserve));
      });
  }
  for (std::size_t t = 1; t < numbers.size(); ++t) EXPECT_EQ(numbers[t], numbers[0]);
  for (std::uint64_t v = 0; v < kValues; ++v) ASSERT_EQ(table.value(numbers[0][v]), v * v);
}

}   // namespace
}   // namespace parley
