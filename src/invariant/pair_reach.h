#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/limits.h"
#include "net/network.h"

namespace parley {

// Which pairs of local states two components can be in together, everybody else willing at any time (Pair, in paper 004's words). Only two that share a rule
// are worth asking: of others each can be anywhere, whatever the other does, so that a pair says no more than each component alone.
//
// Pairs that are wired alike are searched once.
class PairReach {
 public:
  using Together = std::vector<std::vector<bool>>;   // by state of the first, by state of the second

  PairReach(const Network& network, const Limits& limits) : network_(network), limits_(limits), pulse_(limits) {}

  const Together& of(ComponentId first, ComponentId second);

  // Two neighbours that cannot be together where 'state' has them, the first below the second; looks at every pair that shares a rule.
  std::optional<std::pair<ComponentId, ComponentId>> excluding(std::span<const LocalState> state);

 private:
  using Wiring = std::vector<std::uint32_t>;
  Wiring wiring(ComponentId first, ComponentId second) const;
  Together search(const Wiring& wiring) const;
  void list_neighbours();

  const Network& network_;
  const Limits& limits_;
  mutable Pulse pulse_;
  std::map<Wiring, Together> known_;
  std::vector<std::pair<ComponentId, ComponentId>> neighbours_;
  std::vector<const Together*> of_neighbours_;
  bool is_listed_ = false;
};

}  // namespace parley
