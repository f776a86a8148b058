#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "check/edge_tables.h"
#include "check/leap/network.h"

namespace parley::leap_set {

// The resting states of components in nodes, those that matter (see resting_states()). Computed once per
// local state of a shape.
class RestingStates {
 public:
  RestingStates(const Shapes& shapes, const Limits& limits) : shapes_(shapes), limits_(limits), known_(shapes.size()) {}
  const std::vector<LocalState>& of(ComponentId component, LocalState state);

 private:
  const Shapes& shapes_;
  const Limits& limits_;
  std::vector<std::vector<std::optional<std::vector<LocalState>>>> known_;   // shape, state
};

// Computes which processes can be in a blocked set in some state that a node represents: a superset, which is
// exact if each process has one resting state. Handles one node after the other and reuses its memory.
//
// S begins as the set of all processes that can rest. A process may refuse a rule if one of its resting
// states does not offer it. A rule that no member of S may refuse frees all its participants. A rule that
// exactly one member may refuse frees that member in its resting states that offer the rule. A process that
// is freed in all its resting states leaves S.
//
// So each rule waits for one member that may refuse it, and for two if that one has several resting states.
// When one of them leaves S, the rule is examined from the later of the two on. The cost of a node is at most
// the number of participants in the network, and for each rule the resting states of the components that it
// waited for.
class Blockable {
 public:
  // 'rest' is made from 'network' with Edges::kRest. All arguments outlive this object.
  Blockable(const Network& network, const Network& rest, RestingStates& resting);

  // Whether a member of S can be stuck in the node, and is not known to have ended.
  bool can_be_stuck(std::span<const LocalState> node);
  // The components that can be stuck, and S, of the node asked about last; ascending.
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
  EdgeTables always_;                                    // of 'rest': labels offered in every resting state
  std::vector<std::uint8_t> is_process_;                 // component
  std::vector<std::uint8_t> inside_;                     // component
  std::vector<const std::vector<LocalState>*> states_;   // component -> its resting states
  std::vector<std::uint32_t> kept_;                      // component -> number of its resting states in which it is not freed
  std::vector<std::size_t> begins_;   // component -> its first entry in freed_, if it has several resting states
  std::vector<std::uint8_t> freed_;
  std::vector<std::uint32_t> waiting_;     // component -> the last ticket that waits for it, or kNone
  std::vector<std::uint32_t> next_;        // ticket -> the next ticket that waits for the same component; two tickets per rule
  std::vector<std::uint32_t> holder_;      // ticket -> the component that it waits for, or kNone
  std::vector<std::uint32_t> looked_to_;   // rule -> the first participant not examined yet
  std::vector<std::uint64_t> seen_;        // rule -> the number of the node in which it was last examined
  std::vector<ComponentId> left_;          // components that left S and whose waiting rules were not examined yet
  std::uint64_t now_ = 0;                  // number of the node
};

}   // namespace parley::leap_set
