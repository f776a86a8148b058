#include "invariant/suffixes.h"

#include <algorithm>
#include <deque>

namespace parley {

namespace {

// Cuts 'kept' to its longest common suffix with 'other' followed by 'event' (if any). Returns whether
// anything was cut.
bool cut_to_common(std::vector<std::uint32_t>& kept, std::span<const std::uint32_t> other, std::optional<std::uint32_t> event) {
  std::size_t common = 0;
  const std::size_t length = other.size() + (event ? 1 : 0);
  const auto from_end = [&](std::size_t i) {
    return event ? (i == 0 ? *event : other[other.size() - i]) : other[other.size() - 1 - i];
  };
  while (common < kept.size() && common < length && kept[kept.size() - 1 - common] == from_end(common)) ++common;
  if (common == kept.size()) return false;
  kept.erase(kept.begin(), kept.end() - static_cast<std::ptrdiff_t>(common));
  return true;
}

}   // namespace

SuffixTable::SuffixTable(const Lts& lts, const Wiring& wiring, const Limits& limits)
    : reached_(lts.num_states()), suffixes_(lts.num_states()) {
  Pulse pulse(limits, 64);
  std::deque<LocalState> waiting{lts.initial()};
  std::vector<bool> is_waiting(lts.num_states());
  reached_[lts.initial().index()] = is_waiting[lts.initial().index()] = true;
  std::vector<std::uint32_t> here;
  while (!waiting.empty()) {
    const LocalState from = waiting.front();
    waiting.pop_front();
    is_waiting[from.index()] = false;
    pulse.beat();
    here = suffixes_[from.index()];   // a copy, because a self-loop may change it
    for (const Edge& edge : lts.edges(from)) {
      if (!wiring.is_used(edge.label)) continue;
      std::vector<std::uint32_t>& there = suffixes_[edge.target.index()];
      bool changed = false;
      const auto arrive = [&](std::optional<std::uint32_t> event) {
        if (reached_[edge.target.index()]) {
          changed = cut_to_common(there, here, event) || changed;
          return;
        }
        reached_[edge.target.index()] = changed = true;
        there = here;
        if (event) there.push_back(*event);
      };
      if (wiring.silent[edge.label.index()] != 0) arrive(std::nullopt);
      for (const std::uint32_t event : wiring.events_of(edge.label)) {
        arrive(event);
        if (there.empty()) break;   // nothing left to cut
      }
      if (!changed || is_waiting[edge.target.index()]) continue;
      is_waiting[edge.target.index()] = true;
      waiting.push_back(edge.target);
    }
  }
}

}   // namespace parley
