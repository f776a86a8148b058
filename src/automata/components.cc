#include "automata/components.h"

#include <algorithm>

namespace parley::automata {

namespace {

constexpr std::uint32_t kNoNumber = 0xFFFFFFFF;

class Tarjan {
 public:
  Tarjan(const Graph& graph, const Limits& limits)
      : graph_(graph), pulse_(limits), low_(graph.size(), kNoNumber), next_edge_(graph.size()) {
    result_.of.assign(graph.size(), kNoNumber);
  }

  Components run() {
    for (std::uint32_t root = 0; root < graph_.size(); ++root)
      if (low_[root] == kNoNumber) search(root);
    return std::move(result_);
  }

 private:
  void search(std::uint32_t root) {
    enter(root);
    while (!path_.empty()) {
      pulse_.beat();
      const std::uint32_t node = path_.back();
      if (next_edge_[node] < graph_.begins[node + 1]) {
        const std::uint32_t target = graph_.targets[next_edge_[node]++];
        if (low_[target] == kNoNumber) enter(target);
        else if (result_.of[target] == kNoNumber) low_[node] = std::min(low_[node], low_[target]);
        continue;
      }
      path_.pop_back();
      if (!path_.empty()) low_[path_.back()] = std::min(low_[path_.back()], low_[node]);
      if (members_[low_[node]] == node) close(node);
    }
  }

  // A node's number is its index in members_. It serves as Tarjan's visit time, because both increase along
  // the path.
  void enter(std::uint32_t node) {
    low_[node] = static_cast<std::uint32_t>(members_.size());
    next_edge_[node] = graph_.begins[node];
    members_.push_back(node);
    path_.push_back(node);
  }

  void close(std::uint32_t root) {
    const std::uint32_t first = low_[root];
    const auto component = static_cast<std::uint32_t>(result_.count());
    const auto begin = graph_.targets.begin() + graph_.begins[root];
    const auto end = graph_.targets.begin() + graph_.begins[root + 1];
    result_.has_cycle.push_back(members_.size() - first > 1 || std::find(begin, end, root) != end);
    for (std::size_t i = first; i < members_.size(); ++i) result_.of[members_[i]] = component;
    members_.resize(first);
  }

  const Graph& graph_;
  Pulse pulse_;
  Components result_;
  std::vector<std::uint32_t> low_;
  std::vector<std::uint32_t> next_edge_;
  std::vector<std::uint32_t> path_;
  std::vector<std::uint32_t> members_;   // the nodes of components that are not complete yet
};

}   // namespace

Components strong_components(const Graph& graph, const Limits& limits) { return Tarjan(graph, limits).run(); }

}   // namespace parley::automata
