#pragma once

#include "base/limits.h"
#include "front/exp/ast.h"

namespace parley::exp {

// What is wrong with an expression beyond its grammar: vectors that do not fit their branches, the internal
// action where something is synchronised, counts that cannot be met, and regular expressions that are none.
// Linear in the text.
void check(const Ast& ast, const Limits& limits, Reporter& reporter);

}   // namespace parley::exp
