#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <tuple>
#include <vector>

#include "net/network.h"

namespace parley {

// How many edges of its own automaton a component is away from a set of local states, whatever its partners
// do: a lower bound of the steps it takes. One table for each template and set, found by a search against the
// edges and kept, since a formula over a thousand components alike asks for the same table a thousand times.
class LocalDistances {
 public:
  static constexpr std::int32_t kFar = 1 << 30;          // no path leads there
  static constexpr std::size_t kMostEntries = 1 << 22;   // of all tables together: 16 MB

  explicit LocalDistances(const Network& network) : network_(network) {}

  enum class Side : std::uint8_t { kInside, kOutside };
  static constexpr std::size_t kRefused = static_cast<std::size_t>(-1);

  // Where in entries() the table for "inside the states" or "outside of them" begins, one entry a local
  // state; kRefused if there would be too many.
  std::size_t table(TemplateId of, Side side, const std::vector<LocalState>& states);

  // The largest entry of a table but for kFar.
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
  std::map<std::size_t, std::int32_t> farthest_;   // by table
  std::vector<std::int32_t> entries_;
};

}   // namespace parley
