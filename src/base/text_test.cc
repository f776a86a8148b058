#include "base/text.h"

#include <gtest/gtest.h>

namespace parley {
namespace {

TEST(Text, CountsAreGroupedByThousands) {
  EXPECT_EQ(count_text(0), "0");
  EXPECT_EQ(count_text(999), "999");
  EXPECT_EQ(count_text(1000), "1,000");
  EXPECT_EQ(count_text(1234567), "1,234,567");
}

TEST(Text, BytesHaveBinaryUnits) {
  EXPECT_EQ(bytes_text(17), "17 B");
  EXPECT_EQ(bytes_text(1536), "1.5 KiB");
  EXPECT_EQ(bytes_text(std::uint64_t{4} << 30), "4.0 GiB");
}

TEST(Text, SecondsAreRoundedByMagnitude) {
  EXPECT_EQ(seconds_text(0.0123), "0.012 s");
  EXPECT_EQ(seconds_text(59.94), "59.9 s");
  EXPECT_EQ(seconds_text(125), "2 min 05 s");
}

TEST(Text, DurationsArePositiveWithAKnownUnit) {
  EXPECT_EQ(parse_duration("60s"), 60);
  EXPECT_EQ(parse_duration("60"), 60);
  EXPECT_EQ(parse_duration("1.5m"), 90);
  EXPECT_EQ(parse_duration("500ms"), 0.5);
  for (const char* wrong : {"", "s", "-1s", "0", "1x", "1s ", "nan", "inf"}) EXPECT_FALSE(parse_duration(wrong)) << wrong;
}

TEST(Text, SizesArePositiveWithAKnownUnit) {
  EXPECT_EQ(parse_bytes("4G"), std::uint64_t{4} << 30);
  EXPECT_EQ(parse_bytes("512M"), std::uint64_t{512} << 20);
  EXPECT_EQ(parse_bytes("1.5KiB"), 1536u);
  EXPECT_EQ(parse_bytes("100"), 100u);
  for (const char* wrong : {"", "G", "-4G", "0", "4X", "1e30T"}) EXPECT_FALSE(parse_bytes(wrong)) << wrong;
}

}   // namespace
}   // namespace parley
