#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "front/fsp/ask/ltl.h"
#include "front/fsp/names/evaluate.h"

namespace parley::fsp {

// An assertion with its names resolved: a formula over fluents and labels, in normal form.
//
// As in LTSA (Giannakopoulou and Magee, ESEC/FSE 2003) the formula speaks of the moments right behind the
// actions of its own alphabet: the labels of its fluents, those that it names, and those of '+'. Other
// actions, and tau, pass unseen, so X is the next action of the alphabet. The first moment is behind the
// first such action; 'initially' is what holds before it.
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
  std::vector<std::vector<Path>> label_sets;   // the atoms behind them: one of these labels was performed last
  std::vector<Path> alphabet;                  // in the order of the text, each once
  std::vector<bool> is_extension;              // of each label of the alphabet: whether + names it
  bool is_safe = false;                        // whether an automaton can watch it
};

// Evaluates indices, quantifiers, references to other assertions and rigid conditions. Reports what does not
// exist; throws Abandoned. Linear in the expanded formula; a reference with the same arguments is expanded
// once.
ResolvedAssertion resolve_assertion(Index assertion, Evaluator& evaluator);

// Why no engine decides a definition.
inline constexpr const char* kWhyLiveness = "a liveness assertion (<> or U): no engine decides it yet";
inline constexpr const char* kWhyProgress = "progress needs an engine for liveness; none decides it yet";
inline constexpr const char* kWhyLocal = "a local property needs an engine that looks at one component; none decides it yet";

// The labels that a progress property speaks of, each once: of all its instances, or of the one called 'name'
// ("P.2"). Empty if there is no instance of that name.
std::vector<Path> progress_labels(Index progress, Path name, Evaluator& evaluator);

}   // namespace parley::fsp
