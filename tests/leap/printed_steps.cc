#include "leap/printed_steps.h"

#include <algorithm>
#include <stdexcept>

namespace parley::printed {

namespace {

struct OutOfCalls {};

Word prefix(const Word& word, std::size_t length) { return {word.begin(), word.begin() + static_cast<std::ptrdiff_t>(length)}; }
Word suffix(const Word& word, std::size_t length) { return {word.begin() + static_cast<std::ptrdiff_t>(length), word.end()}; }

// Definition 6.
Configuration cut(const Configuration& c, std::size_t n, std::size_t n2) { return {prefix(c.first, n), prefix(c.second, n2)}; }

std::optional<LocalState> only_target(const Network& network, int num, LocalState from, RuleId action) {
  const ComponentId component(static_cast<std::size_t>(num - 1));
  for (const Participant& participant : network.participants(action)) {
    if (participant.component != component) continue;
    const auto edges = network.lts(component).edges(from, participant.label);
    if (edges.empty()) return std::nullopt;
    return edges.front().target;
  }
  return std::nullopt;
}

}   // namespace

PrintedSteps::PrintedSteps(const Network& network, const Switches& switches) : network_(network), switches_(switches) {
  if (network.num_components() != 2) throw std::invalid_argument("the printed algorithm takes two automata");
  for (const ComponentId component : network.components())
    for (const LocalState from : network.lts(component).states())
      for (const LocalLabel label : network.lts(component).labels())
        if (network.lts(component).edges(from, label).size() > 1)
          throw std::invalid_argument("the automata must be deterministic");
}

bool PrintedSteps::takes_part(int num, RuleId action) const {
  return std::ranges::any_of(network_.participants(action),
                             [&](const Participant& p) { return p.component.index() == static_cast<std::size_t>(num - 1); });
}

std::optional<LocalState> PrintedSteps::after(int num, LocalState from, RuleId action) const {
  return only_target(network_, num, from, action);
}

std::optional<LocalState> PrintedSteps::walk(int num, const Word& word) const {
  std::optional<LocalState> at = network_.lts(ComponentId(static_cast<std::size_t>(num - 1))).initial();
  for (const RuleId action : word) {
    at = after(num, *at, action);
    if (!at) return std::nullopt;
  }
  return at;
}

bool PrintedSteps::is_configuration(const Configuration& c) const {
  if (!walk(1, c.first) || !walk(2, c.second)) return false;
  const auto projection = [&](const Word& word) {
    Word common;
    std::ranges::copy_if(word, std::back_inserter(common), [&](RuleId action) { return is_common(action); });
    return common;
  };
  return projection(c.first) == projection(c.second);
}

PairState PrintedSteps::state(const Configuration& c) const { return {walk(1, c.first).value(), walk(2, c.second).value()}; }

Actions PrintedSteps::enable(const Configuration& c) const {
  const PairState at = state(c);
  Actions enabled;
  for (const RuleId action : network_.rules()) {
    const bool first = !takes_part(1, action) || after(1, at.first, action);
    const bool second = !takes_part(2, action) || after(2, at.second, action);
    if (first && second) enabled.insert(action);
  }
  return enabled;
}

std::set<Actions> PrintedSteps::co_max_sync(const Configuration& c) const {
  std::vector<RuleId> of_first;
  std::vector<RuleId> of_second;
  std::set<Actions> steps;
  for (const RuleId action : enable(c)) {
    if (is_common(action)) steps.insert({action});
    else (takes_part(1, action) ? of_first : of_second).push_back(action);
  }
  for (const RuleId one : of_first)
    for (const RuleId other : of_second) steps.insert({one, other});
  if (of_second.empty())
    for (const RuleId one : of_first) steps.insert({one});
  if (of_first.empty())
    for (const RuleId other : of_second) steps.insert({other});
  return steps;
}

Hopes PrintedSteps::current_hopes(const Configuration& c) const {
  const PairState at = state(c);
  Hopes hopes;
  for (const RuleId action : network_.rules()) {
    if (!is_common(action)) continue;
    const bool first = after(1, at.first, action).has_value();
    const bool second = after(2, at.second, action).has_value();
    if (first && second && !switches_.hope_when_both) continue;
    if (first) hopes.insert({action, 1, c.first.size(), c.second.size()});
    if (second) hopes.insert({action, 2, c.first.size(), c.second.size()});
  }
  return hopes;
}

Configuration PrintedSteps::concat(const Configuration& c, const Actions& step) const {
  Configuration longer = c;
  for (const RuleId action : step) {
    if (takes_part(1, action)) longer.first.push_back(action);
    if (takes_part(2, action)) longer.second.push_back(action);
  }
  return longer;
}

void PrintedSteps::add(Transition transition) {
  const bool is_known = std::ranges::any_of(transitions_, [&](const Transition& known) {
    return known.from == transition.from && known.step == transition.step && known.to == transition.to;
  });
  if (!is_known) transitions_.push_back(std::move(transition));
}

bool PrintedSteps::run(std::size_t most_calls) {
  calls_left_ = most_calls;
  const Configuration empty;
  nodes_.emplace(state(empty), empty);
  try {
    cons_prod_sync(empty);
  } catch (const OutOfCalls&) {
    return false;
  }
  return true;
}

void PrintedSteps::cons_prod_sync(const Configuration& c) {
  if (calls_left_-- == 0) throw OutOfCalls();
  const Hopes new_hopes = current_hopes(c);
  const Hopes old_hopes = hopes_[c];
  for (const Actions& step : co_max_sync(c)) {
    const Configuration s = concat(c, step);   // line A
    const bool common = is_common(*step.begin());
    if (common) {
      hopes_[s] = {};
    } else {
      hopes_[s] = old_hopes;
      hopes_[s].insert(new_hopes.begin(), new_hopes.end());
    }
    const bool is_new = nodes_.emplace(state(s), s).second;
    add({state(c), Word(step.begin(), step.end()), state(s), !is_new, common});
    if (is_new) cons_prod_sync(s);
    else traverse(s, {});
  }
  for (const Hope& hope : new_hopes) cons_hope(c, hope, old_hopes);
}

void PrintedSteps::cons_hope(const Configuration& c, const Hope& hope, const Hopes& old) {
  for (const Hope& other : old) {
    if (other.action != hope.action || other.num == hope.num) continue;   // line compa
    const Configuration init = cut(c, other.k, other.k2);
    const bool of_first = hope.num == 1;
    const Configuration before = of_first ? cut(c, hope.k, other.k2) : cut(c, other.k, hope.k2);
    // SupInit is what the moving automaton does after C_init. The paper takes it from the other word, which
    // would not lead there.
    Word step = of_first ? suffix(before.first, other.k) : suffix(before.second, other.k2);
    step.push_back(hope.action);
    const Configuration s = concat(before, {hope.action});   // line B
    hopes_[s] = {};
    const bool is_new = nodes_.emplace(state(s), s).second;
    add({state(init), step, state(s), !is_new, true});
    backtracks_.push_back({hope, other, init, before, state(s)});
    if (is_new) cons_prod_sync(s);
  }
}

void PrintedSteps::traverse(const Configuration& c, std::set<std::size_t> visited) {
  if (calls_left_-- == 0) throw OutOfCalls();
  const Hopes new_hopes = current_hopes(c);
  const Hopes old_hopes = hopes_[c];
  for (const Hope& hope : new_hopes) cons_hope(c, hope, old_hopes);
  for (std::size_t i = 0; i < transitions_.size(); ++i) {
    if (transitions_[i].from != state(c) || visited.contains(i)) continue;
    const Transition transition = transitions_[i];
    if (transition.is_cyclic) visited.insert(i);
    if (transition.is_common) continue;
    const Configuration s = concat(c, Actions(transition.step.begin(), transition.step.end()));
    hopes_[s].insert(new_hopes.begin(), new_hopes.end());
    if (switches_.traverse_passes_old) hopes_[s].insert(old_hopes.begin(), old_hopes.end());
    traverse(s, visited);
  }
}

RuleId PrintedSteps::action(char name) const {
  for (const RuleId rule : network_.rules())
    if (network_.label_name(rule) == std::string(1, name)) return rule;
  throw std::invalid_argument("no such action");
}

Configuration PrintedSteps::configuration(const std::string& first, const std::string& second) const {
  Configuration c;
  for (const char name : first) c.first.push_back(action(name));
  for (const char name : second) c.second.push_back(action(name));
  return c;
}

std::set<PairState> merged_hopes(const Network& network) {
  const auto arity = [&](RuleId action) { return network.participants(action).size(); };
  using LocalStates = std::set<LocalState>;
  struct Passed {   // the states that each automaton has been in
    LocalStates first;
    LocalStates second;
  };
  std::map<PairState, Passed> known;
  std::vector<PairState> work;
  const auto reach = [&](const PairState& at, Passed passed) {
    passed.first.insert(at.first);
    passed.second.insert(at.second);
    const auto [place, is_new] = known.try_emplace(at);
    const std::size_t before = place->second.first.size() + place->second.second.size();
    place->second.first.merge(passed.first);
    place->second.second.merge(passed.second);
    if (is_new || place->second.first.size() + place->second.second.size() != before) work.push_back(at);
  };
  reach({network.lts(ComponentId(0)).initial(), network.lts(ComponentId(1)).initial()}, {});
  while (!work.empty()) {
    const PairState at = work.back();
    work.pop_back();
    const Passed passed = known[at];
    LocalStates next_first;
    LocalStates next_second;
    for (const RuleId action : network.rules()) {
      if (arity(action) == 1) {
        if (const auto to = only_target(network, 1, at.first, action)) next_first.insert(*to);
        if (const auto to = only_target(network, 2, at.second, action)) next_second.insert(*to);
        continue;
      }
      for (const LocalState one : passed.first)
        for (const LocalState other : passed.second) {
          const auto to = only_target(network, 1, one, action);
          const auto too = only_target(network, 2, other, action);
          if (to && too) reach({*to, *too}, {});
        }
    }
    if (next_first.empty() && next_second.empty()) continue;
    if (next_first.empty()) next_first.insert(at.first);
    if (next_second.empty()) next_second.insert(at.second);
    for (const LocalState one : next_first)
      for (const LocalState other : next_second) reach({one, other}, passed);
  }
  std::set<PairState> states;
  for (const auto& entry : known) states.insert(entry.first);
  return states;
}

}   // namespace parley::printed
