#pragma once

#include <functional>
#include <vector>

#include "oracle/spec.h"

namespace parley::cross {

// The spec with one element less, in every possible way: large elements first (questions, components, rules),
// then states, edges, marks, parts of formulas. All results are networks. Templates and labels that nothing
// uses any more are removed as well.
std::vector<oracle::Spec> one_less(const oracle::Spec& spec);

// The smallest spec that greedy removal finds and for which 'fails' still holds; it holds for 'spec'. At most
// 'tries' calls of 'fails'.
oracle::Spec shrink(oracle::Spec spec, const std::function<bool(const oracle::Spec&)>& fails, int tries = 20000);

}   // namespace parley::cross
