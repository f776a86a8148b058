#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace parley {

// A short text for a list of names. Names that differ only in numbers and fill a range, or a box of several
// ranges, are a family, and only its first and last name are written: "phil.0 ... phil.99, butler". Other
// names are listed. At most 'most' entries of either kind, then "and 12 more", counted in names. A family
// stands where its first name does. The names must be distinct. O(n log n).
std::string names_in_words(std::span<const std::string> names, std::size_t most);

// "A", "A or B", "A, B or C"; with more than 'most' words: "A, B, C or 7 more".
std::string alternatives(std::span<const std::string> words, std::size_t most);

// A name with its numbers taken out: "cell.3.10" is "cell.#.#" with 3 and 10. A number with a leading zero or
// with too many digits stays in the pattern.
struct NumberedName {
  std::string pattern;
  std::vector<std::int64_t> numbers;
};
NumberedName numbered(const std::string& name);

}   // namespace parley
