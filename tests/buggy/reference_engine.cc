#include "buggy/reference_engine.h"

#include <algorithm>
#include <array>
#include <map>

#include "base/hash.h"
#include "buggy/meaning.h"

namespace parley::buggy {

namespace {

constexpr std::array<OptionRow, 2> kOptions{{
    {.name = "reference.certificate", .help = "whether to give certificates", .preset = 1},
    {.name = "reference.quick", .help = "does nothing, unless it is planted", .preset = 0},
}};

// The reachable states in the order found, with their parents.
struct Found {
  struct Entry {
    Global state;
    std::size_t parent = 0;
    RuleId rule;
    std::uint32_t depth = 0;
  };
  std::vector<Entry> entries;
  std::uint64_t transitions = 0;
};

// What the search uses as the identity of a state.
Global identity(Global state, Bug bug) {
  if (bug == Bug::kIgnoresLastComponent) state.pop_back();
  if (bug != Bug::kHashCollisions) return state;
  std::uint64_t hash = 0;
  for (LocalState local : state) hash = mix(hash + local.value + 1);
  return {LocalState(hash & 0xFFFF)};
}

std::size_t most_states(Bug bug, const Run& run) {
  if (bug == Bug::kStopsEarly) return 300;
  if (bug == Bug::kWrongWithOption && run.options.on(kOptions[1])) return 50;
  if (bug == Bug::kWrongWithThreads && run.threads == 2) return 50;
  return static_cast<std::size_t>(-1);
}

Found search(const Network& network, Bug bug, const Run& run) {
  const Meaning meaning(network, bug);
  const std::size_t most = most_states(bug, run);
  Found found;
  std::map<Global, std::size_t> known;
  std::vector<std::size_t> waiting{0};
  found.entries.push_back({meaning.initial(), 0, RuleId(), 0});
  known.emplace(identity(meaning.initial(), bug), 0);
  Pulse pulse(run.limits);
  for (std::size_t next = 0; next < waiting.size() && found.entries.size() < most;) {
    pulse.beat();
    // Depth first makes detours. In a queue, 'next' is the front.
    const bool detour = bug == Bug::kTraceIsDetour;
    const std::size_t index = detour ? waiting.back() : waiting[next++];
    if (detour) waiting.pop_back();
    const Global state = found.entries[index].state;
    meaning.successors(state, [&](RuleId rule, const Global& successor) {
      if (bug != Bug::kSelfLoopsNotCounted || successor != state) ++found.transitions;
      if (!known.emplace(identity(successor, bug), found.entries.size()).second) return;
      waiting.push_back(found.entries.size());
      found.entries.push_back({successor, index, rule, found.entries[index].depth + 1});
    });
  }
  return found;
}

Trace trace_to(const Network& network, const Found& found, std::size_t target, Bug bug) {
  std::vector<std::size_t> path;
  for (std::size_t at = target; at != 0; at = found.entries[at].parent) path.push_back(at);
  std::reverse(path.begin(), path.end());
  if (bug == Bug::kTraceWithoutLastStep && !path.empty()) path.pop_back();
  if (bug == Bug::kTraceIsEmpty) path.clear();

  Trace trace;
  for (std::size_t index : path) {
    const Found::Entry& entry = found.entries[index];
    std::vector<Move> moves;
    for (const Participant& p : network.participants(entry.rule)) {
      const LocalState to = entry.state[p.component.index()];
      const bool stays = found.entries[entry.parent].state[p.component.index()] == to;
      if (bug != Bug::kTraceWithoutStayers || !stays) moves.push_back({p.component, to});
    }
    LabelId label = network.label(entry.rule);
    if (bug == Bug::kTraceWithWrongLabel && index == path.back()) label = LabelId((label.index() + 1) % network.num_labels());
    trace.add(label, moves);
  }
  trace.claim_shortest();
  return trace;
}

Evidence certificate(const Network& network, const Found& found, Bug bug, const Run& run) {
  if (!run.options.on(kOptions[0])) return NotCertified{"switched off"};
  if (bug == Bug::kNoCertificate) return NotCertified{"planted"};
  std::vector<ComponentId> components;
  for (ComponentId component : network.components()) components.push_back(component);
  auto closed = std::make_shared<ClosedSet>(ClosedSet{StateTable(network, components)});
  const std::size_t first = bug == Bug::kSetWithoutInitial ? 1 : 0;
  const std::size_t last = found.entries.size() - (bug == Bug::kSetWithoutSuccessor && found.entries.size() > 1 ? 1 : 0);
  for (std::size_t i = first; i < last; ++i) closed->states.add(found.entries[i].state);
  return ClosedSetRef(std::move(closed));
}

Outcome outcome_of(const Network& network, const Property& property, const Found& found, Bug bug, const Run& run) {
  if (bug == Bug::kGivesUpOnLarge && found.entries.size() > 1000) return Unknown{"planted"};
  const Meaning meaning(network, bug);
  const bool is_reach = kind_of(property) == PropertyKind::kReach;
  for (std::size_t i = bug == Bug::kInitialNotChecked ? 1 : 0; i < found.entries.size(); ++i) {
    if (!meaning.is_target(found.entries[i].state, property)) continue;
    Evidence trace = trace_to(network, found, i, bug);
    if (is_reach) return Holds{std::move(trace)};
    return Violated{std::move(trace)};
  }
  Evidence closed = certificate(network, found, bug, run);
  if (is_reach && bug != Bug::kReachTurnedRound) return Violated{std::move(closed)};
  return Holds{std::move(closed)};
}

Outcome with_evidence(const Outcome& outcome, const Evidence& evidence) {
  if (std::holds_alternative<Holds>(outcome)) return Holds{evidence};
  return Violated{evidence};
}

}   // namespace

std::span<const OptionRow> ReferenceEngine::options() const { return kOptions; }

void ReferenceEngine::check(const Task& task, Run& run) const {
  const Found found = search(task.network, bug_, run);
  std::vector<Outcome> outcomes;
  for (const Property& property : task.properties) outcomes.push_back(outcome_of(task.network, property, found, bug_, run));
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const std::size_t neighbour = (i + 1) % outcomes.size();
    if (bug_ == Bug::kNeighboursVerdict) {
      run.answer(i, outcomes[neighbour]);
    } else if (bug_ == Bug::kEvidenceOfNeighbour) {
      run.answer(i, with_evidence(outcomes[i], *evidence_of(outcomes[neighbour])));
    } else {
      run.answer(i, outcomes[i]);
      if (bug_ == Bug::kAnswersTwice) run.answer(i, outcomes[i]);
    }
  }
}

void ReferenceEngine::explore(const Network& network, Run& run) const {
  const Found found = search(network, bug_, run);
  const Meaning meaning(network, bug_);
  std::uint64_t deadlocks = 0;
  std::uint64_t local_deadlocks = 0;
  for (const Found::Entry& entry : found.entries) {
    deadlocks += meaning.is_deadlock(entry.state) ? 1 : 0;
    local_deadlocks += meaning.is_local_deadlock(entry.state) ? 1 : 0;
  }
  run.statistics.set(Statistic::kStates, static_cast<double>(found.entries.size()));
  run.statistics.set(Statistic::kTransitions, static_cast<double>(found.transitions));
  run.statistics.set(Statistic::kDeadlocks, static_cast<double>(deadlocks));
  run.statistics.set(Statistic::kLocalDeadlocks, static_cast<double>(local_deadlocks));
  run.statistics.set(Statistic::kDepth, found.entries.back().depth + (bug_ == Bug::kDepthOneMore ? 1 : 0));
}

}   // namespace parley::buggy
