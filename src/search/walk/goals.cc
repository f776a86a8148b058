#include "search/walk/goals.h"

#include <algorithm>
#include <functional>
#include <limits>

namespace parley {

namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
// Sums saturate here, so that nested sums do not overflow.
constexpr Goals::Distance kMost = Goals::Distance{1} << 36;
constexpr std::uint32_t kMostBuckets = 64;

// Distance 0 has a bucket of its own, and so has "no path": the last one. Distances in between that are too
// large share the last but one.
std::uint32_t bucket_of(Goals::Distance distance, std::uint32_t buckets) {
  if (distance >= LocalDistances::kFar) return buckets - 1;
  return static_cast<std::uint32_t>(std::min<Goals::Distance>(distance, buckets - 2));
}

// Of a node with all its data, during construction.
constexpr std::uint64_t kBytesPerNode = 250;

std::int64_t saturated_sum(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return a > 0 ? std::numeric_limits<std::int64_t>::max() : std::numeric_limits<std::int64_t>::min();
}

}   // namespace

// Builds the nodes: negations are removed, and inequalities become "at least", with positive weights.
class Goals::Builder {
 public:
  Builder(Goals& goals, const Network& network) : goals_(goals), network_(network), distances_(network) {}

  void add(const Predicate& formula, std::uint32_t goal) {
    const std::size_t size = formula.nodes().size();
    // Which nodes are needed as they are, and which negated. Parents are visited before their children.
    std::vector<std::uint8_t> needed(2 * size, 0);
    needed[2 * (size - 1)] = 1;
    for (std::size_t i = size; i-- > 0;) {
      const Predicate::Node& node = formula.nodes()[i];
      if (node.kind != Predicate::Kind::kNot && node.kind != Predicate::Kind::kAnd && node.kind != Predicate::Kind::kOr) continue;
      const std::size_t turned = node.kind == Predicate::Kind::kNot ? 1 : 0;
      for (std::size_t child : formula.children(node))
        for (std::size_t negated = 0; negated < 2; ++negated)
          if (needed[2 * i + negated] != 0) needed[2 * child + (negated ^ turned)] = 1;
    }
    now_.assign(2 * size, kNone);
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t negated = 0; negated < 2; ++negated)
        if (needed[2 * i + negated] != 0) now_[2 * i + negated] = add_node(formula, formula.nodes()[i], negated);
    const std::uint32_t root = now_[2 * (size - 1)];
    // By a double negation, the root of a goal may be a node that exists already, but never the root of
    // another goal.
    goals_.nodes_[root].goal = goal;
    goals_.roots_.push_back(root);
  }

  void finish() {
    push({});   // the sentinel
    index_children();
    index_parents();
    index_literals();
    goals_.distances_ = std::move(distances_).take_entries();
    goals_.is_dirty_.assign(goals_.nodes_.size(), 0);
    goals_.values_.assign(goals_.nodes_.size(), 0);
    goals_.sums_.assign(goals_.nodes_.size(), 0);
  }

 private:
  std::uint32_t push(const Node& node) {
    goals_.nodes_.push_back(node);
    goals_.nodes_.back().goal = kNone;
    return static_cast<std::uint32_t>(goals_.nodes_.size() - 1);
  }

  std::uint32_t add_literal(const Atom& atom, bool negated) {
    Literal literal{.atom = &atom, .side = negated ? LocalDistances::Side::kOutside : LocalDistances::Side::kInside};
    literal.table = distances_.table(network_.template_of(atom.component), literal.side, atom.states);
    literal.node = push({.kind = Kind::kLiteral});
    goals_.literals_.push_back(literal);
    return literal.node;
  }

  std::uint32_t add_node(const Predicate& formula, const Predicate::Node& node, std::size_t negated) {
    switch (node.kind) {
      case Predicate::Kind::kConstant: return push({.kind = Kind::kConstant, .need = node.value == (negated == 0) ? 0 : kMost});
      case Predicate::Kind::kAtom: return add_literal(formula.atoms()[node.first], negated != 0);
      case Predicate::Kind::kNot: return now_[std::size_t{2} * formula.children(node)[0] + (negated ^ 1)];
      case Predicate::Kind::kAnd:
      case Predicate::Kind::kOr: return add_connective(formula, node, negated);
      case Predicate::Kind::kAtMost: return add_count(formula, node, negated);
    }
    return kNone;
  }

  std::uint32_t add_connective(const Predicate& formula, const Predicate::Node& node, std::size_t negated) {
    const std::span<const std::uint32_t> children = formula.children(node);
    const bool all = (node.kind == Predicate::Kind::kAnd) == (negated == 0);
    if (children.empty()) return push({.kind = Kind::kConstant, .need = all ? 0 : kMost});
    Node made{.kind = all ? Kind::kSum : Kind::kLeast, .count = static_cast<std::uint32_t>(children.size())};
    if (!all) {
      made.first = static_cast<std::uint32_t>(goals_.trees_.size());
      goals_.trees_.resize(goals_.trees_.size() + 2 * children.size(), 0);
    }
    const std::uint32_t number = push(made);
    for (std::uint32_t slot = 0; slot < children.size(); ++slot)
      links_.emplace_back(now_[std::size_t{2} * children[slot] + negated], ParentLink{.parent = number, .slot = slot});
    return number;
  }

  // sum <= bound means -sum >= -bound; its negation means sum >= bound + 1. For a negative weight w: w * [a]
  // equals w + (-w) * [not a].
  std::uint32_t add_count(const Predicate& formula, const Predicate::Node& node, std::size_t negated) {
    std::int64_t need = negated == 0 ? -node.bound : node.bound + 1;
    std::vector<std::pair<std::uint32_t, std::int64_t>> terms;
    terms.reserve(formula.terms(node).size());
    std::int32_t farthest = 1;   // the distance of an atom without a table
    for (const Predicate::Term& term : formula.terms(node)) {
      const std::int64_t weight = negated == 0 ? -term.weight : term.weight;
      if (weight == 0) continue;
      if (weight < 0) need = saturated_sum(need, -weight);
      terms.emplace_back(add_literal(formula.atoms()[term.atom], weight < 0), weight < 0 ? -weight : weight);
      const std::size_t table = goals_.literals_.back().table;
      if (table != LocalDistances::kRefused) farthest = std::max(farthest, distances_.farthest(table));
    }
    const auto first = static_cast<std::uint32_t>(goals_.buckets_.size());
    // Thousands of small counts are common, so a count has no more buckets than it has distances.
    const std::uint32_t buckets = std::min(kMostBuckets, static_cast<std::uint32_t>(farthest) + 2);
    goals_.buckets_.resize(first + buckets);
    const std::uint32_t number = push({.kind = Kind::kAtLeast, .first = first, .count = buckets, .need = need});
    for (const auto& [child, weight] : terms) links_.emplace_back(child, ParentLink{.parent = number, .weight = weight});
    return number;
  }

  void index_children() {
    std::ranges::stable_sort(links_, {}, [](const auto& entry) { return entry.second.parent; });
    goals_.children_.reserve(links_.size());
    std::size_t next = 0;
    for (std::uint32_t node = 0; node < goals_.nodes_.size(); ++node) {
      goals_.nodes_[node].first_child = static_cast<std::uint32_t>(goals_.children_.size());
      for (; next < links_.size() && links_[next].second.parent == node; ++next)
        goals_.children_.emplace_back(links_[next].first, links_[next].second.weight);
    }
  }

  void index_parents() {
    std::ranges::stable_sort(links_, {}, [](const auto& entry) { return entry.first; });
    goals_.parents_.reserve(links_.size());
    std::size_t next = 0;
    for (std::uint32_t node = 0; node < goals_.nodes_.size(); ++node) {
      goals_.nodes_[node].first_parent = static_cast<std::uint32_t>(goals_.parents_.size());
      for (; next < links_.size() && links_[next].first == node; ++next) goals_.parents_.push_back(links_[next].second);
    }
  }

  void index_literals() {
    std::ranges::stable_sort(goals_.literals_, {}, [](const Literal& literal) { return literal.atom->component; });
    goals_.literal_begins_.assign(network_.num_components() + 1, 0);
    goals_.literal_of_.assign(goals_.nodes_.size(), kNone);
    for (std::uint32_t i = 0; i < goals_.literals_.size(); ++i) goals_.literal_of_[goals_.literals_[i].node] = i;
    for (const Literal& literal : goals_.literals_) ++goals_.literal_begins_[literal.atom->component.index() + 1];
    for (std::size_t i = 0; i < network_.num_components(); ++i) goals_.literal_begins_[i + 1] += goals_.literal_begins_[i];
  }

  Goals& goals_;
  const Network& network_;
  LocalDistances distances_;
  std::vector<std::uint32_t> now_;                            // 2 * node of the formula + negated -> node
  std::vector<std::pair<std::uint32_t, ParentLink>> links_;   // child, place
};

