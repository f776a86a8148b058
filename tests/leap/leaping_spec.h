#pragma once

#include <cstdint>

#include "cross/random.h"
#include "engine/leap/local_parts.h"
#include "oracle/spec.h"

namespace parley::cover {

// A small network that is cheap to draw by the million. It has 2 to 5 components of 2 to 6 states that do
// much on their own, in several ways, and rules of up to 4 participants. Sometimes it has error and terminal
// states, observers, labels that both local and shared rules use, or components that share a template but not
// their rules.
oracle::Spec leaping_network(cross::Random& random);

// Questions about it: deadlock, local deadlock, and formulas that name a component several times, count, and
// name error states.
std::vector<oracle::Question> leaping_questions(cross::Random& random, const oracle::Spec& spec);

// The network of a campaign at an index, with questions. One in fifty is of the families of tests/cross.
oracle::Spec network_at(std::uint64_t seed, std::uint64_t index);

// The settings for its LocalParts. In one case of four, some components go step by step.
leap::LocalParts::Settings settings_at(std::uint64_t seed, std::uint64_t index);

}   // namespace parley::cover
