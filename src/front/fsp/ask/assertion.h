#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "front/fsp/ask/ltl.h"
#include "front/fsp/names/evaluate.h"

namespace parley::fsp {

// An assertion with its names resolved: a formula in normal form over fluents and labels.
//
// The semantics is that of LTSA (Giannakopoulou and Magee, ESEC/FSE 2003). The formula is evaluated at the
// moments right after the actions of its own alphabet: the labels of its fluents, the labels that it names,
// and those of '+'. Other actions, and tau, are not observed, so X means the next action of the alphabet. The
// first moment is after the first such action; 'initially' gives the values before it.
struct ResolvedAssertion {
  struct FluentValue {
    Path name = kEmptyPath;   // "F.2"
    bool initially = false;
    std::vector<Path> on;
    std::vector<Path> off;
  };
  Formulas formulas;
  FormulaId formula = Formulas::kTrue;
  std::vector<FluentValue> fluents;            // atoms 0, 1, ...
  std::vector<std::vector<Path>> label_sets;   // the atoms after the fluents: the last action has one of these labels
  std::vector<Path> alphabet;                  // in the order of the text, without duplicates
  std::vector<bool> is_extension;              // per label of the alphabet: whether + names it
  bool is_safe = false;                        // whether it is syntactically safe, so that an automaton can watch it
};

// Evaluates indices, quantifiers, references to other assertions and rigid conditions. Reports names that do
// not exist and throws Abandoned. Linear in the expanded formula; a reference with the same arguments is
// expanded once.
ResolvedAssertion resolve_assertion(Index assertion, Evaluator& evaluator);

// The reasons why a check of such a definition has the verdict 'unknown'.
inline constexpr const char* kWhyLiveness = "a liveness assertion (<> or U): no engine decides it yet";
inline constexpr const char* kWhyProgress = "progress needs an engine for liveness; none decides it yet";
inline constexpr const char* kWhyLocal = "a local property needs an engine that looks at one component; none decides it yet";

// The labels that a progress property names, without duplicates: of all its instances, or of the instance
// called 'name' ("P.2"). Empty if there is no such instance.
std::vector<Path> progress_labels(Index progress, Path name, Evaluator& evaluator);

}   // namespace parley::fsp
