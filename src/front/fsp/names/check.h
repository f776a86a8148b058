#pragma once

#include "front/fsp/names/evaluate.h"

namespace parley::fsp {

struct CheckOptions {
  bool ltsa_compat = false;   // an unknown local process means ERROR
};

// Reports the errors of a file that can be found without elaborating it: undeclared or duplicate names, wrong
// numbers of arguments, checks of things that do not exist. Goes through the whole file, including unused
// definitions, until as many errors are reported as are kept.
void check_file(Evaluator& evaluator, const CheckOptions& options);

// The same for a single predicate. Throws Abandoned if there are more errors than are kept.
void check_predicate(Index root, Evaluator& evaluator);

}   // namespace parley::fsp
