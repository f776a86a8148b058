#pragma once

#include <vector>

#include "front/fsp/names/evaluate.h"

namespace parley::fsp {

// The values that a channel carries, each once, in the order of its type; at least one, or that is refused.
std::vector<Value> channel_values(const Channel& channel, Evaluator& evaluator);

}   // namespace parley::fsp
