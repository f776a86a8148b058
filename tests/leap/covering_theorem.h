#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "oracle/oracle.h"
#include "oracle/spec.h"

namespace parley::leap {

// What docs/algorithms/covering-steps.md proves of covering graphs, held against the full product of one
// network, literally: every node is reachable; every reachable state without an error leads to a node;
// deadlocks are nodes, and there is a local deadlock among the nodes if there is one at all; who can enter an
// error state is seen there; every state with an error leads, errors not stopping the others, to such a node;
// traces are runs to their nodes.
struct Coverage {
  std::optional<std::string> problem;   // what is not so
  std::size_t nodes = 0;
  std::size_t edges = 0;
  std::size_t places = 0;
};
Coverage check_coverage(const oracle::Spec& spec, const oracle::Exploration& exploration);

}   // namespace parley::leap
