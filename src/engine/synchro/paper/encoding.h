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

// A question as clauses, for a solver of src/solve: a model is a global state that is bad, and passes what
// was added beside the question. A literal says that a component is in a local state (paper 004, section 4.2,
// State, Blocked, LocallyBlocked and Reach_2).
//
// Rules may have any number of participants: "the component offers the label" is a literal of its own, so
// that a rule that must not be enabled is one clause, over its participants. Likewise "the component is in
// the blocked set and refuses the label" for local deadlocks. So all is linear in the network; only
// inequalities cost more, for SAT: components times the sums that some of them can make.
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
  std::vector<LocalState> model() const;   // after solve() was true

  // Rules out local states that their component cannot come to alone. What a predicate says is said about the
  // others.
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
  std::vector<Literal> offers_;             // slot -> its literal, 0: none yet
  std::vector<std::vector<std::vector<LocalState>>>
      offering_;   // template -> label -> the states that offer it; made when asked for
  std::vector<Literal> clause_;
};

extern template class Encoding<SatSolver>;
extern template class Encoding<SmtSolver>;

}   // namespace parley::synchro
