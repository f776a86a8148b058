#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "front/fsp/syntax/symbols.h"

// Nodes of expressions, labels, sets and predicates, and how nodes refer to one another.
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
  kVariable,   // a = symbol of what [i:R] bound
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
  kCount,    // a, b = span of lists: expressions that are atoms or kForall of such
  kGroup,    // a, b = span of lists: what stands in parentheses behind a forall in a count
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
  kSet,       // a = set, b = set taken away or kNone
  kExpr,      // a = expr
  kRange,     // a, b = exprs
  kNamed,     // a = symbol: a range, a set, a constant or a parameter
  kValue,     // c!x: a = symbol: the value of the variable x where one is bound, else the label x
  kCarried,   // c?x: a = symbol of a channel: any value that it carries
};

// A piece of a label, an index of a local process, a range of a quantifier.
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
  Span labels;               // a list: of spans in 'labels', each of parts
};

struct Quantifier {
  Span ranges;   // of parts
  Index body = kNone;
};

// component@state: both are paths made of parts; several states in braces.
struct PredicateAtom {
  std::uint32_t offset = 0;
  Span component;   // of parts
  Span states;      // of 'labels', each a span of parts; a part of kind kName with symbol "/" starts the next label of a chain
};

// Runs of a span.
template <class T>
class SpanOf {
 public:
  SpanOf(const std::vector<T>& array, Span span) : begin_(array.data() + span.first), end_(begin_ + span.count) {}
  const T* begin() const { return begin_; }
  const T* end() const { return end_; }

 private:
  const T* begin_;
  const T* end_;
};

}   // namespace parley::fsp
