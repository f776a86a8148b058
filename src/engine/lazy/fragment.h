#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/lazy/state_sets.h"
#include "net/network.h"

namespace parley::lazy {

// A component as a group calls it: numbered in the order in which the group came across it.
using Party = std::uint32_t;

// What all groups of a search share: which labels a component never refuses, and the arrays that turn
// components and rules into the numbers of one fragment at a time.
class Surroundings {
 public:
  explicit Surroundings(const Network& network);

  const Network& network() const { return network_; }

  // Whether a component of this template can take part in 'label' in every state it may be in, and stay out
  // of its error states. Then a step needs nobody to look at it.
  bool is_willing(TemplateId of, LocalLabel label) const { return willing_[begins_[of.index()] + label.index()] != 0; }

  // What a goal asks of the component; kAll if nothing.
  std::uint32_t wish(ComponentId component) const { return wishes_[component.index()]; }
  void set_wish(const Wish& wish) { wishes_[wish.component.index()] = wish.set; }

 private:
  friend class Fragment;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  const Network& network_;
  std::vector<std::size_t> begins_;   // template -> its first label in willing_
  std::vector<std::uint8_t> willing_;
  std::vector<std::uint32_t> wishes_;        // by component
  std::vector<Party> party_of_;              // by component; kNone where the fragment at work has not met it
  std::vector<std::uint32_t> rule_number_;   // by rule, likewise
};

// The part of a network that a group has looked at: some components, *revealed*, with all rules that name
// them; of the other participants of these rules, the *strangers*, it knows nothing but that they exist.
//
// Everything is numbered in the order in which it was met, and nothing here but component() and rule_id()
// says where in the network it is. What a search makes of a fragment is therefore a function of its
// description, a sequence of numbers: fragments with equal descriptions are isomorphic.
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

  void clear();   // forgets everything; costs what was met

  // Makes the component known with all its rules, and describes them. Not if it is revealed.
  Party reveal(ComponentId component);
  bool is_revealed(ComponentId component) const;
  bool knows(ComponentId component) const { return around_.party_of_[component.index()] != Surroundings::kNone; }
  Party party(ComponentId component) const { return around_.party_of_[component.index()]; }   // of one that it knows

  const Network& network() const { return around_.network(); }
  std::size_t num_parties() const { return parties_.size(); }
  std::span<const Party> revealed() const { return revealed_; }   // in the order of revealing
  ComponentId component(Party party) const { return parties_[party].component; }
  const Lts& lts(Party party) const { return network().lts(component(party)); }
  std::uint32_t wish(Party party) const { return around_.wish(component(party)); }

  std::size_t num_rules() const { return rule_ids_.size(); }
  RuleId rule_id(std::uint32_t rule) const { return rule_ids_[rule]; }
  std::uint32_t rule_number(RuleId rule) const { return around_.rule_number_[rule.index()]; }   // of one that it has
  std::span<const Part> parts(std::uint32_t rule) const {   // as the participants of rule_id(rule)
    return std::span(parts_).subspan(part_begins_[rule], part_begins_[rule + 1] - part_begins_[rule]);
  }

  // The description from its beginning on.
  std::span<const std::uint32_t> description() const { return description_; }

 private:
  struct Met {
    ComponentId component;
    bool is_revealed = false;
  };
  Party meet(ComponentId component);
  void describe(RuleId rule);

  Surroundings& around_;
  std::vector<Met> parties_;
  std::vector<Party> revealed_;
  std::vector<RuleId> rule_ids_;
  std::vector<std::uint32_t> part_begins_{0};
  std::vector<Part> parts_;
  std::vector<std::uint32_t> description_;
};

}   // namespace parley::lazy
