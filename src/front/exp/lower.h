#pragma once

#include "base/limits.h"
#include "base/progress.h"
#include "base/result.h"
#include "front/exp/ast.h"
#include "net/network.h"

namespace parley::exp {

// The network of an expression, which must have been checked and whose files must have been read. Every
// operator becomes rules. Components come in the order of the text. Rules come in the order in which the
// operators create them, from the inside out.
//
// Warns of words that mean no label. Cost: docs/formats/exp.md, "Size".
Result<Network> lower(const Ast& ast, const SourceText& source, const Limits& limits, Progress& progress);

}   // namespace parley::exp
