#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/engine.h"

namespace parley::cross {

// Which kinds of property an engine may decline, by the name of the engine. A new engine needs a row in
// declining.cc. Otherwise an engine that declines whatever it cannot do would pass every comparison.
bool has_declining_row(std::string_view engine);
bool may_decline(std::string_view engine, PropertyKind kind);

// What is wrong with an engine's refusal of a property of this kind. Nothing if the table allows it and the
// engine gives a reason.
std::optional<std::string> refusal_fault(std::string_view engine, PropertyKind kind, std::string_view reason);

}   // namespace parley::cross
