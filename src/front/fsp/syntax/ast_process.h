#pragma once

#include <cstdint>

#include "front/fsp/syntax/ast_expr.h"

// Nodes of a process, and the nodes that processes and compositions have in common.
namespace parley::fsp {

// P(1) in P(1);Q(2);R: a call of a process, which runs until it ends.
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
  Symbol name = kNoSymbol;   // kRef: a local process or STOP, END, ERROR; kNoSymbol if the process ends after 'calls'
  Span list;                 // kRef: indices, in 'lists' (exprs); kChoice: of 'choices'
  Span calls;                // kRef: calls that run before it, of 'calls'
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
  Index guard = kNone;   // written after the label; sees the variables that the label binds
  Span assignments;      // of 'assignments'; all values are evaluated before any is assigned
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
  Span ranges;      // of parts; not empty: this is a forall
  Span inner;       // of 'relabel_lists'
};

enum class Visibility : std::uint8_t { kAll, kHide, kKeep };   // nothing, \ set, @ set

// The modifiers written before a definition.
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
  Span locals;              // of 'local_definitions'; the first one is the process itself
  Index alphabet = kNone;   // + set
  Span relabels;            // of 'relabel_lists'
  Visibility visibility = Visibility::kAll;
  Index visible_set = kNone;
};

}   // namespace parley::fsp
