#include "report/model.h"

namespace parley {

CheckKind check_kind(PropertyKind kind) {
  switch (kind) {
    case PropertyKind::kDeadlock: return CheckKind::kDeadlock;
    case PropertyKind::kLocalDeadlock: return CheckKind::kLocalDeadlock;
    case PropertyKind::kReach: return CheckKind::kReach;
    case PropertyKind::kNever: return CheckKind::kNever;
    case PropertyKind::kSafety: return CheckKind::kSafety;
    case PropertyKind::kLocal: return CheckKind::kLocal;
    case PropertyKind::kProgress: return CheckKind::kProgress;
    case PropertyKind::kAssertion: return CheckKind::kAssertion;
  }
  return CheckKind::kDeadlock;
}

std::string_view kind_name(CheckKind kind) {
  switch (kind) {
    case CheckKind::kDeadlock: return "deadlock";
    case CheckKind::kLocalDeadlock: return "local_deadlock";
    case CheckKind::kReach: return "reach";
    case CheckKind::kNever: return "never";
    case CheckKind::kSafety: return "property";
    case CheckKind::kLocal: return "local";
    case CheckKind::kProgress: return "progress";
    case CheckKind::kAssertion: return "assert";
    case CheckKind::kExplore: return "explore";
  }
  return "";
}

std::optional<bool> as_expected(const CheckReport& check) {
  if (check.verdict == Verdict::kUnknown) return std::nullopt;
  return check.verdict == check.wanted;
}

}   // namespace parley
