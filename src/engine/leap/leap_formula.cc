#include "engine/leap/leap_formula.h"

#include <algorithm>
#include <map>

namespace parley::leap {

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
      by_weight.erase(0);
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
      for (auto& [weight, states] : by_weight) terms.push_back({weight, Atom{component, std::move(states)}});
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
