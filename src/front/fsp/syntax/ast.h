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

// What was written, as the grammar of docs/formats/fsp.md has it: nodes in flat arrays, children by index. A
// text of many megabytes is many nodes, so they are small, and freeing or copying them never recurses.
namespace parley::fsp {

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

}   // namespace parley::fsp
