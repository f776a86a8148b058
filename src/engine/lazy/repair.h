#pragma once

#include <optional>
#include <span>

#include "engine/lazy/finding.h"

namespace parley::lazy {

// Repairs the plan that a group had before the components in 'added' joined it. The added members take their
// part in its steps and may take steps of their own in between; the old members do what they did. Nothing if
// that fails or would be too much work; then the group is searched as if there were no plan. Linear in the
// plan and in the states of the added members. So a group of thousands can grow by one without a new search.
//
// All revealed components of the fragment are members. Outside components cost the same as in any search.
std::optional<Plan> repair(const ProductContext& product_context, const Plan& plan, std::span<const LocalComponent> added);

}   // namespace parley::lazy
