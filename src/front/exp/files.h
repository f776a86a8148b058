#pragma once

#include "front/exp/ast.h"
#include "front/front.h"

namespace parley::exp {

// Reads the automata that the components of 'ast' refer to, names the components, and marks the states that
// notes declare as ends. Reports all errors, not only the first. Returns the files that were read, in the
// order of the text.
std::vector<SourceFile> read_files(Ast& ast, const std::string& path, const ReadOptions& options, const Limits& limits,
                                   Reporter& reporter);

}   // namespace parley::exp
