#include "front/pnml/formula_predicate.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <utility>

#include "front/pnml/simplifying_builder.h"

namespace parley {

namespace {

using Handle = SimplifyingBuilder::Handle;

// Two passes over the nodes, without recursion. The first goes from the root to the leaves: it pushes
// negations down and finds the connective whose operand each node becomes (its owner). The second goes from
// the leaves to the root and builds. A node is transparent if its operands go to its owner directly: a
// negation, or a connective within the same connective. SimplifyingBuilder keeps the result small.
class FormulaTranslation {
 public:
  FormulaTranslation(const Formula& formula, const PetriNet& net, const Network& network, const std::vector<Atom>& marked,
                     const Limits& limits)
      : formula_(formula),
        net_(net),
        marked_(marked),
        pulse_(limits),
        builder_(network, limits),
        owner_(formula.nodes.size()),
        is_negated_(formula.nodes.size()),
        operands_(formula.nodes.size()) {}

  Predicate run(bool is_negated) && {
    assert(!formula_.nodes.empty());
    is_negated_.back() = is_negated;
    owner_.back() = kRoot;
    for (std::size_t i = formula_.nodes.size(); i-- > 0;) place_children(i);
    for (std::size_t i = 0; i < formula_.nodes.size(); ++i) build(i);
    return std::move(builder_).build(root_);
  }

 private:
  static constexpr std::uint32_t kRoot = ~std::uint32_t{0};

  bool is_connective(std::size_t node) const {
    return formula_.nodes[node].kind == Formula::Kind::kAnd || formula_.nodes[node].kind == Formula::Kind::kOr;
  }
  // Whether the node, with the negations above it, is a conjunction.
  bool is_conjunction(std::size_t node) const { return (formula_.nodes[node].kind == Formula::Kind::kAnd) != is_negated_[node]; }
  // Whether its operands become operands of its owner: it is a negation, or the same connective as its owner.
  bool is_transparent(std::size_t node) const {
    if (formula_.nodes[node].kind == Formula::Kind::kNot) return true;
    return is_connective(node) && owner_[node] != kRoot && is_conjunction(node) == is_conjunction(owner_[node]);
  }

  // The first pass, parents first: finds the owner of each child, and whether the child is negated.
  void place_children(std::size_t node) {
    pulse_.beat();
    const Formula::Node& at = formula_.nodes[node];
    if (at.kind != Formula::Kind::kNot && !is_connective(node)) return;
    for (std::uint32_t child : formula_.children_of(at)) {
      owner_[child] = is_transparent(node) ? owner_[node] : static_cast<std::uint32_t>(node);
      is_negated_[child] = is_negated_[node] != (at.kind == Formula::Kind::kNot);
    }
  }

  // The second pass, children first.
  void build(std::size_t node) {
    pulse_.beat();
    if (is_transparent(node)) return;
    const Handle handle = built(node);
    if (owner_[node] == kRoot) root_ = handle;
    else operands_[owner_[node]].push_back(handle);
  }

  Handle built(std::size_t node) {
    const Formula::Node& at = formula_.nodes[node];
    const bool is_negated = is_negated_[node];
    switch (at.kind) {
      case Formula::Kind::kConstant: return builder_.constant(at.value != is_negated);
      case Formula::Kind::kFireable: return some_fireable(formula_.transitions_of(at), is_negated);
      case Formula::Kind::kDeadlock: return deadlock(is_negated);
      case Formula::Kind::kAtMost: return at_most(at, is_negated);
      case Formula::Kind::kNot: break;   // transparent
      case Formula::Kind::kAnd:
      case Formula::Kind::kOr: {
        const std::vector<Handle> operands = std::exchange(operands_[node], {});
        return is_conjunction(node) ? builder_.all_of(operands) : builder_.any_of(operands);
      }
    }
    return builder_.constant(false);
  }

  Handle fireable(std::uint32_t transition, bool is_negated) {
    const auto known = fireable_.find({transition, is_negated});
    if (known != fireable_.end()) return known->second;
    std::vector<Handle> places;
    for (std::uint32_t place : net_.pre(transition)) {
      pulse_.beat();
      places.push_back(builder_.literal({.atom = marked_[place], .is_negated = is_negated}));
    }
    const Handle handle = is_negated ? builder_.any_of(places) : builder_.all_of(places);
    return fireable_[{transition, is_negated}] = handle;
  }

  Handle some_fireable(std::span<const std::uint32_t> transitions, bool is_negated) {
    std::vector<Handle> handles;
    handles.reserve(transitions.size());
    for (std::uint32_t transition : transitions) handles.push_back(fireable(transition, is_negated));
    return is_negated ? builder_.all_of(handles) : builder_.any_of(handles);
  }

  Handle deadlock(bool is_negated) {
    std::vector<std::uint32_t> all(net_.num_transitions());
    for (std::uint32_t transition = 0; transition < all.size(); ++transition) all[transition] = transition;
    return some_fireable(all, !is_negated);
  }

  // Not (sum <= bound) is -sum <= -bound - 1.
  Handle at_most(const Formula::Node& node, bool is_negated) {
    std::vector<SimplifyingBuilder::Weight> weights;
    for (const Formula::Term& term : formula_.terms_of(node)) {
      pulse_.beat();
      for (LocalState state : marked_[term.place].states)
        weights.push_back(
            {.component = marked_[term.place].component, .state = state, .weight = is_negated ? -term.weight : term.weight});
    }
    return builder_.at_most(std::move(weights), is_negated ? -node.bound - 1 : node.bound);
  }

  const Formula& formula_;
  const PetriNet& net_;
  const std::vector<Atom>& marked_;
  Pulse pulse_;
  SimplifyingBuilder builder_;
  std::vector<std::uint32_t> owner_;            // node -> the connective whose operand it becomes, or kRoot
  std::vector<bool> is_negated_;                // node -> whether an odd number of negations stand above it
  std::vector<std::vector<Handle>> operands_;   // of each connective that is not transparent
  std::map<std::pair<std::uint32_t, bool>, Handle> fireable_;
  Handle root_ = 0;
};

}   // namespace

Predicate to_predicate(const Formula& formula, Truth truth, const PetriNet& net, const Network& network,
                       const std::vector<Atom>& marked, const Limits& limits) {
  return FormulaTranslation(formula, net, network, marked, limits).run(truth == Truth::kNegation);
}

}   // namespace parley
