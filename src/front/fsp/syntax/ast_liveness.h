#pragma once

#include <cstdint>

#include "front/fsp/syntax/ast_expr.h"

// Nodes of progress properties, fluents and assertions.
namespace parley::fsp {

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
  kLabels,       // span = parts: the last action has one of these labels
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

}   // namespace parley::fsp
