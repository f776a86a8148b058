#include "oracle/oracle.h"

#include <algorithm>
#include <map>
#include <set>

namespace parley::oracle {

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

Mark mark_of(const Spec& spec, const State& state, int component) { return spec.of(component).marks[at(state[at(component)])]; }

bool is_process(const Spec& spec, int component) { return spec.components[at(component)].role == Role::kProcess; }

bool offers(const Spec& spec, const State& state, const Part& part) {
  for (const Arrow& arrow : spec.of(part.component).arrows)
    if (arrow.from == state[at(part.component)] && arrow.label == part.label) return true;
  return false;
}

bool has_terminal_states(const Spec& spec, int component) {
  const std::vector<Mark>& marks = spec.of(component).marks;
  return std::find(marks.begin(), marks.end(), Mark::kTerminal) != marks.end();
}

// The processes with terminal states.
std::set<int> those_that_end(const Spec& spec) {
  std::set<int> ending;
  for (int component = 0; component < spec.num_components(); ++component)
    if (is_process(spec, component) && has_terminal_states(spec, component)) ending.insert(component);
  return ending;
}

// All states that firing an enabled rule can lead to: each participant takes any one of its edges.
std::set<State> successors(const Spec& spec, const State& state, const Rule& rule) {
  std::set<State> found{state};
  for (const Part& part : rule.parts) {
    std::set<State> moved;
    for (const State& partial : found)
      for (const Arrow& arrow : spec.of(part.component).arrows) {
        if (arrow.from != state[at(part.component)] || arrow.label != part.label) continue;
        State next = partial;
        next[at(part.component)] = arrow.to;
        moved.insert(std::move(next));
      }
    found = std::move(moved);
  }
  return found;
}

bool holds_in(const State& state, const Atom& atom) {
  return std::find(atom.states.begin(), atom.states.end(), state[at(atom.component)]) != atom.states.end();
}

// Whether the question asks for a trace to 'state'.
bool is_target(const Spec& spec, const Exploration& exploration, std::size_t state, const Question& question) {
  switch (question.ask) {
    case Ask::kDeadlock: return exploration.deadlock[state];
    case Ask::kLocalDeadlock: return exploration.local_deadlock[state];
    case Ask::kReach:
    case Ask::kNever: return satisfies(exploration.states[state], question.formula);
    case Ask::kSafety:
      for (int automaton : question.automata)
        if (mark_of(spec, exploration.states[state], automaton) == Mark::kError) return true;
      return false;
  }
  return false;
}

}   // namespace

bool has_error(const Spec& spec, const State& state) {
  for (int component = 0; component < spec.num_components(); ++component)
    if (mark_of(spec, state, component) == Mark::kError) return true;
  return false;
}

bool is_enabled(const Spec& spec, const State& state, const Rule& rule) {
  if (has_error(spec, state)) return false;
  return std::all_of(rule.parts.begin(), rule.parts.end(), [&](const Part& part) { return offers(spec, state, part); });
}

bool is_terminated(const Spec& spec, const State& state) {
  const std::set<int> ending = those_that_end(spec);
  if (ending.empty()) return false;
  for (int component : ending)
    if (mark_of(spec, state, component) != Mark::kTerminal) return false;
  for (const Rule& rule : spec.rules)
    if (std::none_of(rule.parts.begin(), rule.parts.end(), [&](const Part& part) { return ending.count(part.component) > 0; }))
      return false;
  return true;
}

bool is_deadlock(const Spec& spec, const State& state) {
  if (has_error(spec, state)) return false;
  for (const Rule& rule : spec.rules)
    if (is_enabled(spec, state, rule)) return false;
  return !is_terminated(spec, state);
}

