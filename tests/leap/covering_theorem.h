#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "oracle/oracle.h"
#include "oracle/spec.h"

namespace parley::leap {

// Compares what docs/algorithms/covering-steps.md proves of covering graphs with the full product of one
// network. Every node is reachable. Every reachable state without an error leads to a node. Deadlocks are
// nodes. If there is a local deadlock, then some node is one. Every error state that can be entered occurs in
// a node. Every state with an error leads to such a node if errors do not stop the others. Traces are runs to
// their nodes.
struct Coverage {
  std::optional<std::string> problem;   // the statement that fails
  std::size_t nodes = 0;
  std::size_t edges = 0;
  std::size_t places = 0;
};
Coverage check_coverage(const oracle::Spec& spec, const oracle::Exploration& exploration);

}   // namespace parley::leap
