#pragma once

#include <cassert>
#include <optional>
#include <span>
#include <vector>

#include "base/limits.h"
#include "property/predicate.h"

namespace parley::leap {

// Looks for a state of each component, from a given set per component, such that a formula is true.
//
// If no component occurs in two parts of the formula, each component can take the state that suits it best,
// and two passes over the formula decide. Otherwise SAT decides. Sums are not encoded as clauses; a model
// that breaks one is excluded by a new clause. After too many such rounds SMT takes over, with linear
// arithmetic.
class FormulaModel {
 public:
  explicit FormulaModel(const Predicate& formula);

  struct Choice {
    ComponentId component;
    LocalState state;
  };
  // One choice per component of the formula, ascending, or nothing. 'allowed' gives the states of a
  // component, ascending, at least one. Throws Stopped.
  template <class Allowed>
  std::optional<std::vector<Choice>> find(const Allowed& allowed, const Limits& limits) {
    allowed_.clear();
    for (ComponentId component : components_) {
      allowed_.push_back(allowed(component));
      assert(!allowed_.back().empty());
    }
    return search(limits);
  }

 private:
  using States = std::span<const LocalState>;
  struct Use {                     // the terms of one component in a sum
    std::uint32_t component = 0;   // index into components_
    std::uint32_t first = 0;       // first term, in terms_
    std::uint32_t count = 0;
  };
  struct May {
    bool be_true = false;
    bool be_false = false;
  };

  std::optional<std::vector<Choice>> search(const Limits& limits);
  May may(std::size_t node);
  void choose(std::size_t root);
  std::vector<std::pair<std::size_t, bool>> wanted_parts(std::size_t node, bool value) const;
  void choose_atom(std::size_t node, bool value);
  void choose_sum(std::size_t node, bool value);
  struct Best {
    LocalState state;
    std::int64_t weight = 0;
  };
  Best best(const Use& use, bool least);
  bool choose_by_sat(const Limits& limits);
  std::int64_t contribution(const Predicate::Term& term) const;
  bool is_at_most(const Predicate::Node& node) const;
  std::vector<std::pair<std::uint32_t, bool>> why_not(const Predicate::Node& node, bool is_small) const;
  bool is_true();

  const Predicate& formula_;
  std::vector<ComponentId> components_;         // of the formula, ascending
  std::vector<std::uint32_t> atom_component_;   // by atom: index into components_
  std::vector<Use> uses_;                       // of the sums
  std::vector<Predicate::Term> terms_;          // by use
  std::vector<std::uint32_t> use_begins_;       // by node: its first use
  bool is_independent_ = false;                 // no component occurs in two parts of the formula

  std::vector<States> allowed_;        // by component
  std::vector<May> may_;               // by node
  std::vector<std::uint8_t> wanted_;   // by node: must be true, false, or both
  std::vector<LocalState> chosen_;     // by component
  std::vector<Best> weights_;          // scratch of best()
  PredicateEvaluator evaluate_;
};

}   // namespace parley::leap
