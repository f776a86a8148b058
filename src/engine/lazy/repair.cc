#include "engine/lazy/repair.h"

#include <algorithm>
#include <bit>
#include <queue>
#include <unordered_set>

namespace parley::lazy {

namespace {

constexpr std::size_t kMostAdded = 8;
constexpr std::size_t kMostNodes = std::size_t{1} << 22;
constexpr std::uint32_t kNone = ~std::uint32_t{0};

// A best-first search. A node is the number of steps taken of the plan, and the states of the added
// components.
class Repair {
 public:
  Repair(const ProductContext& product_context, const Plan& plan, std::span<const LocalComponent> added)
      : product_context_(product_context),
        fragment_(product_context.fragment),
        plan_(plan),
        added_(added.begin(), added.end()),
        pulse_(product_context.limits) {}

  std::optional<Plan> run() {
    if (!number_local_states()) return std::nullopt;
    column_of_.assign(fragment_.num_components(), kNone);
    for (std::uint32_t column = 0; column < added_.size(); ++column) column_of_[added_[column]] = column;
    find_own_rules();
    product_context_.limits.expect((plan_.steps.size() + 1) * num_vectors_ * sizeof(Arrival));
    arrivals_.assign((plan_.steps.size() + 1) * num_vectors_, {});
    std::size_t initial = 0;
    for (std::size_t column = 0; column < added_.size(); ++column)
      initial += strides_[column] * fragment_.lts(added_[column]).initial().index();
    relax(initial, {.from = kNone, .is_reached = true});
    while (!queue_.empty()) {
      const std::uint32_t node = queue_.top().node;
      queue_.pop();
      pulse_.beat();
      if (arrivals_[node].is_done) continue;
      arrivals_[node].is_done = true;
      read(node);
      if (position_ == plan_.steps.size() && local_goals_hold()) return path_to(node);
      if (!is_over()) expand(node);
    }
    return std::nullopt;
  }

 private:
  struct Arrival {
    std::uint32_t from = kNone;
    std::uint32_t rule = kNone;   // a rule of the added components alone; kNone: the next step of the plan
    std::uint32_t steps = 0;
    bool is_reached = false;
    bool is_done = false;
    std::uint64_t outside_components = 0;
  };
  struct Waiting {
    std::uint64_t key = 0;
    std::uint32_t node = 0;
    friend bool operator>(const Waiting& a, const Waiting& b) { return a.key != b.key ? a.key > b.key : a.node > b.node; }
  };

  bool number_local_states() {
    if (added_.size() > kMostAdded) return false;
    num_vectors_ = 1;
    for (LocalComponent local_component : added_) {
      strides_.push_back(num_vectors_);
      const std::size_t states = fragment_.lts(local_component).num_states();
      if (states > kMostNodes / num_vectors_) return false;
      num_vectors_ *= states;
    }
    return num_vectors_ <= kMostNodes / (plan_.steps.size() + 1);
  }

  bool is_added(LocalComponent local_component) const { return column_of_[local_component] != kNone; }
  bool is_outside(const Fragment::Part& part) const {
    return !part.never_refuses && !fragment_.is_revealed(fragment_.component(part.local_component));
  }

  std::uint64_t outside_components_of(std::uint32_t rule) const {
    std::uint64_t bits = 0;
    for (const Fragment::Part& part : fragment_.parts(rule))
      if (is_outside(part)) bits |= std::uint64_t{1} << part.local_component % 64;
    return bits;
  }

  // The rules that name added components and no old member.
  void find_own_rules() {
    std::unordered_set<std::uint32_t> seen;
    for (LocalComponent local_component : added_)
      for (RuleId id : fragment_.network().rules(fragment_.component(local_component))) {
        pulse_.beat();
        const std::uint32_t rule = fragment_.rule_number(id);
        if (!seen.insert(rule).second) continue;
        const bool is_own = std::ranges::none_of(fragment_.parts(rule), [&](const Fragment::Part& part) {
          return !is_added(part.local_component) && fragment_.is_revealed(fragment_.component(part.local_component));
        });
        if (is_own) own_rules_.push_back(rule);
      }
  }

  void read(std::uint32_t node) {
    position_ = node / num_vectors_;
    locals_.clear();
    for (std::size_t column = 0; column < added_.size(); ++column)
      locals_.emplace_back(node % num_vectors_ / strides_[column] % fragment_.lts(added_[column]).num_states());
  }

  bool local_goals_hold() const {
    for (std::size_t column = 0; column < added_.size(); ++column)
      if (!product_context_.sets.contains(fragment_.local_goal(added_[column]), locals_[column])) return false;
    return true;
  }

