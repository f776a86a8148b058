// A search with backtracking per state machine. See state_machines.h for what a state machine is.
//
// run() starts a machine at each place that no machine covers yet, marked places first. grow() puts a place
// into the machine and calls settle(), which alternates between propagation and decisions as a SAT solver
// does. propagate() puts in every place that is the only candidate of a needy transition: one that gives the
// machine a token and takes none from it. If only transitions with several candidates remain, one candidate
// of the transition with the fewest is tried. At a contradiction, undo() takes the last decision back, and
// its place is put out. trail_ records all changes for undo(). Once no transition is needy, extend() tries to
// add places behind the machine.
#include "front/pnml/state_machines.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace parley {

namespace {

constexpr std::uint32_t kNoPlace = std::numeric_limits<std::uint32_t>::max();

// The number of decisions that may be undone before a place is given up, as the start or as an extension of a
// machine.
constexpr std::size_t kTriesToStart = 200;
constexpr std::size_t kTriesToExtend = 20;

// The limit on all work: proportional to the net, with a minimum for small nets.
constexpr std::uint64_t kWorkPerArc = 1000;
constexpr std::uint64_t kLeastWork = 10'000'000;

// A transition with more places in its preset or postset is wide there.
constexpr std::size_t kMostNarrow = 64;

// The transitions of each place, computed from the places of each transition. Only lists with at least
// 'at_least' places count.
PlaceLists inverted(const PlaceLists& lists, std::size_t places, std::size_t at_least = 0) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (std::uint32_t list = 0; list < lists.size(); ++list)
    if (lists[list].size() >= at_least)
      for (std::uint32_t place : lists[list]) pairs.emplace_back(place, list);
  std::ranges::sort(pairs);
  PlaceLists result;
  std::size_t at = 0;
  for (std::uint32_t place = 0; place < places; ++place) {
    for (; at < pairs.size() && pairs[at].first == place; ++at) result.add(pairs[at].second);
    result.end_list();
  }
  return result;
}

}   // namespace

StateMachines::StateMachines(const PetriNet& net, const Limits& limits)
    : net_(net),
      pulse_(limits),
      producers_(inverted(net.postsets, net.num_places())),
      consumers_(inverted(net.presets, net.num_places())),
      wide_producers_(inverted(net.postsets, net.num_places(), kMostNarrow + 1)),
      wide_consumers_(inverted(net.presets, net.num_places(), kMostNarrow + 1)),
      is_covered_(net.num_places()),
      most_work_(kLeastWork + kWorkPerArc * (net.presets.total() + net.postsets.total())),
      side_(net.num_places(), Side::kOpen),
      takes_(net.num_transitions()),
      gives_(net.num_transitions()) {}

std::vector<std::vector<std::uint32_t>> StateMachines::run() {
  std::vector<std::vector<std::uint32_t>> machines;
  const auto try_from = [&](std::uint32_t seed) {
    if (is_covered_[seed] || work_ > most_work_) return;
    if (grow(seed, kTriesToStart)) {
      extend();
      std::vector<std::uint32_t> machine;
      for (std::uint32_t place : trail_)
        if (side_[place] == Side::kIn && !is_covered_[place]) machine.push_back(place);
      assert(!machine.empty());   // the seed is in
      std::ranges::sort(machine);
      for (std::uint32_t place : machine) is_covered_[place] = true;
      machines.push_back(std::move(machine));
    }
    clear();
  };
  // Start at marked places first, since most machines have a token. Later machines may use places of earlier
  // ones.
  for (std::uint32_t place = 0; place < net_.num_places(); ++place)
    if (net_.is_marked[place]) try_from(place);
  for (std::uint32_t place = 0; place < net_.num_places(); ++place) try_from(place);
  return machines;
}

// Extends the machine by 'seed' and by all that follows from it. If that is impossible, returns false and
// changes nothing.
bool StateMachines::grow(std::uint32_t seed, std::size_t tries) {
  const Mark before = mark();
  std::vector<Decision> decisions;
  if (put_in(seed) && settle(decisions, tries)) return true;
  undo(before);
  return false;
}

