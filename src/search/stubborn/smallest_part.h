#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/limits.h"
#include "search/stubborn/closed_support.h"
#include "search/stubborn/enabled_rules.h"

namespace parley {

// The closed set of components with the fewest enabled rules, one at least, that a single pass can find.
//
// A component *needs* the participants of each enabled rule that it offers, and of each other rule that it
// offers one participant that refuses it, which is chosen when the rule is first met. Tarjan's algorithm
// finds the parts of components that need one another, those first that need no others. A part with enabled
// rules that needs no other such part is a candidate; the first candidate with a single rule ends the search.
// Linear in the rules that the components offer, and mostly far less (Valmari, "Stubborn sets for reduced
// state space generation").
class SmallestPart {
 public:
  SmallestPart(const EnabledRules& enabled, const Limits& limits);

  // Inserts the best candidate that has one of the rules in 'wanted' (one flag an enabled rule; none: any
  // rule) into the support and closes it. What is in the support already must be closed and without enabled
  // rules. False if there is no candidate.
  bool insert_into(ClosedSupport& support, std::span<const std::uint8_t> wanted);

 private:
  enum class Mark : std::uint8_t {
    kNew,
    kOpen,   // its part is not complete
    kFree,   // its part is complete, and all that it needs is without enabled rules
    kDone,   // its part is complete, or can be no candidate
  };
  struct Frame {
    std::uint32_t component;
    std::uint32_t rule;          // the next of its offered rules
    std::uint32_t participant;   // the next of that rule's participants
  };

  void visit_from(ComponentId seed);
  bool descend();                     // one step further; false if the last frame has nothing left
  bool need(ComponentId component);   // of the last frame; true if it was new, and has a frame now
  void enter(ComponentId component);
  void complete();
  void give_up();   // what is open needs a candidate: it is none
  ComponentId refuser(RuleId rule);

  const EnabledRules& enabled_;
  Pulse pulse_;
  std::vector<Mark> marks_;               // by component
  std::vector<std::uint32_t> order_;      // by component: when it was entered
  std::vector<std::uint32_t> low_;        // by component: the earliest open component that it leads to
  std::vector<std::uint32_t> wanted_;     // by component: wanted rules of which it is the first participant
  std::vector<std::uint32_t> refusers_;   // by rule: who was chosen
  std::vector<RuleId> refused_rules_;     // for which one was chosen
  std::vector<ComponentId> entered_;
  std::vector<ComponentId> open_;
  std::vector<Frame> frames_;
  bool wants_any_ = false;
  std::size_t best_rules_ = 0;   // of the best candidate; 0: there is none yet
  ComponentId best_;
};

}   // namespace parley
