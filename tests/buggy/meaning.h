#pragma once

#include <functional>
#include <vector>

#include "buggy/bug.h"
#include "net/network.h"
#include "property/property.h"

namespace parley::buggy {

using Global = std::vector<LocalState>;

// The definitions of docs/formats/network.md over Network, with at most one mistake. The reference engine
// searches with them. It shares no code with the oracle, which works on another data structure, nor with any
// engine.
class Meaning {
 public:
  Meaning(const Network& network, Bug bug) : network_(network), bug_(bug) {}

  Global initial() const;
  // Calls 'visit' for every step from 'state', with its rule and target.
  void successors(const Global& state, const std::function<void(RuleId, const Global&)>& visit) const;

  bool in_error(const Global& state) const;
  bool is_deadlock(const Global& state) const;
  bool is_local_deadlock(const Global& state) const;
  // Whether a trace to 'state' answers the question.
  bool is_target(const Global& state, const Property& property) const;

 private:
  bool can_fire(RuleId rule) const;
  bool offers(const Global& state, const Participant& participant) const;
  bool is_enabled(const Global& state, RuleId rule) const;
  bool some_rule_enabled(const Global& state) const;
  bool is_terminated(const Global& state) const;
  bool has_to_end(ComponentId component) const;
  std::vector<bool> blocked(const Global& state) const;
  bool holds(const Global& state, const Predicate& predicate) const;
  bool holds(const Global& state, const Atom& atom) const;

  const Network& network_;
  Bug bug_;
};

}   // namespace parley::buggy
