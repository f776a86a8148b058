// The part of the naive judge that is about reduced sets, obligation by obligation from docs/formats/evidence.md.
#include <algorithm>
#include <set>

#include "naive.h"

namespace parley::evidence_ring {

namespace {

const PlainReduced& set_of(const Claim& claim) { return std::get<PlainReduced>(claim.evidence); }

}  // namespace

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

bool Naive::contains_initial_reduced(const Claim& claim) const {
  const std::vector<Locals>& rows = set_of(claim).rows;
  return std::find(rows.begin(), rows.end(), initial()) != rows.end();
}

bool Naive::closed_reduced(const Claim& claim) const {
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

bool Naive::excludes_bad_reduced(const Claim& claim) const {
  const PlainReduced& set = set_of(claim);
  const unsigned all = (1U << network_.num_components()) - 1;
  for (std::size_t r = 0; r < set.rows.size(); ++r) {
    const Locals& row = set.rows[r];
    if (is_bad(claim.property, row)) return false;
    if (in_error(row)) continue;
    const unsigned support = slip(Slip::kSupportMoves) ? all : set.supports[r];
    if (const auto* safety = std::get_if<Safety>(&claim.property.ask))
      for (ComponentId automaton : safety->automata)
        if ((support >> automaton.index() & 1U) == 0) return false;
    const PropertyKind kind = kind_of(claim.property);
    if ((kind == PropertyKind::kReach || kind == PropertyKind::kNever) && may_be_bad(claim.property, row, support)) return false;
    if (kind == PropertyKind::kDeadlock && !is_terminated(whole(row)) && !slip(Slip::kAnyRuleEnables)) {
      const bool goes_on = std::any_of(network_.rules().begin(), network_.rules().end(), [&](RuleId rule) {
        return is_willing(rule, row, set.supports[r]) && (participants(rule) & ~set.supports[r]) == 0;
      });
      if (!goes_on) return false;
    }
  }
  return true;
}

bool Naive::brings_no_error_forward(const Claim& claim) const {
  const PropertyKind kind = kind_of(claim.property);
  if (kind == PropertyKind::kDeadlock || kind == PropertyKind::kSafety || !may_err()) return true;
  const PlainReduced& set = set_of(claim);
  for (std::size_t r = 0; r < set.rows.size(); ++r)
    if (!in_error(set.rows[r]) && set.supports[r] != (1U << network_.num_components()) - 1) return false;
  return true;
}

bool Naive::ignores_nobody(const Claim& claim) const {
  if (kind_of(claim.property) != PropertyKind::kLocalDeadlock) return true;
  const PlainReduced& set = set_of(claim);
  for (std::size_t r = 0; r < set.rows.size(); ++r) {
    if (in_error(set.rows[r]) || set.supports[r] == (1U << network_.num_components()) - 1) continue;
    bool descends = false;
    for (const Transition& transition : transitions(set.rows[r])) {
      if ((participants(transition.rule) & ~set.supports[r]) != 0) continue;
      for (std::size_t to = 0; to < set.rows.size() && !set.ranks.empty(); ++to)
        if (set.rows[to] == transition.to)
          descends = descends || set.ranks[to] < set.ranks[r] || (slip(Slip::kRanksMayStay) && set.ranks[to] == set.ranks[r]);
    }
    if (!descends) return false;
  }
  return true;
}

}  // namespace parley::evidence_ring
