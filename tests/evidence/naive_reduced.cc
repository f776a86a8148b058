// The part of the naive judge that is about reduced sets, obligation by obligation from
// docs/formats/evidence/reduced-set.md.
#include <algorithm>
#include <set>

#include "naive.h"

namespace parley::evidence_ring {

namespace {

const PlainReduced& set_of(const OwnedClaim& claim) { return std::get<PlainReduced>(claim.evidence); }

}   // namespace

bool Naive::may_err() const {
  for (ComponentId component : network_.components())
    for (LocalState state : network_.lts(component).states())
      if (network_.lts(component).is_error(state)) return true;
  return false;
}

unsigned Naive::participants(RuleId rule) const {
  unsigned all = 0;
  for (const Participant& participant : network_.participants(rule)) all |= 1U << participant.component.index();
  return all;
}

bool Naive::is_willing(RuleId rule, const Locals& state, unsigned support) const {
  return (participants(rule) & support) != 0 && !refused_inside(rule, whole(state), support);
}

bool Naive::may_be_bad(const Property& property, const Locals& state, unsigned support) const {
  Partial known = whole(state);
  for (std::size_t c = 0; c < known.size(); ++c)
    if ((support >> c & 1U) == 0) known[c].reset();
  return may_be_bad(property, known);
}

bool Naive::is_firm(const Property& property, const Locals& state, unsigned support) const {
  const unsigned all = (1U << network_.num_components()) - 1;
  if (in_error(state) || support == all) return true;
  if (slip(Slip::kSupportMoves)) return true;
  switch (kind_of(property)) {
    case PropertyKind::kReach:
    case PropertyKind::kNever: return !may_be_bad(property, state, support);
    case PropertyKind::kSafety:
      for (ComponentId automaton : std::get<Safety>(property.ask).automata)
        if ((support >> automaton.index() & 1U) == 0) return false;
      return true;
    case PropertyKind::kLocalDeadlock: return false;
    default: return true;
  }
}

// The truth of each atom outside sums and the value of each sum, in the order of the nodes.
std::vector<std::int64_t> Naive::atoms_and_sums(const Predicate& predicate, const Locals& state) const {
  std::vector<std::int64_t> values;
  const auto holds = [&](std::uint32_t atom) { return possible(predicate.atoms()[atom], whole(state)).truth ? 1 : 0; };
  for (const Predicate::Node& node : predicate.nodes()) {
    if (node.kind == Predicate::Kind::kAtom) values.push_back(holds(node.first));
    if (node.kind != Predicate::Kind::kAtMost || slip(Slip::kSumsMayChange)) continue;
    std::int64_t sum = 0;
    for (const Predicate::Term& term : predicate.terms(node)) {
      sum += holds(term.atom) * term.weight;
      if (slip(Slip::kTermsMayNotChange)) values.push_back(holds(term.atom));
    }
    values.push_back(sum);
  }
  return values;
}

bool Naive::is_invisible(const Property& property, const Locals& from, const Locals& to) const {
  const auto stays = [&](const Predicate& predicate) {
    return slip(Slip::kLoudStep) || atoms_and_sums(predicate, from) == atoms_and_sums(predicate, to);
  };
  if (kind_of(property) == PropertyKind::kLocalDeadlock) return true;   // they are stable
  if (in_error(to) && !slip(Slip::kErrorComesFirst)) return false;
  if (const auto* reach = std::get_if<Reach>(&property.ask)) return stays(reach->goal);
  if (const auto* never = std::get_if<Never>(&property.ask)) return stays(never->bad);
  if (const auto* safety = std::get_if<Safety>(&property.ask); safety != nullptr && !slip(Slip::kAutomataMove))
    for (ComponentId automaton : safety->automata)
      if (from[automaton.index()] != to[automaton.index()]) return false;
  return true;
}

// Whether a quiet step inside the support leads to a smaller rank.
bool Naive::descends(const OwnedClaim& claim, std::size_t row) const {
  const PlainReduced& set = set_of(claim);
  if (set.ranks.empty()) return false;
  for (const Transition& transition : transitions(set.rows[row])) {
    if ((participants(transition.rule) & ~set.supports[row]) != 0 && !slip(Slip::kAnybodySteps)) continue;
    if (!is_invisible(claim.property, set.rows[row], transition.to)) continue;
    for (std::size_t to = 0; to < set.rows.size(); ++to)
      if (set.rows[to] == transition.to &&
          (set.ranks[to] < set.ranks[row] || (slip(Slip::kRanksMayStay) && set.ranks[to] == set.ranks[row])))
        return true;
  }
  return false;
}

bool Naive::contains_initial_reduced(const OwnedClaim& claim) const {
  const std::vector<Locals>& rows = set_of(claim).rows;
  return std::find(rows.begin(), rows.end(), initial()) != rows.end();
}

bool Naive::closed_reduced(const OwnedClaim& claim) const {
  const PlainReduced& set = set_of(claim);
  const std::set<Locals> rows(set.rows.begin(), set.rows.end());
  for (std::size_t r = 0; r < set.rows.size(); ++r) {
    if (in_error(set.rows[r])) continue;
    for (RuleId rule : network_.rules()) {
      if (!is_willing(rule, set.rows[r], set.supports[r])) continue;
      if ((participants(rule) & ~set.supports[r]) != 0) {
        if (slip(Slip::kOutsideWaits)) continue;
        return false;
      }
      for (const Partial& next : successors(whole(set.rows[r]), rule)) {
        Locals to;
        for (const auto& local : next) to.push_back(*local);
        if (!rows.contains(to)) return false;
      }
    }
  }
  return true;
}

bool Naive::excludes_bad_reduced(const OwnedClaim& claim) const {
  const PlainReduced& set = set_of(claim);
  const PropertyKind kind = kind_of(claim.property);
  for (std::size_t r = 0; r < set.rows.size(); ++r) {
    const Locals& row = set.rows[r];
    const bool firm = is_firm(claim.property, row, set.supports[r]);
    if (is_bad(claim.property, row)) return false;
    if (kind != PropertyKind::kLocalDeadlock && !firm && (slip(Slip::kFirmOnly) || !descends(claim, r))) return false;
    if (in_error(row)) continue;
    if (kind == PropertyKind::kDeadlock && !is_terminated(whole(row)) && !slip(Slip::kAnyRuleEnables)) {
      const bool goes_on = std::any_of(network_.rules().begin(), network_.rules().end(), [&](RuleId rule) {
        return is_willing(rule, row, set.supports[r]) && (participants(rule) & ~set.supports[r]) == 0;
      });
      if (!goes_on) return false;
    }
  }
  return true;
}

bool Naive::brings_no_error_forward(const OwnedClaim& claim) const {
  const PropertyKind kind = kind_of(claim.property);
  if (kind == PropertyKind::kDeadlock || kind == PropertyKind::kSafety || !may_err()) return true;
  const PlainReduced& set = set_of(claim);
  for (std::size_t r = 0; r < set.rows.size(); ++r)
    if (!in_error(set.rows[r]) && set.supports[r] != (1U << network_.num_components()) - 1) return false;
  return true;
}

bool Naive::ignores_nobody(const OwnedClaim& claim) const {
  if (kind_of(claim.property) != PropertyKind::kLocalDeadlock) return true;
  const PlainReduced& set = set_of(claim);
  for (std::size_t r = 0; r < set.rows.size(); ++r)
    if (!is_firm(claim.property, set.rows[r], set.supports[r]) && !descends(claim, r)) return false;
  return true;
}

}   // namespace parley::evidence_ring
