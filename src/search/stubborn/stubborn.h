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

// Why a search over stubborn sets cannot answer this property of this network; nullopt if it can.
std::optional<std::string> stubborn_declines(const Network& network, const Property& property);

struct StubbornSettings {
  // Whether a choice may leave formulas and automata undecided, if it has an invisible step (see below).
  // Choices are often far smaller then, but they need ranks.
  bool leaves_formulas_undecided = false;
};

// Stubborn sets: which of the enabled rules of a state are enough to expand it (Valmari 1989;
// docs/algorithms/stubborn-sets.md has the proofs).
//
// A choice is a set of components, the *support*. It is *closed*: each rule that names a member is either
// refused by a member, or enabled with members as its only participants. So no member moves until a rule
// inside the support fires, and steps outside neither enable nor disable the rules inside. The rules inside
// are the ones to expand.
//
// A choice is *firm* if it shows by itself that no bad state can come before a rule inside has fired:
// - for a formula: the formula is false, knowing only the states of the members;
// - for an automaton asked about: it is a member;
// - for deadlock: some enabled rule is inside;
// - for local deadlock: all components are members.
//
// A choice that is not firm needs a *rank* (the ignoring proviso, search/stubborn/ignoring_proviso.h): some
// step inside it leads to a state of lower rank. The step must be invisible if the choice leaves formulas
// undecided.
//
// The choice is a function of the state; stubborn.cc says how it is found.
//
// A call costs the offers of all components in their states, plus what its closures touch, a few times over.
// Nothing is allocated once all scratch memory has grown. Calls check the limits; after they have thrown
// Stopped, the object must not be used. Not thread-safe: each thread has its own.
class StubbornSets {
 public:
  // REQUIRES: stubborn_declines() is nullopt for each property. The properties outlive this.
  StubbornSets(const Network& network, std::span<const Property> properties, const Limits& limits,
               const StubbornSettings& settings = {});
  StubbornSets(const StubbornSets&) = delete;
  StubbornSets& operator=(const StubbornSets&) = delete;

  enum class Needs : std::uint8_t { kNothing, kStep, kInvisibleStep };   // to a state of lower rank
  struct Choice {
    std::span<const RuleId> rules;            // to be expanded: enabled, with all participants in the support
    std::span<const std::uint64_t> support;   // bit c % 64 of word c / 64 stands for component c
    bool is_full = false;                     // the support is all components
    Needs needs = Needs::kNothing;
    bool is_firm() const { return needs == Needs::kNothing; }
  };

  // The choice for a state without errors; valid until the next call. Properties for which the state itself
  // is bad are left out of account: they are answered.
  Choice of(std::span<const LocalState> state);
  // A firm choice, small if possible. It replaces the other choice in states without a rank.
  Choice firm(std::span<const LocalState> state);

  std::size_t num_enabled() const { return enabled_.all().size(); }   // rules, in the state of the last call

  // Whether there are choices that are not firm.
  bool needs_ranks() const { return asks_local_deadlock_ || settings_.leaves_formulas_undecided; }
  // Whether a step inside a choice with these needs can be the one to a state of lower rank.
  bool counts(Needs needs, RuleId rule, std::span<const LocalState> from, std::span<const LocalState> to) {
    return needs == Needs::kStep || (needs == Needs::kInvisibleStep && invisible_.is_invisible(rule, from, to));
  }

 private:
  void look(std::span<const LocalState> state);
  void insert_reasons();
  bool suffices();
  bool spares(ComponentId component);   // removes it and what depends on it, if the rest suffices
  void shrink();
  void find_without_deferring();
  bool find_with_invisible_step();   // true if it found fewer rules than support_ has
  Choice choice(Needs needs);
  Choice everything();

  const Network& network_;
  StubbornSettings settings_;
  Pulse pulse_;               // counts calls; a call is long if the network is wide
  std::uint64_t most_work_;   // bound on the work of shrink(), per state
  bool needs_rule_ = false;   // an enabled rule must be inside: for deadlock and local deadlock
  bool asks_local_deadlock_ = false;
  std::vector<ComponentId> automata_;
  std::vector<Falsity> formulas_;
  std::size_t formula_size_ = 0;         // of all formulas: the cost of evaluating them
  std::vector<std::uint8_t> is_asked_;   // per formula: it is false in the state

  EnabledRules enabled_;
  ClosedSupport support_;
  ClosedSupport deferring_;   // the choice with an invisible step
  SmallestPart parts_;
  InvisibleSteps invisible_;
  std::vector<std::uint8_t> has_invisible_step_;   // per enabled rule
  const ClosedSupport* chosen_ = nullptr;
  std::vector<RuleId> rules_;          // of the choice
  std::vector<std::uint64_t> words_;   // of its support
};

}   // namespace parley
