#pragma once

#include <optional>
#include <string>

#include "engine/engine.h"
#include "property/assumption.h"
#include "report/model.h"

namespace parley {

// Why conditional answers do not count: the assumption of the network is violated, or not known to hold.
// nullopt if it holds.
std::optional<std::string> doubt_after(const Assumption& assumption, const Network& network, const Outcome& outcome);

// The same after an exploration, which counts the states with a component in an error state.
std::optional<std::string> doubt_after(const Assumption& assumption, const Statistics& statistics);

// Turns a conditional verdict into an unknown one. An evidence file for it is removed: parley-check would
// reject it.
void withdraw(CheckReport& check, const std::string& doubt);

}   // namespace parley
