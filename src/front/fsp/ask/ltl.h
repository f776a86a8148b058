#pragma once

#include <cassert>
#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

namespace parley::fsp {

using FormulaId = std::uint32_t;
using LtlAtom = std::uint32_t;

enum class FormulaKind : std::uint8_t {
  kFalse,
  kTrue,
  kAtom,
  kNot,
  kAnd,   // of two or more operands, sorted
  kOr,    // of two or more operands, sorted
  kIff,
  kNext,
  kAlways,
  kEventually,
  kUntil,
  kWeakUntil,
};

// Formulas of linear temporal logic over numbered atoms, hash-consed: equal formulas have equal ids, so
// comparing is free and a repeated subformula is stored once. Conjunctions and disjunctions are flat, sorted
// and without duplicates. Constants are simplified away, so a formula without atoms is kTrue or kFalse.
class Formulas {
 public:
  static constexpr FormulaId kFalse = 0;
  static constexpr FormulaId kTrue = 1;

  Formulas();

  FormulaId atom(LtlAtom atom);
  FormulaId negation(FormulaId of);
  FormulaId conjunction(const std::vector<FormulaId>& parts) { return junction(FormulaKind::kAnd, parts); }
  FormulaId disjunction(const std::vector<FormulaId>& parts) { return junction(FormulaKind::kOr, parts); }
  FormulaId implication(FormulaId left, FormulaId right) { return disjunction({negation(left), right}); }
  FormulaId iff(FormulaId left, FormulaId right);
  FormulaId next(FormulaId of);
  FormulaId always(FormulaId of);
  FormulaId eventually(FormulaId of);
  FormulaId until(FormulaId left, FormulaId right);
  FormulaId weak_until(FormulaId left, FormulaId right);

  // The same formula with negations at atoms only, and without kIff. Linear in the formula: each subformula
  // is normalised at most twice, as it is and negated.
  FormulaId normal_form(FormulaId of);

  // Copies 'root' of 'other', with its atoms renamed.
  FormulaId copy(const Formulas& other, FormulaId root, const std::function<LtlAtom(LtlAtom)>& rename);

  // All subformulas of 'of', including itself, in ascending order: operands come before the formulas that use
  // them.
  std::vector<FormulaId> subformulas(FormulaId of) const;

  FormulaKind kind(FormulaId of) const { return nodes_[of].kind; }
  LtlAtom atom_of(FormulaId of) const {
    assert(nodes_[of].kind == FormulaKind::kAtom);
    return nodes_[of].atom;
  }
  std::span<const FormulaId> parts(FormulaId of) const { return std::span(parts_).subspan(nodes_[of].first, nodes_[of].count); }
  std::uint32_t depth(FormulaId of) const { return nodes_[of].depth; }   // normal_form() recurses as deep as this
  std::size_t size() const { return nodes_.size(); }

 private:
  struct Node {
    FormulaKind kind = FormulaKind::kFalse;
    LtlAtom atom = 0;
    std::uint32_t first = 0;   // of 'parts_'
    std::uint32_t count = 0;
    std::uint32_t depth = 0;
  };
  FormulaId make(FormulaKind kind, LtlAtom atom, std::span<const FormulaId> parts);
  FormulaId junction(FormulaKind kind, const std::vector<FormulaId>& parts);
  FormulaId merge_nexts(std::vector<FormulaId>& parts);
  FormulaId normalized(FormulaId of, bool is_negated);

  std::vector<Node> nodes_;
  std::vector<FormulaId> parts_;
  std::unordered_multimap<std::uint64_t, FormulaId> known_;     // hash -> formulas
  std::unordered_map<std::uint64_t, FormulaId> normal_forms_;   // 2 * formula + is_negated -> normal form
};

// Whether a formula in normal form is syntactically safe: it has no kUntil and no kEventually. Such a formula
// only says that something bad never happens (Sistla, Formal Aspects of Computing 1994). The converse does
// not hold: a safety property may be written with kUntil.
bool is_syntactically_safe(const Formulas& formulas, FormulaId normal);

}   // namespace parley::fsp
