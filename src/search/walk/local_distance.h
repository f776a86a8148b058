#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <tuple>
#include <vector>

#include "net/network.h"

namespace parley {

// The distance of a component from a set of local states, in edges of its own automaton: a lower bound on the
// steps that it takes, since partners are ignored. There is one table per template and set, computed by a
// backward search. Tables are kept: a formula over a thousand equal components asks for the same table a
// thousand times.
class LocalDistances {
 public:
  static constexpr std::int32_t kFar = 1 << 30;          // no path leads there
  static constexpr std::size_t kMostEntries = 1 << 22;   // of all tables together, 16 MB

  explicit LocalDistances(const Network& network) : network_(network) {}

  enum class Side : std::uint8_t { kInside, kOutside };
  static constexpr std::size_t kRefused = static_cast<std::size_t>(-1);

  // The index in entries() where the table for "inside the states" or "outside of them" begins. A table has
  // one entry per local state. kRefused if all tables together would be too large.
  std::size_t table(TemplateId of, Side side, const std::vector<LocalState>& states);

  // The largest entry of a table except kFar.
  std::int32_t farthest(std::size_t table) const { return farthest_.at(table); }

  std::span<const std::int32_t> entries() const { return entries_; }
  std::vector<std::int32_t> take_entries() && { return std::move(entries_); }

 private:
  struct Reversed {
    std::vector<std::uint32_t> begins;
    std::vector<LocalState> sources;
  };
  const Reversed& reversed(TemplateId of);

  const Network& network_;
  std::map<std::tuple<TemplateId, Side, std::vector<LocalState>>, std::size_t> tables_;
  std::map<TemplateId, Reversed> reversed_;
  std::map<std::size_t, std::int32_t> farthest_;   // per table
  std::vector<std::int32_t> entries_;
};

}   // namespace parley
