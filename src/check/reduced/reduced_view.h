#pragma once

#include <algorithm>
#include <bit>
#include <memory>
#include <optional>

#include "check/blocked.h"
#include "check/choices.h"
#include "check/row_set.h"
#include "check/rows.h"

namespace parley {

// A network with the supports of the rows of a reduced set. Linear in the network to build. A row costs the
// local edges of its support, and not the number of rules in the network.
class ReducedView {
 public:
  explicit ReducedView(const Claim& asked)
      : network_(asked.network), set_(*std::get<ReducedSetRef>(asked.evidence)), tables_(network_, set_.states.components()) {
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

  // Calls 'visit' with each rule that has a participant in the support of row r and that no participant in
  // the support refuses, and with one of its participants outside the support if there is any, until it
  // returns true. Returns whether it did.
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

  // Whether 'component', which offers its label, is the first participant inside and no other one inside
  // refuses. So each rule is found once.
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

// Steps inside the support of a row that lead to a row with a smaller rank. A component that is deferred in
// favour of such a step is not ignored for ever, because ranks, numbers that the evidence gives, cannot
// decrease for ever (ignoring proviso).
//
// The rows are indexed when the first step is looked up, so that a set without deferred questions does not
// pay for it.
class Descent {
 public:
  Descent(const Claim& asked, const ReducedView& view)
      : network_(asked.network),
        set_(*std::get<ReducedSetRef>(asked.evidence)),
        limits_(asked.limits),
        view_(view),
        choices_(asked.limits),
        next_(set_.states.words_per_row()) {}

  // Whether 'row', which is row r and has no component in an error state, has such a step for which
  // 'is_welcome' is true. 'is_welcome' gets the participants and the state that each of them enters.
  template <class IsWelcome>
  bool operator()(std::size_t r, std::span<const LocalState> row, const IsWelcome& is_welcome) {
    if (set_.ranks.empty() || set_.ranks[r] == 0) return false;
    return view_.any_willing(r, row, [&](RuleId rule, std::optional<ComponentId> outside) {
      if (outside) return false;
      const std::span<const Participant> participants = network_.participants(rule);
      choices_.clear();
      for (const Participant& participant : participants) choices_.add(view_.edges(participant, row));
      return choices_.any([&](std::span<const LocalState> targets) {
        return is_welcome(participants, targets) && goes_down(r, participants, targets);
      });
    });
  }

 private:
  bool goes_down(std::size_t r, std::span<const Participant> participants, std::span<const LocalState> targets) {
    if (!rows_) rows_.emplace(set_.states, limits_);
    std::ranges::copy(set_.states.words(r), next_.begin());
    for (std::size_t i = 0; i < participants.size(); ++i) set_.states.put(next_, participants[i].component.index(), targets[i]);
    const std::optional<std::size_t> found = rows_->find(next_);
    return found && set_.ranks[*found] < set_.ranks[r];
  }

  const Network& network_;
  const ReducedSet& set_;
  const Limits& limits_;
  const ReducedView& view_;
  Choices choices_;
  std::vector<std::uint64_t> next_;
  std::optional<RowSet> rows_;
};

}   // namespace parley
