#pragma once

#include "check/obligation.h"

namespace parley::proof {

// Whether every number in the steps is that of a variable, one of its values, or a constraint that exists.
// Linear in the steps.
Objection ill_formed_steps(const Claim& asked);

// Every step follows from constraints before it: those of the question, of the facts, and of earlier steps.
Objection steps_follow(const Claim& asked);

}   // namespace parley::proof
