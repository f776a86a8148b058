#pragma once

#include <vector>

#include "net/lts.h"

namespace parley::fsp {

// The same automaton with one more label per element of 'groups'. The new label can be performed wherever one
// of the group's labels can, with the same effect. The old labels stay as they are.
Lts with_merged_labels(const Lts& lts, const std::vector<std::vector<LocalLabel>>& groups);

}   // namespace parley::fsp
