#pragma once

#include <string>

#include "base/limits.h"
#include "net/network.h"

namespace parley {

// In which states two components are never together, as far as the two know of each other: all others may do
// as they like. "a and b are never together in A and X". Searches their product if it is small; if not, says
// only whom the fact is about.
std::string pair_words(const Network& network, ComponentId first, ComponentId second, const Limits& limits);

}   // namespace parley
