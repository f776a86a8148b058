#include "check/proof/formula.h"

#include <algorithm>
#include <array>

namespace parley::proof {

namespace {

constexpr std::array<std::uint32_t, 1> kZero{0};
constexpr std::array<std::uint32_t, 1> kOne{1};
constexpr std::size_t kMostParts = std::numeric_limits<std::uint32_t>::max() / 2;

}   // namespace

FormulaConstraints::FormulaConstraints(const Network& network, const Predicate& formula, Variables& variables,
                                       const Limits& limits)
    : network_(network), formula_(formula) {
  constexpr std::size_t kRoot = std::numeric_limits<std::size_t>::max();
  struct Open {
    std::uint32_t node = 0;
    bool is_positive = true;
    std::size_t operand = 0;   // which it is
  };
  Pulse pulse(limits);
  std::vector<Open> open{{static_cast<std::uint32_t>(formula.nodes().size() - 1), true, kRoot}};
  while (!open.empty()) {
    pulse.beat();
    Open here = open.back();
    open.pop_back();
    while (formula.nodes()[here.node].kind == Predicate::Kind::kNot) {
      pulse.beat();
      here.node = formula.children(formula.nodes()[here.node])[0];
      here.is_positive = !here.is_positive;
    }
    const Predicate::Node& node = formula.nodes()[here.node];
    Literal literal;
    switch (node.kind) {
      case Predicate::Kind::kConstant:
        literal.about = node.value == here.is_positive ? Literal::About::kTrue : Literal::About::kFalse;
        break;
      case Predicate::Kind::kAtom: literal = {Literal::About::kAtom, here.is_positive, node.first}; break;
      case Predicate::Kind::kNot: break;   // negations were removed
      case Predicate::Kind::kAnd:
      case Predicate::Kind::kOr: {
        const std::span<const std::uint32_t> children = formula.children(node);
        for (std::size_t i = children.size(); i-- > 0;) open.push_back({children[i], here.is_positive, operands_.size() + i});
        [[fallthrough]];
      }
      case Predicate::Kind::kAtMost: {
        literal = {Literal::About::kHelper, true, static_cast<std::uint32_t>(network.num_components() + parts_.size())};
        const Part part{here.node, here.is_positive, operands_.size(), size_};
        if (node.kind != Predicate::Kind::kAtMost) {
          if (operands_.size() == operands_.capacity()) limits.expect(operands_.size() * sizeof(Literal));
          operands_.resize(operands_.size() + node.count);
        }
        parts_.push_back(part);
        size_ += num_constraints(part);
        if (operands_.size() > kMostParts || parts_.size() > kMostParts) throw Stopped("the formula has too many parts");
        break;
      }
    }
    (here.operand == kRoot ? root_ : operands_[here.operand]) = literal;
  }
  variables.add_helpers(parts_.size());
}

bool FormulaConstraints::asks_all(const Part& part) const {
  return (formula_.nodes()[part.node].kind == Predicate::Kind::kAnd) == part.is_positive;
}

std::size_t FormulaConstraints::num_constraints(const Part& part) const {
  const Predicate::Node& node = formula_.nodes()[part.node];
  return node.kind == Predicate::Kind::kAtMost || !asks_all(part) ? 1 : node.count;
}

// Adds 1 to the sum where the literal is false. For a constant it lowers the bound instead.
void FormulaConstraints::add_refused(const Literal& literal, const Variables& variables, Constraint& into,
                                     std::int64_t& bound) const {
  switch (literal.about) {
    case Literal::About::kTrue: return;
    case Literal::About::kFalse: --bound; return;
    case Literal::About::kAtom: {
      const Atom& atom = formula_.atoms()[literal.index];
      return into.add_states(variables, network_, atom.component, atom.states, literal.is_positive ? 0 : 1,
                             literal.is_positive ? 1 : 0);
    }
    case Literal::About::kHelper: return into.add_values(literal.index, kZero, 1, 0);
  }
}

void FormulaConstraints::build(std::size_t number, const Variables& variables, Constraint& into) const {
  std::int64_t bound = 0;
  if (number == 0) {
    add_refused(root_, variables, into, bound);
    return into.set_bound(bound);
  }
  // Parts without constraints have the same first number as the next part; the last one is meant.
  const auto after =
      std::upper_bound(parts_.begin(), parts_.end(), number, [](std::size_t a, const Part& b) { return a < b.constraints; });
  const Part& part = *(after - 1);
  const auto helper =
      static_cast<std::uint32_t>(network_.num_components() + static_cast<std::size_t>(after - 1 - parts_.begin()));
  if (formula_.nodes()[part.node].kind == Predicate::Kind::kAtMost) return build_sum(part, helper, into);
  if (!asks_all(part)) return build_choice(part, helper, variables, into);
  const Literal& operand = operands_[part.operands + (number - part.constraints)];
  bound = 1;
  if (operand.about == Literal::About::kHelper) {   // it comes after its part
    into.add_values(helper, kOne, 1, 0);
    add_refused(operand, variables, into, bound);
  } else {
    add_refused(operand, variables, into, bound);
    into.add_values(helper, kOne, 1, 0);
  }
  into.set_bound(bound);
}

// The weights of atoms of one component are added.
void FormulaConstraints::build_choice(const Part& part, std::uint32_t helper, const Variables& variables,
                                      Constraint& into) const {
  const std::size_t count = formula_.nodes()[part.node].count;
  const std::span<const Literal> operands = std::span(operands_).subspan(part.operands, count);
  auto bound = static_cast<std::int64_t>(count);
  std::vector<const Literal*> atoms;
  for (const Literal& operand : operands)
    if (operand.about == Literal::About::kAtom) atoms.push_back(&operand);
  const auto component_of = [&](const Literal* literal) { return formula_.atoms()[literal->index].component; };
  std::stable_sort(atoms.begin(), atoms.end(),
                   [&](const Literal* a, const Literal* b) { return component_of(a) < component_of(b); });
  into.reserve(operands.size() + 1);
  for (std::size_t i = 0; i < atoms.size();) {
    const ComponentId component = component_of(atoms[i]);
    std::size_t end = i + 1;
    while (end < atoms.size() && component_of(atoms[end]) == component) ++end;
    if (end == i + 1) {
      add_refused(*atoms[i++], variables, into, bound);
      continue;
    }
    const std::span<std::int64_t> weights = into.room<std::int64_t>(network_.lts(component).num_states());
    std::fill(weights.begin(), weights.end(), 0);
    std::int64_t everywhere = 0;
    for (; i < end; ++i) {
      const std::int64_t inside = atoms[i]->is_positive ? -1 : 1;   // of a positive atom: 1 everywhere else
      if (atoms[i]->is_positive) ++everywhere;
      for (LocalState state : formula_.atoms()[atoms[i]->index].states) weights[state.index()] += inside;
    }
    for (std::int64_t& weight : weights) weight += everywhere;
    into.add_weights(component.value, weights);
  }
  into.add_values(helper, kOne, 1, 0);
  for (const Literal& operand : operands)   // helpers, in preorder: ascending
    if (operand.about != Literal::About::kAtom) add_refused(operand, variables, into, bound);
  into.set_bound(bound);
}

void FormulaConstraints::build_sum(const Part& part, std::uint32_t helper, Constraint& into) const {
  const Predicate::Node& node = formula_.nodes()[part.node];
  std::vector<Predicate::Term> terms(formula_.terms(node).begin(), formula_.terms(node).end());
  const auto atom_of = [&](const Predicate::Term& term) -> const Atom& { return formula_.atoms()[term.atom]; };
  std::stable_sort(terms.begin(), terms.end(), [&](const Predicate::Term& a, const Predicate::Term& b) {
    return atom_of(a).component < atom_of(b).component;
  });
  const std::int64_t sign = part.is_positive ? 1 : -1;
  const std::int64_t bound = part.is_positive ? node.bound : -node.bound - 1;
  __int128 most = 0;
  for (std::size_t i = 0; i < terms.size();) {
    const ComponentId component = atom_of(terms[i]).component;
    const std::span<std::int64_t> weights = into.room<std::int64_t>(network_.lts(component).num_states());
    std::fill(weights.begin(), weights.end(), 0);
    for (; i < terms.size() && atom_of(terms[i]).component == component; ++i)
      for (LocalState state : atom_of(terms[i]).states) weights[state.index()] += sign * terms[i].weight;
    most += *std::max_element(weights.begin(), weights.end());
    into.add_weights(component.value, weights);
  }
  // Where the helper is 0, the sum may have any value.
  const __int128 relief = std::max<__int128>(0, most - bound);
  if (relief >= Constraint::kSumLimit) return into.reject();
  const std::span<std::int64_t> helper_weights = into.room<std::int64_t>(2);
  helper_weights[0] = 0;
  helper_weights[1] = static_cast<std::int64_t>(relief);
  into.add_weights(helper, helper_weights);
  into.set_bound(bound + static_cast<std::int64_t>(relief));
}

}   // namespace parley::proof
