#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "invariant/pairs.h"
#include "property/property.h"
#include "solve/sat.h"
#include "solve/smt.h"

namespace parley::synchro {

// A question as clauses, for a solver of src/solve: a model is a global state that is bad and passes the
// predicates that were added. A literal means that a component is in a local state (Antonino, Gibson-Robinson
// and Roscoe, section 4.2: State, Blocked, LocallyBlocked and Reach_2).
//
// Rules may have any number of participants: "the component offers the label" is a literal of its own. So a
// rule that must not be enabled is one clause over its participants. For local deadlocks there is likewise a
// literal "the component is in the blocked set and refuses the label". So the encoding is linear in the
// network. Only inequalities cost more in SAT: the number of components times the number of different sums
// that some of them can have.
template <class Solver>
class Encoding {
 public:
  using Literal = int;

  Encoding(const Network& network, Solver& solver, const Limits& limits);

  void ask(const Property& property);
  void add_pairs();

  Literal at(ComponentId component, LocalState state) const {
    return state_begins_[component.index()] + static_cast<Literal>(state.index());
  }
  std::vector<LocalState> model() const;   // only after solve() returned true

  // Excludes local states that a component cannot reach even if the others never refuse. The predicates speak
  // only about the other states.
  void forbid_unreachable();

 private:
  void add_deadlock();
  void add_local_deadlock();
  void forbid_errors();
  void add_safety(const Safety& safety);
  void add_formula(const Predicate& predicate);
  Literal comparison(const Predicate& predicate, const Predicate::Node& node, bool sign);
  Literal count_at_most(const std::map<ComponentId, std::vector<std::int64_t>>& rows, std::int64_t bound);

  void exactly_one(Literal first, std::size_t count);
  Literal constant(bool value) const { return value ? true_ : -true_; }
  // A literal that is true if and only if the component is in one of the states.
  Literal in(ComponentId component, std::span<const LocalState> states);
  Literal offers(ComponentId component, LocalLabel label);
  std::size_t slot(ComponentId component, LocalLabel label) const { return label_begins_[component.index()] + label.index(); }

  const Network& network_;
  Solver& solver_;
  const Limits& limits_;
  Pulse pulse_;
  Literal true_;
  std::vector<Literal> state_begins_;       // component -> the literal of its first state
  std::vector<std::size_t> label_begins_;   // component -> its first slot
  std::vector<Literal> offers_;             // slot -> its literal; 0: not made yet
  // template -> label -> the states that offer it; made at the first use
  std::vector<std::vector<std::vector<LocalState>>> offering_;
  std::vector<Literal> clause_;
};

extern template class Encoding<SatSolver>;
extern template class Encoding<SmtSolver>;

}   // namespace parley::synchro
