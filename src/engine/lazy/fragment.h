#pragma once

#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/lazy/state_sets.h"
#include "net/network.h"

namespace parley::lazy {

// The number of a component within a fragment: 0, 1, ... in the order in which the fragment met it.
using LocalComponent = std::uint32_t;

// What all groups of a search share: the labels that a component never refuses, the local goals, and the
// arrays that map components and rules to the numbers of one fragment at a time.
class FragmentTables {
 public:
  explicit FragmentTables(const Network& network);

  const Network& network() const { return network_; }

  // Whether a component of this template can take part in 'label' in every state that it may be in, without
  // entering an error state. Then a step can be planned without a search of this component.
  bool never_refuses(TemplateId of, LocalLabel label) const { return never_refused_[begins_[of.index()] + label.index()] != 0; }

  // The local goal of the component, as a number of StateSets; kAll if it has none.
  std::uint32_t local_goal(ComponentId component) const { return local_goals_[component.index()]; }
  void set_local_goal(const LocalGoal& local_goal) { local_goals_[local_goal.component.index()] = local_goal.set; }

 private:
  friend class Fragment;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  const Network& network_;
  std::vector<std::size_t> begins_;   // by template: its first label in willing_
  std::vector<std::uint8_t> never_refused_;
  std::vector<std::uint32_t> local_goals_;           // by component
  std::vector<LocalComponent> local_component_of_;   // by component; kNone if the current fragment has not met it
  std::vector<std::uint32_t> rule_number_;           // by rule; kNone likewise
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
    LocalComponent local_component = 0;
    LocalLabel label;
    bool never_refuses = false;
  };

  explicit Fragment(FragmentTables& tables) : tables_(tables) {}
  Fragment(const Fragment&) = delete;
  Fragment& operator=(const Fragment&) = delete;
  ~Fragment() { clear(); }

  void clear();   // linear in what was met

  // Reveals the component: adds all its rules, and appends them to the description. It must not be revealed
  // yet.
  LocalComponent reveal(ComponentId component);
  bool is_revealed(ComponentId component) const;
  bool knows(ComponentId component) const { return tables_.local_component_of_[component.index()] != FragmentTables::kNone; }
  // Of a component that it knows().
  LocalComponent local_component(ComponentId component) const {
    assert(knows(component));
    return tables_.local_component_of_[component.index()];
  }

  const Network& network() const { return tables_.network(); }
  std::size_t num_components() const { return components_.size(); }
  std::span<const LocalComponent> revealed() const { return revealed_; }   // in the order in which they were revealed
  ComponentId component(LocalComponent local_component) const { return components_[local_component].component; }
  const Lts& lts(LocalComponent local_component) const { return network().lts(component(local_component)); }
  std::uint32_t local_goal(LocalComponent local_component) const { return tables_.local_goal(component(local_component)); }

  std::size_t num_rules() const { return rule_ids_.size(); }
  RuleId rule_id(std::uint32_t rule) const { return rule_ids_[rule]; }
  // Of a rule that names a revealed component.
  std::uint32_t rule_number(RuleId rule) const {
    assert(tables_.rule_number_[rule.index()] != FragmentTables::kNone);
    return tables_.rule_number_[rule.index()];
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
  LocalComponent meet(ComponentId component);
  void describe(RuleId rule);

  FragmentTables& tables_;
  std::vector<Met> components_;
  std::vector<LocalComponent> revealed_;
  std::vector<RuleId> rule_ids_;
  std::vector<std::uint32_t> part_begins_{0};
  std::vector<Part> parts_;
  std::vector<std::uint32_t> description_;
};

}   // namespace parley::lazy
