#include "invariant/checks.h"

#include <algorithm>
#include <numeric>

#include "automata/components.h"

namespace parley {

namespace {

constexpr std::uint32_t kNoNode = 0xFFFFFFFF;

// A graph each of whose edges is claimed by a component. It is searched for a cycle.
class OrderGraph {
 public:
  std::uint32_t add_node() { return num_nodes_++; }
  void add_edge(std::uint32_t from, std::uint32_t to, ComponentId because) { edges_.push_back({from, to, because}); }

  // The components that claim the edges of some cycle, ascending; empty if there is none.
  std::vector<ComponentId> cycle() {
    std::ranges::sort(edges_, {}, &OrderEdge::from);
    std::vector<std::uint32_t> begins(num_nodes_ + 1);
    for (const OrderEdge& edge : edges_) ++begins[edge.from + 1];
    std::partial_sum(begins.begin(), begins.end(), begins.begin());
    enum : std::uint8_t { kNew, kOpen, kClosed };
    std::vector<std::uint8_t> marks(num_nodes_, kNew);
    std::vector<std::uint32_t> next(begins.begin(), begins.end() - 1);
    std::vector<std::uint32_t> path;   // edges from the root to 'at'
    for (std::uint32_t root = 0; root < num_nodes_; ++root) {
      if (marks[root] != kNew) continue;
      marks[root] = kOpen;
      path.clear();
      for (std::uint32_t at = root;;) {
        if (next[at] == begins[at + 1]) {
          marks[at] = kClosed;
          if (path.empty()) break;
          at = edges_[path.back()].from;
          path.pop_back();
          continue;
        }
        const std::uint32_t edge = next[at]++;
        const std::uint32_t to = edges_[edge].to;
        if (marks[to] == kOpen) {
          path.push_back(edge);
          return claimed_by(path, to);
        }
        if (marks[to] == kClosed) continue;
        marks[to] = kOpen;
        path.push_back(edge);
        at = to;
      }
    }
    return {};
  }

 private:
  struct OrderEdge {
    std::uint32_t from;
    std::uint32_t to;
    ComponentId because;
  };

  std::vector<ComponentId> claimed_by(std::span<const std::uint32_t> path, std::uint32_t node) const {
    std::vector<ComponentId> components;
    for (std::size_t i = path.size(); i-- > 0;) {
      components.push_back(edges_[path[i]].because);
      if (edges_[path[i]].from == node) break;
    }
    std::ranges::sort(components);
    components.erase(std::unique(components.begin(), components.end()), components.end());
    return components;
  }

  std::uint32_t num_nodes_ = 0;
  std::vector<OrderEdge> edges_;
};

// Numbers with known differences: union-find with offsets to the roots.
class Offsets {
 public:
  explicit Offsets(std::size_t size) : parent_(size), offset_(size) { std::iota(parent_.begin(), parent_.end(), 0); }

  // Records that number a is number b plus 'difference'. False if that contradicts what is known.
  bool relate(std::uint32_t a, std::uint32_t b, std::int64_t difference) {
    const auto [root_a, offset_a] = find(a);
    const auto [root_b, offset_b] = find(b);
    if (root_a == root_b) return offset_a - offset_b == difference;
    parent_[root_a] = root_b;
    offset_[root_a] = offset_b + difference - offset_a;
    return true;
  }
  std::uint32_t root(std::uint32_t a) { return find(a).first; }

 private:
  std::pair<std::uint32_t, std::int64_t> find(std::uint32_t a) {
    path_.clear();
    while (parent_[a] != a) {
      path_.push_back(a);
      a = parent_[a];
    }
    std::int64_t offset = 0;
    for (std::size_t i = path_.size(); i-- > 0;) {
      offset += offset_[path_[i]];
      parent_[path_[i]] = a;
      offset_[path_[i]] = offset;
    }
    return {a, offset};
  }

