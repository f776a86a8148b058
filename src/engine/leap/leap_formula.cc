#include "engine/leap/leap_formula.h"

#include <algorithm>
#include <map>
#include <optional>

namespace parley::leap {

namespace {

// For each state of a kind, the nodes that have it in their reach. An atom names few states, so its cost
// depends on these and not on the reaches of all nodes.
class NodesByState {
 public:
  NodesByState(const LocalParts::Kind& kind, std::size_t num_states, Pulse& pulse) : begins_(num_states + 1) {
    for (std::size_t node = 0; node < kind.num_nodes(); ++node)
      for (LocalState state : kind.reach(node)) {
        pulse.beat();
        ++begins_[state.index() + 1];
      }
    for (std::size_t state = 0; state < num_states; ++state) begins_[state + 1] += begins_[state];
    nodes_.resize(begins_.back());
    std::vector<std::uint32_t> next(begins_.begin(), begins_.end() - 1);
    for (std::size_t node = 0; node < kind.num_nodes(); ++node)
      for (LocalState state : kind.reach(node)) {
        pulse.beat();
        nodes_[next[state.index()]++] = static_cast<std::uint32_t>(node);
      }
  }

  std::span<const std::uint32_t> of(LocalState state) const {
    return std::span(nodes_).subspan(begins_[state.index()], begins_[state.index() + 1] - begins_[state.index()]);
  }

 private:
  std::vector<std::uint32_t> begins_;
  std::vector<std::uint32_t> nodes_;
};

// Builds up to two formulas for every part of the given one, as the whole needs them: that the part may be
// true, and that it may be false.
class Relaxation {
 public:
  Relaxation(const Network& network, const Predicate& formula, const LocalParts& parts, const Limits& limits)
      : network_(network), formula_(formula), parts_(parts), pulse_(limits), over_(parts.kinds().size()) {}

  LeapFormula build() {
    const std::span<const Predicate::Node> nodes = formula_.nodes();
    const std::vector<Needed> needed = needed_parts();
    may_.resize(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      pulse_.beat();
      if (needed[i].be_true) may_[i].be_true = relaxed(nodes[i], true);
      if (needed[i].be_false) may_[i].be_false = relaxed(nodes[i], false);
    }
    LeapFormula result{std::move(builder_).build(may_.back().be_true)};
    count_occurrences(result);
    return result;
  }

 private:
  using Handle = PredicateBuilder::Handle;
  struct May {
    Handle be_true = 0;
    Handle be_false = 0;
  };
  struct Needed {
    bool be_true = false;
    bool be_false = false;
  };

  std::vector<Needed> needed_parts() const {
    std::vector<Needed> needed(formula_.nodes().size());
    needed.back().be_true = true;
    for (std::size_t i = needed.size(); i-- > 0;) {
      const Predicate::Node& node = formula_.nodes()[i];
      const bool turns = node.kind == Predicate::Kind::kNot;
      if (!turns && node.kind != Predicate::Kind::kAnd && node.kind != Predicate::Kind::kOr) continue;
      for (std::uint32_t child : formula_.children(node)) {
        needed[child].be_true |= turns ? needed[i].be_false : needed[i].be_true;
        needed[child].be_false |= turns ? needed[i].be_true : needed[i].be_false;
      }
    }
    return needed;
  }

  Handle relaxed(const Predicate::Node& node, bool value) {
    switch (node.kind) {
      case Predicate::Kind::kConstant: return builder_.constant(node.value == value);
      case Predicate::Kind::kAtom: return atom(formula_.atoms()[node.first], value);
      case Predicate::Kind::kNot: return of(formula_.children(node)[0], !value);
      case Predicate::Kind::kAnd:
      case Predicate::Kind::kOr: return over(node, value);
      case Predicate::Kind::kAtMost: return at_most(node, value);
    }
    return 0;
  }
  Handle of(std::uint32_t child, bool value) const { return value ? may_[child].be_true : may_[child].be_false; }

