#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/stubborn/offered_rules.h"

namespace parley {

// One state of a network as closures see it: who offers which rules, and which of them are enabled.
//
// look() counts, for every rule, the participants that offer it, in one pass over the offers of all
// components. Everything else is a look into a table.
class EnabledRules {
 public:
  EnabledRules(const Network& network, const Limits& limits);

  // Turns to this state, in which nobody is in an error state. The span must stay valid as long as questions
  // about it are asked.
  void look(std::span<const LocalState> state);

  const Network& network() const { return network_; }
  std::span<const LocalState> state() const { return state_; }
  std::span<const RuleId> all() const { return enabled_; }
  bool contains(RuleId rule) const { return offers_[rule.index()] == arity_[rule.index()]; }

  std::span<const RuleId> offered(ComponentId component) const { return offered_.of(component, state_[component.index()]); }
  bool refuses(const Participant& p) const { return !offered_.offers(p, state_[p.component.index()]); }

  // Enabled rules of which the component is the first participant: summed over components, each rule counts
  // once.
  std::uint32_t led_by(ComponentId component) const { return led_by_[component.index()]; }

  // What it may cost to take the component into a support: what it offers, and much more for what is enabled.
  std::span<const std::uint32_t> prices() const { return prices_; }
  std::uint32_t price(ComponentId component) const { return prices_[component.index()]; }

 private:
  const Network& network_;
  OfferedRules offered_;
  std::span<const LocalState> state_;
  std::vector<std::uint32_t> arity_;    // by rule
  std::vector<std::uint32_t> offers_;   // by rule: participants that offer it
  std::vector<RuleId> enabled_;         // in the order of their last participants
  std::vector<std::uint32_t> led_by_;   // by component
  std::vector<std::uint32_t> prices_;   // by component
};

}   // namespace parley
