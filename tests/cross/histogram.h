#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "cross/random_spec.h"

namespace parley::cross {

// Counts what was drawn. A run of the random tests shows what it has covered, and fails if that is too
// little: a generator that no longer makes deadlocks would let every engine pass.
class Histogram {
 public:
  void add(const RandomCase& drawn);
  void merge(const Histogram& other);
  std::uint64_t networks() const { return networks_; }

  std::string to_text() const;
  // What is out of bounds. For each adversarial family, 20 to 80 % of the goals must be reachable. Each kind
  // must be violated in 20 to 80 % of its questions and of the networks. 30 % of the networks must have more
  // than 200 states, and every feature must occur in at least one network of 500.
  std::vector<std::string> complaints() const;

 private:
  struct Kind {
    std::uint64_t asked = 0;
    std::uint64_t violated = 0;
    std::uint64_t networks_violated = 0;   // networks with a violated question of this kind
    std::uint64_t at_once = 0;             // with a trace of length 0
    std::uint64_t distance = 0;            // sum over the questions with a trace
    std::uint64_t traces = 0;
  };
  // The questions of a family about formulas and property automata: the kinds that ask whether some states
  // are reachable.
  struct Verdicts {
    std::uint64_t networks = 0;
    std::uint64_t states = 0;
    std::uint64_t goals = 0;   // questions of kind reach and never
    std::uint64_t reachable = 0;
    std::uint64_t automata = 0;   // questions about property automata
    std::uint64_t in_error = 0;   // of these, one automaton reaches its error state
  };
  double share(std::uint64_t part) const;

  std::uint64_t networks_ = 0;
  std::uint64_t large_ = 0;
  std::uint64_t states_ = 0;
  std::array<Kind, oracle::kAsks> kinds_{};
  std::map<std::uint64_t, std::uint64_t> sizes_;   // by upper bound
  std::map<std::size_t, std::uint64_t> arities_;   // of rules
  std::map<int, std::uint64_t> components_;
  std::array<Verdicts, kFamilies> families_{};
  std::map<std::string, std::uint64_t> features_;   // number of networks that have it
};

}   // namespace parley::cross
