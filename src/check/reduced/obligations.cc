#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "check/describe.h"
#include "check/reduced/formula_stays.h"
#include "check/reduced/reduced_view.h"
#include "check/truth.h"

namespace parley {

namespace {

const ReducedSet& set_of(const Claim& asked) { return *std::get<ReducedSetRef>(asked.evidence); }

std::string row_text(const Claim& asked, std::span<const LocalState> row) {
  return state_text(asked.network, set_of(asked).states.components(), row);
}

Objection contains_initial(const Claim& asked) {
  if (has_initial(asked.network, set_of(asked).states, asked.limits)) return std::nullopt;
  return "the initial state is not in the set";
}

// A rule that the support of a row does not refuse has no participants outside, and does not lead out of the
// set.
class Closed {
 public:
  explicit Closed(const Claim& asked)
      : asked_(asked),
        states_(set_of(asked).states),
        view_(asked),
        rows_(states_, asked.limits),
        choices_(asked.limits),
        pending_(rows_) {}

  Objection objection() {
    if (Objection found = for_each_row(asked_, states_, [&](std::size_t r, const Row& row) { return row_objection(r, row); }))
      return found;
    return missing();
  }

 private:
  Objection row_objection(std::size_t r, const Row& row) {
    if (view_.in_error(row)) return std::nullopt;
    Objection objection;
    view_.any_willing(r, row, [&](RuleId rule, std::optional<ComponentId> outside) {
      if (outside) {
        objection = fmt::format("in {} no component of the support refuses {}, and '{}' is not in it", row_text(asked_, row),
                                rule_text(asked_.network, rule), asked_.network.name(*outside));
        return true;
      }
      const std::span<const Participant> participants = asked_.network.participants(rule);
      choices_.clear();
      for (const Participant& participant : participants) choices_.add(view_.edges(participant, row));
      return choices_.any([&](std::span<const LocalState> targets) {
        const std::span<std::uint64_t> next = pending_.next();
        std::ranges::copy(states_.words(r), next.begin());
        for (std::size_t i = 0; i < participants.size(); ++i) states_.put(next, participants[i].component.index(), targets[i]);
        pending_.add(r, rule);
        if (pending_.is_full()) objection = missing();
        return objection.has_value();
      });
    });
    return objection;
  }

  Objection missing() {
    const std::optional<PendingRows::Successor> gone = pending_.first_missing();
    if (!gone) return std::nullopt;
    Row from(states_.num_columns());
    Row to(states_.num_columns());
    states_.read(gone->from, from);
    states_.unpack(gone->words, to);
    return fmt::format("{} leads from {} to {}, which is not in the set", rule_text(asked_.network, gone->rule),
                       row_text(asked_, from), row_text(asked_, to));
  }

