#include <algorithm>
#include <numeric>
#include <set>

#include "naive.h"

namespace parley::evidence_ring {

namespace {

// A situation, copied at every branch. Allowed states and demands as the page on evidence has them.
struct Demanded {
  std::uint32_t node = 0;
  bool is_positive = true;
};
struct Situated {
  std::vector<std::set<std::uint32_t>> allowed;   // by component
  std::vector<Demanded> demands;
  bool is_absurd = false;
};

// The whole theory of case splits by recursion and copying. Follows a tree, or writes one.
class Cases {
 public:
  Cases(const Network& network, Predicate formula, const std::vector<PlainSet>& sets, Slip slip)
      : network_(network), formula_(std::move(formula)), sets_(sets), slip_(slip) {}

  Situated start() const {
    Situated first;
    for (ComponentId component : network_.components()) {
      std::set<std::uint32_t>& states = first.allowed.emplace_back();
      for (LocalState state : network_.lts(component).states()) states.insert(state.value);
    }
    first.demands.push_back({static_cast<std::uint32_t>(formula_.nodes().size() - 1), true});
    return simplified(std::move(first));
  }

  // Whether the tree from 'next' on is right for the situation; 'next' moves behind it.
  bool follows(const Situated& here, const std::vector<std::uint32_t>& tree, std::size_t& next) const {
    if (next >= tree.size()) return slip_ == Slip::kTreeMayEndEarly;
    const std::uint32_t node = tree[next++];
    if (node != CaseSplit::kSplit) {
      if (is_absurd(here)) return true;
      if (node == CaseSplit::kAbsurd) return slip_ == Slip::kAnyAbsurdity;
      return slip_ == Slip::kAnyLeaf || rules_out(sets_[node], here);
    }
    if (is_absurd(here)) return false;
    const std::vector<Situated> parts = branches(here);
    if (parts.empty()) return false;
    for (const Situated& part : parts)
      if (!follows(part, tree, next)) return false;
    return true;
  }

  void write(const Situated& here, std::vector<std::uint32_t>& tree) const {
    if (is_absurd(here)) {
      tree.push_back(CaseSplit::kAbsurd);
      return;
    }
    for (std::uint32_t i = 0; i < sets_.size(); ++i)
      if (rules_out(sets_[i], here)) {
        tree.push_back(i);
        return;
      }
    const std::vector<Situated> parts = branches(here);
    tree.push_back(parts.empty() ? 0 : CaseSplit::kSplit);
    for (const Situated& part : parts) write(part, tree);
  }

 private:
  const Predicate::Node& node(const Demanded& demand) const { return formula_.nodes()[demand.node]; }
  static bool is_choice(const Predicate::Node& node, bool is_positive) {
    return node.kind == (is_positive ? Predicate::Kind::kOr : Predicate::Kind::kAnd);
  }

  Situated restricted(Situated here, const Atom& atom, bool is_positive) const {
    std::erase_if(here.allowed[atom.component.index()], [&](std::uint32_t state) {
      return (std::find(atom.states.begin(), atom.states.end(), LocalState(state)) != atom.states.end()) != is_positive;
    });
    return here;
  }

  Situated simplified(Situated here) const {
    for (std::size_t i = 0; i < here.demands.size();) {
      const Demanded demand = here.demands[i];
      const auto at = here.demands.begin() + static_cast<std::ptrdiff_t>(i);
      switch (node(demand).kind) {
        case Predicate::Kind::kAtMost: ++i; break;
        case Predicate::Kind::kConstant:
          here.is_absurd = here.is_absurd || node(demand).value != demand.is_positive;
          here.demands.erase(at);
          break;
        case Predicate::Kind::kAtom:
          here.demands.erase(at);
          if (slip_ != Slip::kAtomsStand)
            here = restricted(std::move(here), formula_.atoms()[node(demand).first], demand.is_positive);
          break;
        case Predicate::Kind::kNot:
          *at = {formula_.children(node(demand))[0], slip_ == Slip::kSignsAreLost ? demand.is_positive : !demand.is_positive};
          break;
        case Predicate::Kind::kAnd:
        case Predicate::Kind::kOr: {
          if (is_choice(node(demand), demand.is_positive)) {
            ++i;
            break;
          }
          std::vector<Demanded> parts;
          for (std::uint32_t child : formula_.children(node(demand))) parts.push_back({child, demand.is_positive});
          here.demands.insert(here.demands.erase(at), parts.begin(), parts.end());
          break;
        }
      }
    }
    return here;
  }

  bool may_be(const Situated& here, const Atom& atom, bool truth) const {
    return !restricted(here, atom, truth).allowed[atom.component.index()].empty();
  }

