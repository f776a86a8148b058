#pragma once

#include <string_view>
#include <vector>

#include "base/limits.h"
#include "engine/synchro/paper/predicates.h"
#include "property/property.h"

namespace parley::synchro {

// What one of the paper's formulas says about a property. Either no state is bad and passes all chosen
// predicates, so no bad state is reachable. Or some state is bad and passes; it may be reachable or not.
struct PaperAnswer {
  bool is_proved = false;
  std::vector<LocalState> candidate;   // if nothing is proved
  std::string_view last;               // the predicate that completed the proof; "" if none was needed, or none was enough
  std::size_t solves = 0;              // number of calls of the solver
};

// PairStatic_R and LocalPairStatic_R (Antonino, Gibson-Robinson and Roscoe, section 4.2): a SAT solver, with
// clocks and counts as bit vectors. The question and pair come first. Then relation-data, order-data,
// relation and order are added one by one, as long as there is a candidate. Other predicates of the set are
// ignored.
PaperAnswer sat_form(const Network& network, const Property& property, PredicateSet predicates, const Limits& limits);

// PairStatic_D and LocalPairStatic_D: an SMT solver and integers. After the question and pair come
// difference-data, difference-component, order-data, difference and order. Other predicates of the set are
// ignored.
PaperAnswer smt_form(const Network& network, const Property& property, PredicateSet predicates, const Limits& limits);

// The predicates of each form, in the order in which they are added.
std::vector<PredicateKind> sat_form_predicates();
std::vector<PredicateKind> smt_form_predicates();

}   // namespace parley::synchro