std::vector<bool> largest_blocked_set(const Spec& spec, const State& state) {
  std::vector<bool> blocked(spec.components.size());
  for (int component = 0; component < spec.num_components(); ++component) blocked[at(component)] = is_process(spec, component);

  for (bool changed = true; changed;) {
    changed = false;
    for (const Rule& rule : spec.rules) {
      bool names_a_member = false;
      bool refused_inside = false;
      for (const Part& part : rule.parts) {
        if (!blocked[at(part.component)]) continue;
        names_a_member = true;
        refused_inside = refused_inside || !offers(spec, state, part);
      }
      if (!names_a_member || refused_inside) continue;
      for (const Part& part : rule.parts) blocked[at(part.component)] = false;
      changed = true;
    }
  }
  return blocked;
}

std::vector<int> stuck_components(const Spec& spec, const State& state) {
  const std::vector<bool> blocked = largest_blocked_set(spec, state);
  std::vector<int> stuck;
  for (int component = 0; component < spec.num_components(); ++component) {
    const bool named = std::any_of(spec.rules.begin(), spec.rules.end(), [&](const Rule& rule) {
      return std::any_of(rule.parts.begin(), rule.parts.end(), [&](const Part& part) { return part.component == component; });
    });
    if (blocked[at(component)] && named && mark_of(spec, state, component) != Mark::kTerminal) stuck.push_back(component);
  }
  return stuck;
}

bool is_local_deadlock(const Spec& spec, const State& state) {
  return !has_error(spec, state) && !stuck_components(spec, state).empty();
}

bool satisfies(const State& state, const Formula& formula) {
  switch (formula.kind) {
    case Formula::Kind::kConstant: return formula.value;
    case Formula::Kind::kAtom: return holds_in(state, formula.atoms[0]);
    case Formula::Kind::kNot: return !satisfies(state, formula.operands[0]);
    case Formula::Kind::kAnd:
      return std::all_of(formula.operands.begin(), formula.operands.end(), [&](const Formula& f) { return satisfies(state, f); });
    case Formula::Kind::kOr:
      return std::any_of(formula.operands.begin(), formula.operands.end(), [&](const Formula& f) { return satisfies(state, f); });
    case Formula::Kind::kAtMost: {
      std::int64_t sum = 0;
      for (const Atom& atom : formula.atoms) sum += holds_in(state, atom) ? atom.weight : 0;
      return sum <= formula.bound;
    }
  }
  return false;
}

std::optional<Exploration> explore(const Spec& spec, std::size_t most) {
  Exploration found;
  std::map<State, int> distances;

  State initial;
  for (int component = 0; component < spec.num_components(); ++component) initial.push_back(spec.of(component).initial);
  distances.emplace(initial, 0);
  found.states.push_back(initial);

  for (std::size_t next = 0; next < found.states.size(); ++next) {
    if (found.states.size() > most) return std::nullopt;
    const State state = found.states[next];
    const int distance = distances.at(state);
    found.distance.push_back(distance);
    found.error.push_back(has_error(spec, state));
    found.terminated.push_back(is_terminated(spec, state));
    found.deadlock.push_back(is_deadlock(spec, state));
    found.local_deadlock.push_back(is_local_deadlock(spec, state));
    for (const Rule& rule : spec.rules) {
      if (!is_enabled(spec, state, rule)) continue;
      for (const State& successor : successors(spec, state, rule)) {
        ++found.transitions;
        if (distances.emplace(successor, distance + 1).second) found.states.push_back(successor);
      }
    }
  }
  return found;
}

Answer answer(const Spec& spec, const Exploration& exploration, const Question& question) {
  Answer result;
  for (std::size_t state = 0; state < exploration.states.size() && !result.distance; ++state)
    if (is_target(spec, exploration, state, question)) result.distance = exploration.distance[state];
  result.holds = (question.ask == Ask::kReach) == result.distance.has_value();
  return result;
}

std::uint64_t Exploration::deadlocks() const {
  return static_cast<std::uint64_t>(std::count(deadlock.begin(), deadlock.end(), true));
}

std::uint64_t Exploration::local_deadlocks() const {
  return static_cast<std::uint64_t>(std::count(local_deadlock.begin(), local_deadlock.end(), true));
}

}   // namespace parley::oracle
