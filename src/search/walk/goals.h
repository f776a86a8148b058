#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/limits.h"
#include "property/predicate.h"
#include "search/walk/local_distance.h"
#include "search/walk/rng.h"

namespace parley {

// The distance of a state from satisfying each of several formulas, kept up to date while components move.
//
// The distance of an atom is the distance of its component in its own automaton. A conjunction adds, a
// disjunction takes the minimum, a count adds the cheapest atoms that it still lacks; negation is pushed down
// to the atoms first. The distance is a heuristic, not a bound: one step may satisfy several atoms, and
// partners may have to be brought into place.
//
// Invariant: the distance of a formula is 0 exactly if the formula is true. So it also tells when a goal is
// reached.
//
// A move costs the atoms of the component that moved, and the nodes above atoms that change: a logarithm per
// wide disjunction, at most 64 buckets per count. A move allocates nothing.
class Goals {
 public:
  using Distance = std::int64_t;

  // An atom, or its negation.
  struct Literal {
    std::uint32_t node = 0;
    const Atom* atom = nullptr;
    LocalDistances::Side side = LocalDistances::Side::kInside;
    std::size_t table = 0;
  };

  // The formulas must outlive this. Linear in the formulas, and, for each kind of atom, in its template.
  Goals(const Network& network, std::span<const Predicate* const> formulas, const Limits& limits);

  void reset();   // returns to the initial state; linear in the formulas
  void move(ComponentId component, LocalState to) {
    for (std::uint32_t i = literal_begins_[component.index()]; i < literal_begins_[component.index() + 1]; ++i)
      update_literal(literals_[i], to);
    if (!dirty_.empty()) settle();
  }

  Distance distance(std::size_t goal) const { return values_[roots_[goal]]; }

  // The goals whose distance became 0 since the last forget_arrivals(); it may have changed again since.
  std::span<const std::uint32_t> arrivals() const { return arrivals_; }
  void forget_arrivals() { arrivals_.clear(); }

  // Draws literals that together make the goal true: all operands of a conjunction, one of a disjunction, as
  // many of a count as it needs. For a disjunction a near operand is preferred half of the time. Linear in
  // the formula.
  std::vector<Literal> draw(std::size_t goal, Rng& rng) const;

 private:
  enum class Kind : std::uint8_t { kConstant, kLiteral, kSum, kLeast, kAtLeast };
  struct Node {
    Kind kind = Kind::kConstant;
    std::uint32_t first = 0;   // kLeast: index of its tree; kAtLeast: of its first bucket
    std::uint32_t count = 0;   // kLeast: number of operands; kAtLeast: of buckets
    Distance need = 0;         // kAtLeast: the sum of weights that it needs; kConstant: its value
    std::uint32_t first_parent = 0;
    std::uint32_t first_child = 0;
    std::uint32_t goal = 0;   // the goal whose root it is, or kNone
  };
  struct ParentLink {   // the place of a node in one of its parents
    std::uint32_t parent = 0;
    std::uint32_t slot = 0;    // kLeast: number of the operand
    std::int64_t weight = 1;   // kAtLeast
  };
  struct Bucket {              // the terms of a count that are at one distance
    std::int64_t weight = 0;   // the sum of their weights
    std::int64_t terms = 0;
  };
  // The values that depend on the state.
  struct Values {
    std::vector<Distance> of_node;
    std::vector<Distance> sums;   // per node, for kSum only
    std::vector<Distance> trees;
    std::vector<Bucket> buckets;
  };
  class Builder;

  Distance literal_value(const Literal& literal, LocalState at) const;
  void update_literal(const Literal& literal, LocalState at);
  void change(std::uint32_t node, Distance now);
  void add_to_parent(const ParentLink& link, Distance value);   // when values are first computed
  void notify(const ParentLink& link, Distance before, Distance now);
  Distance value_of(std::uint32_t node) const;
  void settle();

  std::vector<Node> nodes_;   // children before parents; then a sentinel, where the last lists end
  std::vector<ParentLink> parents_;
  std::vector<std::pair<std::uint32_t, std::int64_t>> children_;   // and their weights
  std::vector<std::uint32_t> roots_;                               // per goal: its node
  std::vector<Literal> literals_;                                  // sorted by component
  std::vector<std::uint32_t> literal_begins_;
  std::vector<std::uint32_t> literal_of_;   // per node: index in literals_
  std::vector<std::int32_t> distances_;     // the tables of the literals
  std::vector<Distance> values_;
  std::vector<Distance> sums_;
  std::vector<Distance> trees_;   // per disjunction of n operands: n inner nodes, then n leaves
  std::vector<Bucket> buckets_;
  Values initial_;
  std::vector<std::uint32_t> dirty_;   // a heap, smallest first: children are updated before their parents
  std::vector<std::uint8_t> is_dirty_;
  std::vector<std::uint32_t> arrivals_;
};

}   // namespace parley
