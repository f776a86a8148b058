#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/stubborn/offered_rules.h"

namespace parley {

// One state of a network, as closures read it: which component offers which rules, and which rules are
// enabled.
//
// look() counts, for every rule, the participants that offer it, in one pass over the offers of all
// components. Everything else is a table look-up.
class EnabledRules {
 public:
  EnabledRules(const Network& network, const Limits& limits);

  // Sets the state, which must be without errors. The span must stay valid until the next call.
  void look(std::span<const LocalState> state);

  const Network& network() const { return network_; }
  std::span<const LocalState> state() const { return state_; }
  std::span<const RuleId> all() const { return enabled_; }
  bool contains(RuleId rule) const { return offers_[rule.index()] == arity_[rule.index()]; }

  std::span<const RuleId> offered(ComponentId component) const { return offered_.of(component, state_[component.index()]); }
  bool refuses(const Participant& p) const { return !offered_.offers(p, state_[p.component.index()]); }

  // Enabled rules whose first participant is the component: summed over all components, each rule counts
  // once.
  std::uint32_t led_by(ComponentId component) const { return led_by_[component.index()]; }

  // An estimate of what it costs to take the component into a support: the rules it offers, and 64 more per
  // enabled one.
  std::span<const std::uint32_t> prices() const { return prices_; }
  std::uint32_t price(ComponentId component) const { return prices_[component.index()]; }

 private:
  const Network& network_;
  OfferedRules offered_;
  std::span<const LocalState> state_;
  std::vector<std::uint32_t> arity_;    // per rule
  std::vector<std::uint32_t> offers_;   // per rule: participants that offer it
  std::vector<RuleId> enabled_;         // sorted by their last participants
  std::vector<std::uint32_t> led_by_;   // per component
  std::vector<std::uint32_t> prices_;   // per component
};

}   // namespace parley
