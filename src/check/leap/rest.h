#pragma once

#include <optional>
#include <span>
#include <vector>

#include "check/blocked.h"
#include "check/leap/blockable.h"

namespace parley::leap_set {

// Searches for a deadlock, or a blocked set, among the resting states of the components of a node. Handles
// one node after the other and reuses its memory.
//
// This is a constraint problem, NP-complete in general, if components have several resting states that offer
// different labels. A rule that must be refused is refused by one of its participants: these are tried one
// after the other, and if only one is left, it is taken at once (unit propagation). Without rules that
// several participants could refuse, the search is linear in the rules examined.
class RestSearch {
 public:
  RestSearch(const Network& network, RestingStates& resting, const Limits& limits);

  // A deadlock that the node represents, one local state per component; nothing if there is none.
  std::optional<std::vector<LocalState>> deadlock(std::span<const LocalState> node);
  // A component that can be stuck in a state that the node represents, and such a state. Only 'roots' are
  // asked about. Blocked sets are subsets of 'members', which are processes.
  struct Stuck {
    ComponentId component;
    LocalState state;
  };
  std::optional<Stuck> stuck(std::span<const LocalState> node, std::span<const ComponentId> roots,
                             std::span<const ComponentId> members);

 private:
  struct Choice {   // a rule that several participants can refuse
    RuleId rule;
    std::size_t next = 0;      // the participant to be tried next
    std::size_t removed = 0;   // where to backtrack to
    std::size_t joined = 0;
    std::size_t active = 0;
  };

  void begin(std::span<const LocalState> node);
  template <class IsGoal>
  bool solve(const IsGoal& is_goal);

  std::span<std::uint8_t> alive(ComponentId component) {
    return std::span(alive_).subspan(begins_[component.index()], begins_[component.index() + 1] - begins_[component.index()]);
  }
  bool has_alive(ComponentId component, bool has_ended) const;
  bool offers(ComponentId component, std::size_t candidate, LocalLabel label) const {
    return tables_.of(component).offers((*now_[component.index()])[candidate], label);
  }
  void activate(RuleId rule);
  void join(ComponentId component);
  void remove(ComponentId component, std::size_t candidate);
  bool may_refuse(const Participant& participant) const;
  bool refuses(const Participant& participant) const;   // in each of its states
  bool is_refused(RuleId rule) const;
  void let_refuse(const Participant& participant);
  bool propagate();   // false if some rule can be refused by no participant
  std::optional<RuleId> undecided() const;
  void undo(const Choice& choice);

  const Network& network_;
  RestingStates& resting_;
  Pulse pulse_;
  EdgeTables tables_;
  Termination ending_;

  std::vector<const std::vector<LocalState>*> now_;   // component -> its resting states
  std::vector<std::size_t> begins_;                   // component -> its first entry in alive_
  std::vector<std::uint8_t> alive_;                   // whether the component may still be in that state
  std::vector<std::uint8_t> may_join_;                // component
  std::vector<std::uint8_t> has_joined_;              // component
  std::vector<std::uint8_t> is_active_;               // rule that must be refused
  struct Removed {
    ComponentId component;
    std::size_t candidate = 0;
  };
  std::vector<Removed> removed_;
  std::vector<ComponentId> joined_;
  std::vector<RuleId> active_;
  std::vector<RuleId> to_look_at_;
  std::vector<Choice> choices_;
};

}   // namespace parley::leap_set
