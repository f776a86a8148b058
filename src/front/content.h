#pragma once

#include <string>

#include "base/limits.h"
#include "base/result.h"

namespace parley {

// The content of a file, or a diagnostic that says why it cannot be read. Checks the limits while it waits
// for a pipe.
Result<std::string> content_of(const std::string& path, const Limits& limits);

}   // namespace parley
