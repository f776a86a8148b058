#include "report/explain/explain.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "base/text.h"
#include "report/explain/waits_text.h"

namespace parley {

namespace {

constexpr std::size_t kNamed = 12;   // items per list

std::vector<LocalState> initial_state(const Network& network) {
  std::vector<LocalState> state(network.num_components());
  for (ComponentId component : network.components()) state[component.index()] = network.lts(component).initial();
  return state;
}

std::vector<LocalState> replay(const Network& network, const Trace& trace, const Limits& limits) {
  Pulse pulse(limits);
  std::vector<LocalState> state = initial_state(network);
  for (std::size_t i = 0; i < trace.size(); ++i) {
    pulse.beat();
    for (const Move& move : trace[i].moves) state[move.component.index()] = move.to;
  }
  return state;
}

// The components that moved in the last steps, latest first, each once.
std::vector<ComponentId> last_movers(const Trace& trace) {
  std::vector<ComponentId> movers;
  for (std::size_t i = trace.size(); i-- > 0 && movers.size() < kNamed;)
    for (const Move& move : trace[i].moves)
      if (movers.size() < kNamed && std::find(movers.begin(), movers.end(), move.component) == movers.end())
        movers.push_back(move.component);
  return movers;
}

// The network's name of a local label: the label of the rules that use it, if they agree.
std::string label_text(const Network& network, ComponentId component, LocalLabel label) {
  const std::span<const RuleId> rules = network.rules(component, label);
  for (RuleId rule : rules)
    if (network.label(rule) != network.label(rules.front())) return network.lts(component).label_name(label);
  const std::string_view name = network.label_name(rules.front());
  return name == kTau ? network.lts(component).label_name(label) : std::string(name);
}

// The labels that lead 'component' from 'state' to a state that is no error state.
std::string allowed_text(const Network& network, ComponentId component, LocalState state) {
  std::vector<std::string> labels;
  std::size_t count = 0;
  const Lts& lts = network.lts(component);
  const std::span<const Edge> edges = lts.edges(state);
  std::optional<LocalLabel> before;
  for (const Edge& edge : edges) {
    if (lts.is_error(edge.target) || edge.label == before || network.rules(component, edge.label).empty()) continue;
    before = edge.label;
    if (++count <= kNamed) labels.push_back(label_text(network, component, edge.label));
  }
  if (count == 0) return "nothing";
  std::string text = fmt::format("{}", fmt::join(labels, ", "));
  if (count > labels.size()) text += fmt::format(" and {} more", count_text(count - labels.size()));
  return text;
}

Explanation explain_property(const Network& network, const Safety& safety, const Trace& trace, std::span<const LocalState> last) {
  Explanation lines;
  for (ComponentId component : safety.automata) {
    const Lts& lts = network.lts(component);
    if (!lts.is_error(last[component.index()])) continue;
    const std::string_view name = network.name(component);

    LocalState before = lts.initial();
    std::optional<std::size_t> broken_by;
    for (std::size_t i = 0; i < trace.size(); ++i)
      for (const Move& move : trace[i].moves) {
        if (move.component != component) continue;
        if (lts.is_error(move.to)) broken_by = i;
        else before = move.to;
      }
    if (!broken_by) {
      lines.push_back(fmt::format("{} is in its error state {} from the start", name, lts.state_name(last[component.index()])));
      continue;
    }
    lines.push_back(fmt::format("property {} is broken by step {}: {}", name, count_text(*broken_by + 1),
                                network.label_name(trace[*broken_by].label)));
    lines.push_back(fmt::format("  {} was in state {}, and this step took it to {}", name, lts.state_name(before),
                                lts.state_name(last[component.index()])));
    lines.push_back(fmt::format("  in {} it allows: {}", lts.state_name(before), allowed_text(network, component, before)));
  }
  return lines;
}

Explanation explain_error(const Network& network, const Safety& safety, std::span<const LocalState> state) {
  Explanation lines;
  for (ComponentId component : safety.automata)
    if (network.lts(component).is_error(state[component.index()]))
      lines.push_back(fmt::format("property {} is broken: it is in {}", network.name(component),
                                  network.lts(component).state_name(state[component.index()])));
  return lines;
}

Explanation explain_predicate(const Network& network, const Predicate& predicate, std::string_view what, std::string_view where,
                              std::span<const LocalState> last) {
  std::vector<ComponentId> holding;
  for (const Atom& atom : predicate.atoms())
    if (std::binary_search(atom.states.begin(), atom.states.end(), last[atom.component.index()]))
      holding.push_back(atom.component);
  std::sort(holding.begin(), holding.end());
  holding.erase(std::unique(holding.begin(), holding.end()), holding.end());

  Explanation lines = {fmt::format("in {} {} holds:", where, what)};
  std::vector<ComponentId> shown = holding;
  if (holding.empty()) {
    lines.front().pop_back();
    shown = predicate.components();
    if (!shown.empty()) lines.front() += ", because nobody is in a state that it names:";
  }
  for (ComponentId component : std::span(shown).first(std::min(shown.size(), kNamed)))
    lines.push_back(
        fmt::format("  {} is in {}", network.name(component), network.lts(component).state_name(last[component.index()])));
  if (shown.size() > kNamed) lines.push_back(fmt::format("  and {} more", count_text(shown.size() - kNamed)));
  return lines;
}

}   // namespace

Explanation explain(const Network& network, const Property& property, const Trace& trace, const Limits& limits) {
  const std::vector<LocalState> last = replay(network, trace, limits);
  struct Visitor {
    const Network& network;
    const Trace& trace;
    std::span<const LocalState> last;
    const Limits& limits;
    Explanation operator()(const Deadlock&) const { return explain_deadlock(network, last, last_movers(trace), limits); }
    Explanation operator()(const LocalDeadlock&) const {
      return explain_local_deadlock(network, last, last_movers(trace), limits);
    }
    Explanation operator()(const Reach& reach) const {
      return explain_predicate(network, reach.goal, "the condition", "the last state", last);
    }
    Explanation operator()(const Never& never) const {
      return explain_predicate(network, never.bad, "the forbidden condition", "the last state", last);
    }
    Explanation operator()(const Safety& safety) const { return explain_property(network, safety, trace, last); }
    Explanation operator()(const Undecided&) const { return {}; }
  };
  return std::visit(Visitor{network, trace, last, limits}, property.ask);
}

Explanation explain_state(const Network& network, const Property& property, std::span<const LocalState> state,
                          const Limits& limits) {
  assert(state.size() == network.num_components());
  struct Visitor {
    const Network& network;
    std::span<const LocalState> state;
    const Limits& limits;
    Explanation operator()(const Deadlock&) const { return explain_deadlock(network, state, {}, limits); }
    Explanation operator()(const LocalDeadlock&) const { return explain_local_deadlock(network, state, {}, limits); }
    Explanation operator()(const Reach& reach) const {
      return explain_predicate(network, reach.goal, "the condition", "this state", state);
    }
    Explanation operator()(const Never& never) const {
      return explain_predicate(network, never.bad, "the forbidden condition", "this state", state);
    }
    Explanation operator()(const Safety& safety) const { return explain_error(network, safety, state); }
    Explanation operator()(const Undecided&) const { return {}; }
  };
  return std::visit(Visitor{network, state, limits}, property.ask);
}

}   // namespace parley
