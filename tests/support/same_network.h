#pragma once

#include <string>

#include "net/network.h"

namespace parley::testing {

// Whether two networks are the same, name by name and in the same order: components with name and role; of
// each component the states (names, aliases, initial, terminal, error), labels and edges; rules with label
// and participants. Components of one role share a template in one network if and only if they do in the
// other. Says the first difference otherwise.
bool same_network(const Network& left, const Network& right, std::string* difference);
bool same_lts(const Lts& left, const Lts& right, std::string* difference);

}   // namespace parley::testing
