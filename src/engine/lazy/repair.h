#pragma once

#include <optional>
#include <span>

#include "engine/lazy/finding.h"

namespace parley::lazy {

// The plan that a group had before the components in 'added' joined it, with these as members: they take
// their part in its steps, and may take steps of their own in between; the old members do what they did.
// Nothing if that does not work out, or would be much work: then the group is searched as if there had been
// no path. Linear in the path and in the states of the added ones, so that a group of thousands can grow by
// one without being searched again.
//
// All revealed components of the fragment are members. Charged for strangers like any search.
std::optional<Plan> repair(const Ground& ground, const Plan& plan, std::span<const Party> added);

}   // namespace parley::lazy
