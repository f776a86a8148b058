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

// Looks for traces of properties in systems too large to exhaust: walks at random, by ranks, guided by the
// distance to a property, and searches in depth, in turn, each from the initial state and each a little
// longer than those long before it. What it does not find may be there all the same.
//
// Walks are numbered, each with dice of its own, and they run in batches whose members do not depend on the
// number of threads. Of several walks of a batch that reach a property the one with the lowest number counts.
// So the answers are the same for any number of threads.
//
// Memory: for each thread about 40 bytes a rule and the formulas; nothing for the states, since a walk that
// found something is walked once more for its trace.
class WitnessFinder {
 public:
  // Network, properties, limits and progress outlive it.
  WitnessFinder(const Network& network, std::span<const Property> properties, std::uint64_t seed, const Limits& limits,
                Progress& progress);
  ~WitnessFinder();
  WitnessFinder(const WitnessFinder&) = delete;
  WitnessFinder& operator=(const WitnessFinder&) = delete;

  // Goes on for about 'steps' transitions, or until nothing is open; never does again what it did in an
  // earlier call. Calls 'found' in the calling thread, each property once. The trace ends where the property
  // is reached; it may go long ways round (search/shorten/shorten.h). Throws Stopped.
  void run(std::uint64_t steps, unsigned threads, const std::function<void(std::size_t property, Trace trace)>& found);

  // Somebody else has answered it.
  void drop(std::size_t property);
  bool is_open(std::size_t property) const { return open_[property] != 0; }
  bool has_open() const;

  std::uint64_t walks() const { return next_; }   // so far
  std::uint64_t work() const { return work_; }

 private:
  struct Claim {                         // the best sighting of a property in a batch
    std::atomic<std::uint64_t> number;   // of the walk
    std::uint64_t step = 0;
  };
  class Batch;

  void seek_what_is_open();
  WalkPlan plan(std::uint64_t number, std::uint64_t most) const;
  void run_batch(std::span<const WalkPlan> plans, unsigned threads);
  Walk& walk(unsigned thread);

  const Network& network_;
  std::span<const Property> properties_;
  std::uint64_t seed_;
  const Limits& limits_;
  Progress& progress_;
  std::vector<std::uint32_t> kinds_;
  std::vector<Predicate> in_error_;   // by property: `property A` as a formula
  std::vector<std::uint8_t> open_;
  bool is_stale_ = true;   // sought_ is not what is open
  Sought sought_;
  std::vector<std::unique_ptr<Walk>> walks_;   // by thread
  std::vector<Claim> claims_;                  // by property
  std::mutex claiming_;
  std::uint64_t next_ = 0;
  std::uint64_t work_ = 0;
};

}   // namespace parley
