#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "search/walk/local_distance.h"
#include "search/walk/walk_run.h"

namespace parley {

// Steps towards a conjunction of wishes, "this component in one of these states", by asking who is in the
// way.
//
// A wish that is not met wants an edge that brings its component closer; the edge needs a rule; a participant
// that refuses the rule gets the wish to offer its label, and so on, some levels deep, until a rule is found
// that is enabled. At every turn the choice is drawn, so that two chases go different ways. This is what a
// planner does that orders goals backwards, without a plan: each step asks anew. A step costs the depth times
// a few edges and rules, and nothing that depends on the width of the network.
class Chase {
 public:
  explicit Chase(const Network& network);

  // Draws wishes that together make the goal true, one operand of each disjunction. The journey must be where
  // it begins.
  void begin(const Journey& journey, std::size_t goal, Dice& dice);

  // Fires one rule of the journey, which must be able to step. Answers the work: rules that were looked at.
  std::uint64_t step(Journey& journey, Dice& dice);

 private:
  struct Wish {
    ComponentId component;
    std::size_t table;
    std::uint32_t next;   // another wish for the same component
  };
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  static constexpr std::size_t kUnknown = LocalDistances::kRefused - 1;

  bool is_met(const Wish& wish, LocalState at) const { return distances_.entries()[wish.table + at.index()] == 0; }
  bool is_content(const Journey& journey, ComponentId component) const;
  std::optional<RuleId> help(const Journey& journey, ComponentId component, std::size_t table, Dice& dice);
  std::size_t table_of_offers(const Participant& participant);
  std::optional<Edge> closer(const Journey& journey, ComponentId component, std::size_t table, Dice& dice) const;
  void fire(Journey& journey, RuleId rule, Dice& dice);
  void note(ComponentId component, LocalState at);

  const Network& network_;
  LocalDistances distances_;
  std::vector<std::size_t> first_offer_;   // by template, into offers_
  std::vector<std::size_t> offers_;        // for each label of a template: the table of the states that offer it, or kUnknown
  std::vector<Wish> wishes_;
  std::vector<std::uint32_t> first_wish_;   // by component
  std::vector<std::uint32_t> unmet_;        // wishes, in no order
  std::vector<std::uint32_t> place_;        // wish -> its place in unmet_, or kNone
  std::vector<LocalState> targets_;
  ComponentId moving_;   // whose edge the rule is fired for, and where it leads
  LocalState towards_;
  std::uint64_t looks_ = 0;
};

}   // namespace parley
