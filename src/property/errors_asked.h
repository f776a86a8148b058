#pragma once

#include "property/property.h"

namespace parley {

// Whether the property itself asks for states in which a component is in an error state: a safety property
// does, and so does a formula that is true nowhere else. Formulas by three-valued logic over their nodes, an
// atom being false if all its states are error states, and otherwise open; so naming an error state, as in a
// negation, is not enough.
bool asks_about_errors(const Network& network, const Predicate& formula);
bool asks_about_errors(const Network& network, const Property& property);

}   // namespace parley
