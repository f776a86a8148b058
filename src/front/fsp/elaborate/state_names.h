#pragma once

#include <string>
#include <vector>

#include "base/limits.h"

namespace parley::fsp {

// Makes names distinct: where several are equal, they become NAME#1, NAME#2 and so on. Empty ones, which
// stand for no name, are left alone. Returns the old name of each that was changed, by its number. Linear.
std::vector<std::pair<std::size_t, std::string>> number_equal_names(std::vector<std::string>& names, Pulse& pulse);

}   // namespace parley::fsp
