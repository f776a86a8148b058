#include "check/judge.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "check/obligation.h"

namespace parley {

namespace {

constexpr std::string_view kWellFormed = "well-formed";

Objection ill_formed_predicate(const Network& network, const Predicate& predicate) {
  if (predicate.nodes().empty()) return "the predicate is empty";
  for (const Atom& atom : predicate.atoms())
    if (atom.component.index() >= network.num_components()) return "the predicate names a component that does not exist";
  return std::nullopt;
}

Objection ill_formed_property(const Network& network, const Property& property) {
  if (const auto* reach = std::get_if<Reach>(&property.ask)) return ill_formed_predicate(network, reach->goal);
  if (const auto* never = std::get_if<Never>(&property.ask)) return ill_formed_predicate(network, never->bad);
  if (const auto* safety = std::get_if<Safety>(&property.ask))
    for (ComponentId automaton : safety->automata)
      if (automaton.index() >= network.num_components()) return "the property names a component that does not exist";
  return std::nullopt;
}

Objection ill_formed_step(const Network& network, const Trace::Step& step) {
  if (step.label.index() >= network.num_labels()) return "a label that does not exist";
  for (std::size_t i = 0; i < step.moves.size(); ++i) {
    const Move& move = step.moves[i];
    if (move.component.index() >= network.num_components()) return "a component that does not exist";
    if (move.to.index() >= network.lts(move.component).num_states()) return "a local state that does not exist";
    if (i > 0 && !(step.moves[i - 1].component < move.component)) return "components out of order, or one twice";
  }
  return std::nullopt;
}

Objection ill_formed_trace(const Case& asked, const Trace& trace) {
  Pulse pulse(asked.limits);
  for (std::size_t i = 0; i < trace.size(); ++i) {
    pulse.beat();
    if (const Objection objection = ill_formed_step(asked.network, trace[i])) return fmt::format("step {}: {}", i + 1, *objection);
  }
  return std::nullopt;
}

Objection ill_formed_set(const Case& asked, const StateTable& states) {
  const std::span<const ComponentId> support = states.components();
  std::vector<bool> seen(asked.network.num_components());
  std::vector<std::size_t> num_states;
  for (ComponentId component : support) {
    if (component.index() >= asked.network.num_components()) return "the support names a component that does not exist";
    if (seen[component.index()]) return fmt::format("the support names '{}' twice", asked.network.name(component));
    seen[component.index()] = true;
    num_states.push_back(asked.network.lts(component).num_states());
  }
  if (!states.fits(asked.network)) return "the set is laid out for another network";
  Pulse pulse(asked.limits, rows_a_beat(asked.network));
  std::vector<LocalState> row(support.size());
  for (std::size_t r = 0; r < states.size(); ++r) {
    pulse.beat();
    states.read(r, row);
    for (std::size_t column = 0; column < row.size(); ++column)
      if (row[column].index() >= num_states[column])
        return fmt::format("state {} of the set: '{}' has no such local state", r + 1, asked.network.name(support[column]));
  }
  return std::nullopt;
}

Judgement rejection(std::string_view obligation, std::string reason) {
  return {.accepted = false, .obligation = std::string(obligation), .reason = std::move(reason)};
}

Judgement apply(std::span<const Obligation> table, const Case& asked) {
  for (const Obligation& obligation : table)
    if (Objection objection = obligation.objection(asked)) return rejection(obligation.name, *std::move(objection));
  return {.accepted = true, .obligation = "", .reason = ""};
}

}  // namespace

std::uint32_t rows_a_beat(const Network& network) {
  constexpr std::size_t kWork = 200'000;   // participants and components looked at
  return static_cast<std::uint32_t>(std::clamp<std::size_t>(kWork / (network.num_components() + network.num_participants() + 1), 1, 4096));
}

Objection fits_verdict(const Case& asked) {
  const bool trace = std::holds_alternative<Trace>(asked.evidence);
  const bool reach = std::holds_alternative<Reach>(asked.property.ask);
  const Verdict proved = trace == reach ? Verdict::kHolds : Verdict::kViolated;
  if (asked.claimed == proved) return std::nullopt;
  return fmt::format("a {} for '{}' can only show '{}', not '{}'", kind_name(kind_of(asked.evidence)),
                     kind_name(kind_of(asked.property)), verdict_name(proved), verdict_name(asked.claimed));
}

Judgement judge_with(const ObligationTables& tables, const Case& asked) {
  if (Objection objection = ill_formed_property(asked.network, asked.property))
    return rejection(kWellFormed, *std::move(objection));
  if (const auto* trace = std::get_if<Trace>(&asked.evidence)) {
    if (Objection objection = ill_formed_trace(asked, *trace)) return rejection(kWellFormed, *std::move(objection));
    return apply(tables.trace, asked);
  }
  if (const auto* set = std::get_if<std::shared_ptr<const ClosedSet>>(&asked.evidence)) {
    if (*set == nullptr) return rejection(kWellFormed, "there is no set");
    if (Objection objection = ill_formed_set(asked, (*set)->states)) return rejection(kWellFormed, *std::move(objection));
    return apply(tables.closed_set, asked);
  }
  return rejection("fits-verdict", "there is neither a trace nor a certificate: nothing is shown");
}

Judgement judge(const Network& network, const Property& property, Verdict claimed, const Evidence& evidence, const Limits& limits,
                Progress& progress) {
  return judge_with({.trace = trace_obligations(), .closed_set = closed_set_obligations()},
                    {.network = network, .property = property, .claimed = claimed, .evidence = evidence, .limits = limits,
                     .progress = progress});
}

}  // namespace parley
