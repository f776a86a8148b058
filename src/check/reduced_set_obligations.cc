#include <algorithm>
#include <array>
#include <bit>

#include <fmt/format.h>

#include "check/blocked.h"
#include "check/describe.h"
#include "check/row_set.h"
#include "check/rows.h"
#include "check/successors.h"
#include "check/truth.h"

namespace parley {

namespace {

const ReducedSet& set_of(const Case& asked) { return *std::get<std::shared_ptr<const ReducedSet>>(asked.evidence); }

std::string row_text(const Case& asked, std::span<const LocalState> row) {
  return state_text(asked.network, set_of(asked).states.components(), row);
}

// A network, and the supports of the rows of a reduced set.
class View {
 public:
  explicit View(const Case& asked)
      : network_(asked.network), set_(set_of(asked)), tables_(network_, set_.states.components()) {
    for (ComponentId component : network_.components())
      if (network_.lts(component).has_error()) with_error_.push_back(component);
  }

  bool may_err() const { return !with_error_.empty(); }
  bool in_error(std::span<const LocalState> row) const {
    return std::any_of(with_error_.begin(), with_error_.end(),
                       [&](ComponentId component) { return parley::in_error(network_, component, row[component.index()]); });
  }
  bool inside(std::size_t r, ComponentId component) const { return set_.in_support(r, component); }
  bool is_full(std::size_t r) const {
    const std::span<const std::uint64_t> words = support(r);
    std::size_t count = 0;
    for (std::uint64_t word : words) count += static_cast<std::size_t>(std::popcount(word));
    return count == network_.num_components();
  }
  std::span<const Edge> edges(const Participant& participant, std::span<const LocalState> row) const {
    return tables_.of(participant.component).edges(row[participant.component.index()], participant.label);
  }

  // Calls 'visit' with each rule that has a participant in the support of row r and that none of them refuses there, and
  // with one of its participants outside the support if there is any; until it answers true. Whether it did.
  template <class Visit>
  bool any_willing(std::size_t r, std::span<const LocalState> row, const Visit& visit) const {
    const std::span<const std::uint64_t> words = support(r);
    for (std::size_t w = 0; w < words.size(); ++w)
      for (std::uint64_t left = words[w]; left != 0; left &= left - 1) {
        const ComponentId component(w * ReducedSet::kWordBits + static_cast<std::size_t>(std::countr_zero(left)));
        const std::span<const Edge> edges = network_.lts(component).edges(row[component.index()]);
        for (std::size_t e = 0; e < edges.size(); ++e) {
          if (e > 0 && edges[e - 1].label == edges[e].label) continue;   // edges are sorted by label
          for (RuleId rule : network_.rules(component, edges[e].label))
            if (is_willing(r, row, component, rule) && visit(rule, first_outside(r, rule))) return true;
        }
      }
    return false;
  }

 private:
  std::span<const std::uint64_t> support(std::size_t r) const {
    return std::span(set_.supports).subspan(r * set_.words_per_support(), set_.words_per_support());
  }

  // Whether 'component', which offers its label, is the first participant inside, and no other one refuses: each rule is found once.
  bool is_willing(std::size_t r, std::span<const LocalState> row, ComponentId component, RuleId rule) const {
    for (const Participant& participant : network_.participants(rule)) {
      if (participant.component == component || !inside(r, participant.component)) continue;
      if (participant.component < component || edges(participant, row).empty()) return false;
    }
    return true;
  }
  std::optional<ComponentId> first_outside(std::size_t r, RuleId rule) const {
    for (const Participant& participant : network_.participants(rule))
      if (!inside(r, participant.component)) return participant.component;
    return std::nullopt;
  }

