#pragma once

#include <string>

#include "base/limits.h"
#include "base/result.h"

namespace parley {

// What is in a file, or why it cannot be read. Looks at the limits while it waits for a pipe.
Result<std::string> content_of(const std::string& path, const Limits& limits);

}   // namespace parley
