#include "net/state_layout.h"

#include <gtest/gtest.h>

#include "support/network_text.h"

namespace parley {
namespace {

using testing::network;

std::string fields(const StateLayout& layout) {
  std::string text;
  for (std::size_t i = 0; i < layout.num_fields(); ++i) {
    const StateLayout::Field& field = layout.field(i);
    text += std::to_string(field.word) + ":" + std::to_string(field.shift) + "+" + std::to_string(field.bits) + " ";
  }
  return text + "of " + std::to_string(layout.num_words());
}

const char* const kThree = "A: 0 -a-> 1, 1 -a-> 2, 2 -a-> 3, 3 -a-> 4; B: 0 -b-> 0; C: 0 -c-> 1, 1 -d-> 2";

TEST(StateLayout, BitsFollowFromTheNumberOfStates) { EXPECT_EQ(fields(StateLayout(network(kThree))), "0:0+3 0:0+0 0:3+2 of 1"); }

TEST(StateLayout, AWordTakesWhatFits) {
  EXPECT_EQ(fields(StateLayout(network(kThree), 4)), "0:0+3 0:0+0 1:0+2 of 2");
  EXPECT_EQ(fields(StateLayout(network(kThree), 1)), "0:0+3 0:0+0 1:0+2 of 2") << "a single component always fits";
}

TEST(StateLayout, UnpackingUndoesPacking) {
  const Network net = network(kThree);
  for (unsigned word_bits : {1u, 4u, 64u}) {
    const StateLayout layout(net, word_bits);
    std::vector<std::uint64_t> words(layout.num_words());
    std::vector<LocalState> back(3);
    for (std::uint32_t a = 0; a < 5; ++a)
      for (std::uint32_t c = 0; c < 3; ++c) {
        const std::vector<LocalState> state = {LocalState(a), LocalState(0u), LocalState(c)};
        layout.pack(state, words);
        layout.unpack(words, back);
        ASSERT_EQ(back, state);
        layout.put(words, 2, LocalState((c + 1) % 3));
        ASSERT_EQ(layout.at(words, 0), LocalState(a));
        ASSERT_EQ(layout.at(words, 2), LocalState((c + 1) % 3));
      }
  }
}

}   // namespace
}   // namespace parley
