#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "check/edge_tables.h"
#include "check/leap/network.h"

namespace parley::leap_set {

// The resting states of components in nodes that matter (see resting_states), found once for each local state
// of a shape.
class RestingStates {
 public:
  RestingStates(const Shapes& shapes, const Limits& limits) : shapes_(shapes), limits_(limits), known_(shapes.size()) {}
  const std::vector<LocalState>& of(ComponentId component, LocalState state);

 private:
  const Shapes& shapes_;
  const Limits& limits_;
  std::vector<std::vector<std::optional<std::vector<LocalState>>>> known_;   // shape, state
};

// Which processes can be part of a blocked set in some state that a node stands for: at least all of those,
// and exactly those where each has one resting state. One node after the other, reusing its memory.
//
// S begins as all processes that can rest. A process may refuse a rule if one of its resting states does not
// offer it. A rule that nobody in S may refuse frees all its participants; one that a single member may
// refuse frees that one, if it rests where it offers the rule. Whoever is freed in all its resting states
// leaves S. So each rule waits for one who may refuse it, and for two if that one has several resting states;
// and when one of them leaves, it is looked at from the later of the two on. A node costs at most what the
// network has participants, and for each rule the resting states of those whom it waited for.
class Blockable {
 public:
  // 'rest' is the network of this one with Edges::kRest. All of them outlive it.
  Blockable(const Network& network, const Network& rest, RestingStates& resting);

  // Whether a member can be stuck in the node, and is not known to have ended.
  bool can_be_stuck(std::span<const LocalState> node);
  // Of the node asked about last, ascending: who can be stuck, and S.
  std::vector<ComponentId> stuck(std::span<const LocalState> node) const;
  std::vector<ComponentId> members() const;

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  void begin(std::span<const LocalState> node);
  void shrink(std::span<const LocalState> node);
  void try_to_free(ComponentId component, std::span<const LocalState> node);
  void look_at(RuleId rule, std::span<const LocalState> node);
  void look_on(std::uint32_t ticket, std::span<const LocalState> node);
  std::uint32_t next_refuser(RuleId rule, std::span<const LocalState> node);
  void wait(std::uint32_t ticket, std::uint32_t component);
  void wait_alone(std::uint32_t ticket, std::uint32_t component, std::span<const LocalState> node);
  void leave_all(RuleId rule);
  void leave(ComponentId component);
  void free_where_offered(ComponentId component, RuleId rule);
  bool is_stuck(ComponentId component, LocalState state) const;

  const Network& network_;
  const Network& rest_;
  RestingStates& resting_;
  EdgeTables tables_;                                    // of the network
  EdgeTables always_;                                    // of 'rest': what is offered in every resting state
  std::vector<std::uint8_t> is_process_;                 // component
  std::vector<std::uint8_t> inside_;                     // component
  std::vector<const std::vector<LocalState>*> states_;   // component -> where it may rest
  std::vector<std::uint32_t> kept_;                      // component -> in how many of them it is not freed
  std::vector<std::size_t> begins_;                      // component -> its first in freed_, if it has several
  std::vector<std::uint8_t> freed_;
  std::vector<std::uint32_t> waiting_;     // component -> the last ticket that waits for it, or kNone
  std::vector<std::uint32_t> next_;        // ticket -> the next one that waits for the same component. A rule has two
  std::vector<std::uint32_t> holder_;      // ticket -> the component that it waits for, or kNone
  std::vector<std::uint32_t> looked_to_;   // rule -> the first participant that was not looked at
  std::vector<std::uint64_t> seen_;        // rule -> the number of the node that it was last looked at in
  std::vector<ComponentId> left_;          // components that left S, the rules that wait for them not yet looked at
  std::uint64_t now_ = 0;                  // number of the node
};

}   // namespace parley::leap_set
