#pragma once

#include "front/fsp/elaborate/compose.h"

// What has a meaning but is probably a mistake. docs/formats/fsp.md lists the codes and says what each of
// them means exactly.
namespace parley::fsp {

enum class LintAmount : std::uint8_t {
  kLikely,   // mistakes very likely: every user sees them, so hardly any may be a false alarm
  kAll,      // and what is merely odd
};

// Lints of definitions: local processes that nothing leads to, properties that nobody checks; and of kAll
// whatever is declared and not used. Linear in the text.
void lint_file(Evaluator& evaluator, Reporter& reporter, LintAmount amount);

// Lints of what was composed, 'evaluator' being the one that did it: pieces of text without an effect (see
// Usage), and the labels below.
void lint_system(const System& system, const Evaluator& evaluator, Reporter& reporter, LintAmount amount);

// Labels that look shared but that one component has alone; of kAll also those of an alphabet extension that
// block others for ever, or nobody.
//
// Two passes over the entries with one load each; everything else is by template and label, where labels that
// differ only in numbers count as one. A misspelt label is found by leaving out each letter of it in turn
// (Garbe's symmetric deletes), not by comparing all with all.
void lint_labels(const System& system, const Evaluator& evaluator, Reporter& reporter, LintAmount amount);

}   // namespace parley::fsp
