#include "engine/leap/leap_network.h"

#include <algorithm>
#include <map>
#include <string>

namespace parley::leap {

namespace {

// The templates of a network over nodes: every label of the original one twice, first for shared rules, then for local ones.
class NodeNetwork {
 public:
  NodeNetwork(const Network& network, const LocalParts& parts, const Limits& limits) : network_(network), parts_(parts), pulse_(limits) {}

  // 'add_edges(kind, node, builder)' says what a node can do; 'is_terminal(kind, node)' whether it has ended well.
  template <class AddEdges, class IsTerminal>
  Network build(const AddEdges& add_edges, const IsTerminal& is_terminal) {
    builder_.reserve(network_.num_components(), network_.num_rules(), network_.num_participants());
    for (const LocalParts::Kind& kind : parts_.kinds()) builder_.add_template(lts(kind, add_edges, is_terminal));
    for (ComponentId component : network_.components()) {
      pulse_.beat();
      builder_.add_component(network_.name(component), TemplateId(parts_.kind_number(component)),
                             network_.is_observer(component) ? Role::kObserver : Role::kProcess);
    }
    add_rules();
    return std::move(builder_).build();
  }

  static LocalLabel for_local(const Lts& lts, LocalLabel label) { return LocalLabel(lts.num_labels() + label.index()); }

 private:
  template <class AddEdges, class IsTerminal>
  Lts lts(const LocalParts::Kind& kind, const AddEdges& add_edges, const IsTerminal& is_terminal) {
    const Lts& original = network_.lts(kind.lts());
    LtsBuilder builder;
    builder.add_states(kind.num_nodes());
    for (std::size_t side = 0; side < 2; ++side)
      for (LocalLabel label : original.labels()) builder.add_label(std::to_string(side * original.num_labels() + label.index()));
    builder.set_initial(LocalState(kind.initial()));
    bool has_end = false;
    for (std::size_t node = 0; node < kind.num_nodes(); ++node) {
      pulse_.beat();
      if (original.is_error(kind.state_of(node))) {
        builder.set_error(LocalState(node));
        continue;
      }
      const std::size_t edges = builder.num_edges();
      add_edges(kind, node, builder);
      if (builder.num_edges() == edges && is_terminal(kind, node)) builder.set_terminal(LocalState(node));
      has_end = has_end || original.is_terminal(kind.state_of(node));
    }
    // Who can end must be seen to, even where no node is an end: others count on it. All networks of the same nodes have this state, or none has.
    if (original.has_terminal() && !has_end) builder.set_terminal(builder.add_state());
    return std::move(builder).build();
  }

  void add_rules() {
    std::vector<Participant> participants;
    for (RuleId rule : network_.rules()) {
      pulse_.beat();
      const std::span<const Participant> original = network_.participants(rule);
      participants.assign(original.begin(), original.end());
      if (original.size() == 1) participants[0].label = for_local(network_.lts(original[0].component), original[0].label);
      builder_.add_rule(builder_.add_label(std::to_string(rule.value)), participants);
    }
  }

  const Network& network_;
  const LocalParts& parts_;
  Pulse pulse_;
  NetworkBuilder builder_;
};

bool all_terminal(const LocalParts::Kind& kind, std::size_t node) {
  const std::span<const LocalParts::Rest> rests = kind.rests(node);
  return !rests.empty() && std::ranges::all_of(rests, [](const LocalParts::Rest& rest) { return rest.is_terminal; });
}

void add_idle_loops(const Network& network, const LocalParts::Kind& kind, std::size_t node, LtsBuilder& builder) {
  if (!kind.rests(node).empty()) return;
  const Lts& lts = network.lts(kind.lts());
  for (LocalLabel label : lts.labels())
    if (kind.is_local(label)) builder.add_edge(LocalState(node), NodeNetwork::for_local(lts, label), LocalState(node));
}

}  // namespace

Network leap_network(const Network& network, const LocalParts& parts, const LeapSettings& settings, const Limits& limits) {
  const auto add_edges = [&](const LocalParts::Kind& kind, std::size_t node, LtsBuilder& builder) {
    for (const LocalParts::Kind::Leap& leap : kind.leaps(node))
      builder.add_edge(LocalState(node), leap.is_local ? NodeNetwork::for_local(network.lts(kind.lts()), leap.label) : leap.label, LocalState(leap.node));
    if (settings.idle_loops) add_idle_loops(network, kind, node, builder);
  };
  return NodeNetwork(network, parts, limits).build(add_edges, all_terminal);
}

Network rest_network(const Network& network, const LocalParts& parts, const Limits& limits) {
  const auto add_edges = [&](const LocalParts::Kind& kind, std::size_t node, LtsBuilder& builder) {
    add_idle_loops(network, kind, node, builder);
    const std::span<const LocalParts::Rest> rests = kind.rests(node);
    if (rests.empty()) return;
    for (LocalLabel label : kind.offers(rests[0]))
      if (std::ranges::all_of(rests, [&](const LocalParts::Rest& rest) { return std::ranges::binary_search(kind.offers(rest), label); }))
        builder.add_edge(LocalState(node), label, LocalState(node));
  };
  return NodeNetwork(network, parts, limits).build(add_edges, all_terminal);
}

namespace {

// Two formulas for every part of the given one: that it may be true, and that it may be false.
class Relaxation {
 public:
  Relaxation(const Predicate& formula, const LocalParts& parts) : formula_(formula), parts_(parts) {}

