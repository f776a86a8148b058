#pragma once

#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "engine/synchro/paper/predicates.h"
#include "invariant/projection.h"
#include "oracle/oracle.h"

namespace parley::synchro {

// The predicates of (Antonino, Gibson-Robinson and Roscoe), literally as in the definitions: sets for every
// pair of rules, all occurrences of all suffixes, every constraint that the text names. The library is
// compared with it, so it is simple rather than fast, and shares no code with the library.
class Naive {
 public:
  explicit Naive(const oracle::Spec& spec) : spec_(spec) {}

  // Not for kDifferenceComponent: see component_equations().
  bool passes(const oracle::State& state, PredicateKind kind) const;

  // Whether some component is in a state that it cannot reach even alone.
  bool is_absurd(const oracle::State& state) const;

  // Definition 17: sums of counts of rules that equal a number; nothing if the state is absurd.
  struct Equation {
    std::vector<int> plus;   // rules
    std::vector<int> minus;
    int value = 0;
  };
  std::vector<Equation> component_equations(const oracle::State& state) const;

 private:
  // An edge of a component's projection, with an event or with -1 for a rule that does not count.
  struct Step {
    int from;
    int event;
    int to;
  };
  std::vector<Step> projection(int component, const std::vector<int>& event_of) const;
  std::vector<int> events_of(int component, const std::vector<int>& event_of) const;
  std::vector<int> classes(Grouping grouping, int component) const;   // rule -> event, the smallest rule of its class; -1: none
  std::vector<std::optional<std::vector<int>>> suffixes(int component, const std::vector<int>& event_of) const;

  // Definition 13: no number, one number, or any number.
  struct Difference {
    enum class Kind { kNone, kOne, kAny } kind = Kind::kNone;
    int value = 0;
  };
  std::vector<Difference> differences(int component, const std::vector<int>& event_of, int plus, int minus) const;

  bool pairs_agree(const oracle::State& state) const;
  bool orders_agree(const oracle::State& state, Grouping grouping) const;
  bool counts_agree(const oracle::State& state, Grouping grouping, bool only_signs) const;
  std::set<int> reached_alone(int component) const;
  bool is_error(int component, int state) const;

  const oracle::Spec& spec_;
};

}   // namespace parley::synchro
