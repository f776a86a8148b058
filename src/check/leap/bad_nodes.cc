#include <algorithm>
#include <map>
#include <memory>
#include <tuple>
#include <unordered_map>

#include <fmt/format.h>

#include "check/describe.h"
#include "check/leap/leap_set.h"
#include "check/leap/rest.h"
#include "check/leap/truth.h"
#include "check/rows.h"
#include "check/support.h"

namespace parley::leap_set {

namespace {

Network leaps_of(const Claim& asked, const Shapes& shapes, Edges edges) {
  return leap_network(asked.network, shapes, needed_states(shapes, nodes_of(asked), asked.limits), edges, asked.limits);
}

// The steps into error states that nodes allow, as edges of the leap network: which component enters an error
// state by which rule.
class ErrorSteps {
 public:
  ErrorSteps(const Network& leaps, std::vector<ComponentId> victims)
      : leaps_(leaps), tables_(leaps, all_components(leaps)), victims_(std::move(victims)) {}

  // Calls 'visit' with each rule that can fire in a state that the node represents so that a component, the
  // victim, enters an error state, and with that victim, until it returns true.
  template <class Visit>
  bool any(std::span<const LocalState> node, const Visit& visit) const {
    for (ComponentId victim : victims_) {
      const Lts& lts = leaps_.lts(victim);
      std::optional<LocalLabel> done;
      for (const Edge& edge : lts.edges(node[victim.index()])) {   // by label
        if (!lts.is_error(edge.target) || done == edge.label) continue;
        done = edge.label;
        for (RuleId rule : leaps_.rules(victim, edge.label))
          if (is_offered(rule, node) && visit(rule, victim)) return true;
      }
    }
    return false;
  }

 private:
  bool is_offered(RuleId rule, std::span<const LocalState> node) const {
    const std::span<const Participant> participants = leaps_.participants(rule);
    return std::all_of(participants.begin(), participants.end(), [&](const Participant& participant) {
      return tables_.of(participant.component).offers(node[participant.component.index()], participant.label);
    });
  }

  const Network& leaps_;
  EdgeTables tables_;
  std::vector<ComponentId> victims_;
};

std::vector<ComponentId> with_error_states(const Network& network) {
  std::vector<ComponentId> found;
  for (ComponentId component : network.components())
    if (network.lts(component).has_error()) found.push_back(component);
  return found;
}

Objection excludes_violations(const Claim& asked, const Safety& safety) {
  const Shapes shapes = shapes_of(asked);
  const Network leaps = leaps_of(asked, shapes, Edges::kLeaps);
  const ErrorSteps steps(leaps, safety.automata);
  return for_each_row(asked, nodes_of(asked), [&](std::size_t, const Row& row) -> Objection {
    Objection objection;
    steps.any(row, [&](RuleId rule, ComponentId victim) {
      objection = fmt::format("from a state of node {} {} leads '{}' into an error state", node_text(asked, row),
                              rule_text(asked.network, rule), asked.network.name(victim));
      return true;
    });
    return objection;
  });
}

// The kinds of states (SetFormula::Kinds) that a component of the formula may have: by local steps, or after
// a step with a label. Computed once per local state.
class KindsOf {
 public:
  KindsOf(const Claim& asked, const Shapes& shapes, const SetFormula& formula)
      : asked_(asked), shapes_(shapes), formula_(formula), on_its_own_(formula.components().size()) {}

  const SetFormula::Kinds& on_its_own(std::uint32_t index, LocalState state) {
    auto& known = on_its_own_[index];
    if (known.empty()) known.resize(lts(index).num_states());
    std::unique_ptr<SetFormula::Kinds>& kinds = known[state.index()];
    if (kinds == nullptr) kinds = std::make_unique<SetFormula::Kinds>(formula_.kinds_of(index, explorer(index).reach(state)));
    return *kinds;
  }

  enum class Into : std::uint8_t { kAny, kError };
  const SetFormula::Kinds& after(std::uint32_t index, LocalState state, LocalLabel label, Into into) {
    const Key key{index, state.value, label.value, into};
    const auto [at, is_new] = after_.try_emplace(key);
    if (!is_new) return at->second;
    std::vector<LocalState> targets;
    for (LocalState from : explorer(index).reach(state))
      for (const Edge& edge : lts(index).edges(from, label))
        if (into == Into::kAny || lts(index).is_error(edge.target)) targets.push_back(edge.target);
    return at->second = formula_.kinds_of(index, targets);
  }

 private:
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, Into>;

  const Lts& lts(std::uint32_t index) const { return asked_.network.lts(formula_.components()[index]); }
  Explorer& explorer(std::uint32_t index) {
    std::unique_ptr<Explorer>& found = explorers_[shapes_.index_of(formula_.components()[index])];
    if (found == nullptr) found = std::make_unique<Explorer>(shapes_.of(formula_.components()[index]), asked_.limits);
    return *found;
  }

  const Claim& asked_;
  const Shapes& shapes_;
  const SetFormula& formula_;
  std::vector<std::vector<std::unique_ptr<SetFormula::Kinds>>> on_its_own_;   // component, state
  std::map<Key, SetFormula::Kinds> after_;                                    // references into it stay valid
  std::unordered_map<std::uint32_t, std::unique_ptr<Explorer>> explorers_;    // shape
};

// The formula is false wherever local steps lead the components, and after every step into an error from
// there.
class ExcludesSatisfying {
 public:
  ExcludesSatisfying(const Claim& asked, const Predicate& predicate)
      : asked_(asked),
        shapes_(shapes_of(asked)),
        leaps_(leaps_of(asked, shapes_, Edges::kLeaps)),
        steps_(leaps_, with_error_states(leaps_)),
        formula_(asked.network, predicate, asked.limits),
        kinds_(asked, shapes_, formula_) {}

