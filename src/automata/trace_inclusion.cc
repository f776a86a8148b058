#include <algorithm>
#include <optional>

#include "automata/automata.h"
#include "automata/subsets.h"
#include "base/name_table.h"

namespace parley::automata {

namespace {

constexpr std::uint32_t kNowhere = 0xFFFFFFFF;

// A breadth-first search by length of the trace. Its nodes are pairs: a state of 'left', and the set of
// states in which 'right' can be after the same trace.
//
// A pair is dropped if an earlier or equally early pair has the same state and a subset of its set. Every
// trace that the dropped pair has and its set has not, the earlier pair has as well; so a shortest witness is
// not lost (antichains: De Wulf, Doyen, Henzinger and Raskin, CAV 2006).
class Inclusion {
 public:
  Inclusion(const Lts& left, const Silent& left_silent, const Lts& right, const Silent& right_silent, const Limits& limits)
      : left_(left),
        left_silent_(left_silent),
        right_(right),
        limits_(limits),
        pulse_(limits, 256),
        sets_(right, right_silent, limits) {
    NameTable names;
    std::vector<LocalLabel> label_of_name;
    for (LocalLabel label : right.labels()) {
      if (right_silent[label.index()]) continue;
      const std::uint32_t name = names.intern(right.label_name(label));
      if (name == label_of_name.size()) label_of_name.push_back(label);
    }
    right_label_.assign(left.num_labels(), kNowhere);
    for (LocalLabel label : left.labels())
      if (const std::optional<std::uint32_t> name = names.find(left.label_name(label)))
        right_label_[label.index()] = label_of_name[*name].value;
    met_.resize(left.num_states());
  }

  std::optional<std::vector<std::string>> run() {
    const std::uint32_t initial = sets_.initial();
    layer_.push_back({left_.initial(), initial, kNowhere, {}});
    while (!layer_.empty()) {
      next_.clear();
      // Silent moves append pairs to this layer during the loop.
      for (std::size_t i = 0; i < layer_.size(); ++i) {   // NOLINT(modernize-loop-convert): it grows
        const Pair pair = layer_[i];
        if (pair.set == kNowhere || (left_.is_error(pair.state) && !sets_.has_error(pair.set))) return trace_to(pair);
        if (is_new(pair)) expand(pair);
      }
      layer_.swap(next_);
    }
    return std::nullopt;
  }

 private:
  struct Pair {
    LocalState state;
    std::uint32_t set;      // kNowhere: 'right' does not have this trace
    std::uint32_t parent;   // index in history_ of the last pair before a visible move
    LocalLabel label;       // the label of that visible move
  };
  struct Past {
    std::uint32_t parent;
    LocalLabel label;
  };

  void expand(const Pair& pair) {
    const std::span<const Edge> edges = left_.edges(pair.state);
    const bool moves = std::ranges::any_of(edges, [&](const Edge& edge) { return !left_silent_[edge.label.index()]; });
    // Computes all steps of the set at once, once per set.
    if (moves) find_steps(pair.set);
    std::uint32_t here = kNowhere;
    for (const Edge& edge : edges) {
      pulse_.beat();
      if (left_silent_[edge.label.index()]) {
        layer_.push_back({edge.target, pair.set, pair.parent, pair.label});
        continue;
      }
      if (here == kNowhere) {
        here = static_cast<std::uint32_t>(history_.size());
        history_.push_back({pair.parent, pair.label});
      }
      next_.push_back({edge.target, target(pair.set, right_label_[edge.label.index()]), here, edge.label});
    }
  }

  void find_steps(std::uint32_t set) {
    if (set < step_begins_.size() && step_begins_[set] != kNowhere) return;
    const std::vector<Subsets::Step>& steps = sets_.steps(set);
    step_begins_.resize(sets_.size(), kNowhere);
    step_counts_.resize(sets_.size());
    step_begins_[set] = static_cast<std::uint32_t>(steps_.size());
    step_counts_[set] = static_cast<std::uint32_t>(steps.size());
    steps_.insert(steps_.end(), steps.begin(), steps.end());
  }

  std::uint32_t target(std::uint32_t set, std::uint32_t label) const {
    if (label == kNowhere) return kNowhere;
    const std::span<const Subsets::Step> steps = std::span(steps_).subspan(step_begins_[set], step_counts_[set]);
    const auto found = std::ranges::lower_bound(steps, LocalLabel(label), {}, &Subsets::Step::label);
    return found != steps.end() && found->label == LocalLabel(label) ? found->target : kNowhere;
  }

  // Looks for an equal pair among all, but for a subset among the first kCompared sets only: a long list
  // would cost more than it saves.
  bool is_new(const Pair& pair) {
    const std::uint32_t key[] = {pair.state.value, pair.set};
    if (!pairs_.add(key).added) return false;
    std::vector<std::uint32_t>& met = met_[pair.state.index()];
    const std::span<const std::uint32_t> members = sets_.members(pair.set);
    for (std::uint32_t set : met)
      if (std::ranges::includes(members, sets_.members(set))) return false;
    if (met.size() < kCompared) met.push_back(pair.set);
    return true;
  }

  std::vector<std::string> trace_to(const Pair& pair) const {
    std::vector<std::string> trace;
    Past at{pair.parent, pair.label};
    while (at.parent != kNowhere) {
      trace.push_back(left_.label_name(at.label));
      at = history_[at.parent];
    }
    std::ranges::reverse(trace);
    return trace;
  }

  static constexpr std::size_t kCompared = 16;
  const Lts& left_;
  const Silent& left_silent_;
  const Lts& right_;
  const Limits& limits_;
  Pulse pulse_;
  Subsets sets_;
  SequenceTable pairs_{limits_};
  std::vector<std::uint32_t> right_label_;        // per label of 'left': the label of 'right' with its name
  std::vector<std::vector<std::uint32_t>> met_;   // per state of 'left': the first sets found with it
  std::vector<Pair> layer_;
  std::vector<Pair> next_;
  std::vector<Past> history_;
  std::vector<Subsets::Step> steps_;
  std::vector<std::uint32_t> step_begins_;
  std::vector<std::uint32_t> step_counts_;
};

}   // namespace

std::optional<std::vector<std::string>> trace_not_included(const Lts& left, const Silent& left_silent, const Lts& right,
                                                           const Silent& right_silent, const Limits& limits) {
  return Inclusion(left, left_silent, right, right_silent, limits).run();
}

}   // namespace parley::automata
