#include "property/predicate.h"

#include <algorithm>
#include <stdexcept>

namespace parley {

namespace {

// Bound on the sum of the absolute weights: neither the evaluator nor interval arithmetic over unknown atoms
// overflows.
constexpr std::int64_t kMostWeight = std::int64_t{1} << 62;

}   // namespace

std::vector<ComponentId> Predicate::components() const {
  std::vector<ComponentId> found;
  found.reserve(atoms_.size());
  for (const Atom& atom : atoms_) found.push_back(atom.component);
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

PredicateBuilder::Handle PredicateBuilder::add(const Predicate::Node& node) {
  predicate_.nodes_.push_back(node);
  return static_cast<Handle>(predicate_.nodes_.size() - 1);
}

std::uint32_t PredicateBuilder::keep(Atom atom) {
  if (atom.states.empty()) throw std::invalid_argument("an atom needs a state");
  std::sort(atom.states.begin(), atom.states.end());
  atom.states.erase(std::unique(atom.states.begin(), atom.states.end()), atom.states.end());
  predicate_.atoms_.push_back(std::move(atom));
  return static_cast<std::uint32_t>(predicate_.atoms_.size() - 1);
}

PredicateBuilder::Handle PredicateBuilder::over(Predicate::Kind kind, std::span<const Handle> operands) {
  Predicate::Node node{.kind = kind};
  node.first = static_cast<std::uint32_t>(predicate_.children_.size());
  node.count = static_cast<std::uint32_t>(operands.size());
  for (Handle operand : operands) {
    if (operand >= predicate_.nodes_.size()) throw std::invalid_argument("an operand that does not exist");
    predicate_.children_.push_back(operand);
  }
  return add(node);
}

PredicateBuilder::Handle PredicateBuilder::constant(bool value) {
  return add({.kind = Predicate::Kind::kConstant, .value = value});
}

PredicateBuilder::Handle PredicateBuilder::atom(Atom atom) {
  return add({.kind = Predicate::Kind::kAtom, .first = keep(std::move(atom)), .count = 1});
}

PredicateBuilder::Handle PredicateBuilder::negate(Handle operand) { return over(Predicate::Kind::kNot, std::span(&operand, 1)); }

// A single operand is returned as it is: the text cannot express a conjunction of one, and a formula that is
// printed and read again must not change.
PredicateBuilder::Handle PredicateBuilder::all_of(std::span<const Handle> operands) {
  if (operands.empty()) return constant(true);
  return operands.size() == 1 ? operands[0] : over(Predicate::Kind::kAnd, operands);
}

PredicateBuilder::Handle PredicateBuilder::any_of(std::span<const Handle> operands) {
  if (operands.empty()) return constant(false);
  return operands.size() == 1 ? operands[0] : over(Predicate::Kind::kOr, operands);
}

PredicateBuilder::Handle PredicateBuilder::at_most(std::vector<CountTerm> terms, std::int64_t bound) {
  if (bound > kMostWeight || bound < -kMostWeight) throw std::invalid_argument("a bound beyond 2^62");
  Predicate::Node node{.kind = Predicate::Kind::kAtMost, .bound = bound};
  node.first = static_cast<std::uint32_t>(predicate_.terms_.size());
  node.count = static_cast<std::uint32_t>(terms.size());
  std::int64_t room = kMostWeight;
  for (CountTerm& term : terms) {
    if (term.weight > room || term.weight < -room) throw std::invalid_argument("weights that add up beyond 2^62");
    room -= term.weight < 0 ? -term.weight : term.weight;
    predicate_.terms_.push_back({.weight = term.weight, .atom = keep(std::move(term.atom))});
  }
  return add(node);
}

Predicate PredicateBuilder::build(Handle root) && {
  if (root >= predicate_.nodes_.size()) throw std::invalid_argument("a root that does not exist");

  // Drops what the root does not use. Children precede their parents, so one backward pass finds what is
  // used.
  std::vector<std::uint8_t> used(root + 1, 0);
  used[root] = 1;
  for (std::size_t i = root + 1; i-- > 0;) {
    const Predicate::Node& node = predicate_.nodes_[i];
    if (used[i] == 0) continue;
    if (node.kind != Predicate::Kind::kNot && node.kind != Predicate::Kind::kAnd && node.kind != Predicate::Kind::kOr) continue;
    for (std::uint32_t child : predicate_.children(node)) used[child] = 1;
  }

  Predicate built;
  std::vector<std::uint32_t> now(root + 1, 0);
  const auto move_atom = [&](std::uint32_t atom) {
    built.atoms_.push_back(std::move(predicate_.atoms_[atom]));   // an atom belongs to exactly one node
    return static_cast<std::uint32_t>(built.atoms_.size() - 1);
  };
  for (std::size_t i = 0; i <= root; ++i) {
    if (used[i] == 0) continue;
    Predicate::Node node = predicate_.nodes_[i];
    switch (node.kind) {
      case Predicate::Kind::kConstant: break;
      case Predicate::Kind::kAtom: node.first = move_atom(node.first); break;
      case Predicate::Kind::kNot:
      case Predicate::Kind::kAnd:
      case Predicate::Kind::kOr: {
        const auto first = static_cast<std::uint32_t>(built.children_.size());
        for (std::uint32_t child : predicate_.children(node)) built.children_.push_back(now[child]);
        node.first = first;
        break;
      }
      case Predicate::Kind::kAtMost: {
        const auto first = static_cast<std::uint32_t>(built.terms_.size());
        for (const Predicate::Term& term : predicate_.terms(node))
          built.terms_.push_back({.weight = term.weight, .atom = move_atom(term.atom)});
        node.first = first;
        break;
      }
    }
    now[i] = static_cast<std::uint32_t>(built.nodes_.size());
    built.nodes_.push_back(node);
  }
  return built;
}

}   // namespace parley
