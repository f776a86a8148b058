#pragma once

#include <span>
#include <vector>

#include "front/fsp/evaluate.h"
#include "net/lts.h"

namespace parley::fsp {

enum class LabelUse : std::uint8_t {
  kVisible,
  kHidden,   // \ or @ in the process itself: performed as tau
};

// Where a template comes from: which array of the Ast, and where there.
enum class DefinitionKind : std::uint8_t { kProcess, kComposite, kAutomaton, kChannel, kAssertion };
struct Definition {
  DefinitionKind kind = DefinitionKind::kProcess;
  Index index = kNone;
  friend auto operator<=>(const Definition&, const Definition&) = default;
};

// A process with its arguments, elaborated once for all its instances; or anything else that became one automaton.
struct Template {
  Definition definition;
  Symbol name = kNoSymbol;    // of the definition, and its place
  std::uint32_t offset = 0;
  bool is_property = false;
  Lts lts;
  std::vector<Path> labels;         // what each local label is called outside
  std::vector<LabelUse> uses;       // of each local label
  std::vector<bool> is_extension;   // of each local label: whether + {...} names it
  bool reaches_error = false;       // some error state can be reached inside the process
};

struct ElaborateOptions {
  bool ltsa_compat = false;
};

// The automaton of one process. docs/formats/fsp.md says what it is; in short: one state for each declared local process and
// index, one for each step inside a prefix chain, all declared states elaborated whether reached or not (the alphabet is what they
// all do), then '+', '/', '\' or '@', and for a property the missing labels lead to ERROR.
//
// States are elaborated from a work list, so neither long chains nor large ranges recurse. Linear in the size of the result.
Template elaborate_process(Index process, std::span<const Value> arguments, Evaluator& evaluator,
                           const ElaborateOptions& options);

// The scope in which a process or composite runs: its parameters bound to 'arguments', or to their presets where there are none.
Scope bind_parameters(Span parameters, std::span<const Value> arguments, Evaluator& evaluator);

}   // namespace parley::fsp
