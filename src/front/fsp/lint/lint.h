#pragma once

#include "front/fsp/elaborate/compose.h"

// Warnings about text that is legal but probably a mistake. docs/formats/fsp.md lists the codes and defines
// each of them.
namespace parley::fsp {

enum class LintAmount : std::uint8_t {
  kLikely,   // very likely mistakes: every user sees them, so false alarms must be rare
  kAll,      // also things that are merely unusual
};

// Lints of definitions: local processes that nothing refers to, and properties that no check names; with kAll
// also unused declarations. Linear in the text.
void lint_file(Evaluator& evaluator, Reporter& reporter, LintAmount amount);

// Lints of a composition: pieces of text without effect (see Usage), and labels (see lint_labels).
// 'evaluator' is the one that made 'system'.
void lint_system(const System& system, const Evaluator& evaluator, Reporter& reporter, LintAmount amount);

// Lints of labels: labels that look shared but that only one component has; with kAll also labels of an
// alphabet extension that block other components for ever, or block no component.
//
// Two passes over the entries with one load each. Everything else is per template and label, where labels
// that differ only in numbers count as one. A misspelt label is found by removing each of its letters in turn
// (Garbe's symmetric deletion), not by comparing all pairs.
void lint_labels(const System& system, const Evaluator& evaluator, Reporter& reporter, LintAmount amount);

}   // namespace parley::fsp
