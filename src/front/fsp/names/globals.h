#pragma once

#include <string>
#include <utility>
#include <vector>

#include "front/fsp/names/evaluate.h"

namespace parley::fsp {

// Evaluates const, range and set in the order written; each one sees those before it. 'definitions' (-D
// NAME=VALUE) override constants. Errors are reported in the file, or at "<command line>" for -D. A
// definition with an error gets a default value, so that its uses report nothing more.
Globals evaluate_globals(const Ast& ast, Names& names, Reporter& reporter, Diagnostics& diagnostics, const Limits& limits,
                         const std::vector<std::pair<std::string, std::string>>& definitions);

}   // namespace parley::fsp
