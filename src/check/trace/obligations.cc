#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "check/blocked.h"
#include "check/describe.h"
#include "check/obligation.h"
#include "check/truth.h"

namespace parley {

namespace {

using GlobalState = std::vector<LocalState>;

const Trace& trace_of(const Claim& asked) { return std::get<Trace>(asked.evidence); }

GlobalState initial_state(const Network& network) {
  GlobalState state;
  state.reserve(network.num_components());
  for (ComponentId component : network.components()) state.push_back(network.lts(component).initial());
  return state;
}

void beat(Pulse& pulse, const Claim& asked, std::size_t done) {
  if (pulse.beat()) asked.progress.report({.phase = "judging", .done = done, .total = trace_of(asked).size()});
}

// Where the moves lead, whether or not rules allow them: that is another obligation.
GlobalState final_state(const Claim& asked) {
  GlobalState state = initial_state(asked.network);
  Pulse pulse(asked.limits);
  for (std::size_t i = 0; i < trace_of(asked).size(); ++i) {
    beat(pulse, asked, i);
    for (const Move& move : trace_of(asked)[i].moves) state[move.component.index()] = move.to;
  }
  return state;
}

bool has_edge(const Lts& lts, LocalState from, LocalLabel label, LocalState to) {
  const std::span<const Edge> edges = lts.edges(from, label);
  return std::binary_search(edges.begin(), edges.end(), Edge{label, to});
}

// Whether 'rule' has the label of the step, names exactly the components that move, and has an edge for each
// move.
bool rule_allows(const Network& network, RuleId rule, const GlobalState& state, const Trace::Step& step) {
  const std::span<const Participant> participants = network.participants(rule);
  if (network.label(rule) != step.label || participants.size() != step.moves.size()) return false;
  for (std::size_t i = 0; i < participants.size(); ++i) {
    const auto [component, label] = participants[i];
    if (component != step.moves[i].component) return false;
    if (!has_edge(network.lts(component), state[component.index()], label, step.moves[i].to)) return false;
  }
  return true;
}

// Calls 'visit' with each local label along which the move is possible.
template <class Visit>
void for_each_label(const Network& network, const GlobalState& state, const Move& move, const Visit& visit) {
  for (const Edge& edge : network.lts(move.component).edges(state[move.component.index()]))
    if (edge.target == move.to) visit(edge.label);
}

// A rule that allows the step must use, for each mover, the label of one of its edges. So candidates can be
// found from any mover. The mover with the fewest candidates is taken: a lock that a million clients share
// would yield a million.
template <class Visit>
void for_each_candidate(const Network& network, const GlobalState& state, const Trace::Step& step, const Visit& visit) {
  const Move* fewest = nullptr;
  std::size_t candidates = 0;
  for (const Move& move : step.moves) {
    std::size_t count = 0;
    for_each_label(network, state, move, [&](LocalLabel label) { count += network.rules(move.component, label).size(); });
    if (fewest != nullptr && count >= candidates) continue;
    fewest = &move;
    candidates = count;
  }
  if (fewest == nullptr) return;   // every rule has a participant, so a step without a mover does not exist
  for_each_label(network, state, *fewest, [&](LocalLabel label) {
    for (RuleId rule : network.rules(fewest->component, label)) visit(rule);
  });
}

bool some_rule_allows(const Network& network, const GlobalState& state, const Trace::Step& step) {
  bool allowed = false;
  for_each_candidate(network, state, step, [&](RuleId rule) { allowed = allowed || rule_allows(network, rule, state, step); });
  return allowed;
}

// Every step is a transition of the network from the state that the steps before it lead to. The state is
// changed in place, and components in error states are recorded, so that a step costs its moves and not the
// size of the network.
Objection steps_replay(const Claim& asked) {
  const Network& network = asked.network;
  GlobalState state = initial_state(network);
  std::optional<ComponentId> stopped_by = first_in_error(network, state);
  Pulse pulse(asked.limits);
  for (std::size_t i = 0; i < trace_of(asked).size(); ++i) {
    beat(pulse, asked, i);
    const Trace::Step step = trace_of(asked)[i];
    const auto objection = [&](std::string_view why) {
      return fmt::format("step {}, '{}' {}: {}", i + 1, network.label_name(step.label), moves_text(network, step.moves), why);
    };
    if (stopped_by)
      return objection(fmt::format("{} is in an error state, so nothing happens any more", network.name(*stopped_by)));
    if (!some_rule_allows(network, state, step))
      return objection("no rule with this label and exactly these participants allows it");
    for (const Move& move : step.moves) {
      state[move.component.index()] = move.to;
      if (in_error(network, move.component, move.to)) stopped_by = move.component;
    }
  }
  return std::nullopt;
}

Objection no_local_deadlock(const Network& network, const GlobalState& state) {
  if (const auto component = first_in_error(network, state))
    return fmt::format("the final state is no local deadlock: {} is an error",
                       place_text(network, *component, state[component->index()]));
  if (StuckFinder(network).first_stuck(state)) return std::nullopt;
  return "the final state is no local deadlock: no component is stuck";
}

Objection no_deadlock(const Network& network, const GlobalState& state) {
  if (is_deadlock(network, state)) return std::nullopt;
  if (const auto component = first_in_error(network, state))
    return fmt::format("the final state is no deadlock: {} is an error",
                       place_text(network, *component, state[component->index()]));
  if (const auto rule = first_enabled(network, state))
    return fmt::format("the final state is no deadlock: {} is enabled", rule_text(network, *rule));
  return "the final state is no deadlock: the network has terminated";
}

Objection not_satisfied(const Predicate& predicate, const GlobalState& state) {
  if (TruthOf(predicate)(state) == Truth::kTrue) return std::nullopt;
  return "the final state does not satisfy the predicate";
}

Objection no_violation(const Network& network, const Safety& safety, const GlobalState& state) {
  for (ComponentId automaton : safety.automata)
    if (in_error(network, automaton, state[automaton.index()])) return std::nullopt;
  return "in the final state no automaton of the property is in an error state";
}

// The state after the last step is what the property asks for.
Objection reaches_claim(const Claim& asked) {
  const Network& network = asked.network;
  const GlobalState state = final_state(asked);
  switch (kind_of(asked.property)) {
    case PropertyKind::kDeadlock: return no_deadlock(network, state);
    case PropertyKind::kLocalDeadlock: return no_local_deadlock(network, state);
    case PropertyKind::kReach: return not_satisfied(std::get<Reach>(asked.property.ask).goal, state);
    case PropertyKind::kNever: return not_satisfied(std::get<Never>(asked.property.ask).bad, state);
    case PropertyKind::kSafety: return no_violation(network, std::get<Safety>(asked.property.ask), state);
    case PropertyKind::kLocal:
    case PropertyKind::kProgress:
    case PropertyKind::kAssertion: break;
  }
  return "a property that the judge does not know";
}

// Every rule that uses a label of a step names only movers and components that the property mentions. First
// the rules that allow a step are marked with all their labels. Then the rules of these labels are checked,
// each label once.
Objection self_contained(const Claim& asked) {
  const Trace& trace = trace_of(asked);
  if (!trace.is_self_contained()) return std::nullopt;
  if (Objection objection = needs_everybody(asked)) return objection;
  const Network& network = asked.network;
  std::vector<bool> is_inside(network.num_components());
  for (ComponentId component : components_of(network, asked.property)) is_inside[component.index()] = true;

  GlobalState state = initial_state(network);
  std::vector<bool> is_used(network.num_rules());   // whether the rule allows a step
  std::vector<Participant> labels;
  Pulse pulse(asked.limits);
  for (std::size_t i = 0; i < trace.size(); ++i) {
    beat(pulse, asked, i);
    const Trace::Step step = trace[i];
    for_each_candidate(network, state, step, [&](RuleId rule) {
      if (is_used[rule.index()] || !rule_allows(network, rule, state, step)) return;
      is_used[rule.index()] = true;
      const std::span<const Participant> participants = network.participants(rule);
      labels.insert(labels.end(), participants.begin(), participants.end());
    });
    for (const Move& move : step.moves) {
      state[move.component.index()] = move.to;
      is_inside[move.component.index()] = true;
    }
  }
  std::sort(labels.begin(), labels.end());
  labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
  std::vector<bool> is_seen(network.num_rules());
  for (const Participant& used : labels)
    for (RuleId rule : network.rules(used.component, used.label)) {
      pulse.beat();
      if (is_seen[rule.index()]) continue;
      is_seen[rule.index()] = true;
      for (const Participant& participant : network.participants(rule))
        if (!is_inside[participant.component.index()])
          return fmt::format("{} uses a label that the trace uses, and '{}' is outside the support", rule_text(network, rule),
                             network.name(participant.component));
    }
  return std::nullopt;
}

constexpr std::array<Obligation, 4> kTraceObligations{{
    {"fits-verdict", fits_verdict},
    {"steps-replay", steps_replay},
    {"reaches-claim", reaches_claim},
    {"self-contained", self_contained},
}};

}   // namespace

std::span<const Obligation> trace_obligations() { return kTraceObligations; }

}   // namespace parley