  // The truths that the inequality can have, each of its atoms being free where it is not decided.
  std::set<bool> truths(const Situated& here, const Predicate::Node& sum) const {
    std::set<std::int64_t> values = {0};
    for (const Predicate::Term& term : formula_.terms(sum)) {
      std::set<std::int64_t> next;
      for (std::int64_t value : values) {
        if (may_be(here, formula_.atoms()[term.atom], true)) next.insert(value + term.weight);
        if (may_be(here, formula_.atoms()[term.atom], false)) next.insert(value);
      }
      values = std::move(next);
    }
    std::set<bool> found;
    for (std::int64_t value : values) found.insert(value <= sum.bound);
    return found;
  }

  bool is_absurd(const Situated& here) const {
    if (here.is_absurd) return true;
    if (std::any_of(here.allowed.begin(), here.allowed.end(), [](const auto& states) { return states.empty(); })) return true;
    return slip_ != Slip::kNoSums && std::any_of(here.demands.begin(), here.demands.end(), [&](const Demanded& demand) {
             return node(demand).kind == Predicate::Kind::kAtMost && !truths(here, node(demand)).contains(demand.is_positive);
           });
  }

  std::vector<Situated> branches(const Situated& here) const {
    std::vector<Situated> parts;
    for (std::size_t i = 0; i < here.demands.size(); ++i) {
      if (!is_choice(node(here.demands[i]), here.demands[i].is_positive)) continue;
      for (std::uint32_t child : formula_.children(node(here.demands[i]))) {
        Situated part = here;
        part.demands[i].node = child;
        parts.push_back(simplified(std::move(part)));
      }
      return parts;
    }
    for (const Demanded& demand : here.demands) {
      if (truths(here, node(demand)) == std::set<bool>{demand.is_positive}) continue;
      for (const Predicate::Term& term : formula_.terms(node(demand))) {
        const Atom& atom = formula_.atoms()[term.atom];
        if (may_be(here, atom, true) && may_be(here, atom, false))
          return {restricted(here, atom, true), restricted(here, atom, false)};
      }
    }
    return parts;
  }

  bool rules_out(const PlainSet& set, const Situated& here) const {
    return std::none_of(set.rows.begin(), set.rows.end(), [&](const Locals& row) {
      for (std::size_t column = 0; column < row.size(); ++column)
        if (!here.allowed[set.support[column].index()].contains(row[column])) return false;
      return true;
    });
  }

