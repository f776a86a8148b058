#include <array>

#include <fmt/format.h>

#include "check/blocked.h"
#include "check/describe.h"
#include "check/obligation.h"
#include "check/row_set.h"
#include "check/support.h"
#include "check/truth.h"

namespace parley {

namespace {

using Row = std::vector<LocalState>;

const StateTable& states_of(const Case& asked) { return std::get<std::shared_ptr<const ClosedSet>>(asked.evidence)->states; }

std::string row_text(const Case& asked, std::span<const LocalState> row) {
  return state_text(asked.network, states_of(asked).components(), row);
}

// The first objection to a row of the set.
template <class RowObjection>
Objection for_each_row(const Case& asked, const RowObjection& row_objection) {
  const StateTable& states = states_of(asked);
  Row row(states.num_columns());
  Pulse pulse(asked.limits, rows_a_beat(asked.network));
  for (std::size_t r = 0; r < states.size(); ++r) {
    if (pulse.beat()) asked.progress.report({.phase = "judging", .done = r, .total = states.size()});
    states.read(r, row);
    if (Objection objection = row_objection(row)) return objection;
  }
  return std::nullopt;
}

Objection contains_initial(const Case& asked) {
  Row initial;
  for (ComponentId component : states_of(asked).components()) initial.push_back(asked.network.lts(component).initial());
  bool found = false;
  for_each_row(asked, [&](const Row& row) -> Objection {
    found = found || row == initial;
    return std::nullopt;
  });
  if (found) return std::nullopt;
  return fmt::format("the initial state {} is not in the set", row_text(asked, initial));
}

// Every way in which the participants inside can move along a rule from a row: the product of their edges, counted through
// like the wheels of an odometer. A successor costs what moves, not what the support has.
class Successors {
 public:
  Successors(const Support& support, const Limits& limits) : support_(support), pulse_(limits, 4096) {}

  void start(std::span<const LocalState> row) { next_.assign(row.begin(), row.end()); }

  // 'visit' gets the successor and the parts that moved, and answers whether to stop; whether it did.
  template <class Visit>
  bool any(std::size_t rule, const Visit& visit) {
    const std::span<const Support::Part> parts = support_.parts(rule);
    edges_.clear();
    from_.clear();
    wheels_.assign(parts.size(), 0);
    for (const Support::Part& part : parts) {
      from_.push_back(next_[part.column]);
      edges_.push_back(support_.lts(part.column).edges(from_.back(), part.label));
    }
    bool stopped = false;
    for (std::size_t turning = 0; !stopped && turning < parts.size();) {
      pulse_.beat();
      for (std::size_t i = 0; i < parts.size(); ++i) next_[parts[i].column] = edges_[i][wheels_[i]].target;
      stopped = visit(next_, parts);
      turning = 0;
      while (turning < parts.size() && ++wheels_[turning] == edges_[turning].size()) wheels_[turning++] = 0;
    }
    for (std::size_t i = 0; i < parts.size(); ++i) next_[parts[i].column] = from_[i];
    return stopped;
  }

 private:
  const Support& support_;
  Pulse pulse_;
  std::vector<std::span<const Edge>> edges_;
  std::vector<std::size_t> wheels_;
  Row from_;
  Row next_;
};

// No rule leads out of the set. Those that name nobody inside change nothing here; in an error state there are none.
Objection closed(const Case& asked) {
  const StateTable& states = states_of(asked);
  const RowSet set(states, asked.limits);
  const Support support(asked.network, states.components());
  Successors successors(support, asked.limits);
  std::vector<std::uint64_t> from(states.words_per_row());
  std::vector<std::uint64_t> to(states.words_per_row());
  return for_each_row(asked, [&](const Row& row) -> Objection {
    if (support.in_error(row)) return std::nullopt;
    states.pack(row, from);
    successors.start(row);
    Objection objection;
    support.any_offered(row, [&](std::size_t rule) {
      return successors.any(rule, [&](const Row& next, std::span<const Support::Part> moved) {
        to = from;
        for (const Support::Part& part : moved) states.put(to, part.column, next[part.column]);
        if (set.contains(to)) return false;
        objection = fmt::format("{} leads from {} to {}, which is not in the set",
                                rule_text(asked.network, support.rule(rule)), row_text(asked, row), row_text(asked, next));
        return true;
      });
    });
    return objection;
  });
}

// A row as a vector over the whole network, the components outside the support anywhere.
class WholeState {
 public:
  explicit WholeState(const Case& asked)
      : components_(states_of(asked).components()), state_(asked.network.num_components(), kAnywhere) {}
  std::span<const LocalState> of(const Row& row) {
    for (std::size_t column = 0; column < row.size(); ++column) state_[components_[column].index()] = row[column];
    return state_;
  }

 private:
  std::span<const ComponentId> components_;
  Row state_;
};

Objection excludes_satisfying(const Case& asked, const Predicate& predicate) {
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

Objection excludes_violations(const Case& asked, const Safety& safety) {
  const Support support(asked.network, states_of(asked).components());
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

// A state without error components is no deadlock if some rule is enabled whatever the others do, or if it is terminated. The
// latter is known only where every process that can end is inside.
Objection excludes_deadlocks(const Case& asked) {
  const Support support(asked.network, states_of(asked).components());
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

// Who is stuck depends on every process; observers are never in a blocked set and never refuse.
Objection excludes_local_deadlocks(const Case& asked) {
  const Support support(asked.network, states_of(asked).components());
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

// No state of the set can be what the property speaks of.
Objection excludes_bad(const Case& asked) {
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

constexpr std::array<Obligation, 4> kClosedSetObligations{{
    {"fits-verdict", fits_verdict},
    {"contains-initial", contains_initial},
    {"closed", closed},
    {"excludes-bad", excludes_bad},
}};

}  // namespace

std::span<const Obligation> closed_set_obligations() { return kClosedSetObligations; }

}  // namespace parley
