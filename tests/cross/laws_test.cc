#include "cross/laws.h"

#include <gtest/gtest.h>

#include "cross/campaign.h"
#include "engine/registry.h"
#include "oracle/oracle.h"
#include "oracle/spec_text.h"

namespace parley::cross {
namespace {

constexpr std::uint64_t kNetworks = 120;
constexpr std::uint64_t kSeed = 7;

class LawTest : public testing::TestWithParam<const Law*> {
 protected:
  const Law& law() const { return *GetParam(); }
};

std::string title(const testing::TestParamInfo<const Law*>& info) {
  std::string name(info.param->name);
  for (char& c : name)
    if (c == ' ') c = '_';
  return name;
}

std::vector<const Law*> all() {
  std::vector<const Law*> list;
  for (const Law& law : laws()) list.push_back(&law);
  return list;
}

// The law itself: the oracle's answers and distances do not change.
TEST_P(LawTest, HoldsForTheOracle) {
  std::uint64_t applied = 0;
  for (std::uint64_t i = 0; i < kNetworks; ++i) {
    const RandomCase drawn = case_at(kSeed, i);
    Random random(i);
    const std::optional<oracle::Spec> changed = law().apply(drawn.spec, random);
    if (!changed) continue;
    ASSERT_EQ(problem(*changed).value_or(""), "") << to_text(*changed);
    const std::optional<oracle::Exploration> exploration = explore(*changed, 100000);
    if (!exploration) continue;
    ++applied;
    for (std::size_t q = 0; q < drawn.spec.questions.size(); ++q) {
      if (!law().keeps(drawn.spec.questions[q].ask)) continue;
      const oracle::Answer before = answer(drawn.spec, drawn.exploration, drawn.spec.questions[q]);
      const oracle::Answer after = answer(*changed, *exploration, changed->questions[q]);
      ASSERT_EQ(before.holds, after.holds) << drawn.spec.questions[q].name << "\n"
                                           << to_text(drawn.spec) << "\n"
                                           << to_text(*changed);
      ASSERT_EQ(before.distance, after.distance) << drawn.spec.questions[q].name << "\n" << to_text(*changed);
    }
  }
  EXPECT_GT(applied, kNetworks / 2);
}

// If a law does not keep a kind of question, then it sometimes changes its answer.
TEST_P(LawTest, ExcludesNoKindWithoutReason) {
  for (int kind = 0; kind < oracle::kAsks; ++kind) {
    const auto ask = static_cast<oracle::Ask>(kind);
    if (law().keeps(ask)) continue;
    bool differs = false;
    for (std::uint64_t i = 0; i < 20 * kNetworks && !differs; ++i) {
      const RandomCase drawn = case_at(kSeed, i);
      Random random(i);
      const std::optional<oracle::Spec> changed = law().apply(drawn.spec, random);
      if (!changed) continue;
      const std::optional<oracle::Exploration> exploration = explore(*changed, 5000);
      for (std::size_t q = 0; exploration && q < drawn.spec.questions.size(); ++q)
        if (drawn.spec.questions[q].ask == ask)
          differs = differs || answer(drawn.spec, drawn.exploration, drawn.spec.questions[q]).holds !=
                                   answer(*changed, *exploration, changed->questions[q]).holds;
    }
    EXPECT_TRUE(differs) << ask_name(ask);
  }
}

TEST_P(LawTest, HoldsForEveryEngine) {
  for (const Engine* engine : engines())
    for (std::uint64_t i = 0; i < kNetworks; ++i) {
      const RandomCase drawn = case_at(kSeed, 1000 + i);
      Random random(i);
      Setting setting = random_setting(random, *engine);
      setting.law = GetParam();
      const std::optional<Failure> failure = examine({*engine}, drawn.spec, drawn.exploration, setting);
      ASSERT_FALSE(failure) << engine->name() << ": " << failure->question << " " << failure->detail << "\n"
                            << to_text(setting) << "\n"
                            << to_text(drawn.spec);
    }
}

INSTANTIATE_TEST_SUITE_P(Laws, LawTest, testing::ValuesIn(all()), title);

TEST(Laws, CanBeFoundByName) {
  EXPECT_EQ(find_law("split a label")->apply, &split_label);
  EXPECT_EQ(find_law("no such law"), nullptr);
}

TEST(Laws, MergeUndoesSeparate) {
  const oracle::Spec spec = oracle::parse_spec("template t\nstate a\ncomponent p t\ncomponent q t\n");
  Random random(1);
  const oracle::Spec separate = *separate_templates(spec, random);
  EXPECT_NE(separate.components[0].behaviour, separate.components[1].behaviour);
  const oracle::Spec merged = *merge_equal_templates(separate, random);
  EXPECT_EQ(merged.components[0].behaviour, merged.components[1].behaviour);
}

}   // namespace
}   // namespace parley::cross
