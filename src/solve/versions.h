#pragma once

#include <string>

namespace parley {

// The solvers and their versions, for --version.
std::string solver_versions();

}   // namespace parley
