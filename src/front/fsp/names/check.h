#pragma once

#include "front/fsp/names/evaluate.h"

namespace parley::fsp {

struct CheckOptions {
  bool ltsa_compat = false;   // an unknown local process is ERROR
};

// Reports what can be said about a file without elaborating it: names that are not declared or declared
// twice, wrong numbers of arguments, checks of things that do not exist. Goes through the whole file, used or
// not, until there are as many errors as are kept.
void check_file(Evaluator& evaluator, const CheckOptions& options);

// The same for a predicate alone. Throws Abandoned where there are more errors than are kept.
void check_predicate(Index root, Evaluator& evaluator);

}   // namespace parley::fsp
