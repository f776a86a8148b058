#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "base/hash.h"
#include "net/network.h"

namespace parley {

// A global state and its enabled rules, kept up to date while components move one by one.
//
// For each rule, the participants that refuse it are counted. So a move costs only the rules of the labels
// that the component offers either before or after it, but not both. A move allocates nothing. Enabled rules
// are kept in up to 64 lanes, as assigned by the caller; a walk can prefer a lane. Memory: 17 bytes per rule
// and 8 per component.
//
// Invariant: the lanes together hold exactly the rules that no participant refuses. These are the enabled
// rules, unless a component is in an error state.
class Position {
 public:
  static constexpr unsigned kLanes = 64;

  explicit Position(const Network& network);

  // Returns to the initial state. 'lane_of' gives the lane of each rule, less than kLanes; empty: all in lane
  // 0. The object is then as if newly made: even the order of the rules within the lanes is the same. Linear
  // in rules and components.
  void reset(std::span<const std::uint8_t> lane_of = {});

  std::span<const LocalState> state() const { return state_; }
  LocalState at(ComponentId component) const { return state_[component.index()]; }
  bool in_error() const { return errors_ > 0; }
  bool can_step() const { return errors_ == 0 && num_enabled_ > 0; }
  std::uint32_t num_enabled() const { return errors_ > 0 ? 0 : num_enabled_; }
  bool is_enabled(RuleId rule) const { return errors_ == 0 && refusals_[rule.index()] == 0; }
  std::span<const RuleId> lane(unsigned lane) const { return lanes_[lane]; }
  std::uint64_t filled_lanes() const { return filled_; }   // bit i: lane i is not empty

  // The edges that 'participant' may take now.
  std::span<const Edge> edges(const Participant& participant) const {
    return network_.lts(participant.component).edges(at(participant.component), participant.label);
  }

  // Moves the component to the state, whether or not an edge leads there.
  void move(ComponentId component, LocalState to);

  // Hash of the state. It does not depend on the order of moves: equal states have equal hashes.
  std::uint64_t hash() const { return hash_; }

 private:
  static std::uint64_t hash_of(ComponentId component, LocalState state) {
    return mix((std::uint64_t{component.value} << 32 | state.value) + 0x9E3779B97F4A7C15ull);
  }
  void enable(RuleId rule);
  void disable(RuleId rule);
  void offer(ComponentId component, LocalLabel label);
  void refuse(ComponentId component, LocalLabel label);

  const Network& network_;
  std::vector<LocalState> state_;
  std::vector<std::uint32_t> refusals_;   // per rule: participants that refuse it
  std::vector<std::uint32_t> place_;      // per enabled rule: its place in its lane
  std::vector<std::uint8_t> lane_of_;     // per rule
  std::array<std::vector<RuleId>, kLanes> lanes_;
  std::uint64_t filled_ = 0;
  std::uint32_t num_enabled_ = 0;
  std::uint32_t errors_ = 0;   // components in an error state
  std::uint64_t hash_ = 0;

  std::vector<LocalState> first_state_;
  std::vector<std::uint32_t> first_refusals_;
  std::vector<RuleId> first_enabled_;   // ascending
  std::uint32_t first_errors_ = 0;
  std::uint64_t first_hash_ = 0;
};

}   // namespace parley
