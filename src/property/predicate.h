#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "net/network.h"

namespace parley {

// 'component' is in one of 'states'.
struct Atom {
  ComponentId component;
  std::vector<LocalState> states;   // ascending, not empty
};

// A boolean formula over the local states of a network: atoms, negation, conjunction, disjunction, and linear
// inequalities  c1*[a1] + ... + cn*[an] <= bound,  where [a] is 1 if the atom a holds and 0 otherwise. All
// comparisons of counts and constants reduce to these.
//
// A flat array of nodes, children before parents, the root last: a conjunction over a million components is
// one node with a million leaves. Immutable once built by PredicateBuilder.
class Predicate {
 public:
  enum class Kind : std::uint8_t { kConstant, kAtom, kNot, kAnd, kOr, kAtMost };
  struct Node {
    Kind kind = Kind::kConstant;
    bool value = false;        // kConstant
    std::uint32_t first = 0;   // kAtom: index in atoms(); kNot, kAnd, kOr: range in children(); kAtMost: range in terms()
    std::uint32_t count = 0;
    std::int64_t bound = 0;   // kAtMost
  };
  struct Term {
    std::int64_t weight = 1;
    std::uint32_t atom = 0;
  };

  std::span<const Node> nodes() const { return nodes_; }
  const Node& root() const { return nodes_.back(); }
  std::span<const std::uint32_t> children(const Node& node) const { return std::span(children_).subspan(node.first, node.count); }
  std::span<const Term> terms(const Node& node) const { return std::span(terms_).subspan(node.first, node.count); }
  std::span<const Atom> atoms() const { return atoms_; }

  // The components that occur in the formula, ascending, each once.
  std::vector<ComponentId> components() const;

 private:
  friend class PredicateBuilder;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> children_;
  std::vector<Term> terms_;
  std::vector<Atom> atoms_;
};

// Builds a formula bottom up; a handle is the index of a node. A handle may be used several times, but the
// printed text repeats the subformula each time. The absolute values of the weights of an inequality may add
// up to 2^62, and so may its bound. Throws std::invalid_argument beyond that, and for operands that do not
// exist.
class PredicateBuilder {
 public:
  using Handle = std::uint32_t;
  struct CountTerm {
    std::int64_t weight = 1;
    Atom atom;
  };
  Handle constant(bool value);
  Handle atom(Atom atom);
  Handle negate(Handle operand);
  Handle all_of(std::span<const Handle> operands);   // no operand: true; one operand: that operand
  Handle any_of(std::span<const Handle> operands);   // no operand: false; one operand: that operand
  Handle at_most(std::vector<CountTerm> terms, std::int64_t bound);
  Predicate build(Handle root) &&;   // drops what 'root' does not use

 private:
  Handle add(const Predicate::Node& node);
  Handle over(Predicate::Kind kind, std::span<const Handle> operands);
  std::uint32_t keep(Atom atom);

  Predicate predicate_;
};

// The truth of the formula in a state; local(component) is the component's local state. One pass over the
// nodes: recursion would overflow the stack on deep formulas.
class PredicateEvaluator {
 public:
  explicit PredicateEvaluator(const Predicate& predicate) : predicate_(predicate), values_(predicate.nodes().size()) {}
  template <class LocalOf>
  bool operator()(const LocalOf& local) {
    for (std::size_t i = 0; i < values_.size(); ++i) values_[i] = value(predicate_.nodes()[i], local);
    return values_.back() != 0;
  }

 private:
  template <class LocalOf>
  static bool holds(const Atom& atom, const LocalOf& local) {
    const LocalState now = local(atom.component);
    for (LocalState state : atom.states)
      if (state == now) return true;
    return false;
  }
  template <class LocalOf>
  bool value(const Predicate::Node& node, const LocalOf& local) const {
    switch (node.kind) {
      case Predicate::Kind::kConstant: return node.value;
      case Predicate::Kind::kAtom: return holds(predicate_.atoms()[node.first], local);
      case Predicate::Kind::kNot: return values_[predicate_.children(node)[0]] == 0;
      case Predicate::Kind::kAnd:
        for (std::uint32_t child : predicate_.children(node))
          if (values_[child] == 0) return false;
        return true;
      case Predicate::Kind::kOr:
        for (std::uint32_t child : predicate_.children(node))
          if (values_[child] != 0) return true;
        return false;
      case Predicate::Kind::kAtMost: {
        std::int64_t sum = 0;
        for (const Predicate::Term& term : predicate_.terms(node))
          if (holds(predicate_.atoms()[term.atom], local)) sum += term.weight;
        return sum <= node.bound;
      }
    }
    return false;
  }

  const Predicate& predicate_;
  std::vector<std::uint8_t> values_;
};

}   // namespace parley
