#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/limits.h"
#include "check/truth.h"

namespace parley::leap_set {

// The truth of a formula whose atoms are true, false or open, in Kleene's logic and with intervals for sums,
// as in TruthOf. Changing an atom costs what it changes in the formula. Linear in the formula to build; all
// atoms begin open.
class OpenFormula {
 public:
  explicit OpenFormula(const Predicate& formula);
  void put(std::uint32_t atom, Truth truth);
  Truth at(std::uint32_t atom) const { return atoms_[atom]; }
  Truth value() const { return values_.back(); }

  // An open atom for which 'is_wanted' is true and that still matters: on some path to the root all nodes are
  // open.
  template <class IsWanted>
  std::optional<std::uint32_t> find_open(const IsWanted& is_wanted);

 private:
  struct Use {
    std::uint32_t node = 0;
    std::int64_t weight = 0;   // 0 if the node is the atom itself
  };
  struct Counts {   // of a node's children; of a sum, its interval
    std::int64_t falses = 0;
    std::int64_t trues = 0;
  };
  Truth evaluate(const Predicate::Node& node, const Counts& counts) const;
  void change(std::uint32_t node, Truth truth);   // and propagates the change

  const Predicate& formula_;
  std::vector<Truth> atoms_;
  std::vector<Truth> values_;    // node
  std::vector<Counts> counts_;   // node: of a sum 'falses' is the least value and 'trues' the greatest
  std::vector<std::uint32_t> parent_begins_;
  std::vector<std::uint32_t> parents_;   // of nodes, once per occurrence as a child
  std::vector<std::uint32_t> use_begins_;
  std::vector<Use> uses_;   // of atoms
  struct Changed {
    std::uint32_t node = 0;
    Truth before = Truth::kOpen;
    Truth now = Truth::kOpen;
  };
  std::vector<Changed> changed_;
  std::vector<std::uint32_t> stack_;
  std::vector<std::uint32_t> visited_;   // node -> the last search that visited it
  std::uint32_t search_ = 0;
};

// Decides whether a formula can be true if each of its components is in one of some states, all
// independently. States that are in the same atoms are one kind. Kleene's logic decides where it suffices.
// Otherwise the kinds of components that occur more than once are tried, because other open atoms can take
// either value independently.
class SetFormula {
 public:
  using Kinds = std::vector<std::uint32_t>;   // ascending, each once, not empty

  SetFormula(const Network& network, const Predicate& formula, const Limits& limits);

  std::span<const ComponentId> components() const { return components_; }   // of the formula, ascending
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  std::uint32_t index_of(ComponentId component) const { return index_[component.index()]; }   // index in components(), or kNone
  template <class States>
  Kinds kinds_of(std::uint32_t index, const States& states) const {
    Kinds kinds;
    for (LocalState state : states) kinds.push_back(kind_of_[kind_begins_[index] + state.index()]);
    normalise(kinds);
    return kinds;
  }

  // From now on the component is in a state of one of these kinds. They are not copied and must stay alive
  // until replaced. A component begins with no kinds.
  void put(std::uint32_t index, const Kinds& kinds);
  const Kinds& at(std::uint32_t index) const { return *now_[index]; }
  bool can_be_true();   // all components have been put

 private:
  static void normalise(Kinds& kinds);
  void restrict(std::uint32_t index, std::span<const std::uint32_t> kinds);   // sets the truth of its atoms

  Pulse pulse_;
  OpenFormula formula_;
  std::vector<ComponentId> components_;
  std::vector<std::uint32_t> index_;   // component of the network
  std::vector<std::size_t> kind_begins_;
  std::vector<std::uint32_t> kind_of_;                                   // local states of the components, one after the other
  std::vector<std::vector<std::vector<std::uint32_t>>> atoms_of_kind_;   // component, kind -> atoms that are true there
  std::vector<std::vector<std::uint32_t>> atoms_of_;                     // component
  std::vector<std::uint32_t> owner_;                                     // atom -> component
  std::vector<std::uint8_t> is_repeated_;                                // component
  std::vector<const Kinds*> now_;
  std::vector<std::uint32_t> times_;   // atom; zeroes between two calls
};

}   // namespace parley::leap_set
