#include "search/shorten/shorten.h"

#include <algorithm>
#include <unordered_map>

#include "search/shorten/local_loops.h"
#include "search/shorten/shortcut.h"
#include "search/shorten/slice.h"
#include "search/steps/successors.h"
#include "search/steps/target.h"

namespace parley {

namespace {

// The result of a trial, which is replayed to its end or to where it meets the old path again.
enum class Trial : std::uint8_t { kFailed, kMet, kReached };

class Shortening {
 public:
  Shortening(const Network& network, const Property& property, Path path, const Limits& limits)
      : network_(network),
        property_(property),
        pulse_(limits),
        limits_(limits),
        target_(network, property),
        stuck_(network),
        replay_(network),
        path_(std::move(path)),
        work_(std::clamp<std::uint64_t>(500 * path_.steps.size(), 4'000'000, 50'000'000)) {}

  // Whether the path is a run that reaches the property.
  bool is_witness() { return replays(path_.steps) && reached(replay_); }

  Path run() {
    std::size_t before = path_.steps.size() + 1;
    while (path_.steps.size() < before && work_ > 0) {
      before = path_.steps.size();
      cut_end();
      cut_loops();
      cut_unneeded();
      adopt(without_local_loops(network_, path_, work_, limits_));
      cut_unneeded();
      leave_out_components();
      leave_out_parts();
      cut_loops();
      try_shortcuts();
    }
    return std::move(path_);
  }

 private:
  void charge(std::uint64_t cost) { work_ -= std::min(work_, cost); }

  bool replays(const std::vector<Path::Step>& steps) {
    replay_.reset();
    charge(steps.size());
    for (const Path::Step& step : steps) {
      pulse_.beat();
      if (!replay_.allows(path_, step)) return false;
      replay_.take(path_, step);
    }
    return true;
  }

  bool reached(const Replay& at) {
    charge(1 + network_.num_participants() / 8);
    return target_.reached({.state = at.state(), .can_step = can_step(at.state(), at.in_error()), .in_error = at.in_error()},
                           stuck_);
  }

  bool can_step(std::span<const LocalState> state, bool in_error) {
    if (kind_of(property_) != PropertyKind::kDeadlock || in_error) return false;   // only deadlock asks for it
    return std::ranges::any_of(network_.rules(), [&](RuleId rule) {
      return std::ranges::all_of(network_.participants(rule), [&](const Participant& p) {
        return network_.lts(p.component).offers(state[p.component.index()], p.label);
      });
    });
  }

  // Takes over the steps if they are shorter and still reach the property.
  bool adopt(std::vector<Path::Step> steps) {
    if (steps.size() >= path_.steps.size() || !replays(steps) || !reached(replay_)) return false;
    path_.steps = std::move(steps);
    return true;
  }

  std::vector<Path::Step> first(std::size_t count) const {
    return {path_.steps.begin(), path_.steps.begin() + static_cast<std::ptrdiff_t>(count)};
  }

  void try_shortcuts() {
    Path shorter = path_;
    std::uint64_t left = work_ / 2;
    const std::uint64_t given = left;
    const Successors successors(network_);
    const auto is_end = [&](std::span<const LocalState> state) {
      left -= std::min<std::uint64_t>(left, 1 + network_.num_participants() / 8);
      const bool in_error = successors.in_error(state);
      return target_.reached({.state = state, .can_step = can_step(state, in_error), .in_error = in_error}, stuck_);
    };
    if (take_shortcuts(network_, shorter, is_end, left, limits_)) {
      std::swap(shorter, path_);
      if (!is_witness()) std::swap(shorter, path_);
    }
    charge(given - left);
  }

