#include "property/asks_about_errors.h"

#include <algorithm>

namespace parley {

namespace {

// The possible values of a subformula in states without a component in an error state.
struct Known {
  bool may_be_true = true;
  bool may_be_false = true;
};

// Evaluates a formula over all states without a component in an error state.
class OutsideOfErrors {
 public:
  OutsideOfErrors(const Network& network, const Predicate& formula) : network_(network), formula_(formula) {}

  bool is_false() && {
    for (const Predicate::Node& node : formula_.nodes()) known_.push_back(known(node));
    return !known_.back().may_be_true;
  }

 private:
  Known known(const Predicate::Node& node) const {
    switch (node.kind) {
      case Predicate::Kind::kConstant: return {.may_be_true = node.value, .may_be_false = !node.value};
      case Predicate::Kind::kAtom: return {.may_be_true = may_hold(formula_.atoms()[node.first])};
      case Predicate::Kind::kNot: {
        const Known& operand = known_[formula_.children(node)[0]];
        return {.may_be_true = operand.may_be_false, .may_be_false = operand.may_be_true};
      }
      case Predicate::Kind::kAnd: {
        Known all{.may_be_false = false};
        for (std::uint32_t child : formula_.children(node))
          all = {.may_be_true = all.may_be_true && known_[child].may_be_true,
                 .may_be_false = all.may_be_false || known_[child].may_be_false};
        return all;
      }
      case Predicate::Kind::kOr: {
        Known any{.may_be_true = false};
        for (std::uint32_t child : formula_.children(node))
          any = {.may_be_true = any.may_be_true || known_[child].may_be_true,
                 .may_be_false = any.may_be_false && known_[child].may_be_false};
        return any;
      }
      case Predicate::Kind::kAtMost: {
        std::int64_t least = 0;   // no overflow: the weights add up to at most 2^62
        std::int64_t most = 0;
        for (const Predicate::Term& term : formula_.terms(node))
          if (may_hold(formula_.atoms()[term.atom])) (term.weight < 0 ? least : most) += term.weight;
        return {.may_be_true = least <= node.bound, .may_be_false = most > node.bound};
      }
    }
    return {};
  }
  bool may_hold(const Atom& atom) const {
    return !std::ranges::all_of(atom.states, [&](LocalState state) { return network_.lts(atom.component).is_error(state); });
  }

  const Network& network_;
  const Predicate& formula_;
  std::vector<Known> known_;   // of the nodes visited so far
};

}   // namespace

bool asks_about_errors(const Network& network, const Predicate& formula) { return OutsideOfErrors(network, formula).is_false(); }

bool asks_about_errors(const Network& network, const Property& property) {
  if (const auto* reach = std::get_if<Reach>(&property.ask)) return asks_about_errors(network, reach->goal);
  if (const auto* never = std::get_if<Never>(&property.ask)) return asks_about_errors(network, never->bad);
  return std::holds_alternative<Safety>(property.ask);
}

}   // namespace parley
