#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace parley::exp {

// Letters of ASCII; other bytes stand for themselves.
inline char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

inline bool equal_folded(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) { return lower(x) == lower(y); });
}

inline std::string folded(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = lower(c);
  return result;
}

}   // namespace parley::exp