Goals::Goals(const Network& network, std::span<const Predicate* const> formulas, const Limits& limits) {
  Builder builder(*this, network);
  std::uint64_t size = 0;
  for (const Predicate* formula : formulas) size += formula->nodes().size() + formula->atoms().size();
  limits.expect(size * kBytesPerNode);
  std::uint32_t goal = 0;
  for (const Predicate* formula : formulas) builder.add(*formula, goal++);
  builder.finish();

  // Computes every value from scratch, children first. Later, only what changes is updated.
  for (const Literal& literal : literals_)
    values_[literal.node] = literal_value(literal, network.lts(literal.atom->component).initial());
  for (std::uint32_t node = 0; node + 1 < nodes_.size(); ++node) {
    if (nodes_[node].kind == Kind::kLeast) {
      Distance* tree = &trees_[nodes_[node].first];
      for (std::size_t at = nodes_[node].count; at-- > 1;) tree[at] = std::min(tree[2 * at], tree[2 * at + 1]);
    }
    values_[node] = value_of(node);
    for (std::uint32_t i = nodes_[node].first_parent; i < nodes_[node + 1].first_parent; ++i)
      add_to_parent(parents_[i], values_[node]);
  }
  initial_ = {values_, sums_, trees_, buckets_};
  dirty_.reserve(64);
}

