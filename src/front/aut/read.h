#pragma once

#include <memory>
#include <string>

#include "front/front.h"

namespace parley {

// Reads a model in the Aldebaran format (docs/formats/aut.md): a network of one component, named like the
// file without its folder and ending, whose states are called by their numbers; a rule for each label.
Result<std::unique_ptr<Model>> read_aut(std::string path, std::string text, const ReadOptions& options, const Limits& limits,
                                        Progress& progress);

}   // namespace parley
