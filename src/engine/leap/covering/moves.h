#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/limits.h"
#include "net/network.h"

namespace parley::leap {

// What the components of a network can do, as covering steps need it: alone, by a rule with one participant
// (*local*), or together with others (*shared*). Linear in the components' edges and the rules.
//
// A *hope* is a label that some shared rule uses, and a target of that label: what a component could have
// done in some state on its way. Its number is a bit in the rows of CoveringGraph. The hopes of a component
// have consecutive numbers, and so have those of each of its labels. A step into an error state by a local
// rule is a hope too: it needs no other component, but nothing comes after it.
class Moves {
 public:
  Moves(const Network& network, const Limits& limits);

  struct Local {
    LocalState to;
    RuleId rule;   // the first rule that makes this move
  };
  // The moves of the component alone, without self-loops and without moves into error states.
  std::span<const Local> local(ComponentId component, LocalState from) const {
    return part(local_moves_, local_begins_, place(component, from));
  }
  // The hopes that it offers in this state, ascending.
  std::span<const std::uint32_t> offers(ComponentId component, LocalState at) const {
    return part(offers_, offer_begins_, place(component, at));
  }

  struct Range {
    std::uint32_t first;
    std::uint32_t end;
  };
  std::size_t num_hopes() const { return targets_.size(); }
  Range hopes(ComponentId component) const { return {hope_begins_[component.index()], hope_begins_[component.index() + 1]}; }
  Range hopes(const Participant& part) const {   // of a shared rule
    const std::size_t slot = label_begins_[part.component.index()] + part.label.index();
    return {label_hopes_[slot], label_hopes_[slot + 1]};
  }
  LocalState target(std::uint32_t hope) const { return targets_[hope]; }
  bool is_shared(RuleId rule) const { return network_.participants(rule).size() > 1; }

  // A local rule into an error state.
  struct Fall {
    ComponentId component;
    std::uint32_t hope;
    RuleId rule;
  };
  std::span<const Fall> falls() const { return falls_; }
  // Shared rules that can lead a participant into an error state, ascending.
  std::span<const RuleId> risky_rules() const { return risky_rules_; }

  // The only shared rule that the component offers in the states that it reaches alone from here. kNoRule if
  // there is none or more than one, or if it can enter an error state by this rule or by local rules. So
  // until this rule has fired, the component takes part in nothing else but its local rules.
  static constexpr std::uint32_t kNoRule = 0xFFFF'FFFF;
  std::uint32_t only_rule(ComponentId component, LocalState from) const {
    return only_rule_[place(component, from)] < kMany ? only_rule_[place(component, from)] : kNoRule;
  }

 private:
  static constexpr std::uint32_t kMany = 0xFFFF'FFFE;   // kNoRule: none; kMany: several, or an error state

  template <class T>
  static std::span<const T> part(const std::vector<T>& all, const std::vector<std::uint32_t>& begins, std::size_t at) {
    return std::span(all).subspan(begins[at], begins[at + 1] - begins[at]);
  }
  std::size_t place(ComponentId component, LocalState state) const { return state_begins_[component.index()] + state.index(); }
  void number_hopes(ComponentId component);
  void list_moves(ComponentId component);
  void find_only_rules(ComponentId component);
  std::uint32_t hope_of(ComponentId component, const Edge& edge) const;
  std::uint32_t fall_of(ComponentId component, const Edge& edge) const;
  RuleId first_local_rule(ComponentId component, LocalLabel label) const;
  bool label_is_shared(ComponentId component, LocalLabel label) const;

  static constexpr RuleId kNoRuleId{kNoRule};

  const Network& network_;
  std::vector<std::size_t> state_begins_{0};     // by component: its first place
  std::vector<std::uint32_t> local_begins_{0};   // by place: its first move
  std::vector<Local> local_moves_;
  std::vector<std::uint32_t> offer_begins_{0};   // by place: its first offer
  std::vector<std::uint32_t> offers_;            // hopes
  std::vector<std::uint32_t> hope_begins_{0};    // by component: its first hope
  std::vector<std::size_t> label_begins_{0};     // by component: its first label
  std::vector<std::uint32_t> label_hopes_;       // by label: its first hope; a component's falls follow its labels' hopes
  std::vector<LocalState> targets_;              // by hope: its target
  std::vector<Fall> falls_;
  std::vector<RuleId> risky_rules_;
  std::vector<std::uint32_t> only_rule_;   // by place

  // Used by the constructor only.
  std::vector<std::pair<LocalLabel, LocalState>> pairs_;
  std::vector<std::uint32_t> back_begins_;
  std::vector<std::uint32_t> back_;
  std::vector<std::uint32_t> work_;
};

}   // namespace parley::leap
