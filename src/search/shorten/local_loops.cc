#include "search/shorten/local_loops.h"

#include <algorithm>
#include <limits>

namespace parley {

namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kMostGrowth = 32;   // steps of partners that go with a loop
constexpr int kMostPasses = 8;

// A slot is one participant of one step. The slots of a component that are left form a list in the order of
// the steps.
class LocalLoops {
 public:
  LocalLoops(const Network& network, const Path& path, std::uint64_t& work, const Limits& limits)
      : network_(network),
        path_(path),
        work_(work),
        pulse_(limits),
        goes_(path.steps.size(), 0),
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
      if (goes_[i] == 0) kept.push_back(path_.steps[i]);
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
  // A visit of the component that is looked at: to a state, by a slot; the first one, by none.
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
        put_back();
        visit(here, slot);
        slot = slots_[slot].next;
        continue;
      }
      remove();
      changed = true;
      // Growing may have taken steps of this component too: its list says how it goes on.
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
    going_.clear();
    for (std::uint32_t slot = from == kNone ? heads_[component.index()] : slots_[from].next;; slot = slots_[slot].next) {
      take(slots_[slot].step);
      if (slot == last) break;
    }
  }

  void take(std::uint32_t step) {
    goes_[step] = 1;
    going_.push_back(step);
  }

  void put_back() {
    for (std::uint32_t step : going_) goes_[step] = 0;
  }

  // Adds steps until every participant's run of removed steps closes; false if that takes too many.
  bool grow() {
    const std::size_t most = going_.size() + kMostGrowth;
    for (std::size_t next = 0; next < going_.size();) {   // it grows on the way
      const std::uint32_t step = going_[next++];
      for (std::uint32_t slot = first_slot_[step]; slot < first_slot_[step + 1]; ++slot) {
        // Each run is looked at from its first slot.
        const std::uint32_t before = slots_[slot].before;
        if (before != kNone && goes_[slots_[before].step] != 0) continue;
        while (!closes(slot)) {
          if (going_.size() == most || open_end_ == kNone) return false;
          take(slots_[open_end_].step);
        }
      }
    }
    // What was added later may have come before a run that was closed: then that run begins earlier, and is
    // looked at once more.
    return std::ranges::all_of(going_, [&](std::uint32_t step) {
      for (std::uint32_t slot = first_slot_[step]; slot < first_slot_[step + 1]; ++slot) {
        const std::uint32_t before = slots_[slot].before;
        if (before != kNone && goes_[slots_[before].step] != 0) continue;
        if (!closes(slot)) return false;
      }
      return true;
    });
  }

  // Whether the component can do without the run of removed slots that begins here. If not, open_end_ is the
  // slot behind the run.
  bool closes(std::uint32_t slot) {
    const LocalState from = state_before(slot);
    std::uint32_t last = slot;
    std::uint64_t length = 1;
    for (; slots_[last].next != kNone && goes_[slots_[slots_[last].next].step] != 0; last = slots_[last].next) ++length;
    work_ -= std::min(work_, length);
    open_end_ = slots_[last].next;
    if (slots_[last].target == from) return true;
    if (open_end_ == kNone) return false;
    const Slot& next = slots_[open_end_];
    return std::ranges::any_of(network_.lts(next.participant.component).edges(from, next.participant.label),
                               [&](const Edge& edge) { return edge.target == next.target; });
  }

  void remove() {
    for (std::uint32_t step : going_) {
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
  std::vector<std::uint32_t> first_slot_;   // of each step
  std::vector<std::uint8_t> goes_;          // step
  std::vector<std::uint32_t> heads_;        // component -> its first slot
  std::vector<std::uint32_t> last_visit_;   // local state -> into visits_
  std::vector<Visit> visits_;
  std::vector<std::uint32_t> going_;   // steps that are tried
  std::uint32_t open_end_ = kNone;
};

}   // namespace

std::vector<Path::Step> without_local_loops(const Network& network, const Path& path, std::uint64_t& work, const Limits& limits) {
  return LocalLoops(network, path, work, limits).run();
}

}   // namespace parley
