#pragma once

#include <cstdint>
#include <span>

#include "base/options.h"

namespace parley::synchro {

enum class Form : std::uint8_t { kLazy, kSat, kSmt };

struct Settings {
  Form form = Form::kLazy;
  // The predicates of (Antonino, Gibson-Robinson and Roscoe). The lazy form uses pairs and orders. It needs
  // no differences and relations, because sums refute what these refute.
  bool pair = true;
  bool order = true;
  bool order_data = true;
  bool relation = true;
  bool relation_data = true;
  bool difference = true;
  bool difference_data = true;
  bool difference_component = true;
  // Not in the paper; for the lazy form only.
  bool sums = true;
  bool traps = true;
  bool congruences = true;
  bool ranking = true;
  std::uint64_t groups = 0;   // budget for exploring groups of several components, in steps
  bool confirm = true;
  bool last_resort = true;            // ask the SMT form about a candidate that is left
  std::uint64_t budget = 0;           // for the search for a run to a candidate, in steps
  std::uint64_t most_proposals = 0;   // the engine gives up after this many; 0: never
};

std::span<const OptionRow> options();
Settings settings(const Options& options);

// The options for one turn of auto: no SMT form, because its proofs cannot be checked, and at most these
// amounts.
struct Bounds {
  std::int64_t steps = 0;
  std::int64_t proposals = 0;
};
Options bounded(Options options, const Bounds& most);

}   // namespace parley::synchro
