#pragma once

#include <memory>
#include <string>

#include "front/front.h"

namespace parley {

// Reads a model in the Aldebaran format (docs/formats/aut.md). It becomes a network of one component with one
// rule per label. The component has the file's name without folder and ending; the names of its states are
// their numbers.
Result<std::unique_ptr<Model>> read_aut(std::string path, std::string text, const ReadOptions& options, const Limits& limits,
                                        Progress& progress);

}   // namespace parley
