#pragma once

#include <span>
#include <string>

#include "evidence/evidence.h"

namespace parley {

// Texts for the judge's reasons, in the user's names, and never longer than a line or two.
std::string place_text(const Network& network, ComponentId component, LocalState state);   // phil.0@HUNGRY
std::string state_text(const Network& network, std::span<const ComponentId> components,
                       std::span<const LocalState> row);                       // (a@0, b@1, and 7 more)
std::string moves_text(const Network& network, std::span<const Move> moves);   // (a to 0, b to 1)
std::string rule_text(const Network& network, RuleId rule);                    // 'sit' of (a, b)

}   // namespace parley
