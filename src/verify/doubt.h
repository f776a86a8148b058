#pragma once

#include <optional>
#include <string>

#include "engine/engine.h"
#include "front/front.h"
#include "report/model.h"

namespace parley {

// Why nothing but traces counts: what the network takes for granted is violated, or not known. Nothing if it
// was shown to hold.
std::optional<std::string> doubt_after(const Assumption& assumption, const Network& network, const Outcome& outcome);

// The same after an exploration, which counts the states with a component in an error state.
std::optional<std::string> doubt_after(const Assumption& assumption, const Statistics& statistics);

// Turns a verdict that no trace shows into an unknown one. Evidence for it that was written to a file is
// removed: nobody would accept it.
void withdraw_unless_traced(CheckReport& check, const std::string& doubt);

}   // namespace parley
