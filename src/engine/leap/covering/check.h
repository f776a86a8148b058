#pragma once

#include "engine/engine.h"

namespace parley::leap {

// `parley explore` with covering steps: nodes and edges of the covering graph, and, if asked for, how much
// smaller they are than the full product (product.h). Throws Stopped.
void explore_steps(const Network& network, Run& run, bool with_product);

enum class Stability : std::uint8_t {
  kMustBeShown,   // else the answer is unknown
  kIsAssumed,     // take the user's word that a formula stays true once it is true
};

// Answers by covering steps: deadlocks, local deadlocks, safety, and formulas that are stable. Traces where a
// node shows it; otherwise the graph says that there is none, and carries no certificate. Throws Stopped.
void check_steps(const Task& task, Run& run, Stability stability);

}   // namespace parley::leap
