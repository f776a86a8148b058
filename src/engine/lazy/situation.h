#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/lazy/state_sets.h"
#include "property/predicate.h"

namespace parley::lazy {

// A case of a formula: the local states that each component may still be in, and the part of the formula that
// is still open. Open parts are disjunctions, of which one part must hold, and inequalities.
// docs/formats/evidence/case-split.md says how a formula is split; the judge of a case split does the same.
//
// Changes are recorded and can be undone. So a case costs what it changes, plus the terms of each open
// inequality.
class Situation {
 public:
  Situation(const Network& network, const Predicate& formula, StateSets& sets);   // assumes that the formula holds

  bool is_absurd() const { return is_absurd_; }
  // The number of cases of the next split, 0 if there is nothing to split. The split is at the first open
  // disjunction. Without one, it is at the first open inequality, by whether its first undecided atom holds.
  // Not to be called if is_absurd().
  std::uint32_t num_branches();
  void enter(std::uint32_t branch);   // of the split that num_branches() found

  std::uint32_t allowed(ComponentId component) const { return allowed_[component.index()]; }
  std::vector<LocalGoal> local_goals() const;   // one per component that may not be in every state, ascending
  std::size_t mark() const { return trail_.size(); }
  // Calls 'visit' with each component whose states were restricted since 'mark'; a component may come twice.
  template <class Visit>
  void for_each_restricted(std::size_t mark, const Visit& visit) const {
    for (std::size_t i = mark; i < trail_.size(); ++i)
      if (trail_[i].kind == Change::Kind::kRestricted) visit(ComponentId(std::size_t{trail_[i].what}));
  }
  void take_back(std::size_t mark);

 private:
  // The sentinel of the list of demands: before the first and behind the last.
  static constexpr std::uint32_t kEnd = 0;
  struct Demand {
    std::uint32_t node = 0;
    bool sign = true;
    std::uint32_t previous = kEnd;
    std::uint32_t next = kEnd;
  };
  struct Change {
    enum class Kind : std::uint8_t { kRestricted, kAdded, kRemoved, kAbsurd };
    Kind kind;
    std::uint32_t what = 0;     // component, or demand
    std::uint32_t before = 0;   // its set of states
  };
  enum class Truth : std::uint8_t { kFalse, kOpen, kTrue };

  void demand(std::uint32_t node, bool sign, std::uint32_t before);
  void restrict(const Atom& atom, bool sign);
  void add(std::uint32_t node, bool sign, std::uint32_t before);
  void remove(std::uint32_t demand);
  void become_absurd();
  bool is_choice(const Demand& demand) const;
  Truth truth(const Atom& atom) const;
  Truth truth_of_inequality(const Demand& demand) const;
  void look_at_inequalities();

  const Network& network_;
  const Predicate& formula_;
  StateSets& sets_;
  std::vector<std::uint32_t> allowed_;   // by component
  std::vector<Demand> demands_;          // a doubly linked list; a removed entry keeps its place
  std::vector<Change> trail_;
  std::vector<std::pair<std::uint32_t, bool>> stack_;
  std::size_t num_sums_ = 0;   // inequalities in the list
  std::uint32_t split_demand_ = kEnd;
  std::uint32_t split_atom_ = 0;
  bool is_absurd_ = false;
};

}   // namespace parley::lazy
