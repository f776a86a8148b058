#pragma once

#include "engine/engine.h"

namespace parley::leap {

// `parley explore` with covering steps: nodes and edges of the covering graph, then those of the full product, and by how many per cent the first are fewer, as paper 002
// prints them. If a limit comes while the product is counted, the counts of the graph stand. Throws Stopped.
void explore_steps(const Network& network, Run& run);

enum class Stability : std::uint8_t {
  kMustBeShown,   // else the answer is unknown
  kIsAssumed,     // take the user's word that a formula stays true once it is true
};

// Answers by covering steps: deadlocks, local deadlocks, safety, and formulas that are stable. Traces where a node shows it; otherwise the graph says that there
// is none, and carries no certificate. Throws Stopped.
void check_steps(const Task& task, Run& run, Stability stability);

}  // namespace parley::leap
