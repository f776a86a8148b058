#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/limits.h"
#include "property/predicate.h"
#include "search/walk/local_distance.h"
#include "search/walk/rng.h"

namespace parley {

// How far a state is from satisfying each of several formulas, kept up to date while components move.
//
// The distance of an atom is that of its component in its own automaton; a conjunction adds, a disjunction
// takes the least, a count takes the cheapest atoms that it still lacks; negation is pushed down to the atoms
// first. It guides, it does not bound: several atoms may be met by one step, and partners may have to be
// brought into place.
//
// Invariant: a formula's distance is 0 exactly where the formula is true. So this is the test for having
// arrived as well.
//
// A move costs the atoms over the component that moved and the nodes above those that change, a logarithm for
// wide disjunctions, at most 64 for a count. Nothing is allocated by a move.
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

  // The formulas must outlive it. Linear in them, and for each kind of atom in its template.
  Goals(const Network& network, std::span<const Predicate* const> formulas, const Limits& limits);

  void reset();   // to the initial state; linear in the formulas
  void move(ComponentId component, LocalState to) {
    for (std::uint32_t i = literal_begins_[component.index()]; i < literal_begins_[component.index() + 1]; ++i)
      put(literals_[i], to);
    if (!dirty_.empty()) settle();
  }

  Distance distance(std::size_t goal) const { return values_[roots_[goal]]; }

  // The goals whose distance became 0 since the last call of forget_arrivals(), at least for a moment.
  std::span<const std::uint32_t> arrivals() const { return arrivals_; }
  void forget_arrivals() { arrivals_.clear(); }

  // Literals that together make the goal true: all operands of a conjunction, one of a disjunction, as many
  // of a count as it needs. What is chosen is drawn, nearer operands of a disjunction half of the time.
  // Linear in the formula.
  std::vector<Literal> draw(std::size_t goal, Dice& dice) const;

 private:
  enum class Kind : std::uint8_t { kConstant, kLiteral, kSum, kLeast, kAtLeast };
  struct Node {
    Kind kind = Kind::kConstant;
    std::uint32_t first = 0;   // kLeast: its tree; kAtLeast: its first bucket
    std::uint32_t count = 0;   // kLeast: operands; kAtLeast: buckets
    Distance need = 0;         // kAtLeast: what the weights must add up to
    std::uint32_t first_parent = 0;
    std::uint32_t first_child = 0;
    std::uint32_t goal = 0;   // of which it is the root, or kNone
  };
  struct Above {   // a node's place in a parent
    std::uint32_t parent = 0;
    std::uint32_t slot = 0;    // kLeast: which operand
    std::int64_t weight = 1;   // kAtLeast
  };
  struct Bucket {              // of a count: the terms at one distance
    std::int64_t weight = 0;   // together
    std::int64_t terms = 0;
  };
  // What changes with the state.
  struct Values {
    std::vector<Distance> of_node;
    std::vector<Distance> sums;   // by node, kSum only
    std::vector<Distance> trees;
    std::vector<Bucket> buckets;
  };
  class Builder;

  Distance literal_value(const Literal& literal, LocalState at) const;
  void put(const Literal& literal, LocalState at);
  void change(std::uint32_t node, Distance now);
  void hand_up(const Above& above, Distance value);   // for the first time
  void notify(const Above& above, Distance before, Distance now);
  Distance value_of(std::uint32_t node) const;
  void settle();

  std::vector<Node> nodes_;   // children before parents; one more at the end, for what ends where the next begins
  std::vector<Above> parents_;
  std::vector<std::pair<std::uint32_t, std::int64_t>> children_;   // and their weights
  std::vector<std::uint32_t> roots_;                               // goal -> node
  std::vector<Literal> literals_;                                  // by component
  std::vector<std::uint32_t> literal_begins_;
  std::vector<std::uint32_t> literal_of_;   // node -> into literals_
  std::vector<std::int32_t> distances_;     // the tables of the literals
  std::vector<Distance> values_;
  std::vector<Distance> sums_;
  std::vector<Distance> trees_;   // of a disjunction of n: n inner nodes, then n leaves
  std::vector<Bucket> buckets_;
  Values initial_;
  std::vector<std::uint32_t> dirty_;   // a heap, least first: children settle before their parents
  std::vector<std::uint8_t> is_dirty_;
  std::vector<std::uint32_t> arrivals_;
};

}   // namespace parley
