#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parley::fsp {

// Whether two words are so alike that one of them is probably the other misspelt: one inner letter missing,
// doubled, wrong, or exchanged with its neighbour. Words that differ in a digit, in their first letter or in
// their end ('read' and 'ready', 'send' and 'sent') are different words, and so are short ones.
bool is_misspelling(std::string_view a, std::string_view b);

// The same for dotted labels: of equally many parts, all equal but one, and that one misspelt.
bool is_misspelt_label(std::string_view a, std::string_view b);

// Pairs of indices into 'labels', which are distinct, that may be misspellings of each other: all that are,
// and few that are not. Linear in the text: two such labels become equal when one letter is left out of one
// or both of them.
std::vector<std::pair<std::uint32_t, std::uint32_t>> near_pairs(const std::vector<std::string>& labels);

}   // namespace parley::fsp
