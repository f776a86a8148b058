#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "property/property.h"
#include "search/shorten/path.h"

namespace parley {

// Components that make a state a target of the property: as long as these stay in their states, and no
// component is in an error state, it remains one. For a disjunction one true operand is enough, for a local
// deadlock one blocked set, for a deadlock one refusing component per rule. If there is a choice, a component
// that stopped moving early is preferred: 'last_move' gives the last step of each component. All components
// if nothing better is known. 'variant' selects another stuck component to start from.
std::vector<ComponentId> reasons(const Network& network, const Property& property, std::span<const LocalState> state,
                                 std::span<const std::uint32_t> last_move, std::size_t variant);

// The steps on which the states of these components depend: their own steps, the earlier steps of the
// partners in these, and so on. They are a run by themselves, and lead the components to the same states.
// Linear. (Causal past in a Mazurkiewicz trace; Mazurkiewicz 1977.)
std::vector<Path::Step> slice(const Network& network, const Path& path, std::span<const ComponentId> needed);

}   // namespace parley
