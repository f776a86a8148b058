#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/limits.h"
#include "property/predicate.h"

namespace parley::leap {

// Looks for states of components, each from a set of its own, in which a formula is true.
//
// Where no component occurs in two parts of the formula, each can be where it suits best, and two passes over
// the formula find out. Else SAT decides; sums are not spelled out as clauses, but what breaks one is
// excluded when it does. Where that goes on for long, SMT does, which can reckon.
class FormulaModel {
 public:
  explicit FormulaModel(const Predicate& formula);

  struct Choice {
    ComponentId component;
    LocalState state;
  };
  // One choice for each component of the formula, ascending, or nothing. 'allowed' gives the states of a
  // component, ascending, at least one. Throws Stopped.
  template <class Allowed>
  std::optional<std::vector<Choice>> find(const Allowed& allowed, const Limits& limits) {
    allowed_.clear();
    for (ComponentId component : components_) allowed_.push_back(allowed(component));
    return search(limits);
  }

 private:
  using States = std::span<const LocalState>;
  struct Use {                     // a component in a sum
    std::uint32_t component = 0;   // into components_
    std::uint32_t first = 0;       // its terms, in terms_
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
  std::vector<std::uint32_t> atom_component_;   // atom -> into components_
  std::vector<Use> uses_;                       // of the sums
  std::vector<Predicate::Term> terms_;          // by use
  std::vector<std::uint32_t> use_begins_;       // node -> its first use
  bool is_independent_ = false;                 // no component occurs in two parts

  std::vector<States> allowed_;        // by component
  std::vector<May> may_;               // by node
  std::vector<std::uint8_t> wanted_;   // by node: to be true, false, or both
  std::vector<LocalState> chosen_;     // by component
  std::vector<Best> weights_;          // of the component at hand, in the sum at hand
  PredicateEvaluator evaluate_;
};

}   // namespace parley::leap
