#pragma once

#include <string>
#include <vector>

#include "cross/random.h"
#include "oracle/spec.h"

namespace parley::cross {

// A network of any size whose verdicts are known by how it is built: every question says in 'holds' what is
// right. No oracle could explore it.
struct LargeCase {
  enum class Demand : std::uint8_t {
    kAnswer,     // an engine that looks at no more than the question needs must answer
    kNotWrong,   // it may give up
  };
  std::string name;
  oracle::Spec spec;
  Demand demand = Demand::kAnswer;
};

// At least two independent copies of one small random network, some of them with a deviation; the oracle
// explores one of each. A goal over several copies can be reached if each copy's part of it can, unless two
// of them are in an error: the first error stops everything.
LargeCase many_copies(Random& random, int components);
// Each component goes on when it sees the next one in its goal, up to the last; or one of them is blind.
LargeCase long_chain(Random& random, int components);
// One token, and never two stations at work.
LargeCase wide_ring(Random& random, int components);
// A pool with as many units as users, or one less.
LargeCase shared_pool(Random& random, int components);

// One of each.
std::vector<LargeCase> large_cases(std::uint64_t seed, int components);

}   // namespace parley::cross