  // Cuts off what comes after the property is reached. A deadlock or an error ends a run anyway. A local
  // deadlock lasts, so its beginning is found by binary search. A formula is evaluated wherever one of its
  // components moved.
  void cut_end() {
    if (kind_of(property_) == PropertyKind::kLocalDeadlock) {
      std::size_t lacks = 0;
      std::size_t has = path_.steps.size();
      while (lacks < has) {
        const std::size_t middle = lacks + (has - lacks) / 2;
        replays(first(middle));
        if (reached(replay_)) has = middle;
        else lacks = middle + 1;
      }
      adopt(first(has));
      return;
    }
    if (kind_of(property_) != PropertyKind::kReach && kind_of(property_) != PropertyKind::kNever) return;
    std::vector<std::uint8_t> asked(network_.num_components(), 0);
    for (ComponentId component : components_of(network_, property_)) asked[component.index()] = 1;
    const std::uint64_t formula = 1 + components_of(network_, property_).size() / 8;
    replay_.reset();
    bool changed = true;
    for (std::size_t i = 0; i < path_.steps.size(); ++i) {
      pulse_.beat();
      if (changed && target_.reached({.state = replay_.state(), .in_error = replay_.in_error()}, stuck_)) {
        path_.steps.resize(i);
        return;
      }
      if (changed) charge(formula);
      if (work_ == 0) return;
      replay_.take(path_, path_.steps[i]);
      changed = std::ranges::any_of(network_.participants(path_.steps[i].rule),
                                    [&](const Participant& p) { return asked[p.component.index()] != 0; });
    }
  }

  // Fills hashes_: hashes_[i] belongs to the state after i steps.
  void hash_path() {
    hashes_.clear();
    hashes_.reserve(path_.steps.size() + 1);
    replay_.reset();
    hashes_.push_back(replay_.hash());
    for (const Path::Step& step : path_.steps) {
      pulse_.beat();
      replay_.take(path_, step);
      hashes_.push_back(replay_.hash());
    }
    charge(path_.steps.size());
  }

  void cut_loops() {
    hash_path();
    std::unordered_map<std::uint64_t, std::size_t> last;
    last.reserve(hashes_.size());
    for (std::size_t i = 0; i < hashes_.size(); ++i) last[hashes_[i]] = i;
    std::vector<Path::Step> kept;
    kept.reserve(path_.steps.size());
    for (std::size_t i = last[hashes_[0]]; i < path_.steps.size(); i = last[hashes_[i + 1]]) kept.push_back(path_.steps[i]);
    adopt(std::move(kept));
  }

  void cut_unneeded() {
    // A local deadlock may have many reasons; up to 16 are tried.
    const std::size_t variants = kind_of(property_) == PropertyKind::kLocalDeadlock ? 16 : 1;
    std::vector<std::uint32_t> last_move(network_.num_components(), 0);
    std::uint32_t number = 0;
    for (const Path::Step& step : path_.steps) {
      ++number;
      for (const Participant& p : network_.participants(step.rule)) last_move[p.component.index()] = number;
    }
    replays(path_.steps);
    const std::vector<LocalState> end(replay_.state().begin(), replay_.state().end());
    std::vector<Path::Step> best = path_.steps;
    for (std::size_t variant = 0; variant < variants && work_ > 0; ++variant) {
      const std::vector<ComponentId> needed = reasons(network_, property_, end, last_move, variant);
      std::vector<Path::Step> kept = slice(network_, path_, needed);
      charge(path_.steps.size() + network_.num_participants() / 4);
      if (kept.size() < best.size()) best = std::move(kept);
    }
    adopt(std::move(best));
  }

  // For each component: tries to leave out all steps in which it takes part.
  void leave_out_components() {
    std::vector<std::uint8_t> takes_part(network_.num_components(), 0);
    for (const Path::Step& step : path_.steps)
      for (const Participant& p : network_.participants(step.rule)) takes_part[p.component.index()] = 1;
    const std::uint64_t floor = work_ / 4 * 3;
    for (ComponentId component : network_.components()) {
      if (takes_part[component.index()] == 0) continue;
      if (work_ <= floor) return;
      replay_.reset();
      std::vector<Path::Step> kept;
      kept.reserve(path_.steps.size());
      for (const Path::Step& step : path_.steps) {
        pulse_.beat();
        const bool names =
            std::ranges::any_of(network_.participants(step.rule), [&](const Participant& p) { return p.component == component; });
        if (names || !replay_.allows(path_, step)) continue;
        replay_.take(path_, step);
        kept.push_back(step);
      }
      charge(path_.steps.size());
      if (reached(replay_)) path_.steps = std::move(kept);
    }
  }

