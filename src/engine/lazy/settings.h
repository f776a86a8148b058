#pragma once

#include <cstdint>
#include <span>

#include "base/options.h"
#include "engine/lazy/partial_product.h"

namespace parley::lazy {

// The choices that paper 000 leaves open, and what was chosen where it chooses.
enum class Scheme : std::uint8_t { kFlat, kLevels };   // a product is made anew with the added components, or on top of the old
enum class Partition : std::uint8_t { kFinest, kWhole };                  // of the components of the goal
enum class Product : std::uint8_t { kWhole, kSeen, kPath };               // what a level keeps
enum class Add : std::uint8_t { kAll, kOne };                             // of the components that a path needs
enum class Forget : std::uint8_t { kNothing, kEverything };               // of the levels above one that is gone back to
enum class Merge : std::uint8_t { kMembers, kGoals, kFirst, kCurrent };   // what two groups keep when they become one

struct Settings {
  Scheme scheme = Scheme::kFlat;
  Partition partition = Partition::kFinest;
  PathCost path = PathCost::kComponents;
  Add add = Add::kAll;
  Product product = Product::kWhole;
  PartialProduct::Trim trim = PartialProduct::Trim::kYes;
  Forget forget = Forget::kNothing;
  Merge merge = Merge::kMembers;
  bool share = true;        // isomorphic groups are searched once
  std::size_t large = 24;   // from this size on a group that grows tries the path it had before it is searched again
  std::size_t probe =
      50'000;   // a large group that is not through after so many states asks whether few of its wishes are to blame
  std::size_t most_states = 0;   // of all products together; 0: any number
  std::size_t most_cases = 0;    // of one formula; 0: any number
  bool certificate = true;
  bool sums = false;   // look for sums that never change, and prune by them
};

std::span<const OptionRow> options();
Settings settings(const Options& options);

// No more than this; what was set to less stays.
struct Bounds {
  std::int64_t states = 0;
  std::int64_t cases = 0;
};
Options bounded(Options options, const Bounds& most);

}   // namespace parley::lazy
