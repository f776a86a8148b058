#pragma once

#include <vector>

#include "front/fsp/names/evaluate.h"

namespace parley::fsp {

// The values that a channel carries, without duplicates, in the order of its type. Reports a channel type
// without values and throws Abandoned.
std::vector<Value> channel_values(const Channel& channel, Evaluator& evaluator);

}   // namespace parley::fsp