  void leave_out_parts() {
    const std::uint64_t floor = work_ / 4;
    for (std::size_t length = path_.steps.size() / 2; length >= 1 && work_ > floor; length /= 2) leave_out_parts(length, floor);
  }

  // Goes along the path once. Steps before 'at' are final; 'here' is the state after them.
  void leave_out_parts(std::size_t length, std::uint64_t floor) {
    hash_path();
    Replay here(network_);
    for (std::size_t at = 0; at + length <= path_.steps.size() && work_ > floor;) {
      std::vector<Path::Step> kept;
      std::size_t met = 0;
      const Trial trial = try_without(here, at, length, kept, met);
      if (trial == Trial::kFailed) {
        for (std::size_t i = 0; i < length; ++i) here.take(path_, path_.steps[at++]);
        continue;
      }
      // 'kept' replaces the steps from 'at' to 'met'.
      const auto begin = path_.steps.begin();
      const auto rest = std::copy(kept.begin(), kept.end(), begin + static_cast<std::ptrdiff_t>(at));
      path_.steps.erase(rest, begin + static_cast<std::ptrdiff_t>(met));
      if (trial == Trial::kReached) hash_path();
      else hashes_after_meeting(here, at, kept.size(), met);
    }
  }

  void hashes_after_meeting(const Replay& here, std::size_t at, std::size_t kept, std::size_t met) {
    hashes_.erase(hashes_.begin() + static_cast<std::ptrdiff_t>(at + kept + 1),
                  hashes_.begin() + static_cast<std::ptrdiff_t>(met + 1));
    Replay replay = here;
    for (std::size_t i = at; i < at + kept; ++i) {
      hashes_[i] = replay.hash();
      replay.take(path_, path_.steps[i]);
    }
    charge(kept + path_.steps.size() / 8);
  }

  // Tries the path without 'length' steps from 'at' on, and without the steps that become impossible.
  Trial try_without(const Replay& here, std::size_t at, std::size_t length, std::vector<Path::Step>& kept, std::size_t& met) {
    Replay trial = here;
    charge(network_.num_components() / 16);
    // Far behind the removed part, the old path is hardly ever met again, and only at the end it is known
    // whether the property is reached. For long paths it is too expensive to go on to the end in each trial.
    const std::size_t rest = path_.steps.size() - at;
    const bool to_the_end = rest <= 4096 || length * 64 >= rest;
    const std::size_t until = to_the_end ? path_.steps.size() : std::min(path_.steps.size(), at + 17 * length + 256);
    if (trial.hash() == hashes_[at + length]) {
      met = at + length;
      return Trial::kMet;
    }
    for (std::size_t i = at + length; i < until; ++i) {
      pulse_.beat();
      if (trial.allows(path_, path_.steps[i])) {
        trial.take(path_, path_.steps[i]);
        kept.push_back(path_.steps[i]);
      }
      if (trial.hash() != hashes_[i + 1]) continue;
      charge(i + 1 - at);
      met = i + 1;
      return Trial::kMet;
    }
    charge(until - at);
    met = path_.steps.size();
    return until == path_.steps.size() && reached(trial) ? Trial::kReached : Trial::kFailed;
  }

  const Network& network_;
  const Property& property_;
  Pulse pulse_;
  const Limits& limits_;
  Target target_;
  StuckComponents stuck_;
  Replay replay_;
  Path path_;
  std::uint64_t work_;
  std::vector<std::uint64_t> hashes_;
};

}   // namespace

Trace shorten(const Network& network, const Property& property, const Trace& trace, const Limits& limits) {
  std::optional<Path> path = path_of(network, trace, limits);
  if (!path) return trace;
  const std::vector<Path::Step> whole = path->steps;
  Shortening shortening(network, property, *path, limits);
  if (!shortening.is_witness()) return trace;
  path = shortening.run();
  // Equal hashes do not prove equal states, so the result is replayed as a whole.
  if (path->steps.size() >= whole.size() || !Shortening(network, property, *path, limits).is_witness()) return trace;
  return trace_of(network, *path);
}

}   // namespace parley
