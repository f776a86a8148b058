#pragma once

#include "check/obligation.h"

namespace parley::proof {

// What is wrong with the form of a fact: components or states that do not exist or are out of order, too many
// or too few weights, numbers whose sums could overflow. Linear in the fact.
Objection ill_formed_fact(const Network& network, const Fact& fact);

// Every fact is true in every reachable state. A fact costs its rows, the edges of their components, and the
// rules that could make it false on account of one row.
Objection facts_hold(const Claim& asked);

}   // namespace parley::proof
