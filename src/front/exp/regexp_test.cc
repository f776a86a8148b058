#include "front/exp/regexp.h"

#include <regex.h>

#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace parley::exp {
namespace {

std::string span_text(const Match& match, std::size_t group) {
  if (match.ends[2 * group] == Match::npos) return "-";
  return fmt::format("{}-{}", match.ends[2 * group], match.ends[2 * group + 1]);
}

std::string found(const std::string& pattern, const std::string& text, std::size_t groups = 0) {
  Regexp regexp;
  if (const auto error = Regexp::compile(pattern, regexp)) return fmt::format("{}: {}", error->offset, error->message);
  Match match;
  const Limits limits;
  MatchScratch room(limits);
  if (!regexp.find(text, 0, match, room)) return "no";
  std::string result = span_text(match, 0);
  for (std::size_t group = 1; group <= groups; ++group) result += " " + span_text(match, group);
  return result;
}

bool matches(const std::string& pattern, const std::string& text) {
  Regexp regexp;
  EXPECT_FALSE(Regexp::compile(pattern, regexp)) << pattern;
  Match match;
  const Limits limits;
  MatchScratch room(limits);
  return regexp.matches(text, match, room);
}

TEST(Regexp, MatchesAllOfAText) {
  EXPECT_TRUE(matches("PUT !.*", "PUT !1"));
  EXPECT_FALSE(matches("PUT !.", "PUT !12"));
  EXPECT_TRUE(matches("[A-C]*_[[:digit:]]\\{2\\}", "ABBA_07"));
  EXPECT_FALSE(matches("[^A-C]", "B"));
  EXPECT_TRUE(matches("a\\|bc", "bc"));
  EXPECT_TRUE(matches("PUT (TRUE)", "PUT (TRUE)"));   // brackets without a backslash are literal
  EXPECT_TRUE(matches("a+b?", "a+b?"));
  EXPECT_TRUE(matches("*a", "*a"));
  EXPECT_TRUE(matches("[]x]*", "]x]"));
  EXPECT_TRUE(matches("a^b$c", "a^b$c"));
  EXPECT_TRUE(matches("a\\.b", "a.b"));
  EXPECT_FALSE(matches("a\\.b", "axb"));
}

TEST(Regexp, FindsTheLongestOfTheLeftmost) {
  EXPECT_EQ(found("a*", "baaa"), "0-0");
  EXPECT_EQ(found("aa*", "baaa"), "1-4");
  EXPECT_EQ(found("a\\{0,1\\}\\(ab\\)\\{0,1\\}", "ab"), "0-2");   // taking the first a would be greedy, but shorter
  EXPECT_EQ(found("a\\|ab", "xab"), "1-3");
  EXPECT_EQ(found("^b", "ab"), "no");
  EXPECT_EQ(found("b$", "abb"), "2-3");
}

TEST(Regexp, KnowsItsGroups) {
  EXPECT_EQ(found("\\(.*\\) !\\(.*\\)", "PUT !1 !2", 2), "0-9 0-6 8-9");
  EXPECT_EQ(found("\\(a\\)\\|\\(b\\)", "b", 2), "0-1 - 0-1");
  EXPECT_EQ(found("\\(\\(a\\)*b\\)*", "abaab", 1), "0-5 2-5");
}

TEST(Regexp, ReportsWhatIsWrong) {
  EXPECT_EQ(found("a\\(b", ""), "1: '\\(' is never closed");
  EXPECT_EQ(found("a\\)", ""), "1: '\\)' closes nothing");
  EXPECT_EQ(found("[a", ""), "0: '[' is never closed");
  EXPECT_EQ(found("[b-a]", ""), "1: this range is empty");
  EXPECT_EQ(found("[[:foo:]]", ""), "1: there is no class 'foo'");
  EXPECT_EQ(found("a\\{2,1\\}", ""), "1: the bounds are the wrong way round");
  EXPECT_EQ(found("a\\{999\\}", ""), "3: at most 255 repetitions can be asked for");
  EXPECT_EQ(found("a\\", ""), "1: a '\\' at the end");
  EXPECT_EQ(found("\\(a\\)\\1", ""), "5: a group cannot be asked for again in the expression that has it");
  EXPECT_EQ(found("\\d", ""), "0: '\\d' has no meaning");
  EXPECT_EQ(found("\\(\\(a\\{255\\}\\)\\{255\\}\\)\\{255\\}", ""), "21: this regular expression is too large");
}

TEST(Regexp, TakesLinearTimeHoweverItIsNested) {
  const std::string text(20000, 'a');
  EXPECT_FALSE(matches("\\(\\(a*\\)*\\)*b", text));
  EXPECT_EQ(found("\\(a\\|a\\)*b", text), "no");
}

// Each of many matches costs as much as it inspects, not the rest of the text. Limits are checked although
// each match is short.
TEST(Regexp, ManyMatchesInOneTextTakeLinearTime) {
  Regexp regexp;
  ASSERT_FALSE(Regexp::compile("\\(a\\)b*", regexp));
  std::string text;
  for (int i = 0; i < 1'000'000; ++i) text += "ab";
  const auto count = [&](const Limits& limits) {
    MatchScratch room(limits);
    Match match;
    std::size_t matches = 0;
    for (std::size_t from = 0; regexp.find(text, from, match, room); from = match.ends[1]) ++matches;
    return matches;
  };
  EXPECT_EQ(count(Limits()), 1'000'000u);
  EXPECT_THROW((void)count(Limits({.seconds = 0.0})), Stopped);
}

TEST(Regexp, KnowsWhetherItIsALiteral) {
  Regexp regexp;
  Regexp::compile("phil\\.0 !1", regexp);
  EXPECT_EQ(regexp.as_literal(), "phil.0 !1");
  Regexp::compile("phil.0", regexp);
  EXPECT_EQ(regexp.as_literal(), std::nullopt);
  Regexp::compile("ab*", regexp);
  EXPECT_EQ(regexp.as_literal(), std::nullopt);
}

std::string replaced(const std::string& pattern, const std::string& with, const std::string& text) {
  Regexp regexp;
  EXPECT_FALSE(Regexp::compile(pattern, regexp));
  Replacement replacement;
  if (const auto error = Replacement::parse(with, regexp.groups(), replacement))
    return fmt::format("{}: {}", error->offset, error->message);
  Match match;
  const Limits limits;
  MatchScratch room(limits);
  EXPECT_TRUE(regexp.find(text, 0, match, room));
  std::string result;
  replacement.append_to(result, text, match);
  return result;
}

TEST(Replacement, MayContainGroupsAndTheWholeMatch) {
  EXPECT_EQ(replaced("\\(.\\)\\(.\\)", "\\2-\\1-&", "ab"), "b-a-ab");
  EXPECT_EQ(replaced("a", "x\\&\\\\", "a"), "x&\\");
  EXPECT_EQ(replaced("a", "\\1", "a"), "0: there is no group 1");
  EXPECT_EQ(replaced("a", "\\n", "a"), "0: '\\n' has no meaning in a replacement");
  EXPECT_EQ(replaced("a", "b\\", "a"), "1: a '\\' at the end");
}

// Random expressions, to be compared with the C library's.
class RandomRegexp {
 public:
  explicit RandomRegexp(std::uint32_t seed) : random_(seed) {}