  LeapFormula build() {
    const std::span<const Predicate::Node> nodes = formula_.nodes();
    may_.reserve(nodes.size());
    for (const Predicate::Node& node : nodes) may_.push_back({relaxed(node, true), relaxed(node, false)});
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
    Atom may{atom.component, {}};
    for (std::size_t node = 0; node < kind.num_nodes(); ++node)
      if (std::ranges::any_of(kind.reach(node), [&](LocalState state) { return std::ranges::binary_search(atom.states, state) == value; }))
        may.states.emplace_back(node);
    return may.states.empty() ? builder_.constant(false) : builder_.atom(std::move(may));
  }

  // The sum at its best: every component, in whichever state of its reach adds least (or most, if the sum is to be too large).
  Handle at_most(const Predicate::Node& node, bool value) {
    std::map<ComponentId, std::vector<Predicate::Term>> by_component;
    for (const Predicate::Term& term : formula_.terms(node)) by_component[formula_.atoms()[term.atom].component].push_back(term);
    std::vector<PredicateBuilder::CountTerm> terms;
    const std::int64_t sign = value ? 1 : -1;
    for (const auto& [component, own] : by_component) {
      std::map<std::int64_t, std::vector<LocalState>> by_weight;
      const LocalParts::Kind& kind = parts_.kind(component);
      for (std::size_t at = 0; at < kind.num_nodes(); ++at)
        if (const std::optional<std::int64_t> least = least_weight(kind.reach(at), own, sign)) by_weight[*least].emplace_back(at);
      std::uint64_t had = 0;
      for (const Predicate::Term& term : own) had += magnitude(term.weight);
      add_terms(component, by_weight, had, terms);
    }
    return builder_.at_most(std::move(terms), value ? node.bound : -node.bound - 1);
  }
  static std::uint64_t magnitude(std::int64_t weight) { return static_cast<std::uint64_t>(weight < 0 ? -weight : weight); }

  // Each node adds its weight: a term a weight, unless these add up to more than the terms had that the component came with, which might be more than a sum can have.
  // Then every node of at least so much adds what that is more than the next smaller weight, from 0 on, and downwards alike.
  static void add_terms(ComponentId component, std::map<std::int64_t, std::vector<LocalState>>& by_weight, std::uint64_t had, std::vector<PredicateBuilder::CountTerm>& terms) {
    const bool is_more = std::ranges::any_of(by_weight, [&](const auto& entry) {
      const std::uint64_t size = magnitude(entry.first);
      if (size > had) return true;
      had -= size;
      return false;
    });
    if (!is_more) {
      for (auto& [weight, states] : by_weight)
        if (weight != 0) terms.push_back({weight, Atom{component, std::move(states)}});
      return;
    }
    const auto add = [&](auto first, auto last, const auto& is_over) {
      std::vector<LocalState> beyond;   // those with a weight further from 0
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
  std::optional<std::int64_t> least_weight(std::span<const LocalState> reach, std::span<const Predicate::Term> terms, std::int64_t sign) const {
    std::optional<std::int64_t> least;
    for (LocalState state : reach) {
      std::int64_t sum = 0;
      for (const Predicate::Term& term : terms)
        if (std::ranges::binary_search(formula_.atoms()[term.atom].states, state)) sum += sign * term.weight;
      if (!least || sum < *least) least = sum;
    }
    return least;
  }

  // Where no component is spoken of twice, each can be where it suits the formula best, whatever the others do.
  void count_occurrences(LeapFormula& result) const {
    std::vector<std::uint64_t> uses(formula_.nodes().size());   // of a part, by how many ways from the root
    uses.back() = 1;
    std::map<ComponentId, std::uint64_t> parts_with;
    result.is_plain = true;
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
  void count_terms(const Predicate::Node& node, std::uint64_t uses, std::map<ComponentId, std::uint64_t>& parts_with, LeapFormula& result) const {
    std::map<ComponentId, std::uint64_t> terms_with;
    for (const Predicate::Term& term : formula_.terms(node)) ++terms_with[formula_.atoms()[term.atom].component];
    for (const auto& [component, terms] : terms_with) {
      parts_with[component] += uses;
      if (terms > 1) result.is_plain = false;
    }
  }

  const Predicate& formula_;
  const LocalParts& parts_;
  PredicateBuilder builder_;
  std::vector<May> may_;
};

}  // namespace

LeapFormula leap_formula(const Predicate& formula, const LocalParts& parts) { return Relaxation(formula, parts).build(); }

}  // namespace parley::leap