  std::vector<std::uint32_t> parent_;
  std::vector<std::int64_t> offset_;   // to the parent
  std::vector<std::uint32_t> path_;
};

}   // namespace

PairCheck::PairCheck(const Network& network, const Limits& limits) : pairs_(network, limits) {
  std::vector<bool> is_paired(network.num_components());
  for (const Pairs::Pair& pair : pairs_.all()) is_paired[pair.first.index()] = is_paired[pair.second.index()] = true;
  Pulse pulse(limits);
  for (const ComponentId component : network.components()) {
    pulse.beat();
    if (is_paired[component.index()]) continue;
    std::vector<bool> reached = reachable_alone(network, component);
    if (std::ranges::find(reached, false) != reached.end()) unpaired_.push_back({component, std::move(reached)});
  }
}

std::optional<Pairs::Pair> PairCheck::contradiction(std::span<const LocalState> state) {
  for (const Unpaired& alone : unpaired_)
    if (!alone.reached[state[alone.component.index()].index()]) return Pairs::Pair{alone.component, alone.component};
  for (std::size_t i = 0; i < pairs_.all().size(); ++i) {
    const Pairs::Pair& pair = pairs_.all()[i];
    if (!pairs_.table(i).reaches(state[pair.first.index()], state[pair.second.index()])) return pair;
  }
  return std::nullopt;
}

OrderCheck::OrderCheck(const Network& network, Grouping grouping, const Limits& limits)
    : network_(network), suffixes_(network, grouping, limits), first_node_(suffixes_.projections().num_counters(), kNoNode) {}

std::vector<ComponentId> OrderCheck::contradiction(std::span<const LocalState> state) {
  const Projections& projections = suffixes_.projections();
  for (const ComponentId component : network_.components())
    if (!suffixes_.of(component).reaches(state[component.index()])) return {component};

  // The occurrences in some suffix. Those of one counter are a list, from the most recent one backwards. No
  // other occurrence comes after another one, so no cycle leads through it.
  struct Occurrence {
    std::uint32_t older = kNoNode;
    ComponentId seen_by{0xFFFFFFFF};
  };
  std::vector<Occurrence> nodes;
  std::vector<std::uint32_t> counters;   // counters that have nodes
  OrderGraph graph;
  std::vector<std::uint32_t> ages(projections.num_counters());
  std::vector<std::uint32_t> chain;   // nodes of one suffix, the most recent event last
  const auto nodes_of_suffix = [&](ComponentId component) {
    const auto suffix = suffixes_.of(component).at(state[component.index()]);
    chain.clear();
    for (std::size_t i = suffix.size(); i-- > 0;) {
      const std::uint32_t counter = projections.counter(component, suffix[i]);
      std::uint32_t* place = &first_node_[counter];
      if (*place == kNoNode) counters.push_back(counter);
      for (std::uint32_t age = ages[counter]++; age > 0; --age) place = &nodes[*place].older;
      if (*place == kNoNode) {
        const std::uint32_t node = graph.add_node();
        *place = node;
        nodes.emplace_back();   // may invalidate 'place', which is not used after this
        chain.push_back(node);
      } else {
        chain.push_back(*place);
      }
    }
    for (const std::uint32_t event : suffix) ages[projections.counter(component, event)] = 0;
    std::ranges::reverse(chain);
  };
  for (const ComponentId component : network_.components()) nodes_of_suffix(component);

  for (const ComponentId component : network_.components()) {
    nodes_of_suffix(component);
    if (chain.empty()) continue;
    for (std::size_t i = 1; i < chain.size(); ++i) graph.add_edge(chain[i - 1], chain[i], component);
    for (const std::uint32_t node : chain) nodes[node].seen_by = component;
    for (std::uint32_t event = 0; event < projections.num_events(component); ++event)
      for (std::uint32_t node = first_node_[projections.counter(component, event)]; node != kNoNode; node = nodes[node].older)
        if (nodes[node].seen_by != component) graph.add_edge(node, chain[0], component);
  }
  for (const std::uint32_t counter : counters) first_node_[counter] = kNoNode;
  return graph.cycle();
}

bool CountCheck::passes(std::span<const LocalState> state) {
  for (const ComponentId component : network_.components())
    if (!differences_.of(component).reaches(state[component.index()])) return false;
  switch (kind_) {
    case Kind::kRelation: return relations_agree(state);
    case Kind::kDifference: return differences_agree(state);
  }
  return true;
}

bool CountCheck::differences_agree(std::span<const LocalState> state) {
  const Projections& projections = differences_.projections();
  Offsets offsets(projections.num_counters());
  DifferenceTable::Scratch scratch;
  bool agree = true;
  for (const ComponentId component : network_.components())
    differences_.of(component).for_each_class(
        state[component.index()], scratch, [&](std::span<const DifferenceTable::Count> members) {
          for (std::size_t i = 1; i < members.size(); ++i)
            agree = agree && offsets.relate(projections.counter(component, members[i].event),
                                            projections.counter(component, members[0].event),
                                            std::int64_t{members[i].count} - members[0].count);
        });
  return agree;
}

// Equal numbers become one node; then there must be no cycle of "less" (Antonino, Gibson-Robinson and Roscoe,
// lemma 3). In a class, comparing neighbours in the order of their counts is enough: "less or equal" is
// transitive along the chain.
bool CountCheck::relations_agree(std::span<const LocalState> state) {
  const Projections& projections = differences_.projections();
  Offsets equal(projections.num_counters());
  DifferenceTable::Scratch scratch;
  const auto for_each_step = [&](const auto& visit) {
    for (const ComponentId component : network_.components())
      differences_.of(component).for_each_class(
          state[component.index()], scratch, [&](std::span<const DifferenceTable::Count> members) {
            for (std::size_t i = 1; i < members.size(); ++i)
              visit(component, projections.counter(component, members[i - 1].event),
                    projections.counter(component, members[i].event), members[i - 1].count < members[i].count);
          });
  };
  for_each_step([&](ComponentId, std::uint32_t low, std::uint32_t high, bool is_less) {
    if (!is_less) equal.relate(low, high, 0);
  });
  OrderGraph graph;
  for (std::size_t i = 0; i < projections.num_counters(); ++i) graph.add_node();
  for_each_step([&](ComponentId component, std::uint32_t low, std::uint32_t high, bool is_less) {
    if (is_less) graph.add_edge(equal.root(low), equal.root(high), component);
  });
  return graph.cycle().empty();
}

}   // namespace parley
