#pragma once

#include <string>

#include "base/limits.h"
#include "net/network.h"

namespace parley {

// In which states two components are never together if all others never refuse: "a and b are never together
// in A and X". Explores their product if it is small; otherwise it only names the two components.
std::string pair_words(const Network& network, ComponentId first, ComponentId second, const Limits& limits);

}   // namespace parley
