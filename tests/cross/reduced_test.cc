#include "cross/reduced.h"

#include <gtest/gtest.h>

namespace parley::cross {
namespace {

TEST(Stubborn, RandomNetworksHaveTheSameAnswersWithAndWithoutThem) {
  Savings savings;
  for (std::uint64_t seed = 0; seed < 20000; ++seed) {
    const std::optional<std::string> fault = reduction_fault_at(seed, 60, savings);
    ASSERT_FALSE(fault) << *fault;
  }
  EXPECT_LT(savings.reduced * 10, savings.full * 9) << "hardly anything was reduced: the comparison tests little";
}

TEST(Stubborn, LargerRandomNetworksHaveTheSameAnswersWithAndWithoutThem) {
  Savings savings;
  for (std::uint64_t seed = 20000; seed < 20500; ++seed) {
    const std::optional<std::string> fault = reduction_fault_at(seed, 1000, savings);
    ASSERT_FALSE(fault) << *fault;
  }
  EXPECT_LT(savings.reduced * 10, savings.full * 9);
}

}   // namespace
}   // namespace parley::cross
