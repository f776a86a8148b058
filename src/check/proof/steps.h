#pragma once

#include "check/obligation.h"

namespace parley::proof {

// Whether every number in the steps refers to a variable, one of its values, or a constraint that exists.
// Linear in the steps.
Objection ill_formed_steps(const Claim& asked);

// Every step follows from earlier constraints: those of the question, of the facts, and of earlier steps.
Objection steps_follow(const Claim& asked);

}   // namespace parley::proof