  const Network& network_;
  const ReducedSet& set_;
  EdgeTables tables_;
  std::vector<ComponentId> with_error_;
};

Objection contains_initial(const Case& asked) {
  if (has_initial(asked, set_of(asked).states)) return std::nullopt;
  return "the initial state is not in the set";
}

// What the support of a row does not refuse needs nobody else, and does not lead out of the set.
class Closed {
 public:
  explicit Closed(const Case& asked)
      : asked_(asked), states_(set_of(asked).states), view_(asked), rows_(states_, asked.limits), successors_(asked.limits), pending_(rows_) {}

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
        objection = fmt::format("in {} nobody in the support refuses {}, and '{}' is not in it", row_text(asked_, row),
                                rule_text(asked_.network, rule), asked_.network.name(*outside));
        return true;
      }
      const std::span<const Participant> participants = asked_.network.participants(rule);
      successors_.clear();
      for (const Participant& participant : participants) successors_.add(view_.edges(participant, row));
      return successors_.any([&](std::span<const LocalState> targets) {
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

  const Case& asked_;
  const StateTable& states_;
  View view_;
  RowSet rows_;
  Successors successors_;
  PendingRows pending_;
};

Objection closed(const Case& asked) { return Closed(asked).objection(); }

// The formula is false as long as the support stands still.
Objection excludes_satisfying(const Case& asked, const Predicate& predicate) {
  const View view(asked);
  TruthOf truth(predicate);
  Row known(asked.network.num_components(), kAnywhere);
  return for_each_row(asked, set_of(asked).states, [&](std::size_t r, const Row& row) -> Objection {
    const bool all = view.in_error(row);
    for (ComponentId component : predicate.components())
      known[component.index()] = all || view.inside(r, component) ? row[component.index()] : kAnywhere;
    switch (truth(known)) {
      case Truth::kFalse: return std::nullopt;
      case Truth::kOpen: return fmt::format("{} with its support does not rule the predicate out", row_text(asked, row));
      case Truth::kTrue: return fmt::format("{} satisfies the predicate", row_text(asked, row));
    }
    return "a truth value that the judge does not know";
  });
}

Objection excludes_violations(const Case& asked, const Safety& safety) {
  const View view(asked);
  return for_each_row(asked, set_of(asked).states, [&](std::size_t r, const Row& row) -> Objection {
    const bool all = view.in_error(row);
    for (ComponentId automaton : safety.automata) {
      if (in_error(asked.network, automaton, row[automaton.index()]))
        return fmt::format("in {} '{}' is in an error state", row_text(asked, row), asked.network.name(automaton));
      if (!all && !view.inside(r, automaton))
        return fmt::format("'{}' is not in the support of {}", asked.network.name(automaton), row_text(asked, row));
    }
    return std::nullopt;
  });
}

// Something can happen as long as the support stands still, or nothing needs to happen any more.
Objection excludes_deadlocks(const Case& asked) {
  const View view(asked);
  const Termination ending = termination(asked.network);
  return for_each_row(asked, set_of(asked).states, [&](std::size_t r, const Row& row) -> Objection {
    if (view.in_error(row)) return std::nullopt;
    if (view.any_willing(r, row, [](RuleId, std::optional<ComponentId> outside) { return !outside; })) return std::nullopt;
    if (is_terminated(asked.network, ending, row)) return std::nullopt;
    return fmt::format("{} may lead to a deadlock: no rule inside its support is enabled", row_text(asked, row));
  });
}

Objection excludes_local_deadlocks(const Case& asked) {
  const View view(asked);
  StuckFinder finder(asked.network);
  return for_each_row(asked, set_of(asked).states, [&](std::size_t, const Row& row) -> Objection {
    if (view.in_error(row)) return std::nullopt;
    const auto stuck = finder.first_stuck(row);
    if (!stuck) return std::nullopt;
    return fmt::format("{} is a local deadlock: '{}' is stuck", row_text(asked, row), asked.network.name(*stuck));
  });
}

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

// A step into an error ends every run, so what it was brought before can no longer happen. It does no harm where the runs asked about
// end in such a step (property) or never take one (deadlock).
Objection brings_no_error_forward(const Case& asked) {
  const PropertyKind kind = kind_of(asked.property);
  const View view(asked);
  if (kind == PropertyKind::kDeadlock || kind == PropertyKind::kSafety || !view.may_err()) return std::nullopt;
  return for_each_row(asked, set_of(asked).states, [&](std::size_t r, const Row& row) -> Objection {
    if (view.is_full(r) || view.in_error(row)) return std::nullopt;
    return fmt::format("the network has error states, and {} does not have every component in its support", row_text(asked, row));
  });
}

// Local deadlocks only: who is put off gets his turn, because ranks cannot go down for ever. They are numbers that the evidence brings.
Objection ignores_nobody(const Case& asked) {
  if (kind_of(asked.property) != PropertyKind::kLocalDeadlock) return std::nullopt;
  const ReducedSet& set = set_of(asked);
  const View view(asked);
  const RowSet rows(set.states, asked.limits);
  Successors successors(asked.limits);
  std::vector<std::uint64_t> next(set.states.words_per_row());
  return for_each_row(asked, set.states, [&](std::size_t r, const Row& row) -> Objection {
    if (view.is_full(r) || view.in_error(row)) return std::nullopt;
    const bool descends = !set.ranks.empty() && view.any_willing(r, row, [&](RuleId rule, std::optional<ComponentId> outside) {
      if (outside) return false;
      const std::span<const Participant> participants = asked.network.participants(rule);
      successors.clear();
      for (const Participant& participant : participants) successors.add(view.edges(participant, row));
      return successors.any([&](std::span<const LocalState> targets) {
        std::ranges::copy(set.states.words(r), next.begin());
        for (std::size_t i = 0; i < participants.size(); ++i) set.states.put(next, participants[i].component.index(), targets[i]);
        const std::optional<std::size_t> found = rows.find(next);
        return found && set.ranks[*found] < set.ranks[r];
      });
    });
    if (descends) return std::nullopt;
    return fmt::format("{} does not have every component in its support, and no step inside it leads to a smaller rank", row_text(asked, row));
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

}  // namespace

std::span<const Obligation> reduced_set_obligations() { return kReducedSetObligations; }

}  // namespace parley
