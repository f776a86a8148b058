#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "net/network.h"

namespace parley {

// A sum that stays within a bound as long as no component has left its region: every component in 'rows' adds
// the weight of its local state. The region of a component is the set of states that are not in 'left'; no
// edge leads from 'left' back into it. While all are in their regions, no rule increases the sum. So in every
// reachable state the sum is at most the bound, or some component in 'rows' is in one of its states in
// 'left'.
struct RegionSum {
  struct Row {
    ComponentId component;
    std::vector<std::int64_t> weights;   // one per local state; 0 for the states in 'left'
    std::vector<LocalState> left;        // ascending; mostly empty
  };
  std::vector<Row> rows;   // by component, ascending
  std::int64_t bound = 0;
};

// A sum that has the same remainder in every reachable state.
struct Congruence {
  struct Row {
    ComponentId component;
    std::vector<std::int64_t> weights;   // one per local state, from 0 to modulus - 1
  };
  std::vector<Row> rows;   // by component, ascending
  std::int64_t modulus = 2;
  std::int64_t remainder = 0;
};

// Local states of which at least one is occupied at any time: one is occupied initially, and a rule that
// empties one of them fills another.
struct Trap {
  struct Row {
    ComponentId component;
    std::vector<LocalState> states;   // ascending, not empty
  };
  std::vector<Row> rows;   // by component, ascending
};

// The pairs of states that two components can reach together if all other components never refuse. The judge
// computes them itself.
struct PairFact {
  ComponentId first;
  ComponentId second;   // different from 'first'
};

// The components cannot be in these states together, because they cannot agree on the order of their last
// common rules (Antonino, Gibson-Robinson and Roscoe). The judge computes itself which rules a component must
// have taken part in last, and in which order, on every path to one of these states.
struct OrderFact {
  struct Row {
    ComponentId component;
    std::vector<LocalState> states;   // ascending, not empty
  };
  std::vector<Row> rows;   // by component, ascending
  bool classes = false;    // rules with the same participants count as one
};

// The components cannot be in these states together, because they never are even if all other components
// never refuse: a PairFact for any number of components. The judge computes itself what they reach.
struct ApartFact {
  struct Row {
    ComponentId component;
    std::vector<LocalState> states;   // ascending, not empty
  };
  std::vector<Row> rows;   // by component, ascending
};

// An order of the rules by which no set of components is ever blocked: a component that refuses a rule offers
// another one that comes before it, and no component refuses the first rule. Rules are compared by how often
// they were performed, and, if that is equal, by their ranks. About deadlocks only.
struct Ranking {
  std::vector<std::uint32_t> ranks;   // one per rule
};

using Fact = std::variant<RegionSum, Congruence, Trap, PairFact, OrderFact, Ranking, ApartFact>;

// A proof that no reachable state is bad, from facts about all reachable states. The question, each fact and
// each step are constraints over variables with finitely many values, numbered consecutively.
// docs/formats/evidence/invariants.md defines them and what a step may do.
struct InvariantProof {
  // Not all of these variables have a value among those listed, by the constraints in 'because': assuming
  // that they have, each constraint in turn strikes out values, until one of them cannot be met.
  struct Nogood {
    struct Literal {
      std::uint32_t variable = 0;
      std::vector<std::uint32_t> values;   // ascending
    };
    std::vector<Literal> literals;        // by variable, ascending
    std::vector<std::uint32_t> because;   // numbers of constraints
  };
  // A sum of constraints with factors, divided and rounded down.
  struct Combination {
    struct Term {
      std::int64_t factor = 1;   // greater than 0
      std::uint32_t constraint = 0;
    };
    std::vector<Term> terms;
    std::int64_t divisor = 1;   // greater than 0
  };
  using Step = std::variant<Nogood, Combination>;

  std::vector<Fact> facts;
  std::vector<Step> steps;   // the last one is a nogood without literals
};

}   // namespace parley
