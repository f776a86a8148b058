#pragma once

#include <string>

#include "net/network.h"

namespace parley::testing {

// Whether two networks are the same, with equal names in the same order: components with name and role; the
// states of each component (names, aliases, initial, terminal, error), its labels and edges; rules with label
// and participants. Components of one role share a template in one network if and only if they do in the
// other. If not, the failure describes the first difference.
bool same_network(const Network& left, const Network& right, std::string* difference);
bool same_lts(const Lts& left, const Lts& right, std::string* difference);

}   // namespace parley::testing
