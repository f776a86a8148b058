#pragma once

#include <cstdint>
#include <span>

#include "base/options.h"
#include "engine/lazy/partial_product.h"

namespace parley::lazy {

// What (Jezequel and Lime 2016) leaves open, and the alternatives where the paper decides.
enum class Scheme : std::uint8_t { kFlat, kLevels };       // search a product anew when components join, or on top of the old one
enum class Partition : std::uint8_t { kFinest, kWhole };   // of the goal's components into the first groups
enum class Product : std::uint8_t { kWhole, kSeen, kPath };   // what a level keeps
enum class Add : std::uint8_t { kAll, kOne };                 // how many of the components that a path needs join at a time
enum class Forget : std::uint8_t { kNothing, kEverything };   // what is dropped above a level that the search goes back to
enum class Merge : std::uint8_t { kMembers, kGoals, kFirst, kCurrent };   // what two groups keep when they merge

struct Settings {
  Scheme scheme = Scheme::kFlat;
  Partition partition = Partition::kFinest;
  PathCost path = PathCost::kComponents;
  Add add = Add::kAll;
  Product product = Product::kWhole;
  PartialProduct::Trim trim = PartialProduct::Trim::kYes;
  Forget forget = Forget::kNothing;
  Merge merge = Merge::kMembers;
  bool share = true;   // isomorphic groups are searched once
  // A group with at least this many members tries to repair its old path before it is searched again.
  std::size_t large = 24;
  // A large group that is still being searched after this many states tests whether a few of its local goals
  // already conflict.
  std::size_t probe = 50'000;
  std::size_t most_states = 0;   // of all products together; 0: any number
  std::size_t most_cases = 0;    // of one formula; 0: any number
  bool certificate = true;
  bool sums = false;   // look for sums that never change, and prune by them
};

std::span<const OptionRow> options();
Settings settings(const Options& options);

// Upper bounds for a turn. A smaller value that was set by name stays.
struct Bounds {
  std::int64_t states = 0;
  std::int64_t cases = 0;
};
Options bounded(Options options, const Bounds& most);

}   // namespace parley::lazy
