#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parley::fsp {

// Whether one of two words is probably a misspelling of the other: one inner letter is missing, doubled,
// wrong, or swapped with its neighbour. Words that differ in a digit, in the first letter or at the end
// ('read' and 'ready', 'send' and 'sent') are different words, and so are short words.
bool is_misspelling(std::string_view a, std::string_view b);

// The same for dotted labels: they have the same number of parts, all parts but one are equal, and that one
// is misspelt.
bool is_misspelt_label(std::string_view a, std::string_view b);

// Pairs of indices into 'labels' (distinct strings) that may be misspellings of each other. Contains every
// pair that is_misspelt_label() accepts, up to the limits on lengths and on equal keys in the .cc, and few
// others. Linear in the text but for sorting: two such labels become equal when one letter is removed from
// one or both of them (symmetric deletion).
std::vector<std::pair<std::uint32_t, std::uint32_t>> near_pairs(const std::vector<std::string>& labels);

}   // namespace parley::fsp
