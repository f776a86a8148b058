#pragma once

#include <string>
#include <string_view>

#include <fmt/format.h>
#include <CLI/Version.hpp>
#include <pugixml.hpp>

#include "parley_version.h"

namespace parley {

// Version, commit and libraries, for --version; 'more' are libraries that not every program has.
inline std::string version_text(std::string_view more = "") {
  return fmt::format("parley {} (commit {}, {{fmt}} {}.{}.{}, CLI11 {}, pugixml {}.{}{}{})", PARLEY_VERSION, PARLEY_COMMIT,
                     FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100, CLI11_VERSION, PUGIXML_VERSION / 1000,
                     PUGIXML_VERSION / 10 % 100, more.empty() ? "" : ", ", more);
}

}   // namespace parley
