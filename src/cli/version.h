#pragma once

#include <string>

#include <fmt/core.h>

#include "parley_version.h"

namespace parley {

// Version, commit and libraries, for --version.
inline std::string version_text() {
  return fmt::format("parley {} (commit {}, {{fmt}} {}.{}.{})", PARLEY_VERSION, PARLEY_COMMIT, FMT_VERSION / 10000,
                     FMT_VERSION / 100 % 100, FMT_VERSION % 100);
}

}  // namespace parley