  std::string text(std::size_t depth) {
    std::string result;
    const std::size_t pieces = 1 + random_() % 3;
    for (std::size_t i = 0; i < pieces; ++i) result += atom(depth) + repeat();
    if (depth > 0 && random_() % 5 == 0) result += "\\|" + text(depth - 1);
    return result;
  }
  std::string subject() {
    std::string result;
    const std::size_t length = random_() % 7;
    for (std::size_t i = 0; i < length; ++i) result += static_cast<char>('a' + random_() % 3);
    return result;
  }

 private:
  std::string atom(std::size_t depth) {
    switch (random_() % (depth > 0 ? 6 : 5)) {
      case 0: return ".";
      case 1: return "[ab]";
      case 2: return "[^a]";
      case 3: return "a";
      case 4: return "b";
      default: return "\\(" + text(depth - 1) + "\\)";
    }
  }
  std::string repeat() {
    switch (random_() % 8) {
      case 0: return "*";
      case 1: return "\\{1,2\\}";
      case 2: return "\\?";
      case 3: return "\\+";
      default: return "";
    }
  }
  std::mt19937 random_;
};

TEST(Regexp, AgreesWithTheCLibrary) {
  std::size_t hits = 0;
  for (std::uint32_t seed = 0; seed < 20000; ++seed) {
    RandomRegexp random(seed);
    const std::string pattern = random.text(2);
    const std::string text = random.subject();
    regex_t theirs;
    ASSERT_EQ(regcomp(&theirs, pattern.c_str(), 0), 0) << pattern;
    regmatch_t where{};
    const bool is_found = regexec(&theirs, text.c_str(), 1, &where, 0) == 0;
    EXPECT_EQ(found(pattern, text), is_found ? fmt::format("{}-{}", where.rm_so, where.rm_eo) : "no")
        << pattern << " in " << text;
    regfree(&theirs);
    regex_t whole;
    ASSERT_EQ(regcomp(&whole, ("^\\(" + pattern + "\\)$").c_str(), 0), 0) << pattern;
    const bool is_whole = regexec(&whole, text.c_str(), 0, nullptr, 0) == 0;
    regfree(&whole);
    EXPECT_EQ(matches(pattern, text), is_whole) << pattern << " is " << text;
    hits += is_whole ? 1 : 0;
  }
  EXPECT_GT(hits, 1000U);
}

}   // namespace
}   // namespace parley::exp
