#include "base/options.h"

#include <array>

#include <gtest/gtest.h>

#include "base/name_table.h"

namespace parley {
namespace {

constexpr std::array<std::string_view, 2> kOrders = {"bfs", "dfs"};
constexpr OptionRow kSwitch = {.name = "e.switch", .help = "", .kind = OptionKind::kSwitch, .preset = 1};
constexpr OptionRow kNumber = {.name = "e.number", .help = "", .kind = OptionKind::kNumber, .preset = 7, .least = 2, .most = 9};
constexpr OptionRow kChoice = {.name = "e.order", .help = "", .kind = OptionKind::kChoice, .preset = 0, .choices = kOrders};

Options options() { return Options({kSwitch, kNumber, kChoice}); }

TEST(Options, ArePresetUntilSet) {
  Options values = options();
  EXPECT_TRUE(values.on(kSwitch));
  EXPECT_EQ(values.number(kNumber), 7);
  EXPECT_TRUE(values.changed().empty());
  EXPECT_EQ(values.set("e.switch", "off"), std::nullopt);
  EXPECT_EQ(values.set("e.number", "9"), std::nullopt);
  EXPECT_EQ(values.set("e.order", "dfs"), std::nullopt);
  EXPECT_FALSE(values.on(kSwitch));
  const std::vector<std::pair<std::string, std::string>> all = {{"e.switch", "off"}, {"e.number", "9"}, {"e.order", "dfs"}};
  EXPECT_EQ(values.changed(), all);
}

TEST(Options, RejectUnknownNamesAndValues) {
  Options values = options();
  EXPECT_EQ(values.set("e.number", "10"), "'10' is not a value of e.number: it takes 2..9");
  EXPECT_EQ(values.set("e.order", "x"), "'x' is not a value of e.order: it takes bfs|dfs");
  EXPECT_EQ(values.set("e.switch", "1"), "'1' is not a value of e.switch: it takes on|off");
  EXPECT_EQ(values.set("e.none", "1"), "there is no option 'e.none'; `parley engines --options` lists them");
  EXPECT_TRUE(values.changed().empty());
}

TEST(NameTable, NumbersNamesInOrderAndFindsThemAgain) {
  NameTable names;
  for (int i = 0; i < 10'000; ++i) EXPECT_EQ(names.intern("name." + std::to_string(i)), static_cast<std::uint32_t>(i));
  EXPECT_EQ(names.intern("name.17"), 17u);
  EXPECT_EQ(names.find("name.9999"), 9999u);
  EXPECT_EQ(names.find("name"), std::nullopt);
  EXPECT_EQ(names.view(123), "name.123");
  EXPECT_EQ(names.size(), 10'000u);
  EXPECT_EQ(NameTable().find("x"), std::nullopt);
}

// More names than one region of the index holds: some run over the end of their region.
TEST(NameTable, IndexesWhatWasAppended) {
  constexpr std::uint32_t kNames = 300'000;
  NameTable names;
  for (std::uint32_t i = 0; i < kNames; ++i) EXPECT_EQ(names.append("name." + std::to_string(i)), i);
  EXPECT_TRUE(names.index());
  for (std::uint32_t i = 0; i < kNames; ++i) ASSERT_EQ(names.find("name." + std::to_string(i)), i);
  EXPECT_EQ(names.find("name.300000"), std::nullopt);
}

TEST(NameTable, SaysWhetherAppendedNamesAreDistinct) {
  constexpr std::uint32_t kNames = 100'000;
  NameTable names;
  for (std::uint32_t i = 0; i < kNames; ++i) names.append(std::to_string(i));
  for (std::uint32_t i = 0; i < kNames; ++i) names.append(std::to_string(i));
  EXPECT_FALSE(names.index());
  for (std::uint32_t i = 0; i < kNames; ++i) ASSERT_EQ(names.find(std::to_string(i)), i) << "the first of two";
  EXPECT_EQ(names.size(), 2 * kNames);
}

TEST(NameTable, InternsAfterAppending) {
  NameTable names;
  names.append("a");
  EXPECT_EQ(names.intern("b"), 1u);
  EXPECT_EQ(names.intern("a"), 0u);
  EXPECT_EQ(names.append("c"), 2u);
  EXPECT_EQ(names.intern("c"), 2u);
  EXPECT_TRUE(names.index());
}

}   // namespace
}   // namespace parley
