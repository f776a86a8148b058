#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "front/front.h"
#include "front/fsp/syntax/ast_expr.h"
#include "front/fsp/syntax/ast_liveness.h"
#include "front/fsp/syntax/ast_process.h"
#include "front/fsp/syntax/reporter.h"
#include "net/lts.h"
#include "property/property.h"

// The abstract syntax tree of a file, after the grammar of docs/formats/fsp.md. Nodes are stored in flat
// arrays, and a node refers to its children by index. A file of many megabytes has very many nodes, so nodes
// are small, and freeing or copying the tree does not recurse.
namespace parley::fsp {

enum class BodyKind : std::uint8_t { kIf, kForall, kParallel, kInstance };

struct Body {
  BodyKind kind = BodyKind::kInstance;
  std::uint32_t offset = 0;
  Index condition = kNone;     // kIf
  Index inner = kNone;         // kIf: then; kForall: body; kInstance: the body in parentheses, or kNone
  Index else_branch = kNone;   // kIf
  Span list;                   // kForall: ranges (parts); kParallel: bodies, in 'lists'; kInstance: arguments (exprs), in 'lists'
  Symbol name = kNoSymbol;     // kInstance of a named process or composite
  bool has_arguments = false;
  Span share;      // of parts: labels ::
  Span prefix;     // of parts: labels :
  Span relabels;   // of 'relabel_lists'
};

// One element of a vector: a.b is that label of every component that has it; c:a.b is the label a.b of
// component c.
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
  Span result;           // of parts; empty is allowed with one element only, whose label is then the result
  Span ranges;           // of parts; not empty: this is a forall
  Span inner;            // of 'sync_vectors'
};

enum class Priority : std::uint8_t { kEqual, kHigh, kLow };   // nothing, << set, >> set

struct Composite {
  Symbol name = kNoSymbol;
  std::uint32_t offset = 0;
  Modifiers modifiers;
  Span parameters;
  Index body = kNone;
  bool has_vectors = false;   // sync { ... }: the components synchronise by these vectors only
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
  std::string file;   // import: the path as written; 'lts' is set once the model is read
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

// One occurrence of c!v or c?v. The checker uses it to verify that there is a channel c, with or without
// values.
struct ChannelUse {
  Symbol channel = kNoSymbol;
  std::uint32_t offset = 0;
  bool has_value = false;
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

// The definitions of const, range and set in the order of the file: each sees those before it.
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
  Span automaton;   // of parts. kSafety, kLocal: a process or component; kProgress, kAssertion: a definition
  Span component;   // kLocal: the component, of parts
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

// The definition a template comes from: an array of the Ast, and an index into it.
enum class DefinitionKind : std::uint8_t { kProcess, kComposite, kAutomaton, kChannel, kAssertion };
struct Definition {
  DefinitionKind kind = DefinitionKind::kProcess;
  Index index = kNone;
  friend auto operator<=>(const Definition&, const Definition&) = default;
};

}   // namespace parley::fsp