  Objection objection() {
    return for_each_row(asked_, nodes_of(asked_), [&](std::size_t, const Row& row) -> Objection {
      for (std::uint32_t i = 0; i < formula_.components().size(); ++i)
        formula_.put(i, kinds_.on_its_own(i, row[formula_.components()[i].index()]));
      if (formula_.can_be_true()) return fmt::format("a state of node {} satisfies the predicate", node_text(asked_, row));
      Objection objection;
      steps_.any(row, [&](RuleId rule, ComponentId victim) {
        if (!can_be_true_after(row, rule, victim)) return false;
        objection = fmt::format("from a state of node {} {} leads '{}' into an error state, where the predicate may be satisfied",
                                node_text(asked_, row), rule_text(asked_.network, rule), asked_.network.name(victim));
        return true;
      });
      return objection;
    });
  }

 private:
  // The participants are at the targets of their edges, the victim in an error state. The others are anywhere
  // in their reach, as before.
  bool can_be_true_after(std::span<const LocalState> row, RuleId rule, ComponentId victim) {
    bool is_touched = false;
    const std::span<const Participant> participants = asked_.network.participants(rule);
    for (const Participant& participant : participants) {
      const std::uint32_t index = formula_.index_of(participant.component);
      if (index == SetFormula::kNone) continue;
      is_touched = true;
      formula_.put(index, kinds_.after(index, row[participant.component.index()], participant.label,
                                       participant.component == victim ? KindsOf::Into::kError : KindsOf::Into::kAny));
    }
    if (!is_touched) return false;   // no atom changed: still false
    const bool is_possible = formula_.can_be_true();
    for (const Participant& participant : participants)
      if (const std::uint32_t index = formula_.index_of(participant.component); index != SetFormula::kNone)
        formula_.put(index, kinds_.on_its_own(index, row[participant.component.index()]));
    return is_possible;
  }

  const Claim& asked_;
  Shapes shapes_;
  Network leaps_;
  ErrorSteps steps_;
  SetFormula formula_;
  KindsOf kinds_;
};

// A cheap test almost always suffices: some rule is enabled wherever the components come to rest, or some
// component need not come to rest. Only otherwise a deadlock is searched for.
Objection excludes_deadlocks(const Claim& asked) {
  const Shapes shapes = shapes_of(asked);
  const Network rest = leaps_of(asked, shapes, Edges::kRest);
  const Termination ending = termination(rest);
  SupportSpace space(rest);
  const Support support(space, nodes_of(asked).components());
  RestingStates resting(shapes, asked.limits);
  std::optional<RestSearch> search;
  return for_each_row(asked, nodes_of(asked), [&](std::size_t, const Row& row) -> Objection {
    if (support.any_offered(row, [](std::size_t) { return true; }) || is_terminated(rest, ending, row)) return std::nullopt;
    if (!search) search.emplace(asked.network, resting, asked.limits);
    const auto deadlock = search->deadlock(row);
    if (!deadlock) return std::nullopt;
    return fmt::format("node {} contains the deadlock {}", node_text(asked, row), node_text(asked, *deadlock));
  });
}

// As for deadlocks: the search runs only if a component is left that no rule frees for every choice of
// resting states.
Objection excludes_local_deadlocks(const Claim& asked) {
  const Shapes shapes = shapes_of(asked);
  const Network rest = leaps_of(asked, shapes, Edges::kRest);
  RestingStates resting(shapes, asked.limits);
  Blockable blockable(asked.network, rest, resting);
  std::optional<RestSearch> search;
  return for_each_row(asked, nodes_of(asked), [&](std::size_t, const Row& row) -> Objection {
    if (!blockable.can_be_stuck(row)) return std::nullopt;
    if (!search) search.emplace(asked.network, resting, asked.limits);
    const auto stuck = search->stuck(row, blockable.stuck(row), blockable.members());
    if (!stuck) return std::nullopt;
    return fmt::format("node {} contains a local deadlock: '{}' may be stuck in {}", node_text(asked, row),
                       asked.network.name(stuck->component), asked.network.lts(stuck->component).state_name(stuck->state));
  });
}

}   // namespace

Objection excludes_bad_plain(const Claim& asked) {
  switch (kind_of(asked.property)) {
    case PropertyKind::kDeadlock: return excludes_deadlocks(asked);
    case PropertyKind::kLocalDeadlock: return excludes_local_deadlocks(asked);
    case PropertyKind::kReach: return ExcludesSatisfying(asked, std::get<Reach>(asked.property.ask).goal).objection();
    case PropertyKind::kNever: return ExcludesSatisfying(asked, std::get<Never>(asked.property.ask).bad).objection();
    case PropertyKind::kSafety: return excludes_violations(asked, std::get<Safety>(asked.property.ask));
    case PropertyKind::kLocal:
    case PropertyKind::kProgress:
    case PropertyKind::kAssertion: break;
  }
  return "a property that the judge does not know";
}

}   // namespace parley::leap_set
