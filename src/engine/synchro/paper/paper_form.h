#pragma once

#include <string_view>
#include <vector>

#include "base/limits.h"
#include "engine/synchro/paper/predicates.h"
#include "property/property.h"

namespace parley::synchro {

// What one of the paper's formulas says about a property: that no state is bad and passes all predicates
// asked for, so that none is reachable; or one that is bad and passes, which may be reachable or not.
struct PaperAnswer {
  bool is_proved = false;
  std::vector<LocalState> candidate;   // where nothing is proved
  std::string_view last;               // the predicate that completed the proof; "" if none was needed, or none was enough
  std::size_t solves = 0;              // questions to the solver
};

// PairStatic_R and LocalPairStatic_R of paper 004, section 4.2: a SAT solver, clocks and counts as bit
// vectors. The question and pair come first; then relation-data, order-data, relation, order are added one by
// one, as long as there is a candidate. Of a set only these are looked at.
PaperAnswer sat_form(const Network& network, const Property& property, PredicateSet predicates, const Limits& limits);

// PairStatic_D and LocalPairStatic_D: an SMT solver and integers. After the question and pair come
// difference-data, difference-component, order-data, difference, order. Of a set only these are looked at.
PaperAnswer smt_form(const Network& network, const Property& property, PredicateSet predicates, const Limits& limits);

// The predicates that each form knows, in its order.
std::vector<PredicateKind> sat_form_predicates();
std::vector<PredicateKind> smt_form_predicates();

}   // namespace parley::synchro
