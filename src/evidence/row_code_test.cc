#include "evidence/row_code.h"

#include <random>
#include <string>

#include <gtest/gtest.h>

namespace parley {
namespace {

using Numbers = std::vector<std::uint32_t>;

std::vector<std::uint64_t> key_of(const RowCode& code, const Numbers& row) {
  std::vector<std::uint64_t> key(code.words(), 0);
  for (std::size_t column = 0; column < row.size(); ++column) code.put(key, column, row[column]);
  return key;
}

std::string text_of(const RowCode& code, const Numbers& row) {
  std::string text;
  for (std::size_t place = 0; place < code.num_digits(); ++place)
    text += RowCode::letter(RowCode::digit(key_of(code, row), place));
  return text;
}

TEST(RowCode, TheFirstColumnHasTheHighestBits) {
  const RowCode code(std::vector<std::size_t>{3, 2, 1, 64, 5});
  EXPECT_EQ(code.num_digits(), 2U);   // 2 + 1 + 0 + 6 + 3 bits
  EXPECT_EQ(text_of(code, {0, 0, 0, 0, 0}), "..");
  EXPECT_EQ(text_of(code, {0, 0, 0, 0, 4}), ".3");
  EXPECT_EQ(text_of(code, {0, 0, 0, 1, 0}), ".7");
  EXPECT_EQ(text_of(code, {0, 1, 0, 8, 0}), "8.");
  EXPECT_EQ(text_of(code, {2, 1, 0, 63, 4}), "jw");
}

TEST(RowCode, NothingToTellApartIsOneDigit) {
  EXPECT_EQ(text_of(RowCode({}), {}), ".");
  EXPECT_EQ(text_of(RowCode(std::vector<std::size_t>{1, 0, 1}), {0, 0, 0}), ".");
}

TEST(RowCode, RandomRowsComeBackInOrder) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 300; ++round) {
    std::vector<std::size_t> sizes(1 + random() % 30);
    for (std::size_t& size : sizes) size = 1 + (random() & 0xFFFFFFFF) % (std::uint64_t{1} << random() % 33);
    const RowCode code(sizes);
    Numbers before;
    std::string text_before;
    for (int i = 0; i < 20; ++i) {
      Numbers row = before;
      row.resize(sizes.size());
      for (std::size_t column = random() % sizes.size(); column < sizes.size(); ++column)
        row[column] = static_cast<std::uint32_t>(random() % sizes[column]);
      const std::vector<std::uint64_t> key = key_of(code, row);
      for (std::size_t column = 0; column < row.size(); ++column) ASSERT_EQ(code.at(key, column), row[column]);
      ASSERT_TRUE(code.is_padded(key));
      const std::string text = text_of(code, row);
      if (i > 0) {
        ASSERT_EQ(before <=> row, text_before <=> text);
      }

      // Puts back the digits from some place on, and nothing before them.
      const std::size_t place = random() % code.num_digits();
      std::vector<std::uint64_t> again = key;
      code.clear_from(again, place);
      for (std::size_t column = 0; column < code.first_column(place); ++column) ASSERT_EQ(code.at(again, column), row[column]);
      for (std::size_t p = place; p < code.num_digits(); ++p)
        RowCode::put_digit(again, p, static_cast<unsigned>(RowCode::value(text[p])));
      ASSERT_EQ(again, key);
      before = row;
      text_before = text;
    }
  }
}

TEST(RowCode, BitsAfterTheLastColumnAreSeen) {
  for (std::size_t columns = 1; columns < 130; ++columns) {
    const RowCode code(std::vector<std::size_t>(columns, 2));
    std::vector<std::uint64_t> key(code.words(), 0);
    RowCode::put_digit(key, code.num_digits() - 1, 1);
    EXPECT_EQ(code.is_padded(key), columns % 6 == 0) << columns;
  }
}

TEST(RowCode, DigitsAreInTheOrderOfTheirBytes) {
  int digits = 0;
  for (int c = 0; c < 256; ++c)
    if (const int value = RowCode::value(static_cast<char>(c)); value >= 0) {
      EXPECT_EQ(value, digits++);
    }
  EXPECT_EQ(digits, 64);
}

}   // namespace
}   // namespace parley
