#pragma once

#include <functional>
#include <span>
#include <vector>

#include "front/fsp/names/evaluate.h"
#include "net/lts.h"

namespace parley::fsp {

enum class LabelUse : std::uint8_t {
  kVisible,
  kHidden,   // hidden by \ or @ in the process itself: performed as tau
};

// A process with its arguments, elaborated once for all its instances; or any other definition that became
// one automaton.
struct Template {
  Definition definition;
  Symbol name = kNoSymbol;   // name and place of the definition
  std::uint32_t offset = 0;
  bool is_property = false;
  Lts lts;
  std::vector<Path> labels;         // per local label: its name outside
  std::vector<LabelUse> uses;       // per local label
  std::vector<bool> is_extension;   // per local label: whether + {...} names it
  bool reaches_error = false;       // some error state is reachable inside the process
};

struct ElaborateOptions {
  bool ltsa_compat = false;
};

// Returns the template of a process, composition or other definition that a process calls, as Q(2) in P =
// Q(2);P. The reference is valid until the next call. An unknown name or endless recursion is reported, and
// Abandoned is thrown.
using TemplateSource = std::function<const Template&(const Call& call, std::span<const Value> arguments)>;

// The template of one process. docs/formats/fsp.md has the semantics. In short: there is one state per
// declared local process, index and value of the variables, one per step inside a prefix chain, and a copy of
// each called process. All declared states are elaborated, reachable or not, since the alphabet is the set of
// all their labels. Then '+', '/', '\' or '@', 'deterministic' and 'minimal' are applied. In a property,
// missing labels lead to ERROR.
//
// States are elaborated from a work list, so neither long chains nor large ranges recurse; only calls do,
// through 'callees'. Linear in the size of the result. An error in one choice does not prevent the others
// from being checked.
Template elaborate_process(Index process, std::span<const Value> arguments, Evaluator& evaluator, const ElaborateOptions& options,
                           const TemplateSource& callees);

}   // namespace parley::fsp
