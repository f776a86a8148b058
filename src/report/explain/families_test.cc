#include "report/explain/families.h"

#include <gtest/gtest.h>

namespace parley {
namespace {

using Names = std::vector<std::string>;

TEST(Families, ARangeIsNamedByItsEnds) {
  EXPECT_EQ(names_in_words(Names{"phil.0", "phil.1", "phil.2", "butler"}, 8), "phil.0 ... phil.2, butler");
  EXPECT_EQ(names_in_words(Names{"phil.9", "phil.10", "phil.11"}, 8), "phil.9 ... phil.11") << "numbers, not letters";
  EXPECT_EQ(names_in_words(Names{"phil.2", "butler", "phil.0", "phil.1"}, 8), "phil.0 ... phil.2, butler");
}

TEST(Families, ABoxIsNamedByItsCorners) {
  EXPECT_EQ(names_in_words(Names{"c.0.0", "c.0.1", "c.1.0", "c.1.1"}, 8), "c.0.0 ... c.1.1");
  EXPECT_EQ(names_in_words(Names{"c.0.0", "c.0.1", "c.1.1"}, 8), "c.0.0, c.0.1, c.1.1") << "a corner is missing";
}

TEST(Families, WhatIsNoFamilyIsListed) {
  EXPECT_EQ(names_in_words(Names{"a", "b"}, 8), "a, b");
  EXPECT_EQ(names_in_words(Names{"p.0", "p.1"}, 8), "p.0, p.1") << "two are soon named";
  EXPECT_EQ(names_in_words(Names{"p.0", "p.2", "p.4"}, 8), "p.0, p.2, p.4");
  EXPECT_EQ(names_in_words(Names{"p.00", "p.01", "p.02"}, 8), "p.00, p.01, p.02") << "00 is no number";
  EXPECT_EQ(names_in_words(Names{}, 8), "");
}

TEST(Families, LongListsAreCut) {
  EXPECT_EQ(names_in_words(Names{"p.0", "p.2", "p.4", "p.6", "q"}, 2), "p.0, p.2 and 3 more");
  EXPECT_EQ(names_in_words(Names{"p.0", "p.1", "p.2", "q", "r"}, 1), "p.0 ... p.2 and 2 more");
}

TEST(Families, NumbersAreTakenOut) {
  EXPECT_EQ(numbered("cell.3.10").pattern, "cell.#.#");
  EXPECT_EQ(numbered("cell.3.10").numbers, (std::vector<std::int64_t>{3, 10}));
  EXPECT_EQ(numbered("x007").pattern, "x007");
  EXPECT_EQ(numbered("12345678901234567890").pattern, "12345678901234567890");
}

TEST(Families, AlternativesAreJoinedByOr) {
  EXPECT_EQ(alternatives(Names{"A"}, 3), "A");
  EXPECT_EQ(alternatives(Names{"A", "B"}, 3), "A or B");
  EXPECT_EQ(alternatives(Names{"A", "B", "C"}, 3), "A, B or C");
  EXPECT_EQ(alternatives(Names{"A", "B", "C", "D"}, 2), "A, B or 2 more");
}

}   // namespace
}   // namespace parley