bool StateMachines::settle(std::vector<Decision>& decisions, std::size_t tries) {
  for (;;) {
    std::uint32_t choice = kNoPlace;
    bool is_possible = propagate(choice);
    if (is_possible && choice == kNoPlace) return true;
    while (!is_possible) {
      if (decisions.empty() || tries-- == 0 || work_ > most_work_) return false;
      const Decision last = decisions.back();
      decisions.pop_back();
      undo(last.before);
      put_out(last.place);
      is_possible = true;
      choice = kNoPlace;
    }
    if (choice == kNoPlace) continue;
    decisions.push_back({choice, mark()});
    put_in(choice);
  }
}

// Puts in all places that must be in. False at a contradiction. Otherwise 'choice' is a place to try, or
// kNoPlace if no transition is needy.
bool StateMachines::propagate(std::uint32_t& choice) {
  for (bool again = true; again;) {
    again = false;
    choice = kNoPlace;
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    while (first_needy_ < needy_.size() && takes_[needy_[first_needy_]]) ++first_needy_;
    for (std::size_t at = first_needy_; at < needy_.size(); ++at) {
      const std::uint32_t transition = needy_[at];
      if (takes_[transition]) continue;
      count(net_.pre(transition).size());
      std::uint32_t best = kNoPlace;
      std::size_t candidates = 0;
      for (std::uint32_t place : net_.pre(transition)) {
        if (!may_join(place)) continue;
        ++candidates;
        if (best == kNoPlace || (is_covered_[best] && !is_covered_[place])) best = place;
      }
      if (candidates == 0) return false;
      if (candidates == 1) {
        if (!put_in(best)) return false;
        again = true;
      } else if (candidates < fewest) {
        fewest = candidates;
        choice = best;
      }
    }
  }
  return true;
}

bool StateMachines::put_in(std::uint32_t place) {
  if (!may_join(place)) return false;
  side_[place] = Side::kIn;
  trail_.push_back(place);
  if (net_.is_marked[place]) has_token_ = true;
  for (std::uint32_t transition : consumers_[place]) {
    takes_[transition] = true;
    put_out_narrow(net_.pre(transition));
  }
  for (std::uint32_t transition : producers_[place]) {
    gives_[transition] = true;
    put_out_narrow(net_.post(transition));
    if (!takes_[transition]) needy_.push_back(transition);
  }
  return true;
}

// No second place of a preset or postset may be in. For wide ones, may_join() checks this when a place is to
// join.
void StateMachines::put_out_narrow(std::span<const std::uint32_t> places) {
  if (places.size() > kMostNarrow) return;
  count(places.size());
  for (std::uint32_t place : places) put_out(place);
}

bool StateMachines::may_join(std::uint32_t place) {
  if (side_[place] != Side::kOpen || (net_.is_marked[place] && has_token_)) return false;
  count(wide_consumers_[place].size() + wide_producers_[place].size());
  return std::ranges::none_of(wide_consumers_[place], [&](std::uint32_t transition) { return takes_[transition]; }) &&
         std::ranges::none_of(wide_producers_[place], [&](std::uint32_t transition) { return gives_[transition]; });
}

void StateMachines::put_out(std::uint32_t place) {
  if (side_[place] != Side::kOpen) return;
  side_[place] = Side::kOut;
  trail_.push_back(place);
}

void StateMachines::undo(const Mark& mark) {
  while (trail_.size() > mark.trail) {
    const std::uint32_t place = trail_.back();
    trail_.pop_back();
    if (side_[place] == Side::kIn) {
      if (net_.is_marked[place]) has_token_ = false;
      for (std::uint32_t transition : consumers_[place]) takes_[transition] = false;
      for (std::uint32_t transition : producers_[place]) gives_[transition] = false;
      count(consumers_[place].size() + producers_[place].size());
    }
    side_[place] = Side::kOpen;
  }
  needy_.resize(mark.needy);
  first_needy_ = 0;
}

// If a transition takes the machine's token and gives none back, tries to add one of the places in its
// postset.
void StateMachines::extend() {
  std::size_t next = 0;
  while (next < trail_.size()) {   // grow() appends to trail_
    const std::uint32_t from = trail_[next++];
    if (side_[from] != Side::kIn) continue;
    for (std::uint32_t transition : consumers_[from]) {
      for (std::uint32_t place : net_.post(transition)) {
        if (gives_[transition] || work_ > most_work_) break;
        count(1);
        if (!is_covered_[place] && may_join(place)) grow(place, kTriesToExtend);
      }
    }
  }
}

void StateMachines::clear() { undo({0, 0}); }

}   // namespace parley
