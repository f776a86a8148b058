#pragma once

#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/lazy/state_sets.h"
#include "net/network.h"

namespace parley::lazy {

// The number of a component within a fragment: 0, 1, ... in the order in which the fragment met it.
using Party = std::uint32_t;

// What all groups of a search share: the labels that a component never refuses, the local goals, and the
// arrays that map components and rules to the numbers of one fragment at a time.
class Surroundings {
 public:
  explicit Surroundings(const Network& network);

  const Network& network() const { return network_; }

  // Whether a component of this template can take part in 'label' in every state that it may be in, without
  // entering an error state. Then a step can be planned without a search of this component.
  bool is_willing(TemplateId of, LocalLabel label) const { return willing_[begins_[of.index()] + label.index()] != 0; }

  // The local goal of the component, as a number of StateSets; kAll if it has none.
  std::uint32_t wish(ComponentId component) const { return wishes_[component.index()]; }
  void set_wish(const Wish& wish) { wishes_[wish.component.index()] = wish.set; }

 private:
  friend class Fragment;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  const Network& network_;
  std::vector<std::size_t> begins_;   // by template: its first label in willing_
  std::vector<std::uint8_t> willing_;
  std::vector<std::uint32_t> wishes_;        // by component
  std::vector<Party> party_of_;              // by component; kNone if the current fragment has not met it
  std::vector<std::uint32_t> rule_number_;   // by rule; kNone likewise
};

// The part of a network that a group has looked at: some *revealed* components, with all rules that name
// them. Of the other participants of these rules, the outside components, it knows only that they exist.
//
// Everything is numbered in the order in which it was met. Only component() and rule_id() say where in the
// network it is. So the result of a search is a function of the fragment's description, a sequence of
// numbers. Fragments with equal descriptions are isomorphic.
class Fragment {
 public:
  struct Part {
    Party party = 0;
    LocalLabel label;
    bool is_willing = false;
  };

  explicit Fragment(Surroundings& around) : around_(around) {}
  Fragment(const Fragment&) = delete;
  Fragment& operator=(const Fragment&) = delete;
  ~Fragment() { clear(); }

  void clear();   // linear in what was met

  // Reveals the component: adds all its rules, and appends them to the description. It must not be revealed
  // yet.
  Party reveal(ComponentId component);
  bool is_revealed(ComponentId component) const;
  bool knows(ComponentId component) const { return around_.party_of_[component.index()] != Surroundings::kNone; }
  // Of a component that it knows().
  Party party(ComponentId component) const {
    assert(knows(component));
    return around_.party_of_[component.index()];
  }

  const Network& network() const { return around_.network(); }
  std::size_t num_parties() const { return components_.size(); }
  std::span<const Party> revealed() const { return revealed_; }   // in the order in which they were revealed
  ComponentId component(Party party) const { return components_[party].component; }
  const Lts& lts(Party party) const { return network().lts(component(party)); }
  std::uint32_t wish(Party party) const { return around_.wish(component(party)); }

  std::size_t num_rules() const { return rule_ids_.size(); }
  RuleId rule_id(std::uint32_t rule) const { return rule_ids_[rule]; }
  // Of a rule that names a revealed component.
  std::uint32_t rule_number(RuleId rule) const {
    assert(around_.rule_number_[rule.index()] != Surroundings::kNone);
    return around_.rule_number_[rule.index()];
  }
  std::span<const Part> parts(std::uint32_t rule) const {   // one per participant of rule_id(rule), in the same order
    return std::span(parts_).subspan(part_begins_[rule], part_begins_[rule + 1] - part_begins_[rule]);
  }

  // Grows with each revealed component; what was described does not change.
  std::span<const std::uint32_t> description() const { return description_; }

 private:
  struct Met {
    ComponentId component;
    bool is_revealed = false;
  };
  Party meet(ComponentId component);
  void describe(RuleId rule);

  Surroundings& around_;
  std::vector<Met> components_;
  std::vector<Party> revealed_;
  std::vector<RuleId> rule_ids_;
  std::vector<std::uint32_t> part_begins_{0};
  std::vector<Part> parts_;
  std::vector<std::uint32_t> description_;
};

}   // namespace parley::lazy
