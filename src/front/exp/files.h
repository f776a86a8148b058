#pragma once

#include "front/exp/ast.h"
#include "front/front.h"

namespace parley::exp {

// Reads the automata that the components of 'ast' name, gives the components their names, and marks the
// states that notes call ends. What goes wrong is reported, all of it. Returns the files read, in the order
// of the text.
std::vector<SourceFile> read_files(Ast& ast, const std::string& path, const ReadOptions& options, const Limits& limits,
                                   Reporter& reporter);

}   // namespace parley::exp
