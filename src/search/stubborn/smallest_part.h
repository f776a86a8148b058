#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/limits.h"
#include "search/stubborn/closed_support.h"
#include "search/stubborn/enabled_rules.h"

namespace parley {

// A closed set of components with few enabled rules, but at least one: the best that a single pass can find.
//
// A component *needs* all participants of each enabled rule that it offers. Of each other rule that it
// offers, it needs one participant that refuses the rule; which one is chosen when the rule is first met.
// Tarjan's algorithm finds the strongly connected parts of this graph, a part after the parts that it needs.
// A part with enabled rules that needs no other part with enabled rules is a candidate. The first candidate
// with a single rule ends the search. Linear in the rules that the components offer, and mostly far less
// (Valmari, "Stubborn sets for reduced state space generation").
class SmallestPart {
 public:
  SmallestPart(const EnabledRules& enabled, const Limits& limits);

  // Inserts the best candidate that has one of the rules in 'wanted' into the support, and closes it.
  // 'wanted' has one flag per enabled rule; empty means any rule. REQUIRES: the support is closed and has no
  // enabled rules. False if there is no candidate.
  bool insert_into(ClosedSupport& support, std::span<const std::uint8_t> wanted);

 private:
  enum class Mark : std::uint8_t {
    kNew,
    kOpen,   // on the stack: its part is not complete
    kFree,   // its part is complete; neither the part nor what it needs has enabled rules
    kDone,   // its part is complete, or cannot be a candidate
  };
  struct Frame {
    std::uint32_t component;
    std::uint32_t rule;          // the next of its offered rules
    std::uint32_t participant;   // the next of that rule's participants
  };

  void visit_from(ComponentId seed);
  bool descend();                     // one step further; false if the last frame is finished
  bool need(ComponentId component);   // the last frame needs it; true if the last frame has changed
  void enter(ComponentId component);
  void complete();
  void give_up();   // all open components need a candidate, so they are not candidates
  ComponentId refuser(RuleId rule);

  const EnabledRules& enabled_;
  Pulse pulse_;
  std::vector<Mark> marks_;               // per component
  std::vector<std::uint32_t> order_;      // per component: when it was entered
  std::vector<std::uint32_t> low_;        // per component: the earliest open component that it leads to
  std::vector<std::uint32_t> wanted_;     // per component: wanted rules whose first participant it is
  std::vector<std::uint32_t> refusers_;   // per rule: the component chosen to refuse it
  std::vector<RuleId> refused_rules_;     // rules with a chosen refuser
  std::vector<ComponentId> entered_;
  std::vector<ComponentId> open_;
  std::vector<Frame> frames_;
  bool wants_any_ = false;
  std::size_t best_rules_ = 0;   // of the best candidate; 0: none yet
  ComponentId best_;
};

}   // namespace parley
