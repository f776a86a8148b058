#include "check/set/closed_set.h"

#include <algorithm>

#include <fmt/format.h>

#include "check/choices.h"
#include "check/describe.h"
#include "check/row_set.h"
#include "check/rows.h"
#include "check/set/linear_invariants.h"

namespace parley {

namespace {

std::string row_text(const SetCase& asked, std::span<const LocalState> row) {
  return state_text(asked.network, asked.set.states.components(), row);
}

// No rule leads out of the set, except to vectors that an invariant excludes. Rules that name no component
// inside change nothing here. In an error state no rule is enabled.
class Closed {
 public:
  explicit Closed(const SetCase& asked)
      : asked_(asked),
        states_(asked.set.states),
        set_(states_, asked.limits),
        support_(asked.space, states_.components()),
        ruled_out_(asked.set, support_),
        choices_(asked.limits),
        pending_(set_) {}

  Objection objection() {
    if (Objection found = for_each_row(asked_, states_, [&](std::size_t r, const Row& row) { return row_objection(r, row); }))
      return found;
    return missing();
  }

 private:
  Objection row_objection(std::size_t r, const Row& row) {
    if (support_.in_error(row)) return std::nullopt;
    Objection objection;
    support_.any_offered(row, [&](std::size_t rule) {
      const std::span<const Support::Part> parts = support_.parts(rule);
      choices_.clear();
      for (const Support::Part& part : parts) choices_.add(support_.edges(part, row));
      return choices_.any([&](std::span<const LocalState> targets) {
        const std::span<std::uint64_t> next = pending_.next();
        std::ranges::copy(states_.words(r), next.begin());
        for (std::size_t i = 0; i < parts.size(); ++i) states_.put(next, parts[i].column, targets[i]);
        pending_.add(r, support_.rule(rule));
        if (pending_.is_full()) objection = missing();
        return objection.has_value();
      });
    });
    return objection;
  }

  Objection missing() {
    const std::optional<PendingRows::Successor> gone = pending_.first_missing(ruled_out_);
    if (!gone) return std::nullopt;
    Row from(states_.num_columns());
    Row to(states_.num_columns());
    states_.read(gone->from, from);
    states_.unpack(gone->words, to);
    return fmt::format("{} leads from {} to {}, which is not in the set{}", rule_text(asked_.network, gone->rule),
                       row_text(asked_, from), row_text(asked_, to),
                       asked_.set.invariants.empty() ? "" : " and not excluded by an invariant");
  }

  const SetCase& asked_;
  const StateTable& states_;
  RowSet set_;
  Support support_;
  RuledOut ruled_out_;
  Choices choices_;
  PendingRows pending_;
};

}   // namespace

Objection has_initial_state(const SetCase& asked) {
  const StateTable& states = asked.set.states;
  if (has_initial(asked.network, states, asked.limits)) return std::nullopt;
  Row initial;
  initial.reserve(states.num_columns());
  for (ComponentId component : states.components()) initial.push_back(asked.network.lts(component).initial());
  return fmt::format("the initial state {} is not in the set", row_text(asked, initial));
}

Objection is_closed(const SetCase& asked) { return Closed(asked).objection(); }

// Checked by rules, not by labels: a rule with a participant outside must name a member with a label that the
// member offers in no row.
Objection stays_self_contained(const SetCase& asked) {
  if (!asked.set.self_contained) return std::nullopt;
  if (!asked.set.invariants.empty())
    return "a set that leans on invariants is not self-contained: they speak of the whole network";
  const StateTable& states = asked.set.states;
  const Support support(asked.space, states.components());
  std::vector<std::vector<bool>> offered;
  offered.reserve(states.num_columns());
  Pulse pulse(asked.limits);
  for (std::size_t column = 0; column < states.num_columns(); ++column) {
    const Lts& lts = asked.network.lts(states.components()[column]);
    std::vector<bool> occurs(lts.num_states());
    for (std::size_t row = 0; row < states.size(); ++row) {
      pulse.beat();
      occurs[states.at(row, column).index()] = true;
    }
    std::vector<bool>& labels = offered.emplace_back(lts.num_labels());
    for (LocalState state : lts.states())
      if (occurs[state.index()])
        for (const Edge& edge : lts.edges(state)) labels[edge.label.index()] = true;
  }
  for (std::size_t rule = 0; rule < support.num_rules(); ++rule) {
    pulse.beat();
    if (support.decides(rule)) continue;
    for (const Support::Part& part : support.parts(rule))
      if (offered[part.column][part.label.index()])
        return fmt::format("'{}' takes part in {} with a label that it offers in the set, and not all of them are in the support",
                           asked.network.name(states.components()[part.column]), rule_text(asked.network, support.rule(rule)));
  }
  return std::nullopt;
}

}   // namespace parley