  const Claim& asked_;
  const StateTable& states_;
  ReducedView view_;
  RowSet rows_;
  Choices choices_;
  PendingRows pending_;
};

Objection closed(const Claim& asked) { return Closed(asked).objection(); }

bool enters_error(const Network& network, std::span<const Participant> participants, std::span<const LocalState> targets) {
  for (std::size_t i = 0; i < participants.size(); ++i)
    if (in_error(network, participants[i].component, targets[i])) return true;
  return false;
}

// The formula is false, and stays false as long as the support does not move; or the question is deferred by
// a step that is invisible to the formula (ignoring proviso).
Objection excludes_satisfying(const Claim& asked, const Predicate& predicate) {
  const ReducedView view(asked);
  const std::vector<ComponentId> components = predicate.components();
  TruthOf truth(predicate);
  FormulaStays stays(asked.network, predicate);
  Descent descent(asked, view);
  Row known(asked.network.num_components(), kAnywhere);
  return for_each_row(asked, set_of(asked).states, [&](std::size_t r, const Row& row) -> Objection {
    const bool all = view.in_error(row);
    for (ComponentId component : components)
      known[component.index()] = all || view.inside(r, component) ? row[component.index()] : kAnywhere;
    const Truth of_support = truth(known);
    if (of_support == Truth::kFalse) return std::nullopt;
    if (of_support == Truth::kTrue || truth(row) != Truth::kFalse)
      return fmt::format("{} satisfies the predicate", row_text(asked, row));
    const bool is_put_off = descent(r, row, [&](std::span<const Participant> participants, std::span<const LocalState> targets) {
      return !enters_error(asked.network, participants, targets) && stays(participants, row, targets);
    });
    if (is_put_off) return std::nullopt;
    return fmt::format("{} with its support does not rule the predicate out, and no quiet step inside it leads to a smaller rank",
                       row_text(asked, row));
  });
}

// The same for automata: none is in an error state, and they do not move unless the support does, or the
// question is deferred.
Objection excludes_violations(const Claim& asked, const Safety& safety) {
  const ReducedView view(asked);
  Descent descent(asked, view);
  std::vector<bool> is_asked(asked.network.num_components());
  for (ComponentId automaton : safety.automata) is_asked[automaton.index()] = true;
  return for_each_row(asked, set_of(asked).states, [&](std::size_t r, const Row& row) -> Objection {
    const bool all = view.in_error(row);
    std::optional<ComponentId> outside;
    for (ComponentId automaton : safety.automata) {
      if (in_error(asked.network, automaton, row[automaton.index()]))
        return fmt::format("in {} '{}' is in an error state", row_text(asked, row), asked.network.name(automaton));
      if (!all && !outside && !view.inside(r, automaton)) outside = automaton;
    }
    if (!outside) return std::nullopt;
    const bool is_put_off = descent(r, row, [&](std::span<const Participant> participants, std::span<const LocalState> targets) {
      for (std::size_t i = 0; i < participants.size(); ++i) {
        const std::size_t component = participants[i].component.index();
        if (is_asked[component] && row[component] != targets[i]) return false;
      }
      return !enters_error(asked.network, participants, targets);
    });
    if (is_put_off) return std::nullopt;
    return fmt::format("'{}' is not in the support of {}, and no quiet step inside it leads to a smaller rank",
                       asked.network.name(*outside), row_text(asked, row));
  });
}

// Some rule stays enabled as long as the support does not move, or the state is terminated.
Objection excludes_deadlocks(const Claim& asked) {
  const ReducedView view(asked);
  const Termination ending = termination(asked.network);
  return for_each_row(asked, set_of(asked).states, [&](std::size_t r, const Row& row) -> Objection {
    if (view.in_error(row)) return std::nullopt;
    if (view.any_willing(r, row, [](RuleId, std::optional<ComponentId> outside) { return !outside; })) return std::nullopt;
    if (is_terminated(asked.network, ending, row)) return std::nullopt;
    return fmt::format("{} may lead to a deadlock: no rule inside its support is enabled", row_text(asked, row));
  });
}

Objection excludes_local_deadlocks(const Claim& asked) {
  const ReducedView view(asked);
  StuckFinder finder(asked.network);
  return for_each_row(asked, set_of(asked).states, [&](std::size_t, const Row& row) -> Objection {
    if (view.in_error(row)) return std::nullopt;
    const auto stuck = finder.first_stuck(row);
    if (!stuck) return std::nullopt;
    return fmt::format("{} is a local deadlock: '{}' is stuck", row_text(asked, row), asked.network.name(*stuck));
  });
}

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

// A step into an error ends every run, so the steps that it is moved before can no longer happen. This is
// harmless if the runs in question end in such a step (property) or never take one (deadlock).
Objection brings_no_error_forward(const Claim& asked) {
  const PropertyKind kind = kind_of(asked.property);
  const ReducedView view(asked);
  if (kind == PropertyKind::kDeadlock || kind == PropertyKind::kSafety || !view.may_err()) return std::nullopt;
  return for_each_row(asked, set_of(asked).states, [&](std::size_t r, const Row& row) -> Objection {
    if (view.is_full(r) || view.in_error(row)) return std::nullopt;
    return fmt::format("the network has error states, and {} does not have every component in its support", row_text(asked, row));
  });
}

// Local deadlocks only. They are stable, so any steps may come before them, provided that these end (ignoring
// proviso).
Objection ignores_nobody(const Claim& asked) {
  if (kind_of(asked.property) != PropertyKind::kLocalDeadlock) return std::nullopt;
  const ReducedView view(asked);
  Descent descent(asked, view);
  return for_each_row(asked, set_of(asked).states, [&](std::size_t r, const Row& row) -> Objection {
    if (view.is_full(r) || view.in_error(row)) return std::nullopt;
    if (descent(r, row, [](std::span<const Participant>, std::span<const LocalState>) { return true; })) return std::nullopt;
    return fmt::format("{} does not have every component in its support, and no step inside it leads to a smaller rank",
                       row_text(asked, row));
  });
}

constexpr std::array<Obligation, 6> kReducedSetObligations{{
    {"fits-verdict", fits_verdict},
    {"contains-initial", contains_initial, About::kSet},
    {"closed", closed, About::kSet},
    {"excludes-bad", excludes_bad},
    {"brings-no-error-forward", brings_no_error_forward},
    {"ignores-nobody", ignores_nobody},
}};

}   // namespace

std::span<const Obligation> reduced_set_obligations() { return kReducedSetObligations; }

}   // namespace parley
