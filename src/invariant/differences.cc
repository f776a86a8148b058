#include "invariant/differences.h"

#include <algorithm>
#include <unordered_map>

#include "automata/components.h"

namespace parley {

namespace {

// A partition of 0 .. n-1 that only becomes finer.
class Partition {
 public:
  explicit Partition(std::size_t size) : class_of_(size) {}

  // Elements of one class stay together if they have the same weight. Elements that are not listed have
  // weight 0.
  struct Weighted {
    std::uint32_t element = 0;
    std::int64_t weight = 0;
  };
  void refine(std::vector<Weighted>& weighted) {
    std::erase_if(weighted, [](const Weighted& each) { return each.weight == 0; });
    std::ranges::sort(weighted, [&](const Weighted& a, const Weighted& b) {
      return std::pair(class_of_[a.element], a.weight) < std::pair(class_of_[b.element], b.weight);
    });
    for (std::size_t first = 0; first < weighted.size();) {
      std::size_t last = first;
      const std::uint32_t old = class_of_[weighted[first].element];
      while (last < weighted.size() && weighted[last].weight == weighted[first].weight &&
             class_of_[weighted[last].element] == old)
        ++last;
      for (std::size_t i = first; i < last; ++i) class_of_[weighted[i].element] = next_;
      ++next_;
      first = last;
    }
  }

  void meet(const Partition& other) {
    std::unordered_map<std::uint64_t, std::uint32_t> both;
    for (std::size_t i = 0; i < class_of_.size(); ++i) {
      const std::uint64_t key = std::uint64_t{class_of_[i]} << 32 | other.class_of_[i];
      class_of_[i] = both.try_emplace(key, static_cast<std::uint32_t>(both.size())).first->second;
    }
    next_ = static_cast<std::uint32_t>(both.size());
  }

  std::vector<std::vector<std::uint32_t>> large_classes() const {
    std::unordered_map<std::uint32_t, std::uint32_t> place;
    std::vector<std::vector<std::uint32_t>> classes;
    for (std::uint32_t i = 0; i < class_of_.size(); ++i) {
      const auto [entry, is_new] = place.try_emplace(class_of_[i], static_cast<std::uint32_t>(classes.size()));
      if (is_new) classes.emplace_back();
      classes[entry->second].push_back(i);
    }
    std::erase_if(classes, [](const auto& members) { return members.size() < 2; });
    return classes;
  }

 private:
  std::vector<std::uint32_t> class_of_;
  std::uint32_t next_ = 1;   // all elements start in class 0
};

}   // namespace

class DifferenceBuilder {
 public:
  DifferenceBuilder(const Lts& lts, const Wiring& wiring, const Limits& limits, DifferenceTable& table)
      : lts_(lts), wiring_(wiring), limits_(limits), table_(table), edges_(projected_edges(lts, wiring)) {}

  void build() {
    table_.num_events_ = wiring_.num_events;
    grow_tree();
    find_components();
    refine();
  }

 private:
  std::uint32_t first_event(LocalLabel label) const {
    const auto events = wiring_.events_of(label);
    return events.empty() ? DifferenceTable::kSilent : events[0];
  }

  std::span<const ProjectedEdge> edges_from(LocalState from) const {
    const auto [begin, end] = std::ranges::equal_range(edges_, from, {}, &ProjectedEdge::from);
    return {begin, end};
  }

  void grow_tree() {
    table_.tree_.resize(lts_.num_states());
    reached_.assign(lts_.num_states(), false);
    reached_[lts_.initial().index()] = true;
    table_.tree_[lts_.initial().index()] = {lts_.initial().value, DifferenceTable::kSilent, 0};
    std::vector<LocalState> level{lts_.initial()};
    for (std::size_t next = 0; next < level.size(); ++next)
      for (const ProjectedEdge& edge : edges_from(level[next])) {
        if (reached_[edge.to.index()]) continue;
        reached_[edge.to.index()] = true;
        table_.tree_[edge.to.index()] = {edge.from.value, first_event(edge.label), table_.tree_[edge.from.index()].depth + 1};
        level.push_back(edge.to);
      }
  }

  void find_components() {
    automata::Graph graph;
    graph.begins.assign(lts_.num_states() + 1, 0);
    for (const ProjectedEdge& edge : edges_) ++graph.begins[edge.from.index() + 1];
    for (std::size_t i = 1; i < graph.begins.size(); ++i) graph.begins[i] += graph.begins[i - 1];
    for (const ProjectedEdge& edge : edges_) graph.targets.push_back(edge.to.value);   // sorted by 'from' already
    components_ = automata::strong_components(graph, limits_);
    table_.component_of_ = components_.of;
    for (const LocalState state : lts_.states())
      if (!reached_[state.index()]) table_.component_of_[state.index()] = DifferenceTable::kUnreached;
  }

  // Adds the tree path that closes a cycle with an edge: how often it contains each event, signed by
  // direction.
  void add_cycle(LocalState from, LocalState to) {
    std::uint32_t a = from.value;
    std::uint32_t b = to.value;
    const auto climb = [&](std::uint32_t& state, std::int64_t sign) {
      const auto& edge = table_.tree_[state];
      if (edge.event != DifferenceTable::kSilent) add(edge.event, sign);
      state = edge.parent;
    };
    while (a != b) {
      if (table_.tree_[a].depth >= table_.tree_[b].depth) climb(a, 1);
      else climb(b, -1);
    }
  }

