# The solvers behind src/solve. Debian's packages have no CMake files for them (libcadical-dev, coinor-libclp-dev) or none that is found
# everywhere (libz3-dev), so each is looked for by library and header: parley_solver(NAME HEADER LIBRARY...) makes the target solver::NAME.
function(parley_solver name header)
  string(TOUPPER ${name} upper)
  find_path(${upper}_INCLUDE ${header} PATH_SUFFIXES coin REQUIRED)
  add_library(solver::${name} INTERFACE IMPORTED GLOBAL)
  target_include_directories(solver::${name} SYSTEM INTERFACE ${${upper}_INCLUDE})
  foreach(library ${ARGN})
    find_library(${upper}_${library} ${library} REQUIRED)
    target_link_libraries(solver::${name} INTERFACE ${${upper}_${library}})
  endforeach()
endfunction()

parley_solver(cadical cadical.hpp cadical)
parley_solver(z3 z3++.h z3)
parley_solver(clp ClpSimplex.hpp Clp CoinUtils)
