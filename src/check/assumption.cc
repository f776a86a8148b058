#include "check/assumption.h"

#include <algorithm>

#include <fmt/format.h>

#include "property/asks_about_errors.h"

namespace parley {

namespace {

// An error state is never left: a component that begins in one is still there at the end.
bool ends_in_error(const Network& network, const Trace& trace) {
  const auto begins_in_error = [&](ComponentId component) {
    const Lts& lts = network.lts(component);
    return lts.is_error(lts.initial());
  };
  if (std::ranges::any_of(network.components(), begins_in_error)) return true;
  if (trace.size() == 0) return false;
  return std::ranges::any_of(trace[trace.size() - 1].moves,
                             [&](const Move& move) { return network.lts(move.component).is_error(move.to); });
}

// Whether 'property' implies the assumption: it watches all automata of the assumption.
bool covers(const Property& property, const Assumption& assumption) {
  const auto* said = std::get_if<Safety>(&property.ask);
  if (said == nullptr) return false;
  const auto& assumed = std::get<Safety>(assumption.property.ask).automata;
  return std::ranges::all_of(assumed, [&](ComponentId automaton) { return std::ranges::count(said->automata, automaton) > 0; });
}

Objection ends_outside(const Claim& claim) {
  const auto* trace = std::get_if<Trace>(&claim.evidence);
  if (trace == nullptr || !ends_in_error(claim.network, *trace) || asks_about_errors(claim.network, claim.property))
    return std::nullopt;
  return fmt::format("ends in a state that only shows that the model is {}", claim.assumption->if_violated);
}

bool shows_assumption(const Assumption& assumption, const Property& property, Verdict accepted) {
  return accepted == Verdict::kHolds && covers(property, assumption);
}

}   // namespace

bool is_conditional(const Assumption& assumption, const Property& property, const Evidence& evidence) {
  return !std::holds_alternative<Trace>(evidence) && !covers(property, assumption);
}

const AssumptionRule& assumption_rule() {
  static constexpr AssumptionRule kRule = {.outside = ends_outside, .is_conditional = is_conditional, .shows = shows_assumption};
  return kRule;
}

}   // namespace parley
