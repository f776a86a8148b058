#pragma once

#include <memory>
#include <span>
#include <variant>

#include "base/progress.h"
#include "engine/lazy/groups.h"
#include "engine/lazy/settings.h"

namespace parley::lazy {

// A path is one of the whole network.
using Answer = std::variant<Refutation, Path>;

// Counts over all calls of solve().
struct Counts {
  std::uint64_t states = 0;   // of all products
  std::uint64_t transitions = 0;
  std::uint64_t products = 0;   // searches of a product
  std::uint64_t largest = 0;    // states of the largest product
  std::uint64_t shared = 0;     // groups not searched, because an isomorphic one had been
  std::uint64_t merges = 0;
  std::uint64_t most_members = 0;   // of a group
};

// What every solver is given. Everything outlives the solver.
struct SolverContext {
  const Network& network;
  const StateSets& sets;
  const Settings& settings;
  const Pruning* pruning;   // or null
  const Limits& limits;
  Progress& progress;
};

// Decides whether some reachable state satisfies all local goals; no component has two. Complete: without a
// limit there is always an answer. Throws Stopped.
class Solver {
 public:
  virtual ~Solver() = default;
  virtual Answer solve(std::span<const LocalGoal> local_goals) = 0;
  const Counts& counts() const { return counts_; }

 protected:
  // Searches the product within the states that most_states still allows. The counts are updated however it
  // ends.
  static std::optional<PartialProduct::Found> find(PartialProduct& product, PartialProduct::Demand demand,
                                                   const Settings& settings, Counts& counts);

  Counts counts_;
};

std::unique_ptr<Solver> make_solver(const SolverContext& context);

}   // namespace parley::lazy
