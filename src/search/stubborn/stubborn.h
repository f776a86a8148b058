#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "property/property.h"
#include "search/stubborn/closed_support.h"
#include "search/stubborn/enabled_rules.h"
#include "search/stubborn/falsity.h"
#include "search/stubborn/invisible_steps.h"
#include "search/stubborn/smallest_part.h"

namespace parley {

// Why a search over stubborn sets cannot answer this property of this network; nothing if it can.
std::optional<std::string> stubborn_declines(const Network& network, const Property& property);

struct StubbornSettings {
  // Whether formulas and automata may be put off as well: choices are often far smaller, but then they need
  // ranks.
  bool defers_formulas = false;
};

// Stubborn sets: which of the enabled rules of a state are enough to expand it (Valmari;
// docs/algorithms/stubborn-sets.md).
//
// A choice is a set of components, the support, that is *closed*: a rule that names a member is refused by a
// member, or is enabled and names only members. So until a rule inside the support fires, no member moves,
// and what goes on outside neither helps nor hinders the rules inside. A choice that is *firm* also shows by
// itself that nothing bad can come before a rule inside has fired: formulas are false knowing the members
// alone, automata asked about are members, for deadlock some enabled rule is inside, for local deadlock all
// components are. A choice that is not firm needs a rank (search/stubborn/ignoring_proviso): some step inside
// it, a quiet one where formulas are put off, leads nearer to a firm one. The choice is a function of the
// state.
//
// A call costs the offers of all components in their states plus what its closures touch, a few times over;
// nothing is allocated once all scratch has grown. The limits are looked at on the way; after they have
// thrown, it is not to be asked again. Not for several threads at once: each has its own.
class StubbornSets {
 public:
  // None of the properties is declined; they outlive this.
  StubbornSets(const Network& network, std::span<const Property> properties, const Limits& limits,
               const StubbornSettings& settings = {});
  StubbornSets(const StubbornSets&) = delete;
  StubbornSets& operator=(const StubbornSets&) = delete;

  enum class Needs : std::uint8_t { kNothing, kStep, kQuietStep };   // to a lower rank
  struct Choice {
    std::span<const RuleId> rules;            // enabled, and all their participants in the support: to be expanded
    std::span<const std::uint64_t> support;   // bit c of word c / 64: component c
    bool is_full = false;                     // the support is all components
    Needs needs = Needs::kNothing;
    bool is_firm() const { return needs == Needs::kNothing; }
  };

  // Of a state in which nobody is in an error state; valid until the next call. What is bad in this state is
  // not asked about.
  Choice of(std::span<const LocalState> state);
  // A choice that is firm, small if possible: where ranks are missing, it takes the place of the other one.
  Choice firm(std::span<const LocalState> state);

  std::size_t num_enabled() const { return enabled_.all().size(); }   // rules, in the state of the last call

  // Whether there are choices that are not firm.
  bool needs_ranks() const { return asks_local_deadlock_ || settings_.defers_formulas; }
  // Whether a step inside a choice with these needs may be the one to a lower rank.
  bool counts(Needs needs, RuleId rule, std::span<const LocalState> from, std::span<const LocalState> to) {
    return needs == Needs::kStep || (needs == Needs::kQuietStep && quiet_.is_quiet(rule, from, to));
  }

 private:
  void look(std::span<const LocalState> state);
  void insert_reasons();
  bool suffices();
  bool spares(ComponentId component);   // takes it out of the support, with all that goes with it, if the rest suffices
  void shrink();
  void find_without_deferring();
  bool find_quiet();   // fewer rules than in the support now; else it stays as it is
  Choice choice(Needs needs);
  Choice everything();

  const Network& network_;
  StubbornSettings settings_;
  Pulse pulse_;               // over calls, which are long where the network is wide
  std::uint64_t most_work_;   // of taking out again, in one state
  bool needs_rule_ = false;   // an enabled one inside, for deadlocks of both kinds
  bool asks_local_deadlock_ = false;
  std::vector<ComponentId> automata_;
  std::vector<Falsity> formulas_;
  std::size_t formula_size_ = 0;         // of all of them: what it costs to read them
  std::vector<std::uint8_t> is_asked_;   // by formula: it is false in the state

  EnabledRules enabled_;
  ClosedSupport support_;
  ClosedSupport deferring_;   // a second one, to compare
  SmallestPart parts_;
  QuietSteps quiet_;
  std::vector<std::uint8_t> has_quiet_step_;   // by position in enabled_
  const ClosedSupport* chosen_ = nullptr;
  std::vector<RuleId> rules_;          // of the choice
  std::vector<std::uint64_t> words_;   // of its support
};

}   // namespace parley
