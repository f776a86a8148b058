#pragma once

#include <string>
#include <vector>

#include "base/limits.h"

namespace parley::fsp {

// Makes names distinct: several equal names become NAME#1, NAME#2 and so on. Empty strings mean "no name" and
// are left alone. Returns the index and the old name of each changed name. Linear.
std::vector<std::pair<std::size_t, std::string>> number_equal_names(std::vector<std::string>& names, Pulse& pulse);

}   // namespace parley::fsp
