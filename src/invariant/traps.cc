#include "invariant/traps.h"

#include <algorithm>
#include <cassert>

namespace parley {

Traps::Traps(const Network& network, const LocalReach& reach, const Limits& limits)
    : network_(network), reach_(reach), limits_(limits), pulse_(limits), could_fire_(network.num_rules()) {
  place_begins_.reserve(network.num_components() + 1);
  slot_begins_.reserve(network.num_components() + 1);
  Place places = 0;
  Slot slots = 0;
  incoming_.resize(reach.num_kinds());
  for (ComponentId component : network.components()) {
    pulse_.beat();
    const Lts& lts = network.lts(component);
    place_begins_.push_back(places);
    slot_begins_.push_back(slots);
    places += static_cast<Place>(lts.num_states());
    slots += static_cast<Slot>(lts.num_labels());
    auto& incoming = incoming_[reach.kind_of(component)];
    if (!incoming.empty()) continue;
    incoming.resize(lts.num_states());
    for (LocalState from : lts.states())
      if (reach.is_reached(component, from))
        for (const Edge& edge : lts.edges(from))
          if (reach.is_performed(component, edge.label)) incoming[edge.target.index()].push_back({from, edge.label});
  }
  place_begins_.push_back(places);
  slot_begins_.push_back(slots);
  for (RuleId rule : network.rules()) {
    pulse_.beat();
    if (!reach.could_fire(network, rule)) continue;
    could_fire_[rule.index()] = true;
    rules_.push_back(rule);
  }
  inside_.resize(places);
  outward_.resize(slots);
  keepers_.resize(network.num_rules());
  is_leak_.resize(slots);
}

ComponentId Traps::owner(Place place) const {
  return ComponentId(
      static_cast<std::size_t>(std::upper_bound(place_begins_.begin(), place_begins_.end(), place) - place_begins_.begin()) - 1);
}

void Traps::fill() {
  for (ComponentId component : network_.components()) {
    pulse_.beat();
    for (LocalState state : network_.lts(component).states())
      inside_[place(component, state)] = reach_.is_reached(component, state);
  }
  std::fill(outward_.begin(), outward_.end(), 0);
  std::fill(is_leak_.begin(), is_leak_.end(), false);
  for (RuleId rule : rules_) keepers_[rule.index()] = static_cast<std::uint32_t>(network_.participants(rule).size());
  waiting_.clear();
}

void Traps::take_away(Place place) {
  if (!inside_[place]) return;
  inside_[place] = false;
  waiting_.push_back(place);
}

void Traps::settle() {
  while (!waiting_.empty()) {
    pulse_.beat();
    const Place gone = waiting_.back();
    waiting_.pop_back();
    const ComponentId component = owner(gone);
    const LocalState state(gone - place_begins_[component.index()]);
    for (const Incoming& edge : incoming_[reach_.kind_of(component)][state.index()]) {
      const Slot through = slot(component, edge.label);
      if (is_leak_[through]) take_away(place(component, edge.from));
      if (++outward_[through] != 1) continue;
      for (RuleId rule : network_.rules(component, edge.label)) {
        if (!could_fire_[rule.index()] || --keepers_[rule.index()] != 0) continue;
        for (const Participant& participant :
             network_.participants(rule)) {   // no participant keeps the trap: remove the states from which the rule leads out
          const Slot leak = slot(participant.component, participant.label);
          if (is_leak_[leak]) continue;
          is_leak_[leak] = true;
          const Lts& lts = network_.lts(participant.component);
          for (LocalState from : lts.states()) {
            if (!reach_.is_reached(participant.component, from)) continue;
            for (const Edge& out : lts.edges(from, participant.label))
              if (!inside_[place(participant.component, out.target)]) take_away(place(participant.component, from));
          }
        }
      }
    }
  }
}

bool Traps::is_marked() const {
  for (ComponentId component : network_.components())
    if (inside_[place(component, network_.lts(component).initial())]) return true;
  return false;
}

// Grows a trap from 'start', within the one found: for a rule that could leave it, the fewest places are
// added that keep it.
void Traps::grow_from(Place start, std::vector<bool>& small) {
  std::vector<Place> stack{start};
  small[start] = true;
  std::vector<Place> best;
  std::vector<Place> needed;
  while (!stack.empty()) {
    pulse_.beat();
    const Place at = stack.back();
    stack.pop_back();
    const ComponentId component = owner(at);
    const LocalState from(at - place_begins_[component.index()]);
    for (const Edge& edge : network_.lts(component).edges(from)) {
      if (!reach_.is_performed(component, edge.label) || small[place(component, edge.target)]) continue;
      for (RuleId rule : network_.rules(component, edge.label)) {
        if (!could_fire_[rule.index()]) continue;
        // Either the target of the edge is in the trap, or all edges of some participant lead into it.
        bool is_kept = false;
        best.clear();
        if (inside_[place(component, edge.target)]) best.push_back(place(component, edge.target));
        for (const Participant& participant : network_.participants(rule)) {
          needed.clear();
          bool is_possible = true;
          const Lts& lts = network_.lts(participant.component);
          for (LocalState source : lts.states()) {
            if (!reach_.is_reached(participant.component, source)) continue;
            for (const Edge& out : lts.edges(source, participant.label)) {
              const Place target = place(participant.component, out.target);
              is_possible = is_possible && inside_[target];
              if (is_possible && !small[target]) needed.push_back(target);
            }
          }
          if (!is_possible) continue;
          std::sort(needed.begin(), needed.end());
          needed.erase(std::unique(needed.begin(), needed.end()), needed.end());
          if (needed.empty()) {
            is_kept = true;
            break;
          }
          if (best.empty() || needed.size() < best.size()) best = needed;
        }
        if (is_kept) continue;
        for (Place place : best) {
          if (small[place]) continue;
          small[place] = true;
          stack.push_back(place);
        }
        if (small[place(component, edge.target)]) break;
      }
    }
  }
}

// Grows a trap from each of a few places that are occupied initially; the smallest one is kept.
void Traps::shrink() {
  constexpr std::size_t kTries = 8;
  std::vector<bool> best;
  std::size_t size = inside_.size() + 1;
  std::size_t tries = 0;
  for (ComponentId component : network_.components()) {
    const Place start = place(component, network_.lts(component).initial());
    if (!inside_[start]) continue;
    std::vector<bool> small(inside_.size());
    grow_from(start, small);
    const auto count = static_cast<std::size_t>(std::count(small.begin(), small.end(), true));
    if (count < size) {
      size = count;
      best = std::move(small);
    }
    if (++tries == kTries) break;
  }
  inside_ = std::move(best);
}

std::optional<Trap> Traps::excluding(std::span<const LocalState> state) {
  assert(state.size() == network_.num_components());
  fill();
  for (ComponentId component : network_.components()) {
    take_away(place(component, state[component.index()]));
    // Unreached states are outside from the start. No edge of a reached state leads to them, so they need no
    // processing.
  }
  settle();
  if (!is_marked()) return std::nullopt;
  shrink();
  Trap trap;
  for (ComponentId component : network_.components()) {
    Trap::Row row{.component = component, .states = {}};
    for (LocalState local : network_.lts(component).states())
      if (inside_[place(component, local)]) row.states.push_back(local);
    if (!row.states.empty()) trap.rows.push_back(std::move(row));
  }
  return trap;
}

}   // namespace parley
