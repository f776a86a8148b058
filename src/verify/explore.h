#pragma once

#include <span>

#include "report/build.h"
#include "verify/subject.h"

namespace parley {

// The engine that counts states: the given one, or if it is null the first that counts the states of the
// network themselves. Throws Failure if it does not explore.
const Engine& exploring_engine(const Engine* named);

// Explores a network within the limits. The facts have a reason if the exploration was not complete. 'tokens'
// as in Run. The caller fills in the target and the time for reading.
ExploreFacts explore(const Subject& subject, const VerifySettings& settings, const Engine& engine, const Network& network,
                     std::span<const Atom> tokens = {});

}   // namespace parley