  Handle over(const Predicate::Node& node, bool value) {
    std::vector<Handle> operands;
    operands.reserve(node.count);
    for (std::uint32_t child : formula_.children(node)) operands.push_back(of(child, value));
    return (node.kind == Predicate::Kind::kAnd) == value ? builder_.all_of(operands) : builder_.any_of(operands);
  }

  Handle atom(const Atom& atom, bool value) {
    const LocalParts::Kind& kind = parts_.kind(atom.component);
    for (LocalState state : atom.states) meet(atom.component, state, 0);
    Atom may{atom.component, {}};
    if (value) {
      std::ranges::sort(met_nodes_);
      for (std::uint32_t node : met_nodes_) may.states.emplace_back(node);
    } else {
      for (std::size_t node = 0; node < kind.num_nodes(); ++node) {
        pulse_.beat();
        if (met_[node].states < kind.reach(node).size()) may.states.emplace_back(node);
      }
    }
    forget_met();
    return may.states.empty() ? builder_.constant(false) : builder_.atom(std::move(may));
  }

  // Records for every node with this state in its reach that the state has this weight.
  void meet(ComponentId component, LocalState state, std::int64_t weight) {
    const LocalParts::Kind& kind = parts_.kind(component);
    std::optional<NodesByState>& over = over_[parts_.kind_number(component)];
    if (!over) over.emplace(kind, network_.lts(component).num_states(), pulse_);
    if (met_.size() < kind.num_nodes()) met_.resize(kind.num_nodes());
    for (std::uint32_t node : over->of(state)) {
      pulse_.beat();
      Met& met = met_[node];
      if (met.states++ == 0) met_nodes_.push_back(node);
      met.least = met.states == 1 ? weight : std::min(met.least, weight);
    }
  }
  void forget_met() {
    for (std::uint32_t node : met_nodes_) met_[node] = {};
    met_nodes_.clear();
  }

  // The best case of the sum: each component in the state of its reach that adds least (or most, if the sum
  // shall exceed its bound).
  Handle at_most(const Predicate::Node& node, bool value) {
    std::map<ComponentId, std::vector<Predicate::Term>> by_component;
    for (const Predicate::Term& term : formula_.terms(node)) by_component[formula_.atoms()[term.atom].component].push_back(term);
    std::vector<PredicateBuilder::CountTerm> terms;
    const std::int64_t sign = value ? 1 : -1;
    for (const auto& [component, own] : by_component) {
      weigh(component, own, sign);
      std::map<std::int64_t, std::vector<LocalState>> by_weight;
      const LocalParts::Kind& kind = parts_.kind(component);
      std::ranges::sort(met_nodes_);
      for (std::uint32_t at : met_nodes_) {
        const bool has_others = met_[at].states < kind.reach(at).size();   // with weight 0
        by_weight[has_others ? std::min<std::int64_t>(met_[at].least, 0) : met_[at].least].emplace_back(at);
      }
      forget_met();
      by_weight.erase(0);
      std::uint64_t had = 0;
      for (const Predicate::Term& term : own) had += magnitude(term.weight);
      add_terms(component, by_weight, had, terms);
    }
    return builder_.at_most(std::move(terms), value ? node.bound : -node.bound - 1);
  }
  static std::uint64_t magnitude(std::int64_t weight) { return static_cast<std::uint64_t>(weight < 0 ? -weight : weight); }

