// Every .net file of this folder: the oracle answers what the file expects, and every engine agrees, asked in
// many ways.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "buggy/reference_engine.h"
#include "cross/campaign.h"
#include "cross/examine.h"
#include "engine/registry.h"
#include "oracle/oracle.h"
#include "oracle/spec_text.h"

namespace parley::cross {
namespace {

std::vector<std::filesystem::path> files() {
  std::vector<std::filesystem::path> list;
  for (const auto& entry : std::filesystem::directory_iterator(PARLEY_REGRESS_FILES))
    if (entry.path().extension() == ".net") list.push_back(entry.path());
  std::sort(list.begin(), list.end());
  return list;
}

class RegressTest : public testing::TestWithParam<std::filesystem::path> {
 protected:
  void SetUp() override {
    std::ostringstream text;
    text << std::ifstream(GetParam()).rdbuf();
    spec_ = oracle::parse_spec(text.str());
    std::optional<oracle::Exploration> explored = explore(spec_, 100000);
    ASSERT_TRUE(explored);
    exploration_ = std::move(*explored);
  }

  oracle::Spec spec_;
  oracle::Exploration exploration_;
};

TEST_P(RegressTest, OracleAnswersAsExpected) {
  for (const oracle::Question& question : spec_.questions) {
    ASSERT_TRUE(question.holds) << question.name << " expects nothing";
    EXPECT_EQ(answer(spec_, exploration_, question).holds, *question.holds) << question.name;
  }
  for (const oracle::Count& count : spec_.counts) {
    const std::uint64_t counted = count.what == "states"            ? exploration_.states.size()
                                  : count.what == "transitions"     ? exploration_.transitions
                                  : count.what == "deadlocks"       ? exploration_.deadlocks()
                                  : count.what == "local_deadlocks" ? exploration_.local_deadlocks()
                                  : count.what == "depth"           ? static_cast<std::uint64_t>(exploration_.depth())
                                                                    : ~std::uint64_t{0};
    EXPECT_EQ(counted, count.value) << count.what;
  }
}

TEST_P(RegressTest, EveryEngineAgrees) {
  const buggy::ReferenceEngine reference(buggy::Bug::kNone);
  std::vector<const Engine*> all(engines().begin(), engines().end());
  all.push_back(&reference);
  for (const Engine* engine : all)
    for (std::uint64_t i = 0; i < 100; ++i) {
      Random random(i);
      const Setting setting = i == 0 ? Setting{} : random_setting(random, *engine);
      const std::optional<Failure> failure = examine({*engine}, spec_, exploration_, setting);
      ASSERT_FALSE(failure) << engine->name() << ": " << fault_name(failure->fault) << " " << failure->question << " "
                            << failure->detail << "\n"
                            << to_text(setting);
    }
}

std::string title(const testing::TestParamInfo<std::filesystem::path>& info) {
  std::string name = info.param.stem().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Files, RegressTest, testing::ValuesIn(files()), title);

TEST(Regress, HasFiles) { EXPECT_GE(files().size(), 8u); }

}   // namespace
}   // namespace parley::cross
