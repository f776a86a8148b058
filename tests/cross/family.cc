#include "cross/family.h"

namespace parley::cross {

std::string_view family_name(Family family) {
  switch (family) {
    case Family::kDense: return "dense";
    case Family::kRing: return "ring";
    case Family::kTree: return "tree";
    case Family::kClients: return "clients";
    case Family::kBarrier: return "barrier";
    case Family::kLoose: return "loose";
    case Family::kTokens: return "tokens";
    case Family::kDining: return "dining";
    case Family::kRequests: return "requests";
    case Family::kClique: return "clique";
    case Family::kChain: return "chain";
    case Family::kResources: return "resources";
    case Family::kCopies: return "copies";
    case Family::kErrors: return "errors";
    case Family::kLaps: return "laps";
    case Family::kNeverRefusing: return "willing";
    case Family::kConserved: return "conserved";
    case Family::kCounting: return "counting";
    case Family::kVotes: return "votes";
    case Family::kSlots: return "slots";
    case Family::kSystolic: return "systolic";
    case Family::kStray: return "stray";
    case Family::kParity: return "parity";
    case Family::kOnce: return "once";
    case Family::kParts: return "parts";
  }
  return "";
}

std::optional<Family> find_family(std::string_view name) {
  for (int i = 0; i < kFamilies; ++i)
    if (family_name(static_cast<Family>(i)) == name) return static_cast<Family>(i);
  return std::nullopt;
}

}   // namespace parley::cross
