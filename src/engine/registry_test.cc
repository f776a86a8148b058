#include "engine/registry.h"

#include <new>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include "support/network_text.h"

namespace parley {
namespace {

using testing::network;

TEST(Registry, EveryEngineHasARowAndItsOptionsItsName) {
  for (const Engine* engine : engines()) {
    EXPECT_EQ(find_engine(engine->name()), engine);
    for (const OptionRow& row : engine->options()) {
      EXPECT_TRUE(row.name.starts_with(std::string(engine->name()) + ".")) << row.name;
      EXPECT_LE(row.fuzz_least, row.fuzz_most) << row.name;
      EXPECT_FALSE(row.help.empty()) << row.name;
    }
  }
  EXPECT_EQ(find_engine("no such engine"), nullptr);
}

// An engine that gives no answer, or throws: the outcome must be Unknown.
class Silent final : public Engine {
 public:
  explicit Silent(int mood) : mood_(mood) {}
  std::string_view name() const override { return "silent"; }
  std::string_view summary() const override { return ""; }
  std::string_view answers() const override { return ""; }
  std::string_view paper() const override { return ""; }
  std::span<const OptionRow> options() const override { return {}; }
  std::optional<std::string> declines(const Network&, const Property&) const override { return std::nullopt; }
  bool complete() const override { return false; }
  void check(const Task&, Run& run) const override {
    if (mood_ == 1) throw Stopped("tired");
    if (mood_ == 2) throw std::bad_alloc();
    if (mood_ == 3) {
      run.answer(0, Unknown{"first"});
      run.answer(0, Unknown{"second"});
    }
  }

 private:
  int mood_;
};

TEST(Run, WithoutAnAnswerIsUnknown) {
  const Network net = network("A: 0 -a-> 0");
  const std::vector<Property> properties = {{"d", Deadlock{}}};
  Progress silent;
  const Limits none;
  const Options options = all_options();
  Statistics statistics;
  const auto reason = [&](int mood) {
    return std::get<Unknown>(run(Silent(mood), {net, properties}, {options, none, silent}, statistics)[0]).reason;
  };
  EXPECT_EQ(reason(0), "the engine gave no answer");
  EXPECT_EQ(reason(1), "tired");
  EXPECT_EQ(reason(2), "out of memory");
  EXPECT_THROW(reason(3), std::logic_error);
}

}   // namespace
}   // namespace parley
