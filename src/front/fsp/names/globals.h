#pragma once

#include <string>
#include <utility>
#include <vector>

#include "front/fsp/names/evaluate.h"

namespace parley::fsp {

// Evaluates const, range and set in the order written; each sees those before it. 'definitions' (-D
// NAME=VALUE) override constants. What is wrong is reported, at "<command line>" where that is where it is,
// and has some value afterwards, so that it is reported once.
Globals evaluate_globals(const Ast& ast, Names& names, Reporter& reporter, Diagnostics& diagnostics, const Limits& limits,
                         const std::vector<std::pair<std::string, std::string>>& definitions);

}   // namespace parley::fsp
