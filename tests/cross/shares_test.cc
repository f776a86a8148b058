#include "cross/shares.h"

#include <gtest/gtest.h>

#include "engine/registry.h"

namespace parley::cross {
namespace {

TEST(Shares, EveryChoiceSetsExistingOptions) {
  for (const PredicateChoice& choice : predicate_choices()) {
    Options options = all_options();
    for (const auto& [name, value] : choice.options) EXPECT_EQ(options.set(name, value), std::nullopt) << choice.name;
  }
  EXPECT_FALSE(predicate_choices().back().is_of_paper);
  EXPECT_EQ(predicate_choices().back().options.size(), 1u) << "the preset, without a search for traces";
}

TEST(Shares, AreTheSameForAnyNumberOfThreads) {
  SharesCampaign campaign{.networks = 30,
                          .first = 0,
                          .seed = 3,
                          .threads = 1,
                          .draw = {.only = std::nullopt, .invariant_share = 50, .most_states = 150}};
  const SharesResult alone = run_shares(campaign);
  campaign.threads = 2;
  EXPECT_EQ(to_text(run_shares(campaign)), to_text(alone));
  EXPECT_EQ(alone.networks, 30u);
  EXPECT_GT(alone.deadlock_free, 5u);
  EXPECT_GT(alone.rows.back().deadlock, 0u) << to_text(alone);
  EXPECT_EQ(alone.faults, std::vector<std::string>{});
}

}   // namespace
}   // namespace parley::cross
