#include "leap/covering_theorem.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/leap/covering/graph.h"
#include "oracle/spec_network.h"

namespace parley::leap {

namespace {

using oracle::Exploration;
using oracle::Spec;
using oracle::State;

enum class Errors : std::uint8_t { kStop, kAreIgnored };

std::vector<State> successors(const Spec& spec, const State& state, Errors errors) {
  std::vector<State> found;
  if (errors == Errors::kStop && oracle::has_error(spec, state)) return found;
  for (const oracle::Rule& rule : spec.rules) {
    std::vector<State> after{state};
    for (const oracle::Part& part : rule.parts) {
      std::vector<State> moved;
      for (const State& partial : after)
        for (const oracle::Arrow& arrow : spec.of(part.component).arrows)
          if (arrow.label == part.label && arrow.from == state[static_cast<std::size_t>(part.component)]) {
            moved.push_back(partial);
            moved.back()[static_cast<std::size_t>(part.component)] = arrow.to;
          }
      after = std::move(moved);
    }
    found.insert(found.end(), after.begin(), after.end());
  }
  return found;
}

State to_state(std::span<const LocalState> locals) {
  State state;
  for (const LocalState local : locals) state.push_back(static_cast<int>(local.value));
  return state;
}

// Whether some rule of the spec allows the step.
bool allows(const Spec& spec, const Network& network, const State& from, const Trace::Step& step) {
  if (oracle::has_error(spec, from)) return false;
  return std::ranges::any_of(spec.rules, [&](const oracle::Rule& rule) {
    if (rule.label != network.label_name(step.label) || rule.parts.size() != step.moves.size()) return false;
    return std::ranges::all_of(rule.parts, [&](const oracle::Part& part) {
      const auto move = std::ranges::find(step.moves, ComponentId(static_cast<std::size_t>(part.component)), &Move::component);
      if (move == step.moves.end()) return false;
      const oracle::Arrow arrow{from[static_cast<std::size_t>(part.component)], part.label, static_cast<int>(move->to.value)};
      return std::ranges::find(spec.of(part.component).arrows, arrow) != spec.of(part.component).arrows.end();
    });
  });
}

class Check {
 public:
  Check(const Spec& spec, const Exploration& exploration, const Network& network, ErrorSteps error_steps)
      : spec_(spec), exploration_(exploration), network_(network), graph_(network, error_steps, limits_, progress_) {
    for (std::size_t i = 0; i < exploration.states.size(); ++i) number_.emplace(exploration.states[i], i);
    is_node_.resize(exploration.states.size());
  }

  std::optional<std::string> problem(ErrorSteps error_steps) {
    std::vector<LocalState> locals(network_.num_components());
    graph_.build([&](std::uint32_t) { return true; });
    for (std::uint32_t node = 0; node < graph_.num_nodes(); ++node) {
      graph_.state(node, locals);
      const auto known = number_.find(to_state(locals));
      if (known == number_.end()) return fmt::format("the node {} is not reachable", to_state(locals));
      if (is_node_[known->second]) return fmt::format("two nodes are {}", to_state(locals));
      is_node_[known->second] = true;
      if (const auto wrong = trace_problem(node, to_state(locals))) return wrong;
    }
    if (const auto wrong = uncovered(Errors::kStop)) return fmt::format("{} leads to no node", *wrong);
    if (error_steps == ErrorSteps::kEverywhere)
      if (const auto wrong = uncovered(Errors::kAreIgnored))
        return fmt::format("{}, with an error, leads to no node with it", *wrong);
    return stable_problem();
  }
  const CoveringGraph& graph() const { return graph_; }

 private:
  std::optional<std::string> trace_problem(std::uint32_t node, const State& wanted) const {
    const Trace trace = graph_.trace_to(node);
    State state = exploration_.states[0];
    for (std::size_t i = 0; i < trace.size(); ++i) {
      if (!allows(spec_, network_, state, trace[i])) return fmt::format("step {} of the trace to {} is none", i, wanted);
      for (const Move& move : trace[i].moves) state[move.component.index()] = static_cast<int>(move.to.value);
    }
    if (state != wanted) return fmt::format("the trace to {} leads to {}", wanted, state);
    return std::nullopt;
  }

  // A reachable state that leads to no node, if any. With Errors::kAreIgnored it is one with an error, and
  // its successors are computed as if errors did not stop the network. A component in an error state stays
  // there, so the node has the same error.
  std::optional<State> uncovered(Errors errors) const {
    std::map<State, bool> verdicts;
    for (std::size_t i = 0; i < exploration_.states.size(); ++i) {
      if (exploration_.error[i] != (errors == Errors::kAreIgnored)) continue;
      if (!leads_to_node(exploration_.states[i], errors, verdicts)) return exploration_.states[i];
    }
    return std::nullopt;
  }
  bool leads_to_node(const State& from, Errors errors, std::map<State, bool>& verdicts) const {
    std::set<State> seen{from};
    std::vector<State> work{from};
    while (!work.empty()) {
      const State state = work.back();
      work.pop_back();
      const auto known = number_.find(state);
      const auto verdict = verdicts.find(state);
      const bool is_end = (known != number_.end() && is_node_[known->second] &&
                           exploration_.error[known->second] == (errors == Errors::kAreIgnored)) ||
                          (verdict != verdicts.end() && verdict->second);
      if (is_end) return verdicts[from] = true;
      for (State& next : successors(spec_, state, errors))
        if (seen.insert(next).second) work.push_back(std::move(next));
    }
    return verdicts[from] = false;
  }

  std::optional<std::string> stable_problem() const {
    bool has_local = false;
    bool sees_local = false;
    std::set<std::pair<int, int>> errors;   // component, local state
    std::set<std::pair<int, int>> seen_errors;
    for (std::size_t i = 0; i < exploration_.states.size(); ++i) {
      const State& state = exploration_.states[i];
      if (exploration_.deadlock[i] && !is_node_[i]) return fmt::format("the deadlock {} is no node", state);
      has_local = has_local || exploration_.local_deadlock[i];
      sees_local = sees_local || (exploration_.local_deadlock[i] && is_node_[i]);
      for (int component = 0; component < spec_.num_components(); ++component) {
        const int local = state[static_cast<std::size_t>(component)];
        if (spec_.of(component).marks[static_cast<std::size_t>(local)] != oracle::Mark::kError) continue;
        errors.emplace(component, local);
        if (is_node_[i]) seen_errors.emplace(component, local);
      }
    }
    if (has_local != sees_local) return "no node is a local deadlock, but a state is";
    if (errors != seen_errors) return "an error state is in no node";
    return std::nullopt;
  }

  const Spec& spec_;
  const Exploration& exploration_;
  const Network& network_;
  Limits limits_;
  Progress progress_;
  CoveringGraph graph_;
  std::map<State, std::size_t> number_;
  std::vector<bool> is_node_;   // by state
};

}   // namespace

Coverage check_coverage(const Spec& spec, const Exploration& exploration) {
  const Network network = oracle::to_network(spec);
  Coverage coverage;
  Check check(spec, exploration, network, ErrorSteps::kWhereEntered);
  coverage.problem = check.problem(ErrorSteps::kWhereEntered);
  coverage.nodes = check.graph().num_nodes();
  coverage.edges = check.graph().num_edges();
  coverage.places = check.graph().num_places();
  if (coverage.problem || std::ranges::count(exploration.error, true) == 0) return coverage;
  coverage.problem = Check(spec, exploration, network, ErrorSteps::kEverywhere).problem(ErrorSteps::kEverywhere);
  return coverage;
}

}   // namespace parley::leap
