#include <algorithm>
#include <map>

#include "naive_proof.h"

namespace parley::evidence_ring {

bool NaiveProof::holds(const Ranking& ranking) const {
  const PropertyKind kind = kind_of(property_);
  if (kind != PropertyKind::kDeadlock && kind != PropertyKind::kLocalDeadlock && !slip(ProofSlip::kRanksProveAnything))
    return false;
  if (network_.num_rules() == 0 && !slip(ProofSlip::kNothingComesFirst)) return false;
  for (ComponentId component : network_.components())
    if ((!network_.is_observer(component) || slip(ProofSlip::kObserversMustOffer)) && !is_never_blocked(component, ranking))
      return false;
  return true;
}

// Follows every way of the component, with how often each of its shared rules was performed, less the number
// that all of them have reached.
bool NaiveProof::is_never_blocked(ComponentId component, const Ranking& ranking) const {
  struct Use {
    RuleId rule;
    LocalLabel label;
  };
  const Lts& lts = network_.lts(component);
  std::vector<Use> shared;
  std::vector<Use> single;
  for (RuleId rule : network_.rules())
    for (const Participant& participant : network_.participants(rule))
      if (participant.component == component)
        (network_.participants(rule).size() > 1 ? shared : single).push_back({rule, participant.label});
  if (shared.empty() && single.empty()) return true;
  if (slip(ProofSlip::kNeverOfferedForgotten))
    std::erase_if(shared, [&](const Use& part) { return edges({component, part.label}).empty(); });
  const auto uses = [](const std::vector<Use>& parts, LocalLabel label) {
    return std::count_if(parts.begin(), parts.end(), [&](const Use& part) { return part.label == label; });
  };
  const auto is_offered = [&](LocalState state, LocalLabel label) {
    const auto edges = lts.edges(state);
    return std::any_of(edges.begin(), edges.end(), [&](const Edge& edge) { return edge.label == label; });
  };

  using Times = std::vector<int>;   // by shared rule
  std::map<LocalState, Times> found{{lts.initial(), Times(shared.size())}};
  std::vector<LocalState> open{lts.initial()};
  while (!open.empty()) {
    const LocalState from = open.back();
    open.pop_back();
    for (const Edge& edge : lts.edges(from)) {
      const auto in_shared = uses(shared, edge.label);
      const auto in_single = uses(single, edge.label);
      if (in_shared + in_single == 0) continue;
      if (in_shared > 0 && in_shared + in_single > 1 && !slip(ProofSlip::kSeveralRulesALabel)) return false;
      Times times = found[from];
      for (std::size_t i = 0; i < shared.size(); ++i)
        if (shared[i].label == edge.label) {
          ++times[i];
          break;
        }
      if (!times.empty()) {
        const int least = *std::min_element(times.begin(), times.end());
        for (int& time : times) time -= least;
      }
      const auto [known, is_new] = found.try_emplace(edge.target, times);
      if (is_new) open.push_back(edge.target);
      else if (known->second != times && !slip(ProofSlip::kFirstWayCounts)) return false;
    }
  }

  for (const auto& [state, times] : found) {
    if (lts.is_error(state) && !slip(ProofSlip::kErrorsMustOffer)) continue;
    if (std::any_of(single.begin(), single.end(), [&, here = state](const Use& part) { return is_offered(here, part.label); }))
      continue;
    if (slip(ProofSlip::kAnyOfferIsFree) && std::any_of(lts.edges(state).begin(), lts.edges(state).end(),
                                                        [&](const Edge& edge) { return uses(shared, edge.label) == 0; }))
      continue;
    int offers = 0;
    int refusals = 0;
    int excused = 0;
    for (std::size_t r = 0; r < shared.size(); ++r) {
      if (is_offered(state, shared[r].label)) {
        ++offers;
        continue;
      }
      ++refusals;
      for (std::size_t q = 0; q < shared.size(); ++q) {
        if (!is_offered(state, shared[q].label)) continue;
        std::pair<std::int64_t, std::int64_t> of_q{times[q], ranking.ranks[shared[q].rule.index()]};
        std::pair<std::int64_t, std::int64_t> of_r{times[r], ranking.ranks[shared[r].rule.index()]};
        if (slip(ProofSlip::kRanksForgotten)) of_r.second = of_q.second + 1;
        if (slip(ProofSlip::kRanksFirst)) {
          std::swap(of_q.first, of_q.second);
          std::swap(of_r.first, of_r.second);
        }
        if (of_q < of_r || (slip(ProofSlip::kEqualComesBefore) && of_q == of_r)) {
          ++excused;
          break;
        }
      }
    }
    if (offers == 0) return false;
    if (slip(ProofSlip::kOneRefusalExcused) ? refusals > 0 && excused == 0 : excused < refusals) return false;
  }
  return true;
}

}   // namespace parley::evidence_ring
