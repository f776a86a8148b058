#include "engine/lazy/solver.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/lazy/flat_solver.h"
#include "engine/lazy/level_solver.h"

namespace parley::lazy {

namespace {

class Counting {
 public:
  Counting(const PartialProduct& product, Counts& counts) : product_(product), counts_(counts) {}
  ~Counting() {
    counts_.states += product_.num_new_states();
    counts_.transitions += product_.num_transitions();
    counts_.largest = std::max<std::uint64_t>(counts_.largest, product_.num_states());
    counts_.most_members = std::max<std::uint64_t>(counts_.most_members, product_.members().size());
    ++counts_.products;
  }
  Counting(const Counting&) = delete;
  Counting& operator=(const Counting&) = delete;

 private:
  const PartialProduct& product_;
  Counts& counts_;
};

}   // namespace

std::optional<PartialProduct::Found> Solver::find(PartialProduct& product, PartialProduct::Demand demand,
                                                  const Settings& settings, Counts& counts) {
  const std::size_t left = settings.most_states - std::min<std::size_t>(settings.most_states, counts.states);
  const bool is_bounded = settings.most_states > 0 && left < demand.most_states;
  if (is_bounded) demand.most_states = product.num_states() + left;
  const Counting counting(product, counts);
  std::optional<PartialProduct::Found> found = product.find(demand);
  if (is_bounded && product.gave_up()) throw Stopped(fmt::format("more than {} states", settings.most_states));
  return found;
}

std::unique_ptr<Solver> make_solver(const SolverContext& context) {
  if (context.settings.scheme == Scheme::kLevels) return std::make_unique<LevelSolver>(context);
  return std::make_unique<FlatSolver>(context);
}

}   // namespace parley::lazy
