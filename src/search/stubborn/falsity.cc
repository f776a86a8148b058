#include "search/stubborn/falsity.h"

#include <algorithm>
#include <tuple>

namespace parley {

namespace {

constexpr std::uint32_t kMostCost = 1u << 30;   // sums of costs saturate here

std::uint32_t plus(std::uint32_t a, std::uint32_t b) { return std::min(a + b, kMostCost); }

}   // namespace

Falsity::Falsity(const Predicate& formula)
    : formula_(formula), values_(formula.nodes().size()), costs_(formula.nodes().size()), wanted_(formula.nodes().size()) {
  std::size_t widest = 0;
  for (const Predicate::Node& node : formula.nodes())
    if (node.kind == Predicate::Kind::kAtMost) widest = std::max<std::size_t>(widest, node.count);
  gains_.reserve(widest);
  reasons_.reserve(formula.atoms().size());
}

std::size_t Falsity::size() const {
  std::size_t size = formula_.nodes().size();
  for (const Predicate::Node& node : formula_.nodes()) size += node.count;
  return size;
}

Falsity::Truth Falsity::opposite(Truth value) {
  switch (value) {
    case Truth::kFalse: return Truth::kTrue;
    case Truth::kOpen: return Truth::kOpen;
    case Truth::kTrue: return Truth::kFalse;
  }
  return Truth::kOpen;
}

bool Falsity::holds(const Atom& atom, std::span<const LocalState> state) const {
  const LocalState now = state[atom.component.index()];
  if (atom.states.size() == 1) return atom.states.front() == now;
  return std::binary_search(atom.states.begin(), atom.states.end(), now);
}

template <class Known>
Falsity::Truth Falsity::at_most(const Predicate::Node& node, std::span<const LocalState> state, const Known& known) const {
  std::int64_t least = 0;   // no overflow: the weights of one inequality add up to at most 2^62
  std::int64_t most = 0;
  for (const Predicate::Term& term : formula_.terms(node)) {
    const Atom& atom = formula_.atoms()[term.atom];
    if (!known(atom.component)) {
      (term.weight < 0 ? least : most) += term.weight;
    } else if (holds(atom, state)) {
      least += term.weight;
      most += term.weight;
    }
  }
  if (most <= node.bound) return Truth::kTrue;
  return least > node.bound ? Truth::kFalse : Truth::kOpen;
}

template <class Known>
Falsity::Truth Falsity::value(const Predicate::Node& node, std::span<const LocalState> state, const Known& known) const {
  switch (node.kind) {
    case Predicate::Kind::kConstant: return node.value ? Truth::kTrue : Truth::kFalse;
    case Predicate::Kind::kAtom: {
      const Atom& atom = formula_.atoms()[node.first];
      if (!known(atom.component)) return Truth::kOpen;
      return holds(atom, state) ? Truth::kTrue : Truth::kFalse;
    }
    case Predicate::Kind::kNot: return opposite(values_[formula_.children(node)[0]]);
    case Predicate::Kind::kAnd: {
      Truth least = Truth::kTrue;
      for (std::uint32_t child : formula_.children(node)) least = std::min(least, values_[child]);
      return least;
    }
    case Predicate::Kind::kOr: {
      Truth most = Truth::kFalse;
      for (std::uint32_t child : formula_.children(node)) most = std::max(most, values_[child]);
      return most;
    }
    case Predicate::Kind::kAtMost: return at_most(node, state, known);
  }
  return Truth::kOpen;
}

bool Falsity::is_false_within(std::span<const LocalState> state, std::span<const std::uint8_t> inside) {
  const std::span<const Predicate::Node> nodes = formula_.nodes();
  const auto known = [&](ComponentId component) { return inside[component.index()] != 0; };
  for (std::size_t i = 0; i < nodes.size(); ++i) values_[i] = value(nodes[i], state, known);
  return values_.back() == Truth::kFalse;
}

std::span<const ComponentId> Falsity::reasons(std::span<const LocalState> state, std::span<const std::uint8_t> inside,
                                              std::span<const std::uint32_t> costs) {
  const std::span<const Predicate::Node> nodes = formula_.nodes();
  inside_ = inside;
  component_costs_ = costs;
  reasons_.clear();
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    values_[i] = value(nodes[i], state, [](ComponentId) { return true; });
    costs_[i] = cost(i, state);
    wanted_[i] = 0;
  }
  if (was_true()) return {};
  // Parents come after their children. So going backwards, each node is marked before it is visited.
  wanted_.back() = 1;
  for (std::size_t i = nodes.size(); i-- > 0;)
    if (wanted_[i] != 0) want(i, state);
  return reasons_;
}

