#pragma once

#include <vector>

#include "net/network.h"
#include "oracle/spec.h"
#include "property/property.h"

namespace parley::oracle {

// Converts plain data to the library's classes: the only place where the two sides of a comparison meet. A
// state whose name is its own number gets no name, as from a format without names.
Network to_network(const Spec& spec);
std::vector<Property> to_properties(const Spec& spec);

}   // namespace parley::oracle
