#pragma once

#include <cassert>
#include <cstdint>
#include <limits>
#include <vector>

#include "front/fsp/syntax/symbols.h"

// Nodes of expressions, labels, sets and predicates, and the types by which nodes refer to each other.
namespace parley::fsp {

using Index = std::uint32_t;
inline constexpr Index kNone = std::numeric_limits<Index>::max();

// A range of one of the Ast's arrays.
struct Span {
  Index first = 0;
  Index count = 0;
  bool empty() const { return count == 0; }
};

enum class Operator : std::uint8_t {
  kOr,
  kAnd,
  kBitOr,
  kBitXor,
  kBitAnd,
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kShiftLeft,
  kShiftRight,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kModulo,
  kPlus,
  kNegate,
  kNot,
};

enum class ExprKind : std::uint8_t {
  kNumber,     // value
  kConstant,   // a = symbol of a constant or parameter
  kVariable,   // a = symbol of a variable that [i:R] binds
  kLabel,      // 'a.b: a, b = span of parts
  kSize,       // #set: a = set
  kElement,    // @(set, expr): a = set, b = expr
  kUnary,      // a
  kBinary,     // a, b
  // In predicates only:
  kTrue,
  kFalse,
  kAtom,     // a = atom
  kForall,   // a = quantifier
  kExists,   // a = quantifier
  kCount,    // a, b = span of lists: expressions, each an atom or a kForall of atoms
  kGroup,    // a, b = span of lists: a list in parentheses after the forall of a count
};

struct Expr {
  ExprKind kind = ExprKind::kNumber;
  Operator op = Operator::kOr;
  std::uint32_t offset = 0;
  Index a = kNone;
  Index b = kNone;
  std::int64_t value = 0;
};

enum class PartKind : std::uint8_t {
  kName,      // a = symbol
  kSet,       // a = set, b = set subtracted from it, or kNone
  kExpr,      // a = expr
  kRange,     // a, b = exprs
  kNamed,     // a = symbol: a range, a set, a constant or a parameter
  kValue,     // c!x: a = symbol: the value of the variable x if x is bound, else the label x
  kCarried,   // c?x: a = symbol of a channel: any value that it carries
};

// A part of a label, an index of a local process, or a range of a quantifier.
struct Part {
  PartKind kind = PartKind::kName;
  std::uint32_t offset = 0;
  Symbol variable = kNoSymbol;   // [i: ... ]
  Index a = kNone;
  Index b = kNone;
};

struct LabelSet {
  std::uint32_t offset = 0;
  Symbol name = kNoSymbol;   // a named set, or
  Span labels;               // a list: spans in 'labels', each a span of parts
};

struct Quantifier {
  Span ranges;   // of parts
  Index body = kNone;
};

// component@state, or component@{state, state}. Component and states are paths made of parts.
struct PredicateAtom {
  std::uint32_t offset = 0;
  Span component;   // of parts
  Span states;      // of 'labels', each a span of parts; the name "/" separates the labels of a chain
};

// The elements of a span, for range-based loops. Invalid after the array grows.
template <class T>
class SpanOf {
 public:
  SpanOf(const std::vector<T>& array, Span span) : begin_(array.data() + span.first), end_(begin_ + span.count) {
    assert(span.first <= array.size() && span.count <= array.size() - span.first);
  }
  const T* begin() const { return begin_; }
  const T* end() const { return end_; }

 private:
  const T* begin_;
  const T* end_;
};

}   // namespace parley::fsp
