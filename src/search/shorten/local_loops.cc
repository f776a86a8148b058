#include "search/shorten/local_loops.h"

#include <algorithm>
#include <limits>

namespace parley {

namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kMostGrowth = 32;   // steps of partners that may be removed with a loop
constexpr int kMostPasses = 8;

// A slot is one participant of one step. The slots of a component that are not removed form a linked list, in
// the order of the steps.
class LocalLoops {
 public:
  LocalLoops(const Network& network, const Path& path, std::uint64_t& work, const Limits& limits)
      : network_(network),
        path_(path),
        work_(work),
        pulse_(limits),
        is_removed_(path.steps.size(), 0),
        heads_(network.num_components(), kNone) {
    std::vector<std::uint32_t> tails(network.num_components(), kNone);
    first_slot_.reserve(path.steps.size() + 1);
    for (std::uint32_t step = 0; step < path.steps.size(); ++step) {
      first_slot_.push_back(static_cast<std::uint32_t>(slots_.size()));
      std::uint32_t target = path.steps[step].first_target;
      for (const Participant& p : network.participants(path.steps[step].rule)) {
        const auto slot = static_cast<std::uint32_t>(slots_.size());
        std::uint32_t& tail = tails[p.component.index()];
        slots_.push_back({p, path.targets[target++], step, tail, kNone});
        (tail == kNone ? heads_[p.component.index()] : slots_[tail].next) = slot;
        tail = slot;
      }
    }
    first_slot_.push_back(static_cast<std::uint32_t>(slots_.size()));
    std::size_t most_states = 0;
    for (ComponentId component : network.components()) most_states = std::max(most_states, network.lts(component).num_states());
    last_visit_.assign(most_states, kNone);
  }

  std::vector<Path::Step> run() {
    bool changed = true;
    for (int pass = 0; pass < kMostPasses && changed && work_ > 0; ++pass) {
      changed = false;
      for (ComponentId component : network_.components())
        if (heads_[component.index()] != kNone) changed = cut(component) || changed;
    }
    std::vector<Path::Step> kept;
    kept.reserve(path_.steps.size());
    for (std::size_t i = 0; i < path_.steps.size(); ++i)
      if (is_removed_[i] == 0) kept.push_back(path_.steps[i]);
    return kept;
  }

 private:
  struct Slot {
    Participant participant;
    LocalState target;
    std::uint32_t step;
    std::uint32_t before;
    std::uint32_t next;
  };
  // A visit of the current component to a local state, by a slot; kNone for the visit at the start.
  struct Visit {
    LocalState state;
    std::uint32_t slot;
  };

  LocalState state_before(std::uint32_t slot) const {
    const std::uint32_t before = slots_[slot].before;
    return before == kNone ? network_.lts(slots_[slot].participant.component).initial() : slots_[before].target;
  }

  bool cut(ComponentId component) {
    bool changed = false;
    visits_.clear();
    visit(network_.lts(component).initial(), kNone);
    for (std::uint32_t slot = heads_[component.index()]; slot != kNone;) {
      pulse_.beat();
      work_ -= std::min<std::uint64_t>(work_, 1);
      const LocalState here = slots_[slot].target;
      const std::uint32_t known = last_visit_[here.index()];
      if (known == kNone || work_ == 0) {
        visit(here, slot);
        slot = slots_[slot].next;
        continue;
      }
      const std::uint32_t from = visits_[known].slot;
      collect(component, from, slot);
      if (!grow()) {
        undo_trial();
        visit(here, slot);
        slot = slots_[slot].next;
        continue;
      }
      remove();
      changed = true;
      // grow() may have removed more steps of this component, so its list is followed from 'from'.
      leave_visits_after(known);
      slot = from == kNone ? heads_[component.index()] : slots_[from].next;
    }
    leave_visits_after(0);
    last_visit_[visits_[0].state.index()] = kNone;
    return changed;
  }

  void visit(LocalState state, std::uint32_t slot) {
    last_visit_[state.index()] = static_cast<std::uint32_t>(visits_.size());
    visits_.push_back({state, slot});
  }

