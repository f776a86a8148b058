#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "front/front.h"
#include "front/fsp/reporter.h"
#include "front/fsp/symbols.h"
#include "property/property.h"

// What was written, as the grammar of docs/formats/fsp.md has it: nodes in flat arrays, children by index. A text of many megabytes
// is many nodes, so they are small, and freeing or copying them never recurses.
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
  kName,    // a = symbol
  kSet,     // a = set, b = set taken away or kNone
  kExpr,    // a = expr
  kRange,   // a, b = exprs
  kNamed,   // a = symbol: a range, a set, a constant or a parameter
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

enum class LocalKind : std::uint8_t { kRef, kIf, kChoice };

struct Local {
  LocalKind kind = LocalKind::kRef;
  std::uint32_t offset = 0;
  Symbol name = kNoSymbol;   // kRef
  Span list;                 // kRef: indices, in 'lists' (exprs); kChoice: of 'choices'
  Index condition = kNone;   // kIf
  Index then_branch = kNone;
  Index else_branch = kNone;   // kNone: STOP
};

struct Choice {
  Index guard = kNone;
  Span labels;          // of 'labels': the prefix chain
  Index next = kNone;   // a local
};

struct LocalDefinition {
  Symbol name = kNoSymbol;
  std::uint32_t offset = 0;
  Span indices;   // of parts
  Index body = kNone;
};

struct Parameter {
  Symbol name = kNoSymbol;
  std::uint32_t offset = 0;
  Index value = kNone;   // an expr
};

// new / old, or forall ranges { ... }
struct Relabel {
  std::uint32_t offset = 0;
  Span new_label;   // of parts
  Span old_label;   // of parts
  Span ranges;      // of parts: forall, if not empty
  Span inner;       // of 'relabel_lists'
};

enum class Visibility : std::uint8_t { kAll, kHide, kKeep };   // nothing, \ set, @ set

struct Process {
  Symbol name = kNoSymbol;
  std::uint32_t offset = 0;
  bool is_property = false;
  Span parameters;
  Span locals;              // of 'local_definitions'; the first is the process itself
  Index alphabet = kNone;   // + set
  Span relabels;            // of 'relabel_lists'
  Visibility visibility = Visibility::kAll;
  Index visible_set = kNone;
};

enum class BodyKind : std::uint8_t { kIf, kForall, kParallel, kInstance };

struct Body {
  BodyKind kind = BodyKind::kInstance;
  std::uint32_t offset = 0;
  Index condition = kNone;     // kIf
  Index inner = kNone;         // kIf: then; kForall; kInstance: what stands in parentheses, or kNone
  Index else_branch = kNone;   // kIf
  Span list;                   // kForall: ranges (parts); kParallel: bodies, in 'lists'; kInstance: arguments (exprs), in 'lists'
  Symbol name = kNoSymbol;     // kInstance of a named process or composite
  bool has_arguments = false;
  Span share;      // of parts: labels ::
  Span prefix;     // of parts: labels :
  Span relabels;   // of 'relabel_lists'
};

struct Composite {
  Symbol name = kNoSymbol;
  std::uint32_t offset = 0;
  Span parameters;
  Index body = kNone;
  Visibility visibility = Visibility::kAll;
  Index visible_set = kNone;
};

struct Constant {
  Symbol name = kNoSymbol;
  std::uint32_t offset = 0;
  Index value = kNone;
};
struct RangeDefinition {
  Symbol name = kNoSymbol;
  std::uint32_t offset = 0;
  Index low = kNone;
  Index high = kNone;
};
struct SetDefinition {
  Symbol name = kNoSymbol;
  std::uint32_t offset = 0;
  Index set = kNone;
  Index minus = kNone;
};

// const, range and set see what stands before them: their common order.
enum class GlobalKind : std::uint8_t { kConstant, kRange, kSet };
struct Global {
  GlobalKind kind = GlobalKind::kConstant;
  Index index = 0;
};

struct Check {
  std::uint32_t offset = 0;
  Symbol name = kNoSymbol;
  std::uint32_t name_offset = 0;
  PropertyKind kind = PropertyKind::kDeadlock;
  Span automaton;   // kSafety: the name of a process or a component, of parts
  std::uint32_t automaton_offset = 0;
  Symbol target = kNoSymbol;
  std::uint32_t target_offset = 0;
  Index predicate = kNone;
  Expectation expect = Expectation::kHolds;
  Index expect_when = kNone;
};

struct Ast {
  std::vector<Expr> exprs;
  std::vector<Part> parts;
  std::vector<Span> labels;   // each a span of parts
  std::vector<LabelSet> sets;
  std::vector<Quantifier> quantifiers;
  std::vector<PredicateAtom> atoms;
  std::vector<Index> lists;   // of exprs or bodies
  std::vector<Local> locals;
  std::vector<Choice> choices;
  std::vector<LocalDefinition> local_definitions;
  std::vector<Parameter> parameters;
  std::vector<Relabel> relabel_lists;
  std::vector<Process> processes;
  std::vector<Body> bodies;
  std::vector<Composite> composites;
  std::vector<Constant> constants;
  std::vector<RangeDefinition> ranges;
  std::vector<SetDefinition> set_definitions;
  std::vector<Global> globals;
  std::vector<Check> checks;
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
