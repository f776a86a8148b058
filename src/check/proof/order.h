#pragma once

#include <unordered_map>
#include <vector>

#include "base/limits.h"
#include "evidence/invariant_proof.h"

namespace parley::proof {

// Decides whether components can agree on the order of their last common rules: the ordering of rule
// occurrences (Antonino, Gibson-Robinson and Roscoe, definitions 10 to 12). Rules with a single participant
// are skipped. A sequence is cut at as many rules as the component has states.
//
// The suffixes of a component are computed once, however many facts name it.
class OrderFinder {
 public:
  OrderFinder(const Network& network, const Limits& limits) : network_(network), limits_(limits), pulse_(limits) {}

  // Whether the fact holds: no reachable state has all its components in the states listed.
  bool excludes(const OrderFact& fact);

 private:
  // Events are rules, or classes of rules, identified by the number of a rule.
  using Event = std::uint32_t;
  // Most recent event first. An unreachable state has none.
  struct Suffix {
    bool is_reachable = false;
    std::vector<Event> events;
  };
  // The events of the rules that use a label.
  struct Trail {
    bool is_silent = false;   // some rule has a single participant
    bool is_seen = false;     // some rule is the event
    bool is_many = false;     // rules are different events
    Event event = 0;
  };
  using Suffixes = std::vector<Suffix>;   // by local state

  Event event_of(RuleId rule, bool classes);
  void find_classes();
  std::vector<Trail> trails(ComponentId component, bool classes);
  const Suffixes& suffixes(ComponentId component, bool classes);
  bool join(Suffix& into, std::span<const Event> recent, std::span<const Event> before, std::size_t most);
  bool has_cycle(const OrderFact& fact, const std::vector<std::vector<Event>>& sequences);

  const Network& network_;
  const Limits& limits_;
  Pulse pulse_;
  std::vector<Event> classes_;                          // rule -> the first rule with the same participants
  std::unordered_map<std::uint64_t, Suffixes> known_;   // component, and whether by classes
};

}   // namespace parley::proof
