#include "front/fsp/names/near_label.h"

#include <algorithm>
#include <functional>

namespace parley::fsp {

namespace {

constexpr std::size_t kShortest = 4;     // shortest word that counts as misspelt
constexpr std::size_t kLongest = 100;    // longest label that is compared
constexpr std::size_t kMostAlike = 64;   // how many labels with an equal key one label is compared with

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}   // namespace

bool is_misspelling(std::string_view a, std::string_view b) {
  if (a.size() > b.size()) std::swap(a, b);
  if (a.size() < kShortest || b.size() - a.size() > 1 || a.front() != b.front() || a.back() != b.back()) return false;
  std::size_t first = 0;
  while (first < a.size() && a[first] == b[first]) ++first;
  if (first == a.size()) return false;   // equal words, or 'read' and 'ready'
  if (!is_letter(b[first])) return false;
  if (a.size() < b.size()) return a.substr(first) == b.substr(first + 1);
  if (!is_letter(a[first])) return false;
  if (a.size() > kShortest && a.substr(first + 1) == b.substr(first + 1)) return true;
  return first + 1 < a.size() && is_letter(a[first + 1]) && a[first] == b[first + 1] && a[first + 1] == b[first] &&
         a.substr(first + 2) == b.substr(first + 2);
}

bool is_misspelt_label(std::string_view a, std::string_view b) {
  bool is_found = false;
  for (;;) {
    const std::size_t a_end = a.find('.');
    const std::size_t b_end = b.find('.');
    const std::string_view left = a.substr(0, a_end);
    const std::string_view right = b.substr(0, b_end);
    if (left != right) {
      if (is_found || !is_misspelling(left, right)) return false;
      is_found = true;
    }
    if (a_end == std::string_view::npos || b_end == std::string_view::npos) return is_found && a_end == b_end;
    a.remove_prefix(a_end + 1);
    b.remove_prefix(b_end + 1);
  }
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> near_pairs(const std::vector<std::string>& labels) {
  // Swapped letters are found by removing one letter on either side too: "tkae" and "take" both become "tae".
  std::vector<std::pair<std::size_t, std::uint32_t>> keys;   // hash of a label, whole or without one letter; its index
  const std::hash<std::string_view> hash;
  std::string shorter;
  for (std::uint32_t l = 0; l < labels.size(); ++l) {
    const std::string& label = labels[l];
    if (label.size() < kShortest || label.size() > kLongest) continue;
    keys.emplace_back(hash(label), l);
    for (std::size_t i = 0; i < label.size(); ++i) {
      if (!is_letter(label[i]) || (i > 0 && label[i] == label[i - 1])) continue;
      shorter.assign(label, 0, i);
      shorter.append(label, i + 1);
      keys.emplace_back(hash(shorter), l);
    }
  }
  std::sort(keys.begin(), keys.end());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (std::size_t first = 0; first < keys.size();) {
    std::size_t last = first + 1;
    while (last < keys.size() && keys[last].first == keys[first].first) ++last;
    for (std::size_t i = first; i < last; ++i)
      for (std::size_t j = i + 1; j < std::min(last, i + kMostAlike); ++j)
        if (keys[i].second != keys[j].second) pairs.emplace_back(keys[i].second, keys[j].second);
    first = last;
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

}   // namespace parley::fsp
