#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace parley::exp {

// The lower-case letter of an ASCII letter; every other byte is itself.
inline char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Whether two texts are equal without regard to case.
inline bool equal_folded(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) { return lower(x) == lower(y); });
}

// The text in lower case, for comparing names without regard to case.
inline std::string folded(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = lower(c);
  return result;
}

}   // namespace parley::exp
