#pragma once

#include <cstddef>
#include <string_view>

namespace parley {

// Words of evidence files, shared by reader and writer.
inline constexpr std::string_view kMagic = "parley-evidence ";   // begins the first line; the version ends it
inline constexpr std::size_t kFormatVersion = 1;                 // a reader accepts no other

inline constexpr std::string_view kSelfContained = " self-contained";   // ends the first line of a trace or a set that claims it

inline constexpr std::string_view kReducedWord = " reduced";   // of a leap set with supports
inline constexpr std::string_view kRankedWord = " ranked";

inline constexpr char kSplitWord = '*';   // in a tree of cases
inline constexpr char kAbsurdWord = '-';
inline constexpr std::size_t kTreeWordsPerLine = 20;

inline constexpr std::string_view kLeftWord = " left";         // in place of the weight of a state outside the region of a sum
inline constexpr std::string_view kClassesWord = " classes";   // of an order among classes of rules
inline constexpr std::string_view kDivideWord = " divide ";
inline constexpr std::size_t kProofWordsPerLine = 20;

}   // namespace parley
