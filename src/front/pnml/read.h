#pragma once

#include <memory>
#include <string>

#include "front/front.h"

namespace parley {

// Reads a model in PNML (docs/formats/pnml.md). Each net of the file is a target, named by its id.
Result<std::unique_ptr<Model>> read_pnml(std::string path, std::string text, const ReadOptions& options, const Limits& limits,
                                         Progress& progress);

}   // namespace parley
