#pragma once

#include "check/proof/constraint.h"
#include "property/predicate.h"

namespace parley::proof {

// A formula as constraints that can be met together exactly if it is true
// (docs/formats/evidence/invariants.md), in the manner of Tseitin's encoding. Every part that is a
// conjunction, a disjunction or an inequality has a helper variable. It may be 1 only if the part has the
// truth value that is demanded of it.
//
// Parts are those of the formula written out as a tree: a shared subformula occurs as often as it is used.
// Linear in the tree, without recursion.
class FormulaConstraints {
 public:
  // Adds its helpers to 'variables'. Throws Stopped if the tree has too many parts to number.
  FormulaConstraints(const Network& network, const Predicate& formula, Variables& variables, const Limits& limits);

  std::size_t size() const { return size_; }
  void build(std::size_t number, const Variables& variables, Constraint& into) const;   // without finishing it

 private:
  struct Literal {
    enum class About : std::uint8_t { kTrue, kFalse, kAtom, kHelper } about = About::kTrue;
    bool is_positive = true;   // of an atom
    std::uint32_t index = 0;   // of the atom, or the helper variable
  };
  struct Part {
    std::uint32_t node = 0;
    bool is_positive = true;
    std::size_t operands = 0;      // where they begin
    std::size_t constraints = 0;   // the number of its first one
  };

  bool asks_all(const Part& part) const;   // of its operands
  std::size_t num_constraints(const Part& part) const;
  void add_refused(const Literal& literal, const Variables& variables, Constraint& into, std::int64_t& bound) const;
  void build_choice(const Part& part, std::uint32_t helper, const Variables& variables, Constraint& into) const;
  void build_sum(const Part& part, std::uint32_t helper, Constraint& into) const;

  const Network& network_;
  const Predicate& formula_;
  Literal root_;
  std::vector<Part> parts_;   // in preorder; part i has the i-th helper
  std::vector<Literal> operands_;
  std::size_t size_ = 1;   // the root's own constraint comes first
};

}   // namespace parley::proof
