#include "evidence/evidence.h"

#include <algorithm>

namespace parley {

namespace {

std::vector<ComponentId> each_once(std::vector<ComponentId> components) {
  std::sort(components.begin(), components.end());
  components.erase(std::unique(components.begin(), components.end()), components.end());
  return components;
}

// Adds the components that a fact names.
struct AddComponents {
  std::vector<ComponentId>& to;
  void operator()(const PairFact& pair) const { to.insert(to.end(), {pair.first, pair.second}); }
  void operator()(const Ranking&) const {}   // about deadlocks only, which are about all components
  template <class OfRows>
  void operator()(const OfRows& of_rows) const {
    for (const auto& row : of_rows.rows) to.push_back(row.component);
  }
};

}   // namespace

void Trace::add(LabelId label, std::span<const Move> moves) {
  labels_.push_back(label);
  moves_.insert(moves_.end(), moves.begin(), moves.end());
  begins_.push_back(static_cast<std::uint32_t>(moves_.size()));
}

std::vector<ComponentId> Trace::components() const {
  std::vector<ComponentId> found;
  found.reserve(moves_.size());
  for (const Move& move : moves_) found.push_back(move.component);
  return each_once(std::move(found));
}

EvidenceKind kind_of(const Evidence& evidence) {
  struct KindOf {
    EvidenceKind operator()(const NotCertified&) const { return EvidenceKind::kNone; }
    EvidenceKind operator()(const Trace&) const { return EvidenceKind::kTrace; }
    EvidenceKind operator()(const ClosedSetRef&) const { return EvidenceKind::kClosedSet; }
    EvidenceKind operator()(const ReducedSetRef&) const { return EvidenceKind::kReducedSet; }
    EvidenceKind operator()(const CaseSplitRef&) const { return EvidenceKind::kCaseSplit; }
    EvidenceKind operator()(const InvariantProofRef&) const { return EvidenceKind::kInvariants; }
    EvidenceKind operator()(const LeapSetRef&) const { return EvidenceKind::kLeapSet; }
  };
  return std::visit(KindOf{}, evidence);
}

std::string_view kind_name(EvidenceKind kind) {
  switch (kind) {
    case EvidenceKind::kNone: return "none";
    case EvidenceKind::kTrace: return "trace";
    case EvidenceKind::kClosedSet: return "closed-set";
    case EvidenceKind::kReducedSet: return "reduced-set";
    case EvidenceKind::kCaseSplit: return "case-split";
    case EvidenceKind::kInvariants: return "invariants";
    case EvidenceKind::kLeapSet: return "leap-set";
  }
  return "";
}

std::string_view verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kUnknown: return "unknown";
    case Verdict::kHolds: return "holds";
    case Verdict::kViolated: return "violated";
  }
  return "";
}

std::vector<ComponentId> support(const Network& network, const Property& property, const Evidence& evidence) {
  // A closed set proves its verdict whatever the other components do, those in the formula included.
  std::vector<ComponentId> named;
  const auto add_named = [&](const ClosedSet& set) {
    named.insert(named.end(), set.states.components().begin(), set.states.components().end());
    for (const LinearInvariant& invariant : set.invariants)
      for (const LinearInvariant::Row& row : invariant.rows) named.push_back(row.component);
  };
  if (const auto* closed = std::get_if<ClosedSetRef>(&evidence)) {
    add_named(**closed);
    return each_once(std::move(named));
  }
  if (const auto* cases = std::get_if<CaseSplitRef>(&evidence)) {
    for (const ClosedSetRef& set : (*cases)->sets) add_named(*set);
    return each_once(std::move(named));
  }
  if (const auto* proof = std::get_if<InvariantProofRef>(&evidence)) {
    named = components_of(network, property);   // for deadlocks, all components
    if (named.size() < network.num_components())
      for (const Fact& fact : (*proof)->facts) std::visit(AddComponents{named}, fact);
    return each_once(std::move(named));
  }
  if (const auto* trace = std::get_if<Trace>(&evidence)) {
    std::vector<ComponentId> found = trace->components();
    const std::vector<ComponentId> asked = components_of(network, property);
    found.insert(found.end(), asked.begin(), asked.end());
    return each_once(std::move(found));
  }
  std::vector<ComponentId>
      all;   // a reduced set and a leap set are about all components; without evidence the support is not known
  all.reserve(network.num_components());
  for (ComponentId component : network.components()) all.push_back(component);
  return all;
}

}   // namespace parley
