#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/limits.h"
#include "net/network.h"

namespace parley {

// How the components of a network hang together. Two components are neighbours if some rule names both.
struct Shape {
  std::vector<std::size_t> rules_by_arity;   // index = number of participants
  std::size_t parts = 0;                     // connected parts, a lone component included
  std::size_t largest_part = 0;              // components in the largest one
  std::size_t most_rules = 0;                // rules that name one component, at most
  // Only where rules are narrow enough to list the pairs of neighbours:
  std::optional<std::size_t> neighbour_pairs;
  std::size_t most_neighbours = 0;
  std::string form;   // of the whole graph: "a tree", "a ring", "a forest", ..., "" if not computed
};

// Linear in the participants, but for the pairs of neighbours, which are left out where there would be more
// than a few times as many of them as participants.
Shape shape_of(const Network& network, const Limits& limits);

}   // namespace parley
