#include "engine/engine.h"

namespace parley {

Verdict verdict_of(const Outcome& outcome) {
  if (std::holds_alternative<Holds>(outcome)) return Verdict::kHolds;
  if (std::holds_alternative<Violated>(outcome)) return Verdict::kViolated;
  return Verdict::kUnknown;
}

const Evidence* evidence_of(const Outcome& outcome) {
  if (const auto* holds = std::get_if<Holds>(&outcome)) return &holds->evidence;
  if (const auto* violated = std::get_if<Violated>(&outcome)) return &violated->evidence;
  return nullptr;
}

}   // namespace parley