  // Each node adds its weight, with one term per weight. But these weights may sum up to more than the
  // original terms of the component, which could overflow the limit of a sum. Then the terms are differences
  // instead: all nodes with at least some weight add its difference to the next smaller weight, from 0
  // upward, and likewise downward.
  static void add_terms(ComponentId component, std::map<std::int64_t, std::vector<LocalState>>& by_weight, std::uint64_t had,
                        std::vector<PredicateBuilder::CountTerm>& terms) {
    const bool is_more = std::ranges::any_of(by_weight, [&](const auto& entry) {
      const std::uint64_t size = magnitude(entry.first);
      if (size > had) return true;
      had -= size;
      return false;
    });
    if (!is_more) {
      for (auto& [weight, states] : by_weight) terms.push_back({weight, Atom{component, std::move(states)}});
      return;
    }
    const auto add = [&](auto first, auto last, const auto& is_over) {
      std::vector<LocalState> beyond;   // states with this weight or one further from 0
      for (; first != last && is_over(first->first); ++first) {
        beyond.insert(beyond.end(), first->second.begin(), first->second.end());
        const auto next = std::next(first);
        const std::int64_t before = next != last && is_over(next->first) ? next->first : 0;
        terms.push_back({first->first - before, Atom{component, beyond}});
      }
    };
    add(by_weight.rbegin(), by_weight.rend(), [](std::int64_t weight) { return weight > 0; });
    add(by_weight.begin(), by_weight.end(), [](std::int64_t weight) { return weight < 0; });
  }
  // Calls meet() for every state that the terms of a component name, with its total weight.
  void weigh(ComponentId component, std::span<const Predicate::Term> terms, std::int64_t sign) {
    weights_.clear();
    for (const Predicate::Term& term : terms)
      for (LocalState state : formula_.atoms()[term.atom].states) {
        pulse_.beat();
        weights_.emplace_back(state, sign * term.weight);
      }
    std::ranges::sort(weights_);
    for (std::size_t i = 0; i < weights_.size();) {
      const LocalState state = weights_[i].first;
      std::int64_t sum = 0;
      for (; i < weights_.size() && weights_[i].first == state; ++i) sum += weights_[i].second;
      meet(component, state, sum);
    }
  }

  // If no component occurs twice, each can be in the state that suits the formula best, whatever the others
  // do.
  void count_occurrences(LeapFormula& result) const {
    std::vector<std::uint64_t> uses(formula_.nodes().size());   // by part: number of ways from the root, up to 2
    uses.back() = 1;
    std::map<ComponentId, std::uint64_t> parts_with;
    result.is_plain = result.predicate.components() == formula_.components();
    for (std::size_t i = uses.size(); i-- > 0;) {
      const Predicate::Node& node = formula_.nodes()[i];
      if (uses[i] == 0) continue;
      if (node.kind == Predicate::Kind::kAtom) parts_with[formula_.atoms()[node.first].component] += uses[i];
      if (node.kind == Predicate::Kind::kAtMost) count_terms(node, uses[i], parts_with, result);
      if (node.kind == Predicate::Kind::kNot || node.kind == Predicate::Kind::kAnd || node.kind == Predicate::Kind::kOr)
        for (std::uint32_t child : formula_.children(node)) uses[child] = std::min<std::uint64_t>(uses[child] + uses[i], 2);
    }
    result.is_exact = std::ranges::all_of(parts_with, [](const auto& entry) { return entry.second <= 1; });
    result.is_plain = result.is_plain && result.is_exact;
  }
  void count_terms(const Predicate::Node& node, std::uint64_t uses, std::map<ComponentId, std::uint64_t>& parts_with,
                   LeapFormula& result) const {
    std::map<ComponentId, std::uint64_t> terms_with;
    for (const Predicate::Term& term : formula_.terms(node)) ++terms_with[formula_.atoms()[term.atom].component];
    for (const auto& [component, terms] : terms_with) {
      parts_with[component] += uses;
      if (terms > 1) result.is_plain = false;
    }
  }

  struct Met {
    std::uint32_t states = 0;   // number of states met in its reach
    std::int64_t least = 0;     // the least weight of one of them
  };

  const Network& network_;
  const Predicate& formula_;
  const LocalParts& parts_;
  Pulse pulse_;
  PredicateBuilder builder_;
  std::vector<May> may_;
  std::vector<std::optional<NodesByState>> over_;   // by kind, created when first needed
  std::vector<Met> met_;                            // by node of the current component
  std::vector<std::uint32_t> met_nodes_;
  std::vector<std::pair<LocalState, std::int64_t>> weights_;
};

}   // namespace

LeapFormula leap_formula(const Network& network, const Predicate& formula, const LocalParts& parts, const Limits& limits) {
  return Relaxation(network, formula, parts, limits).build();
}

}   // namespace parley::leap