std::uint32_t Falsity::cost_of(std::uint32_t atom) const {
  const ComponentId component = formula_.atoms()[atom].component;
  return inside_[component.index()] != 0 ? 0 : component_costs_[component.index()];
}

std::uint32_t Falsity::cost(std::size_t node, std::span<const LocalState> state) {
  const Predicate::Node& at = formula_.nodes()[node];
  switch (at.kind) {
    case Predicate::Kind::kConstant: return 0;
    case Predicate::Kind::kAtom: return cost_of(at.first);
    case Predicate::Kind::kNot: return costs_[formula_.children(at)[0]];
    case Predicate::Kind::kAnd:
    case Predicate::Kind::kOr: {
      // One child decides a false conjunction or a true disjunction. A true conjunction or a false
      // disjunction needs all children.
      const bool one_decides = (at.kind == Predicate::Kind::kAnd) == (values_[node] == Truth::kFalse);
      std::uint32_t total = one_decides ? kMostCost : 0;
      for (std::uint32_t child : formula_.children(at)) {
        if (!one_decides) total = plus(total, costs_[child]);
        else if (values_[child] == values_[node]) total = std::min(total, costs_[child]);
      }
      return total;
    }
    case Predicate::Kind::kAtMost: {
      choose_terms(at, values_[node], state);
      std::uint32_t total = 0;
      for (const Gain& gain : chosen_) total = plus(total, gain.cost);
      return total;
    }
  }
  return 0;
}

void Falsity::choose_terms(const Predicate::Node& node, Truth value, std::span<const LocalState> state) {
  // For a true inequality the largest possible sum must come down to the bound; for a false one the smallest
  // possible sum must rise above it. 'missing' is how far that still is, and a Gain what knowing an atom
  // contributes.
  const bool is_true = value == Truth::kTrue;
  gains_.clear();
  chosen_.clear();
  std::int64_t extreme = 0;   // the extreme sum if no atom is known
  for (const Predicate::Term& term : formula_.terms(node)) {
    if ((term.weight > 0) == is_true) extreme += term.weight;
    const bool counts = holds(formula_.atoms()[term.atom], state);
    const bool helps = counts != ((term.weight > 0) == is_true);
    if (helps && term.weight != 0)
      gains_.push_back({cost_of(term.atom), term.atom, term.weight < 0 ? -term.weight : term.weight});
  }
  std::int64_t missing = is_true ? extreme - node.bound : node.bound + 1 - extreme;
  std::ranges::sort(gains_, {}, [](const Gain& gain) { return std::tuple(gain.cost, -gain.gain, gain.atom); });
  for (const Gain& gain : gains_) {
    if (missing <= 0) break;
    chosen_.push_back(gain);
    missing -= gain.gain;
  }
}

void Falsity::want_atom(std::uint32_t atom) {
  // A component may be added twice: the caller inserts it only once.
  reasons_.push_back(formula_.atoms()[atom].component);
}

void Falsity::want(std::size_t node, std::span<const LocalState> state) {
  const Predicate::Node& at = formula_.nodes()[node];
  switch (at.kind) {
    case Predicate::Kind::kConstant: return;
    case Predicate::Kind::kAtom: want_atom(at.first); return;
    case Predicate::Kind::kNot: wanted_[formula_.children(at)[0]] = 1; return;
    case Predicate::Kind::kAnd:
    case Predicate::Kind::kOr: {
      const bool one_decides = (at.kind == Predicate::Kind::kAnd) == (values_[node] == Truth::kFalse);
      for (std::uint32_t child : formula_.children(at)) {
        if (one_decides && (values_[child] != values_[node] || costs_[child] != costs_[node])) continue;
        wanted_[child] = 1;
        if (one_decides) return;
      }
      return;
    }
    case Predicate::Kind::kAtMost:
      choose_terms(at, values_[node], state);
      for (const Gain& gain : chosen_) want_atom(gain.atom);
      return;
  }
}

}   // namespace parley