  const Network& network_;
  Predicate formula_;
  const std::vector<PlainSet>& sets_;
  Slip slip_;
};

Predicate formula_of(const Network& network, const Property& property) {
  if (const auto* reach = std::get_if<Reach>(&property.ask)) return reach->goal;
  if (const auto* never = std::get_if<Never>(&property.ask)) return never->bad;
  PredicateBuilder builder;
  std::vector<PredicateBuilder::Handle> parts;
  for (ComponentId automaton : std::get<Safety>(property.ask).automata) {
    Atom atom{.component = automaton, .states = {}};
    for (LocalState state : network.lts(automaton).states())
      if (network.lts(automaton).is_error(state)) atom.states.push_back(state);
    parts.push_back(atom.states.empty() ? builder.constant(false) : builder.atom(atom));
  }
  const auto root = builder.any_of(parts);
  return std::move(builder).build(root);
}

bool depends_on_everybody(const Property& property) {
  return kind_of(property) == PropertyKind::kDeadlock || kind_of(property) == PropertyKind::kLocalDeadlock;
}

}   // namespace

bool Naive::covers_every_case(const OwnedClaim& claim) const {
  const auto& cases = std::get<PlainCases>(claim.evidence);
  const Cases naive(network_, formula_of(network_, claim.property), cases.sets, slip_);
  std::size_t next = 0;
  return naive.follows(naive.start(), cases.tree, next) && (next >= cases.tree.size() || slip(Slip::kTreeMayGoOn));
}

std::vector<std::uint32_t> Naive::case_tree(const Property& property, const std::vector<PlainSet>& sets) const {
  const Cases naive(network_, formula_of(network_, property), sets, slip_);
  std::vector<std::uint32_t> tree;
  naive.write(naive.start(), tree);
  return tree;
}

bool Naive::ruled_out(const PlainSet& set, const Partial& state) const {
  return std::any_of(set.invariants.begin(), set.invariants.end(), [&](const LinearInvariant& invariant) {
    std::int64_t sum = 0;
    for (const LinearInvariant::Row& row : invariant.rows) {
      const auto now = state[row.component.index()];
      if (now) sum += row.weights[*now];
      else if (!slip(Slip::kOthersWeighNothing)) sum += *std::min_element(row.weights.begin(), row.weights.end());
    }
    return sum > invariant.bound;
  });
}

bool Naive::invariant_holds(const LinearInvariant& invariant) const {
  const auto weights_of = [&](ComponentId component) -> const std::vector<std::int64_t>* {
    for (const LinearInvariant::Row& row : invariant.rows)
      if (row.component == component) return &row.weights;
    return nullptr;
  };
  std::int64_t start = 0;
  for (ComponentId component : network_.components())
    if (const auto* weights = weights_of(component)) start += (*weights)[initial()[component.index()]];
  if (start > invariant.bound && !slip(Slip::kInitialIsFree)) return false;
  for (RuleId rule : network_.rules()) {
    std::set<std::int64_t> changes = {0};   // over all ways in which the rule could ever fire
    for (const Participant& participant : network_.participants(rule)) {
      const Lts& lts = network_.lts(participant.component);
      const auto* weights = weights_of(participant.component);
      std::set<std::int64_t> own;
      for (LocalState from : lts.states())
        for (const Edge& edge : lts.edges(from))
          if (edge.label == participant.label)
            own.insert(weights == nullptr ? 0 : (*weights)[edge.target.index()] - (*weights)[from.index()]);
      if (own.empty() && slip(Slip::kDeadRulesGrow)) own.insert(0);
      std::set<std::int64_t> next;
      for (std::int64_t before : changes)
        for (std::int64_t change : own) next.insert(before + change);
      changes = std::move(next);
    }
    if (!changes.empty() && (slip(Slip::kSmallestChange) ? *changes.begin() : *changes.rbegin()) > 0) return false;
  }
  return true;
}

bool Naive::invariants_hold(const OwnedClaim& claim) const {
  for (const PlainSet& set : sets_of(claim))
    for (const LinearInvariant& invariant : set.invariants)
      if (!invariant_holds(invariant)) return false;
  return true;
}

bool Naive::set_is_contained(const PlainSet& set) const {
  if (!set.invariants.empty() && !slip(Slip::kInvariantsContained)) return false;
  const auto inside = [&](const Participant& p) {
    return std::find(set.support.begin(), set.support.end(), p.component) != set.support.end();
  };
  for (RuleId rule : network_.rules()) {
    const auto parts = network_.participants(rule);
    if (std::all_of(parts.begin(), parts.end(), inside)) continue;
    for (const Participant& part : parts)
      for (const Locals& row : set.rows)
        for (std::size_t column = 0; column < row.size(); ++column) {
          const bool counts = !slip(Slip::kOnlyInitialOffers) || row[column] == initial()[set.support[column].index()];
          if (set.support[column] == part.component && counts && offers(part, row[column])) return false;
        }
  }
  return true;
}

bool Naive::trace_is_contained(const OwnedClaim& claim) const {
  std::set<ComponentId> inside;
  std::set<Participant> labels;
  Locals state = initial();
  for (const PlainStep& step : std::get<PlainTrace>(claim.evidence)) {
    for (RuleId rule : network_.rules()) {
      const auto parts = network_.participants(rule);
      bool allows = network_.label(rule) == step.label && parts.size() == step.moves.size();
      for (std::size_t i = 0; allows && i < parts.size(); ++i) {
        const auto edges = network_.lts(parts[i].component).edges(LocalState(state[parts[i].component.index()]), parts[i].label);
        allows = parts[i].component == step.moves[i].component &&
                 std::any_of(edges.begin(), edges.end(), [&](const Edge& edge) { return edge.target == step.moves[i].to; });
      }
      if (allows) labels.insert(parts.begin(), parts.end());
    }
    for (const Move& move : step.moves) {
      state[move.component.index()] = move.to.value;
      inside.insert(move.component);
    }
  }
  if (!slip(Slip::kOnlyMoversInside))
    for (ComponentId component : components_of(network_, claim.property)) inside.insert(component);
  for (RuleId rule : network_.rules()) {
    const auto parts = network_.participants(rule);
    const bool touched = std::any_of(parts.begin(), parts.end(), [&](const Participant& p) { return labels.contains(p); });
    if (touched && !std::all_of(parts.begin(), parts.end(), [&](const Participant& p) { return inside.contains(p.component); }))
      return false;
  }
  return true;
}

bool Naive::self_contained(const OwnedClaim& claim) const {
  const bool possible = !depends_on_everybody(claim.property) || slip(Slip::kDeadlockContained);
  if (std::holds_alternative<PlainTrace>(claim.evidence))
    return !claim.trace_is_self_contained || (possible && trace_is_contained(claim));
  const std::vector<PlainSet> sets = sets_of(claim);
  return std::all_of(sets.begin(), sets.end(),
                     [&](const PlainSet& set) { return !set.self_contained || (possible && set_is_contained(set)); });
}

}   // namespace parley::evidence_ring