  void leave_visits_after(std::uint32_t number) {
    for (; visits_.size() > number + 1; visits_.pop_back())
      if (last_visit_[visits_.back().state.index()] == visits_.size() - 1) last_visit_[visits_.back().state.index()] = kNone;
    last_visit_[visits_.back().state.index()] = number;
  }

  void collect(ComponentId component, std::uint32_t from, std::uint32_t last) {
    trial_.clear();
    for (std::uint32_t slot = from == kNone ? heads_[component.index()] : slots_[from].next;; slot = slots_[slot].next) {
      add_to_trial(slots_[slot].step);
      if (slot == last) break;
    }
  }

  void add_to_trial(std::uint32_t step) {
    is_removed_[step] = 1;
    trial_.push_back(step);
  }

  void undo_trial() {
    for (std::uint32_t step : trial_) is_removed_[step] = 0;
  }

  // Removes further steps until each participant can do without its removed steps; false if that takes too
  // many.
  bool grow() {
    const std::size_t most = trial_.size() + kMostGrowth;
    for (std::size_t next = 0; next < trial_.size();) {   // the list grows in the loop
      const std::uint32_t step = trial_[next++];
      for (std::uint32_t slot = first_slot_[step]; slot < first_slot_[step + 1]; ++slot) {
        // Each run of removed slots is checked from its first slot.
        const std::uint32_t before = slots_[slot].before;
        if (before != kNone && is_removed_[slots_[before].step] != 0) continue;
        while (!closes(slot)) {
          if (trial_.size() == most || open_end_ == kNone) return false;
          add_to_trial(slots_[open_end_].step);
        }
      }
    }
    // A step that was added later may extend an earlier run to the front: all runs are checked once more.
    return std::ranges::all_of(trial_, [&](std::uint32_t step) {
      for (std::uint32_t slot = first_slot_[step]; slot < first_slot_[step + 1]; ++slot) {
        const std::uint32_t before = slots_[slot].before;
        if (before != kNone && is_removed_[slots_[before].step] != 0) continue;
        if (!closes(slot)) return false;
      }
      return true;
    });
  }

  // Whether the component can do without the run of removed slots that begins here. If not, open_end_ is the
  // slot after the run.
  bool closes(std::uint32_t slot) {
    const LocalState from = state_before(slot);
    std::uint32_t last = slot;
    std::uint64_t length = 1;
    for (; slots_[last].next != kNone && is_removed_[slots_[slots_[last].next].step] != 0; last = slots_[last].next) ++length;
    work_ -= std::min(work_, length);
    open_end_ = slots_[last].next;
    if (slots_[last].target == from) return true;
    if (open_end_ == kNone) return false;
    const Slot& next = slots_[open_end_];
    return std::ranges::any_of(network_.lts(next.participant.component).edges(from, next.participant.label),
                               [&](const Edge& edge) { return edge.target == next.target; });
  }

  void remove() {
    for (std::uint32_t step : trial_) {
      for (std::uint32_t slot = first_slot_[step]; slot < first_slot_[step + 1]; ++slot) {
        const Slot& gone = slots_[slot];
        (gone.before == kNone ? heads_[gone.participant.component.index()] : slots_[gone.before].next) = gone.next;
        if (gone.next != kNone) slots_[gone.next].before = gone.before;
      }
    }
  }

  const Network& network_;
  const Path& path_;
  std::uint64_t& work_;
  Pulse pulse_;
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> first_slot_;   // per step: its first slot
  std::vector<std::uint8_t> is_removed_;    // per step: whether it is removed
  std::vector<std::uint32_t> heads_;        // per component: its first slot
  std::vector<std::uint32_t> last_visit_;   // per local state: index in visits_
  std::vector<Visit> visits_;
  std::vector<std::uint32_t> trial_;   // the steps of the current trial
  std::uint32_t open_end_ = kNone;
};

}   // namespace

std::vector<Path::Step> without_local_loops(const Network& network, const Path& path, std::uint64_t& work, const Limits& limits) {
  return LocalLoops(network, path, work, limits).run();
}

}   // namespace parley
