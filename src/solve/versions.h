#pragma once

#include <string>

namespace parley {

// Names and versions of the solvers, for --version.
std::string solver_versions();

}   // namespace parley
