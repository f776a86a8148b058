#pragma once

#include <functional>
#include <vector>

#include "oracle/spec.h"

namespace parley::cross {

// The same spec with one thing less, in each way there is: the large things first (questions, components,
// rules), then states, edges, marks, parts of formulas. All are networks. What nothing uses any more
// (templates, labels) goes with it.
std::vector<oracle::Spec> one_less(const oracle::Spec& spec);

// The smallest spec that greedy removal finds and that still 'fails'; 'spec' does. At most 'tries' calls of
// 'fails'.
oracle::Spec shrink(oracle::Spec spec, const std::function<bool(const oracle::Spec&)>& fails, int tries = 20000);

}   // namespace parley::cross