void Goals::add_to_parent(const ParentLink& link, Distance value) {
  const Node& parent = nodes_[link.parent];
  switch (parent.kind) {
    case Kind::kConstant:
    case Kind::kLiteral: return;   // these have no children
    case Kind::kSum: sums_[link.parent] += value; return;
    case Kind::kLeast: trees_[parent.first + parent.count + link.slot] = value; return;
    case Kind::kAtLeast: {
      Bucket& bucket = buckets_[parent.first + bucket_of(value, parent.count)];
      bucket.weight += link.weight;
      ++bucket.terms;
      return;
    }
  }
}

void Goals::reset() {
  values_ = initial_.of_node;
  sums_ = initial_.sums;
  trees_ = initial_.trees;
  buckets_ = initial_.buckets;
  arrivals_.clear();
}

Goals::Distance Goals::literal_value(const Literal& literal, LocalState at) const {
  if (literal.table != LocalDistances::kRefused) return distances_[literal.table + at.index()];
  const bool inside = std::ranges::binary_search(literal.atom->states, at);
  return inside == (literal.side == LocalDistances::Side::kInside) ? 0 : 1;
}

void Goals::update_literal(const Literal& literal, LocalState at) {
  const Distance now = literal_value(literal, at);
  if (values_[literal.node] != now) change(literal.node, now);
}

void Goals::change(std::uint32_t node, Distance now) {
  const Distance before = values_[node];
  values_[node] = now;
  if (now == 0 && nodes_[node].goal != kNone) arrivals_.push_back(nodes_[node].goal);
  for (std::uint32_t i = nodes_[node].first_parent; i < nodes_[node + 1].first_parent; ++i) notify(parents_[i], before, now);
}

void Goals::notify(const ParentLink& link, Distance before, Distance now) {
  const Node& parent = nodes_[link.parent];
  switch (parent.kind) {
    case Kind::kConstant:
    case Kind::kLiteral: return;   // these have no children
    case Kind::kSum: sums_[link.parent] += now - before; break;
    case Kind::kLeast: {
      Distance* tree = &trees_[parent.first];
      std::size_t at = parent.count + link.slot;
      tree[at] = now;
      for (at /= 2; at >= 1; at /= 2) {
        const Distance least = std::min(tree[2 * at], tree[2 * at + 1]);
        if (tree[at] == least) break;
        tree[at] = least;
      }
      break;
    }
    case Kind::kAtLeast: {
      Bucket& left = buckets_[parent.first + bucket_of(before, parent.count)];
      left.weight -= link.weight;
      --left.terms;
      Bucket& entered = buckets_[parent.first + bucket_of(now, parent.count)];
      entered.weight += link.weight;
      ++entered.terms;
      break;
    }
  }
  if (is_dirty_[link.parent] != 0) return;
  is_dirty_[link.parent] = 1;
  dirty_.push_back(link.parent);
  std::ranges::push_heap(dirty_, std::greater<>());
}

