#pragma once

#include "engine/engine.h"

namespace parley::leap {

// `parley explore` with covering steps: counts nodes and edges of the covering graph. If asked for, it also
// says how much smaller the graph is than the full product (product.h). Throws Stopped.
void explore_steps(const Network& network, Run& run, bool with_product);

enum class Stability : std::uint8_t {
  kMustBeShown,   // otherwise the answer is unknown
  kIsAssumed,     // trust the user that a formula stays true once it is true
};

// Answers questions about deadlocks, local deadlocks, safety and stable formulas by covering steps. If a node
// shows the target, the evidence is a trace. Otherwise the graph shows that there is none, and the verdict
// has no certificate. Throws Stopped.
void check_steps(const Task& task, Run& run, Stability stability);

}   // namespace parley::leap
