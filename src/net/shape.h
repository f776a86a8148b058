#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/limits.h"
#include "net/network.h"

namespace parley {

// How the components of a network are connected. Two components are neighbours if some rule names both.
struct Shape {
  std::vector<std::size_t> rules_by_arity;   // index = number of participants
  std::size_t parts = 0;                     // connected parts; a component without neighbours is one
  std::size_t largest_part = 0;              // number of components in the largest part
  std::size_t most_rules = 0;                // the largest number of rules that name one component
  // Only if the rules are narrow enough to list all pairs of neighbours:
  std::optional<std::size_t> neighbour_pairs;
  std::size_t most_neighbours = 0;
  std::string form;   // of the whole graph: "a tree", "a ring", "a forest", ...; "" if not computed
};

// Linear in the number of participants, except for the pairs of neighbours. These are left out if there might
// be more than 1,000,000 plus four times the participants.
Shape shape_of(const Network& network, const Limits& limits);

}   // namespace parley
