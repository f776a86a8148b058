#include "check/truth.h"

#include <algorithm>

namespace parley {

namespace {

Truth opposite(Truth value) {
  switch (value) {
    case Truth::kFalse: return Truth::kTrue;
    case Truth::kOpen: return Truth::kOpen;
    case Truth::kTrue: return Truth::kFalse;
  }
  return Truth::kOpen;
}

}   // namespace

Truth TruthOf::atom(const Atom& atom, std::span<const LocalState> state) const {
  const LocalState now = state[atom.component.index()];
  if (now == kAnywhere) return Truth::kOpen;
  return std::binary_search(atom.states.begin(), atom.states.end(), now) ? Truth::kTrue : Truth::kFalse;
}

Truth TruthOf::at_most(const Predicate::Node& node, std::span<const LocalState> state) const {
  std::int64_t least = 0;   // PredicateBuilder keeps every sum of weights within 2^62: no overflow
  std::int64_t most = 0;
  for (const Predicate::Term& term : predicate_.terms(node)) {
    const Truth counted = atom(predicate_.atoms()[term.atom], state);
    if (counted == Truth::kFalse) continue;
    if (counted == Truth::kTrue || term.weight < 0) least += term.weight;
    if (counted == Truth::kTrue || term.weight > 0) most += term.weight;
  }
  if (most <= node.bound) return Truth::kTrue;
  if (least > node.bound) return Truth::kFalse;
  return Truth::kOpen;
}

Truth TruthOf::node(const Predicate::Node& node, std::span<const LocalState> state) const {
  switch (node.kind) {
    case Predicate::Kind::kConstant: return node.value ? Truth::kTrue : Truth::kFalse;
    case Predicate::Kind::kAtom: return atom(predicate_.atoms()[node.first], state);
    case Predicate::Kind::kNot: return opposite(values_[predicate_.children(node)[0]]);
    case Predicate::Kind::kAnd: {
      Truth least = Truth::kTrue;
      for (std::uint32_t child : predicate_.children(node)) least = std::min(least, values_[child]);
      return least;
    }
    case Predicate::Kind::kOr: {
      Truth most = Truth::kFalse;
      for (std::uint32_t child : predicate_.children(node)) most = std::max(most, values_[child]);
      return most;
    }
    case Predicate::Kind::kAtMost: return at_most(node, state);
  }
  return Truth::kOpen;
}

Truth TruthOf::operator()(std::span<const LocalState> state) {
  const std::span<const Predicate::Node> nodes = predicate_.nodes();
  for (std::size_t i = 0; i < nodes.size(); ++i) values_[i] = node(nodes[i], state);
  return values_.back();
}

}   // namespace parley
