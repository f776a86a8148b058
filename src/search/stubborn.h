#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "property/property.h"
#include "search/falsity.h"
#include "search/offered_rules.h"

namespace parley {

// Why a search over stubborn sets cannot answer this property of this network; nothing if it can.
std::optional<std::string> stubborn_declines(const Network& network, const Property& property);

// Stubborn sets: which of the enabled rules of a state are enough to expand it (Valmari; docs/algorithms/stubborn-sets.md).
//
// A choice is a set of components, the support, that is *closed*: a rule that names a member is refused by a member, or is enabled and
// names only members. So until a rule inside the support fires, no member moves, and what goes on outside neither helps nor hinders the rules
// inside. The support also shows that the state itself is not bad: formulas are false knowing the members alone, automata asked about are members, and
// for deadlocks some enabled rule is inside. The choice is a function of the state.
//
// A call costs the offers of all components in their states plus what its closures touch, a few times over; nothing is allocated
// after construction. Not for several threads at once: each has its own.
class StubbornSets {
 public:
  // None of the properties is declined; they outlive this.
  StubbornSets(const Network& network, std::span<const Property> properties, const Limits& limits);

  struct Choice {
    std::span<const RuleId> rules;             // enabled, and all their participants in the support: to be expanded
    std::span<const std::uint64_t> support;    // bit c of word c / 64: component c
    bool is_full = false;                      // the support is all components
  };

  // Of a state in which nobody is in an error state; valid until the next call. What is bad in this state is not asked about.
  Choice of(std::span<const LocalState> state);
  // The choice that leaves nothing out.
  Choice full(std::span<const LocalState> state);

  // Whether a property is a local deadlock: then the search must see to it that every choice that is not full leads
  // towards a full one, or rules could be put off for ever.
  bool needs_ranks() const { return needs_ranks_; }

 private:
  enum class Mark : std::uint8_t {
    kNew,
    kOpen,   // on the stack of components whose part is not complete
    kFree,   // complete, and what it needs has no enabled rule
    kDone,   // complete, and what it needs has enabled rules
  };
  struct Frame {
    std::uint32_t component;
    std::uint32_t rule;          // the next of its offered rules
    std::uint32_t participant;   // the next participant of that rule, if it is enabled
    bool is_tainted;             // needs a complete part with enabled rules
  };

  // The state: who offers what, what is enabled.
  void look(std::span<const LocalState> state);
  std::span<const RuleId> offered(ComponentId component) const { return offered_.of(component, state_[component.index()]); }
  bool is_enabled(RuleId rule) const { return offers_[rule.index()] == arity_[rule.index()]; }
  bool refuses(const Participant& p) const { return !offered_.offers(p, state_[p.component.index()]); }
  std::uint32_t price(ComponentId component) const { return prices_[component.index()]; }

  // The support under construction.
  bool is_inside(ComponentId component) const { return inside_[component.index()] != 0; }
  bool is_inside(RuleId rule) const { return is_inside(network_.participants(rule)[0].component); }   // if it is enabled
  void insert(ComponentId component);
  void close();                        // inserts what the members need
  void close_over(RuleId rule);        // which is offered, disabled, and refused by no member
  void clear_support();
  std::size_t enabled_inside() const;

  // What the properties need.
  void insert_reasons();
  bool suffices();

  // The parts that need one another, smallest first (Tarjan), until one has a single enabled rule.
  void find_part();
  void visit_from(ComponentId seed);
  std::optional<ComponentId> next_need(Frame& frame);
  ComponentId refuser(RuleId rule);
  void enter(ComponentId component);
  void complete(const Frame& frame);

  // Takes out of the support what can be spared.
  void shrink();
  void remove_with_dependants(ComponentId component);
  void remove(ComponentId component);

  Choice choice();
  Choice everything();

  const Network& network_;
  OfferedRules offered_;
  bool needs_rule_ = false;
  bool needs_ranks_ = false;
  std::vector<ComponentId> automata_;
  std::vector<Falsity> formulas_;

  std::span<const LocalState> state_;
  std::vector<std::uint32_t> arity_;          // by rule
  std::vector<std::uint32_t> offers_;         // by rule: participants that offer it
  std::vector<RuleId> enabled_;
  std::vector<std::uint32_t> prices_;         // by component: what taking it in may cost
  std::vector<std::uint32_t> own_;            // by component: enabled rules of which it is the first participant

  std::vector<std::uint8_t> inside_;          // by component
  std::vector<ComponentId> members_;
  std::size_t closed_members_ = 0;            // members whose enabled rules were looked at
  std::vector<RuleId> refused_;               // offered by members: somebody who refuses them must be a member
  std::vector<std::uint8_t> is_asked_;        // by formula: it is false in the state

  std::vector<Mark> marks_;                   // by component
  std::vector<std::uint32_t> order_;          // by component: when it was entered
  std::vector<std::uint32_t> low_;            // by component: the earliest open component that it leads to
  std::vector<ComponentId> open_;
  std::vector<ComponentId> entered_;
  std::vector<Frame> frames_;
  std::vector<std::uint32_t> chosen_;         // by rule: who is to refuse it; kNobody
  std::vector<RuleId> chosen_rules_;
  std::size_t best_rules_ = 0;                // of the best part so far; 0: none
  ComponentId best_;

  std::vector<ComponentId> removed_;
  std::vector<RuleId> rules_;                 // of the choice
  std::vector<std::uint64_t> words_;          // of the choice's support
};

}  // namespace parley
