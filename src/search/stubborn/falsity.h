#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "property/predicate.h"

namespace parley {

// Why a formula is false in a state: a few components whose local states make it false, whatever the states
// of the others are.
//
// This is three-valued logic, with intervals for sums. The judge evaluates it in the same way
// (src/check/truth). A call takes two passes over the nodes of the formula; nothing is allocated after
// construction.
class Falsity {
 public:
  explicit Falsity(const Predicate& formula);
  std::size_t size() const;   // nodes, and their children and terms: the cost of a call

  // Whether the formula is false in 'state' knowing only the components with inside[c] != 0.
  bool is_false_within(std::span<const LocalState> state, std::span<const std::uint8_t> inside);

  // If the formula is false in 'state': components to add to 'inside' so that it is false within. Of all ways
  // to make it false, a cheap one by 'costs', which has one number per component; costs of several components
  // add up. Empty if the formula is true.
  std::span<const ComponentId> reasons(std::span<const LocalState> state, std::span<const std::uint8_t> inside,
                                       std::span<const std::uint32_t> costs);
  // Whether the formula was true in the last call of reasons().
  bool was_true() const { return values_.back() == Truth::kTrue; }

 private:
  enum class Truth : std::uint8_t { kFalse, kOpen, kTrue };
  struct Gain {
    std::uint32_t cost;
    std::uint32_t atom;
    std::int64_t gain;
  };

  static Truth opposite(Truth value);
  bool holds(const Atom& atom, std::span<const LocalState> state) const;
  template <class Known>
  Truth value(const Predicate::Node& node, std::span<const LocalState> state, const Known& known) const;
  template <class Known>
  Truth at_most(const Predicate::Node& node, std::span<const LocalState> state, const Known& known) const;

  std::uint32_t cost(std::size_t node, std::span<const LocalState> state);
  std::uint32_t cost_of(std::uint32_t atom) const;
  void want(std::size_t node, std::span<const LocalState> state);
  void want_atom(std::uint32_t atom);
  void choose_terms(const Predicate::Node& node, Truth value, std::span<const LocalState> state);

  const Predicate& formula_;
  std::vector<Truth> values_;          // per node
  std::vector<std::uint32_t> costs_;   // per node: the cost of the components that determine its value
  std::vector<std::uint8_t> wanted_;   // per node
  std::vector<Gain> gains_;
  std::vector<Gain> chosen_;
  std::vector<ComponentId> reasons_;
  std::span<const std::uint8_t> inside_;
  std::span<const std::uint32_t> component_costs_;
};

}   // namespace parley
