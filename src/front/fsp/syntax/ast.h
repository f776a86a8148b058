#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "front/front.h"
#include "front/fsp/syntax/reporter.h"
#include "front/fsp/syntax/symbols.h"
#include "net/lts.h"
#include "property/property.h"

// What was written, as the grammar of docs/formats/fsp.md has it: nodes in flat arrays, children by index. A
// text of many megabytes is many nodes, so they are small, and freeing or copying them never recurses.
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

// P(1) in P(1);Q(2);R: a process that runs until it ends.
struct Call {
  Symbol name = kNoSymbol;
  std::uint32_t offset = 0;
  bool has_arguments = false;
  Span arguments;   // of 'lists' (exprs)
};

enum class LocalKind : std::uint8_t { kRef, kIf, kChoice };

struct Local {
  LocalKind kind = LocalKind::kRef;
  std::uint32_t offset = 0;
  Symbol name = kNoSymbol;   // kRef: a local process, or STOP, END, ERROR, or kNoSymbol where 'calls' end the process
  Span list;                 // kRef: indices, in 'lists' (exprs); kChoice: of 'choices'
  Span calls;                // kRef: what runs before it, of 'calls'
  Index condition = kNone;   // kIf
  Index then_branch = kNone;
  Index else_branch = kNone;   // kNone: STOP
};

// {x := e}
struct Assignment {
  Symbol variable = kNoSymbol;
  std::uint32_t offset = 0;
  Index value = kNone;
};

// One label of a prefix chain: a[i:R] when (i != x) {x := i}
struct Step {
  Span label;            // of parts
  Index guard = kNone;   // behind the label, where its variables are bound
  Span assignments;      // of 'assignments', all evaluated before any is made
};

struct Choice {
  Index guard = kNone;
  Span steps;           // of 'steps': the prefix chain
  Index next = kNone;   // a local
};

// var x:0..3 = 0, of a process
struct Variable {
  Symbol name = kNoSymbol;
  std::uint32_t offset = 0;
  Index values = kNone;    // a part
  Index initial = kNone;   // an expr
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

// The words in front of a definition.
struct Modifiers {
  bool is_property = false;
  bool is_minimal = false;
  bool is_deterministic = false;
};

struct Process {
  Symbol name = kNoSymbol;
  std::uint32_t offset = 0;
  Modifiers modifiers;
  Span parameters;
  Span variables;           // of 'variables'
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

// One place of a vector: the label a.b of whoever has it; or c:a.b, the label a.b of the component c.
struct SyncElement {
  std::uint32_t offset = 0;
  Span component;   // of parts; may be empty
  Span label;       // of parts
};

// x * y -> z, or forall ranges { ... }
struct SyncVector {
  std::uint32_t offset = 0;
  Span elements;         // of 'sync_elements'
  bool is_tau = false;   // -> tau
  Span result;           // of parts; empty with one element: called as that
  Span ranges;           // of parts: forall, if not empty
  Span inner;            // of 'sync_vectors'
};

enum class Priority : std::uint8_t { kEqual, kHigh, kLow };   // nothing, << set, >> set

struct Composite {
  Symbol name = kNoSymbol;
  std::uint32_t offset = 0;
  Modifiers modifiers;
  Span parameters;
  Index body = kNone;
  bool has_vectors = false;   // sync { ... }: these and nothing else
  Span vectors;               // of 'sync_vectors'
  Priority priority = Priority::kEqual;
  Index priority_set = kNone;
  Visibility visibility = Visibility::kAll;
  Index visible_set = kNone;
};

// An automaton written out state by state, or imported from a file.
struct Automaton {
  Symbol name = kNoSymbol;
  std::uint32_t offset = 0;
  Modifiers modifiers;
  std::string file;   // import: as written; 'lts' is there when the model has been read
  Lts lts;
};

// channel c[2] of T lossy duplicating
struct Channel {
  Symbol name = kNoSymbol;
  std::uint32_t offset = 0;
  Index capacity = kNone;   // an expr; kNone = 1
  Index values = kNone;     // a part; kNone: it carries no values
  bool is_lossy = false;
  bool is_duplicating = false;
};

// c!v or c?v somewhere, for checking that there is a channel c which carries values, or none.
struct ChannelUse {
  Symbol channel = kNoSymbol;
  std::uint32_t offset = 0;
  bool has_value = false;
};

// progress P[ranges] = if labels then labels
struct ProgressDefinition {
  Symbol name = kNoSymbol;
  std::uint32_t offset = 0;
  Span ranges;      // of parts
  Span condition;   // of parts; empty: none
  Span labels;      // of parts
};

// fluent F[ranges] = <on, off> initially e
struct Fluent {
  Symbol name = kNoSymbol;
  std::uint32_t offset = 0;
  Span ranges;               // of parts
  Span on;                   // of parts
  Span off;                  // of parts
  Index initially = kNone;   // an expr; kNone = false
};

enum class LtlKind : std::uint8_t {
  kNot,          // a
  kAlways,       // a
  kEventually,   // a
  kNext,         // a
  kAnd,          // a, b
  kOr,           // a, b
  kImplies,      // a, b
  kIff,          // a, b
  kUntil,        // a, b
  kWeakUntil,    // a, b
  kForall,       // span = ranges (parts), a
  kExists,       // span = ranges (parts), a
  kNamed,        // a fluent or an assertion: name, span = indices (parts) or arguments ('lists'), has_arguments
  kLabels,       // span = parts: one of these labels was performed last
  kRigid,        // a = expr: a condition on constants
};

struct Ltl {
  LtlKind kind = LtlKind::kLabels;
  bool has_arguments = false;
  std::uint32_t offset = 0;
  Symbol name = kNoSymbol;
  Index a = kNone;
  Index b = kNone;
  Span span;
};

struct Assertion {
  Symbol name = kNoSymbol;
  std::uint32_t offset = 0;
  bool is_constraint = false;
  Span parameters;
  Index formula = kNone;    // in 'ltl'
  Index alphabet = kNone;   // + set
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
  Span automaton;   // kSafety, kLocal: the name of a process or a component, kProgress, kAssertion: of a definition; of parts
  Span component;   // kLocal: at which component, of parts
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
  std::vector<Call> calls;
  std::vector<Assignment> assignments;
  std::vector<Step> steps;
  std::vector<Choice> choices;
  std::vector<Variable> variables;
  std::vector<LocalDefinition> local_definitions;
  std::vector<Parameter> parameters;
  std::vector<Relabel> relabel_lists;
  std::vector<Process> processes;
  std::vector<Body> bodies;
  std::vector<SyncElement> sync_elements;
  std::vector<SyncVector> sync_vectors;
  std::vector<Composite> composites;
  std::vector<Automaton> automata;
  std::vector<Channel> channels;
  std::vector<ChannelUse> channel_uses;
  std::vector<ProgressDefinition> progress;
  std::vector<Fluent> fluents;
  std::vector<Ltl> ltl;
  std::vector<Assertion> assertions;
  std::vector<Constant> constants;
  std::vector<RangeDefinition> ranges;
  std::vector<SetDefinition> set_definitions;
  std::vector<Global> globals;
  std::vector<Check> checks;
};

// Where a template comes from: which array of the Ast, and where there.
enum class DefinitionKind : std::uint8_t { kProcess, kComposite, kAutomaton, kChannel, kAssertion };
struct Definition {
  DefinitionKind kind = DefinitionKind::kProcess;
  Index index = kNone;
  friend auto operator<=>(const Definition&, const Definition&) = default;
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
