#include "search/shorten/shortcut.h"

#include <algorithm>
#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

#include "search/steps/successors.h"

namespace parley {

namespace {

constexpr std::size_t kMostStates = 512;       // per search
constexpr std::size_t kMostComponents = 512;   // larger networks are not searched: states are stored unpacked

using IsEnd = std::function<bool(std::span<const LocalState>)>;

class Shortcuts {
 public:
  Shortcuts(const Network& network, Path& path, const IsEnd& is_end, std::uint64_t& work, const Limits& limits)
      : network_(network), path_(path), is_end_(is_end), work_(work), pulse_(limits), successors_(network), replay_(network) {}

  bool run() {
    if (network_.num_components() > kMostComponents) return false;
    const std::size_t before = path_.steps.size();
    index();
    // After each failed search, the next one starts one step further away; after a success, at the next step:
    // shortcuts come in groups.
    Replay here(network_);
    std::size_t stride = 1;
    for (std::size_t at = 0; at + 2 < path_.steps.size() && work_ > 0;) {
      if (search(here, at)) {
        splice(at);
        stride = 1;
      } else {
        stride = std::min<std::size_t>(stride + 1, 32);
      }
      for (std::size_t i = 0; i < stride && at < path_.steps.size(); ++i) here.take(path_, path_.steps[at++]);
    }
    return path_.steps.size() < before;
  }

 private:
  struct Found {
    std::uint32_t parent;
    std::uint32_t depth;
    Path::Step step;   // the step that led here
  };

  void index() {
    last_at_.clear();
    Replay replay(network_);
    for (std::size_t i = 0; i < path_.steps.size(); ++i) {
      replay.take(path_, path_.steps[i]);
      last_at_[replay.hash()] = i + 1;
    }
  }

  void charge(std::uint64_t cost) { work_ -= std::min(work_, cost); }

  // Looks for the shortcut that saves the most steps, in best_, best_at_ and gain_.
  bool search(const Replay& from, std::size_t at) {
    states_.assign(from.state().begin(), from.state().end());
    found_.assign(1, {});
    seen_.clear();
    seen_.insert({from.hash(), 0});
    gain_ = 0;
    const std::size_t width = network_.num_components();
    std::vector<LocalState> state(width);
    for (std::uint32_t next = 0; next < found_.size() && found_.size() < kMostStates && work_ > 0; ++next) {
      std::copy_n(states_.begin() + static_cast<std::ptrdiff_t>(next * width), width, state.begin());
      charge(width + 16);
      successors_.for_each(state, [&](RuleId rule, std::span<const LocalState> target) {
        pulse_.beat();
        charge(width + 4);
        visit(at, next, rule, target);
        return found_.size() < kMostStates && work_ > 0;
      });
    }
    return gain_ > 0;
  }

  void visit(std::size_t at, std::uint32_t parent, RuleId rule, std::span<const LocalState> target) {
    for (ComponentId component : network_.components()) replay_.move(component, target[component.index()]);
    const auto number = static_cast<std::uint32_t>(found_.size());
    if (!seen_.insert({replay_.hash(), number}).second) return;
    const std::uint32_t depth = found_[parent].depth + 1;
    Path::Step step{rule, static_cast<std::uint32_t>(path_.targets.size())};
    // Targets of steps that are not used stay in the array; nothing refers to them.
    for (const Participant& p : network_.participants(rule)) path_.targets.push_back(target[p.component.index()]);
    found_.push_back({parent, depth, step});
    states_.insert(states_.end(), target.begin(), target.end());
    const auto later = last_at_.find(replay_.hash());
    if (later != last_at_.end()) return note(at, number, later->second);
    if (path_.steps.size() - at > depth + gain_ && is_end_(target)) note(at, number, path_.steps.size());
  }

  // Records that the state with this number can replace the state after 'until' steps of the path.
  void note(std::size_t at, std::uint32_t number, std::size_t until) {
    if (until <= at + found_[number].depth + gain_) return;
    gain_ = until - at - found_[number].depth;
    best_ = number;
    best_at_ = until;
  }

  void splice(std::size_t at) {
    std::vector<Path::Step> way;
    for (std::uint32_t i = best_; i != 0; i = found_[i].parent) way.push_back(found_[i].step);
    std::ranges::reverse(way);
    const auto begin = path_.steps.begin();
    path_.steps.erase(begin + static_cast<std::ptrdiff_t>(at), begin + static_cast<std::ptrdiff_t>(best_at_));
    path_.steps.insert(path_.steps.begin() + static_cast<std::ptrdiff_t>(at), way.begin(), way.end());
    index();
    charge(path_.steps.size());
  }

  const Network& network_;
  Path& path_;
  const IsEnd& is_end_;
  std::uint64_t& work_;
  Pulse pulse_;
  Successors successors_;
  Replay replay_;                                            // scratch, to compute hashes
  std::unordered_map<std::uint64_t, std::size_t> last_at_;   // hash of a state -> the last index of the path where it occurs
  std::unordered_map<std::uint64_t, std::uint32_t> seen_;
  std::vector<LocalState> states_;
  std::vector<Found> found_;
  std::size_t gain_ = 0;
  std::uint32_t best_ = 0;
  std::size_t best_at_ = 0;
};

}   // namespace

bool take_shortcuts(const Network& network, Path& path, const IsEnd& is_end, std::uint64_t& work, const Limits& limits) {
  return Shortcuts(network, path, is_end, work, limits).run();
}

}   // namespace parley
