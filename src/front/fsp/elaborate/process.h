#pragma once

#include <functional>
#include <span>
#include <vector>

#include "front/fsp/names/evaluate.h"
#include "net/lts.h"

namespace parley::fsp {

enum class LabelUse : std::uint8_t {
  kVisible,
  kHidden,   // \ or @ in the process itself: performed as tau
};

// A process with its arguments, elaborated once for all its instances; or anything else that became one
// automaton.
struct Template {
  Definition definition;
  Symbol name = kNoSymbol;   // of the definition, and its place
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

// Gives the automaton of a process, composition or the like that a process calls: 'Q(2)' in 'P = Q(2);P'.
// What it refers to stays as it is until the next call. Where there is none of that name, or it calls itself
// without end, that is reported and Abandoned is thrown.
using TemplateSource = std::function<const Template&(const Call& call, std::span<const Value> arguments)>;

// The automaton of one process. docs/formats/fsp.md says what it is; in short: one state for each declared
// local process, index and value of the variables, one for each step inside a prefix chain, a copy of what is
// called, all declared states elaborated whether reached or not (the alphabet is what they all do), then '+',
// '/', '\' or '@', 'deterministic' and 'minimal', and for a property the missing labels lead to ERROR.
//
// States are elaborated from a work list, so neither long chains nor large ranges recurse; only calls do, by
// way of 'callees'. Linear in the size of the result. An error in one choice does not keep the others from
// being looked at.
Template elaborate_process(Index process, std::span<const Value> arguments, Evaluator& evaluator, const ElaborateOptions& options,
                           const TemplateSource& callees);

}   // namespace parley::fsp
