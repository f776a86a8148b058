#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "base/limits.h"
#include "base/progress.h"
#include "search/walk/walk.h"

namespace parley {

// Looks for traces of properties in systems that are too large to exhaust, by walks. Walks are random, by
// ranks, guided by the distance to a property, backward chaining, or depth first, in turn. Each starts in the
// initial state; lengths grow slowly. That no trace is found proves nothing.
//
// Walks are numbered. Each has a random generator of its own, and they run in batches that do not depend on
// the number of threads. If several walks of a batch reach a property, the one with the lowest number counts.
// So the results are the same for any number of threads.
//
// Memory: per thread about 40 bytes per rule, and the formulas. States are not stored: a walk that found
// something is repeated to get its trace.
class WitnessFinder {
 public:
  // Network, properties, limits and progress outlive it.
  WitnessFinder(const Network& network, std::span<const Property> properties, std::uint64_t seed, const Limits& limits,
                Progress& progress);
  ~WitnessFinder();
  WitnessFinder(const WitnessFinder&) = delete;
  WitnessFinder& operator=(const WitnessFinder&) = delete;

  // Goes on for about 'steps' transitions, or until no property is open. Never repeats walks of earlier
  // calls. Calls 'found' in the calling thread, once per property. The trace ends where the property is
  // reached; it may make long detours (search/shorten/shorten.h). Throws Stopped.
  void run(std::uint64_t steps, unsigned threads, const std::function<void(std::size_t property, Trace trace)>& found);

  // The property was answered otherwise, and is no longer sought.
  void drop(std::size_t property);
  bool is_open(std::size_t property) const { return open_[property] != 0; }
  bool has_open() const;

  std::uint64_t walks() const { return next_; }   // walks done so far
  std::uint64_t work() const { return work_; }

 private:
  struct Claim {                         // the sighting of a property that counts in a batch
    std::atomic<std::uint64_t> number;   // number of the walk; kNoWalk: none
    std::uint64_t step = 0;
  };
  class Batch;

  void collect_open();
  WalkPlan plan(std::uint64_t number, std::uint64_t most) const;
  void run_batch(std::span<const WalkPlan> plans, unsigned threads);
  Walk& walk(unsigned thread);

  const Network& network_;
  std::span<const Property> properties_;
  std::uint64_t seed_;
  const Limits& limits_;
  Progress& progress_;
  std::vector<std::uint32_t> kinds_;
  std::vector<Predicate> in_error_;   // per property: `property A` as a formula
  std::vector<std::uint8_t> open_;
  bool is_stale_ = true;   // sought_ must be rebuilt from open_
  WalkTargets sought_;
  std::vector<std::unique_ptr<Walk>> walks_;   // per thread
  std::vector<Claim> claims_;                  // per property
  std::mutex claiming_;
  std::uint64_t next_ = 0;
  std::uint64_t work_ = 0;
};

}   // namespace parley
