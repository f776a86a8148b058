#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace parley {

// Names in few words. Names that differ only in numbers and fill a range, or a box of several ranges, are a
// family and named by their first and last: "phil.0 ... phil.99, butler". What is no family is listed by
// name. At most 'most' words of either kind, then "and 12 more", counted in names. Families stand where their
// first name does. The names are distinct. O(n log n).
std::string names_in_words(std::span<const std::string> names, std::size_t most);

// "A", "A or B", "A, B or C"; where there are more than 'most': "A, B, C or 7 more".
std::string alternatives(std::span<const std::string> words, std::size_t most);

// A name with its numbers taken out: "cell.3.10" is "cell.#.#" with 3 and 10. A number with a leading zero,
// or too long for one, stays what it is.
struct NumberedName {
  std::string pattern;
  std::vector<std::int64_t> numbers;
};
NumberedName numbered(const std::string& name);

}   // namespace parley
