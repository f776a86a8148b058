#pragma once

#include <cstdint>

#include "cross/random.h"
#include "engine/leap/local_parts.h"
#include "oracle/spec.h"

namespace parley::cover {

// A small network, made to be drawn by the million: 2 to 5 components of 2 to 6 states that do much by
// themselves, and in several ways; rules of up to 4 participants; now and then error and terminal states,
// observers, labels that local and shared rules use both, components that share a template but not their
// rules.
oracle::Spec leaping_network(cross::Random& random);

// Questions about it: deadlock, local deadlock, and formulas that mention a component several times, count,
// and speak of error states.
std::vector<oracle::Question> leaping_questions(cross::Random& random, const oracle::Spec& spec);

// The network of a campaign at an index, with questions. One in fifty is of the families of tests/cross.
oracle::Spec network_at(std::uint64_t seed, std::uint64_t index);

// How its components are looked at: in one of four so that some of them go step by step.
leap::LocalParts::Settings settings_at(std::uint64_t seed, std::uint64_t index);

}   // namespace parley::cover
