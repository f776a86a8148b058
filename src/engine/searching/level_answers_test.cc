#include "engine/searching/level_answers.h"

#include <gtest/gtest.h>

#include "engine/registry.h"
#include "support/network_text.h"

namespace parley {
namespace {

// Every step needs the hub, so stubborn sets leave nothing out: 2^12 states, all of them.
Network toggles_with_a_hub() {
  std::string hub = "HUB: 0";
  std::string all;
  for (int i = 0; i < 12; ++i) {
    const std::string on = "on" + std::to_string(i);
    const std::string off = "off" + std::to_string(i);
    all += "; C" + std::to_string(i) + ": 0 -" + on + "-> 1 -" + off + "-> 0";
    hub += ", 0 -" + on + "-> 0, 0 -" + off + "-> 0";
  }
  return testing::network(hub + all);
}

class LevelAnswersTest : public ::testing::Test {
 protected:
  const Network net = toggles_with_a_hub();
  const std::vector<Property> properties = {{"d", Deadlock{}}};
  const Task task{net, properties};
  const Options options = all_options();
  const Limits none;
  Progress silent;
  Statistics statistics;
  std::size_t answers = 0;
  parley::Run run{.options = options,
                  .limits = none,
                  .progress = silent,
                  .statistics = statistics,
                  .answer = [this](std::size_t, const Outcome&) { ++answers; }};
  OpenQuestions questions{task, run};
  PreparedNetwork prepared{net, none, StateLayout::kWordBits};
  PlainView view{task, prepared, none};
  LevelAnswers<PlainView> level{questions, view, {}};
};

// A search that was given up for its cost has not seen every state, and must not claim so; nor if it was
// allowed more states than it visited.
TEST_F(LevelAnswersTest, GivingUpOnStubbornSetsIsNoAnswer) {
  ReducedSpace space(net, properties, prepared.keys, none);
  EXPECT_FALSE(level.find(space, 1'000'000));
  EXPECT_FALSE(level.find(space));
  EXPECT_FALSE(questions.all_answered());
  EXPECT_EQ(answers, 0u);
  with_full_space(prepared, [&](auto& full) { EXPECT_TRUE(level.find(full)); });
  EXPECT_EQ(answers, 1u);
  EXPECT_EQ(statistics.value(Statistic::kStates), 4096);
}

TEST_F(LevelAnswersTest, ASearchBoundedInStatesAnswersOnlyIfItIsExhausted) {
  with_full_space(prepared, [&](auto& full) {
    EXPECT_FALSE(level.find(full, 100));
    EXPECT_EQ(answers, 0u);
    EXPECT_TRUE(level.find(full, 5000));
  });
  EXPECT_EQ(answers, 1u);
}

}   // namespace
}   // namespace parley
