#pragma once

#include <string>
#include <vector>

#include "cross/random.h"
#include "oracle/spec.h"

namespace parley::cross {

// A network of any size whose verdicts are known by construction: every question has the right answer in
// 'holds'. No oracle could explore it.
struct LargeCase {
  enum class Demand : std::uint8_t {
    kAnswer,     // an engine that examines only what the question needs must answer
    kNotWrong,   // it may give up
  };
  std::string name;
  oracle::Spec spec;
  Demand demand = Demand::kAnswer;
};

// At least two independent copies of one small random network, some of them with a deviation. The oracle
// explores one of each. A goal over several copies is reachable if each copy's part of it is, unless two
// parts need an error: the first error stops the network.
LargeCase many_copies(Random& random, int components);
// Each component moves on when the next one is in its goal state, up to the last; or one of them cannot see
// the next one.
LargeCase long_chain(Random& random, int components);
// A ring with one token, and never two stations at work.
LargeCase wide_ring(Random& random, int components);
// A pool with as many units as users, or one unit less.
LargeCase shared_pool(Random& random, int components);

// One of each.
std::vector<LargeCase> large_cases(std::uint64_t seed, int components);

}   // namespace parley::cross