  // An error state stops the network.
  bool is_over() const {
    if (position_ == plan_.steps.size() && plan_.ends_in_error) return true;
    for (std::size_t column = 0; column < added_.size(); ++column)
      if (fragment_.lts(added_[column]).is_error(locals_[column])) return true;
    return false;
  }

  void expand(std::uint32_t node) {
    if (position_ < plan_.steps.size()) fire(node, plan_.steps[position_].rule, kNone);
    for (std::uint32_t rule : own_rules_) fire(node, rule, rule);
  }

  // Takes the rule in every way in which the added components can take part.
  void fire(std::uint32_t node, std::uint32_t rule, std::uint32_t own_rule) {
    choices_.clear();
    for (const Fragment::Part& part : fragment_.parts(rule)) {
      if (!is_added(part.local_component)) continue;
      const std::uint32_t column = column_of_[part.local_component];
      const std::span<const Edge> edges = fragment_.lts(part.local_component).edges(locals_[column], part.label);
      if (edges.empty()) return;
      choices_.push_back({column, edges, 0});
    }
    const std::uint64_t outside_components = outside_components_of(rule);
    const std::size_t position = position_ + (own_rule == kNone ? 1 : 0);
    for (bool more = true; more;) {
      std::size_t vector = node % num_vectors_;
      for (const EdgeChoice& choice : choices_) {
        vector -= strides_[choice.column] * locals_[choice.column].index();
        vector += strides_[choice.column] * choice.edges[choice.at].target.index();
      }
      relax(position * num_vectors_ + vector, {.from = node,
                                               .rule = own_rule,
                                               .steps = arrivals_[node].steps + 1,
                                               .is_reached = true,
                                               .outside_components = arrivals_[node].outside_components | outside_components});
      more = false;
      for (std::size_t i = 0; i < choices_.size() && !more; ++i) {
        if (++choices_[i].at < choices_[i].edges.size()) more = true;
        else choices_[i].at = 0;
      }
    }
  }

  // Few outside components first, then few steps left of the plan.
  std::uint64_t key(std::size_t node, const Arrival& arrival) const {
    const std::uint64_t left = plan_.steps.size() - node / num_vectors_;
    return static_cast<std::uint64_t>(std::popcount(arrival.outside_components)) << 56 | (left * 2 + arrival.steps);
  }

  void relax(std::size_t node, const Arrival& arrival) {
    Arrival& known = arrivals_[node];
    if (known.is_reached && (known.is_done || key(node, arrival) >= key(node, known))) return;
    known = arrival;
    queue_.push({key(node, arrival), static_cast<std::uint32_t>(node)});
  }

  Plan path_to(std::uint32_t goal) {
    std::vector<std::uint32_t> nodes;
    for (std::uint32_t node = goal; node != kNone; node = arrivals_[node].from) nodes.push_back(node);
    std::ranges::reverse(nodes);
    Plan path;
    path.steps.reserve(nodes.size());
    for (std::size_t i = 1; i < nodes.size(); ++i) {
      const Arrival& arrival = arrivals_[nodes[i]];
      read(nodes[i]);
      const Plan::Step* planned = arrival.rule == kNone ? &plan_.steps[position_ - 1] : nullptr;
      const std::uint32_t rule = planned != nullptr ? planned->rule : arrival.rule;
      path.steps.push_back({rule, static_cast<std::uint32_t>(path.targets.size())});
      const std::span<const Fragment::Part> parts = fragment_.parts(rule);
      for (std::size_t p = 0; p < parts.size(); ++p) {
        if (is_added(parts[p].local_component)) path.targets.push_back(locals_[column_of_[parts[p].local_component]]);
        else path.targets.push_back(planned != nullptr ? plan_.targets[planned->first_target + p] : Plan::kAnyMove);
      }
    }
    read(goal);
    path.ends_in_error = is_over();
    return path;
  }

  struct EdgeChoice {
    std::uint32_t column;
    std::span<const Edge> edges;
    std::size_t at;
  };
  const ProductContext& product_context_;
  const Fragment& fragment_;
  const Plan& plan_;
  const std::vector<LocalComponent> added_;
  std::vector<std::size_t> strides_;
  std::size_t num_vectors_ = 1;
  std::vector<std::uint32_t> column_of_;   // by number in the fragment
  std::vector<std::uint32_t> own_rules_;
  std::vector<Arrival> arrivals_;   // by node
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> queue_;
  std::size_t position_ = 0;   // of the current node: how many steps of the plan are taken
  std::vector<LocalState> locals_;
  std::vector<EdgeChoice> choices_;
  Pulse pulse_;
};

}   // namespace

std::optional<Plan> repair(const ProductContext& product_context, const Plan& plan, std::span<const LocalComponent> added) {
  return Repair(product_context, plan, added).run();
}

}   // namespace parley::lazy
