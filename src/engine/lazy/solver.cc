#include "engine/lazy/solver.h"

#include "engine/lazy/flat_solver.h"
#include "engine/lazy/level_solver.h"

namespace parley::lazy {

std::unique_ptr<Solver> make_solver(const Workplace& workplace) {
  if (workplace.settings.scheme == Scheme::kLevels) return std::make_unique<LevelSolver>(workplace);
  return std::make_unique<FlatSolver>(workplace);
}

}  // namespace parley::lazy
