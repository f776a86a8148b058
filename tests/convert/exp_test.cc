// Models and thousands of random networks are written as EXP with their automata, in both forms, and read
// again.
#include <filesystem>

#include <gtest/gtest.h>

#include "convert/exp_round_trip.h"
#include "convert/odd_names.h"
#include "cross/random_spec.h"
#include "oracle/spec_network.h"

namespace parley::cross {
namespace {

namespace fs = std::filesystem;
using testing::ExpForm;

constexpr std::uint64_t kNetworks = 3000;

TEST(Exp, ModelsAreReadAsTheyWereWritten) {
  std::size_t done = 0;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(PARLEY_SOURCE_FOLDER) / "models")) {
    if (entry.path().extension() != ".fsp") continue;
    Progress silent;
    const auto model = read_model(entry.path().string(), {}, Limits(), silent);
    ASSERT_TRUE(model) << entry.path();
    const auto network = (*model)->build((*model)->default_target(), "", Limits(), silent);
    ASSERT_TRUE(network) << entry.path();
    if (ExpWriter::obstacle(*network, "out.exp")) continue;
    EXPECT_EQ(testing::lost_as_exp(*network, ExpForm::kVectors), "") << entry.path();
    EXPECT_EQ(testing::lost_as_exp(*network, ExpForm::kJoined), "") << entry.path();
    ++done;
  }
  constexpr std::size_t kLeast = 30;
  EXPECT_GE(done, kLeast);
}

TEST(Exp, RandomNetworksAreReadAsTheyWereWritten) {
  std::size_t done = 0;
  std::size_t with_ends = 0;
  for (std::uint64_t seed = 0; seed < kNetworks; ++seed) {
    Random random(seed);
    const Network network = oracle::to_network(random_network(random, static_cast<Family>(seed % kPlainFamilies)));
    if (ExpWriter::obstacle(network, "out.exp")) continue;
    ASSERT_EQ(testing::lost_as_exp(network, ExpForm::kVectors), "") << "seed " << seed;
    ASSERT_EQ(testing::lost_as_exp(network, ExpForm::kJoined), "") << "seed " << seed;
    ++done;
    for (const TemplateId each : network.templates()) with_ends += network.lts(each).has_terminal() ? 1 : 0;
  }
  EXPECT_GT(done, kNetworks / 4);
  EXPECT_GT(with_ends, done / 10);   // otherwise notes about ends were hardly tested
}

TEST(Exp, OddNamesChangeNothingElse) {
  for (std::uint64_t seed = 0; seed < kNetworks; ++seed) {
    Random random(seed);
    const Network network =
        with_odd_names(oracle::to_network(random_network(random, static_cast<Family>(seed % kPlainFamilies))), random);
    if (ExpWriter::obstacle(network, "out.exp")) continue;
    ASSERT_EQ(testing::lost_as_exp(network, ExpForm::kVectors, false), "") << "seed " << seed;
    ASSERT_EQ(testing::lost_as_exp(network, ExpForm::kJoined, false), "") << "seed " << seed;
  }
}

}   // namespace
}   // namespace parley::cross
