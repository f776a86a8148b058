#include "report/explain/families.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>

#include <fmt/format.h>

#include "base/text.h"

namespace parley {

namespace {

constexpr std::size_t kLeastFamily = 3;   // two names are listed instead
constexpr std::size_t kMostDigits = 15;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

struct Member {
  std::vector<std::int64_t> numbers;
  std::size_t index = 0;   // among the names
};

// Whether the members, which are sorted and distinct, are all names between their least and greatest numbers.
bool fills_box(std::span<const Member> members) {
  if (members.size() < kLeastFamily) return false;
  std::size_t room = 1;
  for (std::size_t i = 0; i < members.front().numbers.size(); ++i) {
    std::int64_t least = members.front().numbers[i];
    std::int64_t greatest = least;
    for (const Member& member : members) {
      least = std::min(least, member.numbers[i]);
      greatest = std::max(greatest, member.numbers[i]);
    }
    const auto width = static_cast<std::size_t>(greatest - least) + 1;
    if (width > members.size() || room > members.size()) return false;
    room *= width;
  }
  return room == members.size();
}

}   // namespace

NumberedName numbered(const std::string& name) {
  NumberedName result;
  for (std::size_t i = 0; i < name.size();) {
    std::size_t end = i;
    while (end < name.size() && is_digit(name[end])) ++end;
    const std::size_t digits = end - i;
    if (digits > 0 && digits <= kMostDigits && (digits == 1 || name[i] != '0')) {
      result.numbers.push_back(std::stoll(name.substr(i, digits)));
      result.pattern += '#';
      i = end;
      continue;
    }
    const std::size_t length = std::max<std::size_t>(digits, 1);
    result.pattern.append(name, i, length);
    i += length;
  }
  return result;
}

std::string names_in_words(std::span<const std::string> names, std::size_t most) {
  struct Family {
    std::vector<Member> members;
    std::size_t first = 0;   // among the names
    bool is_one = false;
  };
  std::unordered_map<std::string, Family> families;
  std::vector<std::string> patterns;   // of each name
  patterns.reserve(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    NumberedName name = numbered(names[i]);
    Family& family = families[name.pattern];
    if (family.members.empty()) family.first = i;
    family.members.push_back({std::move(name.numbers), i});
    patterns.push_back(std::move(name.pattern));
  }
  for (auto& [pattern, family] : families) {
    std::ranges::sort(family.members, {}, &Member::numbers);
    family.is_one = fills_box(family.members);
  }

  std::string text;
  std::size_t words = 0;
  std::size_t told = 0;
  for (std::size_t i = 0; i < names.size() && words < most; ++i) {
    const Family& family = families.at(patterns[i]);
    if (family.is_one && i != family.first) continue;
    text += words++ == 0 ? "" : ", ";
    told += family.is_one ? family.members.size() : 1;
    text += family.is_one ? fmt::format("{} ... {}", names[family.members.front().index], names[family.members.back().index])
                          : names[i];
  }
  if (told < names.size()) text += fmt::format(" and {} more", count_text(names.size() - told));
  return text;
}

std::string alternatives(std::span<const std::string> words, std::size_t most) {
  if (words.empty()) return "nothing";
  if (words.size() > most)
    return fmt::format("{} or {} more", fmt::join(words.first(most), ", "), count_text(words.size() - most));
  if (words.size() == 1) return words.front();
  return fmt::format("{} or {}", fmt::join(words.first(words.size() - 1), ", "), words.back());
}

}   // namespace parley
