#pragma once

#include <string_view>

#include "cross/random.h"
#include "oracle/oracle.h"
#include "oracle/spec.h"

namespace parley::cross {

// What the network looks like: each shape makes other things happen often.
enum class Shape : std::uint8_t {
  kDense,     // few components, rules among any of them, of any arity
  kRing,      // alike components, each synchronising with its neighbours
  kTree,      // each with its parent
  kClients,   // alike clients of one or two servers; mostly all can end
  kBarrier,   // a rule in which nearly all take part, and work in between
  kLoose,     // many components that are mostly on their own
};
inline constexpr int kShapes = 6;
std::string_view shape_name(Shape shape);

// A network without questions: 2 to 8 components of 2 to 8 states, rules of 1 to 5 participants, with what is easily
// forgotten put in now and then: tau, terminal and error states, several edges with one label, observers, components that no
// rule names, labels that no rule uses, equal rules, rules with equal participants, shared templates, initial states other
// than the first.
oracle::Spec random_network(Random& random, Shape shape);

struct RandomCase {
  Shape shape = Shape::kDense;
  oracle::Spec spec;                 // with questions of every kind
  oracle::Exploration exploration;
};

// The case of this seed. Networks with more than 20,000 states are drawn again, and most of those with hardly any.
RandomCase random_case(std::uint64_t seed);

}  // namespace parley::cross
