#pragma once

#include <cstdint>
#include <span>

#include "base/options.h"

namespace parley::synchro {

enum class Form : std::uint8_t { kLazy, kSat, kSmt };

struct Settings {
  Form form = Form::kLazy;
  // Paper 004's predicates. The lazy form uses pairs and orders; what differences and relations refute, sums
  // do.
  bool pair = true;
  bool order = true;
  bool order_data = true;
  bool relation = true;
  bool relation_data = true;
  bool difference = true;
  bool difference_data = true;
  bool difference_component = true;
  // Beyond it: the lazy form only.
  bool sums = true;
  bool traps = true;
  bool congruences = true;
  bool ranking = true;
  std::uint64_t groups = 0;   // how much work it may be to look at what several components reach together
  bool confirm = true;
  bool last_resort = true;            // ask the SMT form about a candidate that is left
  std::uint64_t budget = 0;           // of the search for a run to a candidate
  std::uint64_t most_proposals = 0;   // after which it gives up; 0: never
};

std::span<const OptionRow> options();
Settings settings(const Options& options);

// For one turn among others: no SMT form, which nobody can check, and no more than this.
struct Bounds {
  std::int64_t steps = 0;
  std::int64_t proposals = 0;
};
Options bounded(Options options, const Bounds& most);

}   // namespace parley::synchro