Goals::Distance Goals::value_of(std::uint32_t number) const {
  const Node& node = nodes_[number];
  switch (node.kind) {
    case Kind::kConstant: return node.need;
    case Kind::kLiteral: return values_[number];
    case Kind::kSum: return std::min(sums_[number], kMost);
    case Kind::kLeast: return trees_[node.first + 1];   // if there is one operand, this is its leaf
    case Kind::kAtLeast: break;
  }
  // Takes the cheapest terms first, until nothing is missing. Terms of one bucket are assumed to have equal
  // weights.
  std::int64_t missing = saturated_sum(node.need, -buckets_[node.first].weight);
  Distance cost = 0;
  for (std::uint32_t i = 1; i < node.count && missing > 0; ++i) {
    const Bucket& bucket = buckets_[node.first + i];
    if (bucket.terms == 0) continue;
    const Distance each = i + 1 == node.count ? LocalDistances::kFar : i;
    if (bucket.weight <= missing) {
      cost += each * bucket.terms;
      missing -= bucket.weight;
    } else {
      const std::int64_t average = std::max<std::int64_t>(1, bucket.weight / bucket.terms);
      cost += each * std::min(bucket.terms, (missing - 1) / average + 1);
      missing = 0;
    }
  }
  return missing > 0 ? kMost : std::min(cost, kMost);
}

std::vector<Goals::Literal> Goals::draw(std::size_t goal, Rng& rng) const {
  std::vector<Literal> drawn;
  std::vector<std::uint32_t> asked = {roots_[goal]};
  std::vector<std::pair<std::uint32_t, std::int64_t>> terms;
  while (!asked.empty()) {
    const std::uint32_t node = asked.back();
    asked.pop_back();
    const auto children =
        std::span(children_).subspan(nodes_[node].first_child, nodes_[node + 1].first_child - nodes_[node].first_child);
    switch (nodes_[node].kind) {
      case Kind::kConstant: break;
      case Kind::kLiteral: drawn.push_back(literals_[literal_of_[node]]); break;
      case Kind::kSum:
        for (const auto& [child, weight] : children) asked.push_back(child);
        break;
      case Kind::kLeast: {
        // Draws an operand that can become true. Half of the time, draws several and takes the nearest.
        const auto any = [&] { return children[rng.below(static_cast<std::uint32_t>(children.size()))].first; };
        std::uint32_t chosen = any();
        for (int i = 0; i < 8 && values_[chosen] >= LocalDistances::kFar; ++i) chosen = any();
        if (rng.happens(512))
          for (int i = 0; i < 8; ++i)
            if (const std::uint32_t other = any(); values_[other] < values_[chosen]) chosen = other;
        asked.push_back(chosen);
        break;
      }
      case Kind::kAtLeast: {
        terms.assign(children.begin(), children.end());
        for (std::size_t i = terms.size(); i > 1; --i) std::swap(terms[i - 1], terms[rng.below(static_cast<std::uint32_t>(i))]);
        std::ranges::stable_sort(terms, {},
                                 [&](const auto& term) { return values_[term.first] >= LocalDistances::kFar ? 1 : 0; });
        std::int64_t missing = nodes_[node].need;
        for (std::size_t i = 0; i < terms.size() && missing > 0; ++i) {
          asked.push_back(terms[i].first);
          missing -= terms[i].second;
        }
        break;
      }
    }
  }
  return drawn;
}

void Goals::settle() {
  while (!dirty_.empty()) {
    std::ranges::pop_heap(dirty_, std::greater<>());
    const std::uint32_t node = dirty_.back();
    dirty_.pop_back();
    is_dirty_[node] = 0;
    const Distance now = value_of(node);
    if (now != values_[node]) change(node, now);
  }
}

}   // namespace parley
