#include "cross/declining.h"

#include <gtest/gtest.h>

#include "buggy/reference_engine.h"
#include "cross/campaign.h"
#include "engine/registry.h"

namespace parley::cross {
namespace {

// Declines some kinds of property, and answers the rest like the reference engine.
class Choosy : public buggy::ReferenceEngine {
 public:
  Choosy(std::string_view name, std::vector<PropertyKind> refused, std::string reason)
      : ReferenceEngine(buggy::Bug::kNone), name_(name), refused_(std::move(refused)), reason_(std::move(reason)) {}
  std::string_view name() const override { return name_; }
  std::optional<std::string> declines(const Network&, const Property& property) const override {
    for (const PropertyKind kind : refused_)
      if (kind == kind_of(property)) return reason_;
    return std::nullopt;
  }

 private:
  std::string_view name_;
  std::vector<PropertyKind> refused_;
  std::string reason_;
};

CampaignResult examined(const Engine& engine) {
  return run_campaign({.networks = 40, .first = 0, .seed = 1, .threads = 1, .subjects = {{engine}}});
}

TEST(Declining, EveryEngineHasItsRow) {
  for (const Engine* engine : engines())
    EXPECT_TRUE(has_declining_row(engine->name()))
        << "engine " << engine->name() << " needs a row in tests/cross/declining.cc: which kinds of property may it decline?";
}

TEST(Declining, KindsOfTheRowMayBeDeclined) {
  const Choosy lazy("lazy", {PropertyKind::kDeadlock, PropertyKind::kLocalDeadlock}, "not its kind");
  const CampaignResult result = examined(lazy);
  EXPECT_FALSE(result.finding) << result.finding->failure.detail;
  EXPECT_GT(result.tallies[0].declined, 0u);
  EXPECT_LT(result.tallies[0].declined, result.tallies[0].asked);
}

TEST(Declining, AnythingElseIsAFault) {
  const Choosy lazy("lazy", {PropertyKind::kReach}, "too hard");
  ASSERT_TRUE(examined(lazy).finding);
  EXPECT_EQ(examined(lazy).finding->failure.fault, Fault::kUnanswered);
  const Choosy explicit_one("explicit", {PropertyKind::kDeadlock}, "too hard");
  EXPECT_TRUE(examined(explicit_one).finding);
}

TEST(Declining, AnEngineWithoutARowIsAFaultThatNamesTheTable) {
  const Choosy fresh("fresh", {PropertyKind::kDeadlock}, "too hard");
  const CampaignResult result = examined(fresh);
  ASSERT_TRUE(result.finding);
  EXPECT_NE(result.finding->failure.detail.find("fresh has no row in tests/cross/declining.cc"), std::string::npos)
      << result.finding->failure.detail;
}

TEST(Declining, ARefusalNeedsAReason) {
  const Choosy lazy("lazy", {PropertyKind::kDeadlock}, "");
  EXPECT_TRUE(examined(lazy).finding);
}

}   // namespace
}   // namespace parley::cross
