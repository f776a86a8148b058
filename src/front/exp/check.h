#pragma once

#include "base/limits.h"
#include "front/exp/ast.h"

namespace parley::exp {

// Reports errors that the grammar does not exclude: vectors whose width does not fit the number of branches,
// synchronisation on the internal action, counts that exceed the number of branches, and invalid regular
// expressions. Linear in the text.
void check(const Ast& ast, const Limits& limits, Reporter& reporter);

}   // namespace parley::exp
