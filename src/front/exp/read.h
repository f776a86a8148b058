#pragma once

#include <memory>
#include <string>

#include "front/front.h"

namespace parley {

// Reads a network of automata in CADP's language EXP 2.0 (docs/formats/exp.md). Each automaton in the
// expression becomes a component; the operators become rules.
Result<std::unique_ptr<Model>> read_exp(std::string path, std::string text, const ReadOptions& options, const Limits& limits,
                                        Progress& progress);

}   // namespace parley
