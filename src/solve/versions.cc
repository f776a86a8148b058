#include "solve/versions.h"

#include <ClpConfig.h>
#include <fmt/format.h>
#include <z3.h>
#include <cadical.hpp>

namespace parley {

std::string solver_versions() {
  unsigned major = 0;
  unsigned minor = 0;
  unsigned build = 0;
  unsigned revision = 0;
  Z3_get_version(&major, &minor, &build, &revision);
  return fmt::format("CaDiCaL {}, Z3 {}.{}.{}, CLP {}", CaDiCaL::Solver::version(), major, minor, build, CLP_VERSION);
}

}   // namespace parley
