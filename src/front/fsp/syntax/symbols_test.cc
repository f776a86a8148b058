#include "front/fsp/syntax/symbols.h"

#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace parley::fsp {
namespace {

TEST(Paths, AreEqualWhenTheirPartsAre) {
  Names names;
  const Path path = names.parse("phil.1.left");
  EXPECT_EQ(names.parse("phil.1.left"), path);
  EXPECT_NE(names.parse("phil.1.right"), path);
  EXPECT_NE(names.parse("phil.left"), path);
  EXPECT_EQ(names.text(path), "phil.1.left");
  EXPECT_EQ(names.text(names.paths.replace_prefix(path, names.parse("phil.1"), names.parse("fork.7"))), "fork.7.left");
}

// Children are in a list first and in a table later: each one must be found before and after the move, and
// while the table grows.
TEST(Paths, FindFewChildrenAndMany) {
  Names names;
  const Path few = names.parse("few");
  const Path many = names.parse("many");
  std::vector<Path> made;
  for (std::int64_t i = 0; i < 50'000; ++i) {
    const Symbol part = names.symbols.intern(i);
    EXPECT_EQ(names.paths.find_child(many, part), std::nullopt);
    made.push_back(names.paths.child(many, part));
    if (i < 5) names.paths.child(few, part);
  }
  const std::size_t size = names.paths.size();
  for (std::int64_t i = 0; i < 50'000; ++i) {
    const Symbol part = names.symbols.intern(i);
    ASSERT_EQ(names.paths.find_child(many, part), made[static_cast<std::size_t>(i)]);
    ASSERT_EQ(names.paths.child(many, part), made[static_cast<std::size_t>(i)]);
    ASSERT_EQ(names.paths.find_child(few, part).has_value(), i < 5);
  }
  EXPECT_EQ(names.paths.size(), size) << "nothing is added twice";
}

// Numbers far apart, and names between them: blocks of the table with one child each.
TEST(Paths, FindChildrenFarApart) {
  Names names;
  const Path parent = names.parse("p");
  for (std::int64_t i = 0; i < 20'000; ++i) {
    names.paths.child(parent, names.symbols.intern(i * 1000));
    names.paths.child(parent, names.symbols.intern("name" + std::to_string(i)));
  }
  EXPECT_EQ(names.paths.size(), 1u + 1u + 40'000u);
  for (std::int64_t i = 0; i < 20'000; ++i) {
    const std::optional<Path> found = names.paths.find_child(parent, names.symbols.intern(i * 1000));
    ASSERT_TRUE(found);
    ASSERT_EQ(names.text(*found), "p." + std::to_string(i * 1000));
  }
  EXPECT_EQ(names.paths.find_child(parent, names.symbols.intern(std::int64_t{1})), std::nullopt);
}

TEST(FspPaths, FindingEndsWhereverThePathsFallInTheTable) {
  // Small tables have few blocks, so one place can be in use in all of them.
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    Paths paths;
    std::vector<Path> parents;
    for (std::uint32_t p = 0; p < 6; ++p) parents.push_back(paths.child(kEmptyPath, seed * 7 + p));
    std::vector<Path> children;
    for (const Path parent : parents)
      for (std::uint32_t part = 0; part < 12; ++part) children.push_back(paths.child(parent, seed * 131 + part * 17));
    std::size_t next = 0;
    for (const Path parent : parents)
      for (std::uint32_t part = 0; part < 12; ++part) EXPECT_EQ(paths.child(parent, seed * 131 + part * 17), children[next++]);
  }
}

}   // namespace
}   // namespace parley::fsp
