#pragma once

#include "base/limits.h"
#include "base/progress.h"
#include "base/result.h"
#include "front/exp/ast.h"
#include "net/network.h"

namespace parley::exp {

// The network of an expression that was checked and whose files were read: every operator becomes rules.
// Components in the order of the text, rules in the order in which the operators, from the inside out, make
// them.
//
// Words that mean no label are warned of. Cost: docs/formats/exp.md, "Size".
Result<Network> lower(const Ast& ast, const SourceText& source, const Limits& limits, Progress& progress);

}   // namespace parley::exp
