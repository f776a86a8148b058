#include "front/fsp/names/near_label.h"

#include <gtest/gtest.h>

namespace parley::fsp {
namespace {

TEST(NearLabel, OneInnerLetterIsAMisspelling) {
  for (const auto& [a, b] :
       {std::pair{"acquire", "aquire"}, {"commit", "comit"}, {"release", "relaese"}, {"request", "reqoest"}, {"take", "tkae"}}) {
    EXPECT_TRUE(is_misspelling(a, b)) << a << b;
    EXPECT_TRUE(is_misspelling(b, a)) << a << b;
  }
}

TEST(NearLabel, DifferentWordsAreNot) {
  for (const auto& [a, b] : {std::pair{"read", "ready"},
                             {"send", "sent"},
                             {"lock", "rock"},
                             {"item", "items"},
                             {"take", "tape"},
                             {"put", "pt"},
                             {"sig1x", "sig2x"},
                             {"take", "take"},
                             {"get", "put"},
                             {"unlock", "lock"}})
    EXPECT_FALSE(is_misspelling(a, b)) << a << b;
}

TEST(NearLabel, OnePartOfALabelMayBeMisspelt) {
  EXPECT_TRUE(is_misspelt_label("phil.#.acquire", "phil.#.aquire"));
  EXPECT_TRUE(is_misspelt_label("server.call", "sevrer.call"));
  EXPECT_FALSE(is_misspelt_label("server.acquire", "sevrer.aquire"));
  EXPECT_FALSE(is_misspelt_label("acquire", "aquire.#"));
  EXPECT_FALSE(is_misspelt_label("acquire", "acquire"));
}

TEST(NearLabel, PairsHoldEveryMisspelling) {
  const std::vector<std::string> labels = {"acquire", "release", "aquire", "relaese", "other", "acqiure", "commit", "comit"};
  const auto pairs = near_pairs(labels);
  const auto has = [&](std::uint32_t a, std::uint32_t b) {
    return std::find(pairs.begin(), pairs.end(), std::pair{a, b}) != pairs.end();
  };
  for (std::uint32_t a = 0; a < labels.size(); ++a)
    for (std::uint32_t b = a + 1; b < labels.size(); ++b)
      if (is_misspelt_label(labels[a], labels[b])) {
        EXPECT_TRUE(has(a, b)) << labels[a] << " " << labels[b];
      }
  EXPECT_TRUE(has(0, 2));
  EXPECT_TRUE(has(0, 5));
  EXPECT_TRUE(has(6, 7));
}

}   // namespace
}   // namespace parley::fsp
