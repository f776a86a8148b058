#pragma once

#include "property/property.h"

namespace parley {

// Whether the property itself asks for states with a component in an error state. A safety property does, and
// so does a formula that is false in all other states. Formulas are evaluated in three-valued logic: an atom
// is false if all its states are error states, else unknown. So it is not enough to mention an error state,
// for instance in a negation. Linear in the formula.
bool asks_about_errors(const Network& network, const Predicate& formula);
bool asks_about_errors(const Network& network, const Property& property);

}   // namespace parley
