#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "property/property.h"
#include "search/shorten/path.h"

namespace parley {

// Components that make a state what the property's trace leads to: with these where they are, and whatever
// states the others are in short of errors, it stays so. A true disjunct is enough for a disjunction, a set
// of components that block one another for a local deadlock, one component that refuses for each rule of a
// deadlock. Where there is a choice, a component that moved last early on is preferred: 'last_move' gives
// each component's last step. All components where nothing better is known. 'variant' chooses another start
// among the stuck components.
std::vector<ComponentId> reasons(const Network& network, const Property& property, std::span<const LocalState> state,
                                 std::span<const std::uint32_t> last_move, std::size_t variant);

// The steps that these components' states depend on: their own, those before them of the partners in these,
// and so on back. They are a run by themselves and bring the components to the same states. Linear. (Paths of
// event structures; Mazurkiewicz 1977.)
std::vector<Path::Step> slice(const Network& network, const Path& path, std::span<const ComponentId> needed);

}   // namespace parley