  void add(std::uint32_t event, std::int64_t weight) {
    if (weight_of_[event] == 0) touched_.push_back(event);
    weight_of_[event] += weight;
  }

  void take_weights() {
    weighted_.clear();
    for (const std::uint32_t event : touched_) {
      weighted_.push_back({event, weight_of_[event]});
      // An event is touched twice if its weight returned to 0 in between; the second time its weight is 0.
      weight_of_[event] = 0;
    }
    touched_.clear();
  }

  // Refines by all edges between the same two states: the cycle of the first event, and the fact that the
  // other events may replace it.
  void refine_by(std::span<const ProjectedEdge> parallel, Partition& partition) {
    events_.clear();
    bool silent = false;
    for (const ProjectedEdge& edge : parallel) {
      const auto events = wiring_.events_of(edge.label);
      events_.insert(events_.end(), events.begin(), events.end());
      silent = silent || wiring_.silent[edge.label.index()] != 0;
    }
    std::ranges::sort(events_);
    events_.erase(std::unique(events_.begin(), events_.end()), events_.end());

    add_cycle(parallel[0].from, parallel[0].to);
    if (!silent) add(events_[0], 1);
    take_weights();
    partition.refine(weighted_);
    if (events_.size() + (silent ? 1 : 0) < 2) return;
    // Any two of these events may be exchanged, or left out if there is a silent edge. So each is alone from
    // here on.
    for (std::size_t i = 0; i < events_.size(); ++i) weight_of_[events_[i]] = static_cast<std::int64_t>(i) + 1;
    touched_ = events_;
    take_weights();
    partition.refine(weighted_);
  }

  void refine() {
    weight_of_.assign(wiring_.num_events, 0);
    // By strong component of the target, sources before sinks; within a component, by pair of states.
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < edges_.size(); ++i)
      if (i == 0 || edges_[i - 1].from != edges_[i].from || edges_[i - 1].to != edges_[i].to) order.push_back(i);
    std::ranges::stable_sort(order, std::greater(), [&](std::uint32_t i) { return components_.of[edges_[i].to.index()]; });

    Pulse pulse(limits_, 16);
    std::vector<std::optional<Partition>> partitions(components_.count());
    const auto at = [&](LocalState state) -> std::optional<Partition>& { return partitions[components_.of[state.index()]]; };
    at(lts_.initial()).emplace(wiring_.num_events);
    for (const std::uint32_t first : order) {
      pulse.beat();
      const ProjectedEdge& edge = edges_[first];
      std::size_t last = first;
      while (last < edges_.size() && edges_[last].from == edge.from && edges_[last].to == edge.to) ++last;
      if (components_.of[edge.from.index()] != components_.of[edge.to.index()]) {
        if (at(edge.to)) at(edge.to)->meet(*at(edge.from));
        else at(edge.to) = *at(edge.from);
      }
      if (!at(edge.to)) at(edge.to).emplace(wiring_.num_events);
      refine_by(std::span(edges_).subspan(first, last - first), *at(edge.to));
    }
    table_.classes_.resize(components_.count());
    for (std::size_t i = 0; i < partitions.size(); ++i)
      if (partitions[i]) table_.classes_[i] = partitions[i]->large_classes();
  }

  const Lts& lts_;
  const Wiring& wiring_;
  const Limits& limits_;
  DifferenceTable& table_;
  std::vector<ProjectedEdge> edges_;
  std::vector<bool> reached_;
  automata::Components components_;
  std::vector<std::int64_t> weight_of_;   // event -> its weight in the current cycle
  std::vector<std::uint32_t> touched_;
  std::vector<std::uint32_t> events_;
  std::vector<Partition::Weighted> weighted_;
};

DifferenceTable::DifferenceTable(const Lts& lts, const Wiring& wiring, const Limits& limits) {
  DifferenceBuilder(lts, wiring, limits, *this).build();
}

void DifferenceTable::count_to(LocalState state, std::vector<std::int32_t>& counts) const {
  counts.assign(num_events_, 0);
  for (std::uint32_t at = state.value; tree_[at].depth > 0; at = tree_[at].parent)
    if (tree_[at].event != kSilent) ++counts[tree_[at].event];
}

std::span<const DifferenceTable::Count> DifferenceTable::sorted(std::vector<Count>& members) {
  std::ranges::sort(members);
  return members;
}

std::optional<std::int64_t> DifferenceTable::difference(LocalState state, std::uint32_t event, std::uint32_t other) const {
  std::optional<std::int64_t> found;
  Scratch scratch;
  for_each_class(state, scratch, [&](std::span<const Count> members) {
    const auto one = std::ranges::find(members, event, &Count::event);
    const auto two = std::ranges::find(members, other, &Count::event);
    if (one != members.end() && two != members.end()) found = std::int64_t{one->count} - two->count;
  });
  return found;
}

}   // namespace parley
