#include "net/shape.h"

#include <algorithm>
#include <numeric>

namespace parley {

namespace {

class UnionFind {
 public:
  explicit UnionFind(std::size_t size) : parent_(size), size_(size, 1) { std::iota(parent_.begin(), parent_.end(), 0U); }
  std::uint32_t find(std::uint32_t at) {
    while (parent_[at] != at) at = parent_[at] = parent_[parent_[at]];
    return at;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    if (a == b) return;
    if (size_[a] < size_[b]) std::swap(a, b);
    parent_[b] = a;
    size_[a] += size_[b];
  }
  bool is_root(std::uint32_t at) const { return parent_[at] == at; }
  std::uint32_t size_of_root(std::uint32_t at) const { return size_[at]; }

 private:
  std::vector<std::uint32_t> parent_;
  std::vector<std::uint32_t> size_;
};

using Pair = std::pair<std::uint32_t, std::uint32_t>;

// All pairs of neighbours, each once; nullopt if there are too many to list.
std::optional<std::vector<Pair>> neighbour_pairs(const Network& network, Pulse& pulse) {
  std::size_t most = 0;
  for (RuleId rule : network.rules()) {
    const std::size_t arity = network.participants(rule).size();
    most += arity * (arity - 1) / 2;
  }
  if (most > 4 * network.num_participants() + 1'000'000) return std::nullopt;
  std::vector<Pair> pairs;
  for (RuleId rule : network.rules()) {
    pulse.beat();
    const std::span<const Participant> all = network.participants(rule);
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t j = i + 1; j < all.size(); ++j) pairs.emplace_back(all[i].component.value, all[j].component.value);
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

std::string form_of(std::size_t components, std::size_t parts, std::size_t pairs, std::size_t most_neighbours,
                    std::size_t fewest_neighbours) {
  if (components == 1) return "a single component";
  if (pairs == 0) return "components that never synchronise";
  if (pairs == components * (components - 1) / 2) return components == 2 ? "a pair" : "a complete graph";
  if (pairs + parts == components) {
    if (parts > 1) return "a forest";
    if (most_neighbours == 2) return "a line";
    return most_neighbours == components - 1 ? "a star" : "a tree";
  }
  if (parts == 1 && most_neighbours == 2 && fewest_neighbours == 2) return "a ring";
  return parts > 1 ? "several parts with cycles" : "a graph with cycles";
}

}   // namespace

Shape shape_of(const Network& network, const Limits& limits) {
  Pulse pulse(limits, 4096);
  Shape shape;
  UnionFind joined(network.num_components());
  for (RuleId rule : network.rules()) {
    pulse.beat();
    const std::span<const Participant> all = network.participants(rule);
    if (shape.rules_by_arity.size() <= all.size()) shape.rules_by_arity.resize(all.size() + 1);
    ++shape.rules_by_arity[all.size()];
    for (const Participant& p : all) joined.join(all[0].component.value, p.component.value);
  }
  for (ComponentId component : network.components()) {
    shape.most_rules = std::max(shape.most_rules, network.rules(component).size());
    if (!joined.is_root(component.value)) continue;
    ++shape.parts;
    shape.largest_part = std::max<std::size_t>(shape.largest_part, joined.size_of_root(component.value));
  }

  const std::optional<std::vector<Pair>> pairs = neighbour_pairs(network, pulse);
  if (!pairs) return shape;
  shape.neighbour_pairs = pairs->size();
  std::vector<std::uint32_t> neighbours(network.num_components());
  for (const auto& [a, b] : *pairs) {
    ++neighbours[a];
    ++neighbours[b];
  }
  shape.most_neighbours = *std::ranges::max_element(neighbours);
  shape.form =
      form_of(network.num_components(), shape.parts, pairs->size(), shape.most_neighbours, *std::ranges::min_element(neighbours));
  return shape;
}

}   // namespace parley
