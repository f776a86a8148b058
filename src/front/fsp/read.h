#pragma once

#include <memory>
#include <string>

#include "front/front.h"

namespace parley {

// Reads a model in FSP, the language of docs/formats/fsp.md. 'path' names it in diagnostics and in files();
// 'text' is its content. Parses, evaluates constants, ranges and sets (with -D), and resolves names.
// Processes are elaborated by build(), and only those that the target needs.
//
// Linear in the text. Gives up after Diagnostics::kMost errors, so a text that is not FSP costs little.
Result<std::unique_ptr<Model>> read_fsp(std::string path, std::string text, const ReadOptions& options, const Limits& limits,
                                        Progress& progress);

}   // namespace parley
