#include <array>

#include <fmt/format.h>

#include "check/blocked.h"
#include "check/describe.h"
#include "check/rows.h"
#include "check/set/closed_set.h"
#include "check/set/linear_invariants.h"
#include "check/truth.h"

namespace parley {

namespace {

const ClosedSet& set_of(const Claim& asked) { return *std::get<ClosedSetRef>(asked.evidence); }
const StateTable& states_of(const Claim& asked) { return set_of(asked).states; }

std::string row_text(const Claim& asked, std::span<const LocalState> row) {
  return state_text(asked.network, states_of(asked).components(), row);
}

template <class RowObjection>
Objection for_each_row(const Claim& asked, const RowObjection& row_objection) {
  return for_each_row(asked, states_of(asked), [&](std::size_t, const Row& row) { return row_objection(row); });
}

// An obligation that a set meets by itself, with arrays of its own.
template <Objection (*objection)(const SetCase&)>
Objection by_itself(const Claim& asked) {
  SupportSpace space(asked.network);
  return objection(
      {.network = asked.network, .set = set_of(asked), .limits = asked.limits, .progress = asked.progress, .space = space});
}

Objection self_contained(const Claim& asked) {
  if (!set_of(asked).self_contained) return std::nullopt;
  if (Objection objection = needs_everybody(asked)) return objection;
  return by_itself<stays_self_contained>(asked);
}

// A row as a vector over the whole network; components outside the support are at kAnywhere.
class WholeState {
 public:
  explicit WholeState(const Claim& asked)
      : components_(states_of(asked).components()), state_(asked.network.num_components(), kAnywhere) {}
  std::span<const LocalState> of(const Row& row) {
    for (std::size_t column = 0; column < row.size(); ++column) state_[components_[column].index()] = row[column];
    return state_;
  }

 private:
  std::span<const ComponentId> components_;
  Row state_;
};

Objection excludes_satisfying(const Claim& asked, const Predicate& predicate) {
  TruthOf truth(predicate);
  WholeState whole(asked);
  return for_each_row(asked, [&](const Row& row) -> Objection {
    switch (truth(whole.of(row))) {
      case Truth::kFalse: return std::nullopt;
      case Truth::kOpen: return fmt::format("{} does not rule the predicate out", row_text(asked, row));
      case Truth::kTrue: return fmt::format("{} satisfies the predicate", row_text(asked, row));
    }
    return "a truth value that the judge does not know";
  });
}

Objection excludes_violations(const Claim& asked, const Safety& safety) {
  SupportSpace space(asked.network);
  const Support support(space, states_of(asked).components());
  for (ComponentId automaton : safety.automata)
    if (!support.contains(automaton))
      return fmt::format("'{}' is not in the support, so the set does not say that it stays out of its error states",
                         asked.network.name(automaton));
  WholeState whole(asked);
  return for_each_row(asked, [&](const Row& row) -> Objection {
    const std::span<const LocalState> state = whole.of(row);
    for (ComponentId automaton : safety.automata)
      if (in_error(asked.network, automaton, state[automaton.index()]))
        return fmt::format("in {} '{}' is in an error state", row_text(asked, row), asked.network.name(automaton));
    return std::nullopt;
  });
}

// A state without error components is no deadlock if some rule is enabled whatever the other components do,
// or if it is terminated. The latter is known only if every process that can end is inside.
Objection excludes_deadlocks(const Claim& asked) {
  SupportSpace space(asked.network);
  const Support support(space, states_of(asked).components());
  Termination ending = termination(asked.network);
  for (ComponentId component : ending.processes) ending.possible = ending.possible && support.contains(component);
  WholeState whole(asked);
  return for_each_row(asked, [&](const Row& row) -> Objection {
    if (support.in_error(row)) return std::nullopt;
    if (support.any_offered(row, [&](std::size_t rule) { return support.decides(rule); })) return std::nullopt;
    if (is_terminated(asked.network, ending, whole.of(row))) return std::nullopt;
    return fmt::format("{} may be a deadlock: no rule is enabled there whatever the components outside the support do",
                       row_text(asked, row));
  });
}

// Which components are stuck depends on every process. Observers are never in a blocked set and never refuse.
Objection excludes_local_deadlocks(const Claim& asked) {
  SupportSpace space(asked.network);
  const Support support(space, states_of(asked).components());
  for (ComponentId component : asked.network.components())
    if (!asked.network.is_observer(component) && !support.contains(component))
      return fmt::format("'{}' is not in the support; for a local deadlock every process must be", asked.network.name(component));
  StuckFinder finder(asked.network);
  WholeState whole(asked);
  return for_each_row(asked, [&](const Row& row) -> Objection {
    if (support.in_error(row)) return std::nullopt;
    const auto stuck = finder.first_stuck(whole.of(row));
    if (!stuck) return std::nullopt;
    return fmt::format("{} is a local deadlock: '{}' is stuck", row_text(asked, row), asked.network.name(*stuck));
  });
}

// No state of the set can be bad for the property.
Objection excludes_bad(const Claim& asked) {
  switch (kind_of(asked.property)) {
    case PropertyKind::kDeadlock: return excludes_deadlocks(asked);
    case PropertyKind::kLocalDeadlock: return excludes_local_deadlocks(asked);
    case PropertyKind::kReach: return excludes_satisfying(asked, std::get<Reach>(asked.property.ask).goal);
    case PropertyKind::kNever: return excludes_satisfying(asked, std::get<Never>(asked.property.ask).bad);
    case PropertyKind::kSafety: return excludes_violations(asked, std::get<Safety>(asked.property.ask));
    case PropertyKind::kLocal:
    case PropertyKind::kProgress:
    case PropertyKind::kAssertion: break;
  }
  return "a property that the judge does not know";
}

constexpr std::array<Obligation, 6> kClosedSetObligations{{
    {"fits-verdict", fits_verdict},
    {"contains-initial", by_itself<has_initial_state>, About::kSet},
    {"invariants-hold", by_itself<invariants_hold>, About::kSet},
    {"closed", by_itself<is_closed>, About::kSet},
    {"excludes-bad", excludes_bad},
    {"self-contained", self_contained},
}};

}   // namespace

std::span<const Obligation> closed_set_obligations() { return kClosedSetObligations; }

}   // namespace parley
