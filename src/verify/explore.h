#pragma once

#include <span>

#include "cli/session.h"
#include "report/build.h"

namespace parley {

// The engine that counts all states: the one that the user named, or for `auto` the first that counts the
// states themselves. Throws Failure.
const Engine& exploring_engine(const std::string& name);

// Explores a network within the session's limits. Facts has a reason if that was not done to the end.
// 'tokens' as in Run.
ExploreFacts explore(Session& session, const Engine& engine, const EngineArguments& arguments, const Options& options,
                     const Network& network, std::span<const Atom> tokens = {});

}   // namespace parley
