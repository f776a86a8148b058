#include "synchro/naive.h"

#include <algorithm>
#include <map>

namespace parley::synchro {

using oracle::Arrow;
using oracle::Part;
using oracle::Rule;
using oracle::State;

namespace {

const Part* part_of(const Rule& rule, int component) {
  for (const Part& part : rule.parts)
    if (part.component == component) return &part;
  return nullptr;
}

int at(const State& state, int component) { return state[static_cast<std::size_t>(component)]; }

std::set<int> participants(const Rule& rule) {
  std::set<int> components;
  for (const Part& part : rule.parts) components.insert(part.component);
  return components;
}

// Whether x < y is possible for all these pairs at once, by Warshall's algorithm.
bool is_acyclic(std::size_t nodes, const std::vector<std::pair<int, int>>& less) {
  std::vector<std::vector<bool>> reach(nodes, std::vector<bool>(nodes));
  for (const auto& [x, y] : less) reach[static_cast<std::size_t>(x)][static_cast<std::size_t>(y)] = true;
  for (std::size_t k = 0; k < nodes; ++k)
    for (std::size_t i = 0; i < nodes; ++i)
      for (std::size_t j = 0; j < nodes; ++j)
        if (reach[i][k] && reach[k][j]) reach[i][j] = true;
  for (std::size_t i = 0; i < nodes; ++i)
    if (reach[i][i]) return false;
  return true;
}

}   // namespace

bool Naive::is_error(int component, int state) const {
  return spec_.of(component).marks[static_cast<std::size_t>(state)] == oracle::Mark::kError;
}

std::vector<int> Naive::classes(Grouping grouping, int component) const {
  const int rules = static_cast<int>(spec_.rules.size());
  std::vector<int> event(spec_.rules.size(), -1);
  const auto rule = [&](int k) -> const Rule& { return spec_.rules[static_cast<std::size_t>(k)]; };
  if (grouping != Grouping::kComponent) {
    for (int k = 0; k < rules; ++k) {
      if (grouping != Grouping::kEveryRule && rule(k).parts.size() == 1) continue;
      int first = k;
      if (grouping == Grouping::kData)
        for (first = 0; participants(rule(first)) != participants(rule(k));) ++first;
      event[static_cast<std::size_t>(k)] = first;
    }
    return event;
  }
  // Definition 18, on what the component can reach: unite classes as long as two rules give the same
  // transition.
  const std::set<int> reached = reached_alone(component);
  std::vector<int> of(spec_.rules.size());
  for (int k = 0; k < rules; ++k) of[static_cast<std::size_t>(k)] = k;
  std::map<std::pair<int, int>, std::set<int>> by_transition;
  for (int k = 0; k < rules; ++k) {
    const Part* part = part_of(rule(k), component);
    if (part == nullptr) continue;
    for (const Arrow& arrow : spec_.of(component).arrows)
      if (arrow.label == part->label && reached.contains(arrow.from)) by_transition[{arrow.from, arrow.to}].insert(k);
  }
  for (bool moved = true; moved;) {
    moved = false;
    for (const auto& [transition, same] : by_transition)
      for (int k : same)
        for (int l : same) {
          int& one = of[static_cast<std::size_t>(k)];
          int& other = of[static_cast<std::size_t>(l)];
          if (one == other) continue;
          one = other = std::min(one, other);
          moved = true;
        }
  }
  // A class without a rule of several participants says nothing.
  for (int k = 0; k < rules; ++k) {
    if (part_of(rule(k), component) == nullptr) continue;
    for (int l = 0; l < rules; ++l)
      if (of[static_cast<std::size_t>(l)] == of[static_cast<std::size_t>(k)] && part_of(rule(l), component) != nullptr &&
          rule(l).parts.size() > 1)
        event[static_cast<std::size_t>(k)] = of[static_cast<std::size_t>(k)];
  }
  return event;
}

std::vector<Naive::Step> Naive::projection(int component, const std::vector<int>& event_of) const {
  std::vector<Step> steps;
  for (std::size_t k = 0; k < spec_.rules.size(); ++k) {
    const Part* part = part_of(spec_.rules[k], component);
    if (part == nullptr) continue;
    for (const Arrow& arrow : spec_.of(component).arrows)
      if (arrow.label == part->label) steps.push_back({arrow.from, event_of[k], arrow.to});
  }
  return steps;
}

std::vector<int> Naive::events_of(int component, const std::vector<int>& event_of) const {
  std::set<int> events;
  for (std::size_t k = 0; k < spec_.rules.size(); ++k)
    if (part_of(spec_.rules[k], component) != nullptr && event_of[k] >= 0) events.insert(event_of[k]);
  return {events.begin(), events.end()};
}

std::set<int> Naive::reached_alone(int component) const {
  std::set<int> reached{spec_.of(component).initial};
  const std::vector<Step> steps = projection(component, std::vector<int>(spec_.rules.size(), -1));
  for (std::size_t before = 0; before != reached.size();) {
    before = reached.size();
    for (const Step& step : steps)
      if (reached.contains(step.from)) reached.insert(step.to);
  }
  return reached;
}

bool Naive::is_absurd(const State& state) const {
  for (int component = 0; component < spec_.num_components(); ++component)
    if (!reached_alone(component).contains(at(state, component))) return true;
  return false;
}

std::vector<std::optional<std::vector<int>>> Naive::suffixes(int component, const std::vector<int>& event_of) const {
  std::vector<std::optional<std::vector<int>>> suffix(static_cast<std::size_t>(spec_.of(component).num_states()));
  const std::vector<Step> steps = projection(component, event_of);
  suffix[static_cast<std::size_t>(spec_.of(component).initial)].emplace();
  for (bool moved = true; moved;) {
    moved = false;
    for (const Step& step : steps) {
      const auto& from = suffix[static_cast<std::size_t>(step.from)];
      auto& to = suffix[static_cast<std::size_t>(step.to)];
      if (!from) continue;
      std::vector<int> arriving = *from;
      if (step.event >= 0) arriving.push_back(step.event);
      if (to) {
        std::vector<int> common;
        while (common.size() < std::min(to->size(), arriving.size()) &&
               (*to)[to->size() - 1 - common.size()] == arriving[arriving.size() - 1 - common.size()])
          common.insert(common.begin(), (*to)[to->size() - 1 - common.size()]);
        arriving = common;
      }
      if (to == arriving) continue;
      to = arriving;
      moved = true;
    }
  }
  return suffix;
}

std::vector<Naive::Difference> Naive::differences(int component, const std::vector<int>& event_of, int plus, int minus) const {
  using Kind = Difference::Kind;
  std::vector<Difference> sets(static_cast<std::size_t>(spec_.of(component).num_states()));
  const auto join = [](Difference& into, const Difference& other) {
    const Difference before = into;
    if (other.kind == Kind::kNone || into.kind == Kind::kAny) return false;
    if (into.kind == Kind::kNone) into = other;
    else if (other.kind == Kind::kAny || other.value != into.value) into = {Kind::kAny, 0};
    return into.kind != before.kind;
  };
  join(sets[static_cast<std::size_t>(spec_.of(component).initial)], {Kind::kOne, 0});
  const std::vector<Step> steps = projection(component, event_of);
  for (bool moved = true; moved;) {
    moved = false;
    for (const Step& step : steps) {
      Difference arriving = sets[static_cast<std::size_t>(step.from)];
      if (arriving.kind == Kind::kOne) arriving.value += (step.event == plus ? 1 : 0) - (step.event == minus ? 1 : 0);
      moved = join(sets[static_cast<std::size_t>(step.to)], arriving) || moved;
    }
  }
  return sets;
}

bool Naive::passes(const State& state, PredicateKind kind) const {
  if (is_absurd(state)) return false;
  switch (kind) {
    case PredicateKind::kPair: return pairs_agree(state);
    case PredicateKind::kOrder: return orders_agree(state, Grouping::kRules);
    case PredicateKind::kOrderData: return orders_agree(state, Grouping::kData);
    case PredicateKind::kRelation: return counts_agree(state, Grouping::kRules, true);
    case PredicateKind::kRelationData: return counts_agree(state, Grouping::kData, true);
    case PredicateKind::kDifference: return counts_agree(state, Grouping::kRules, false);
    case PredicateKind::kDifferenceData: return counts_agree(state, Grouping::kData, false);
    case PredicateKind::kDifferenceComponent: break;
  }
  throw std::logic_error("no naive check for component classes");
}

// Definition 7 and reach_2. Pairs without a common rule are left out: a component that starts in an error
// state would exclude more than the library does.
bool Naive::pairs_agree(const State& state) const {
  for (int i = 0; i < spec_.num_components(); ++i)
    for (int j = 0; j < i; ++j) {
      const bool share = std::ranges::any_of(
          spec_.rules, [&](const Rule& rule) { return part_of(rule, i) != nullptr && part_of(rule, j) != nullptr; });
      if (!share) continue;
      std::set<std::pair<int, int>> reached{{spec_.of(i).initial, spec_.of(j).initial}};
      for (std::size_t before = 0; before != reached.size();) {
        before = reached.size();
        for (const auto& [s, t] : std::set(reached)) {
          if (is_error(i, s) || is_error(j, t)) continue;
          for (const Rule& rule : spec_.rules) {
            const Part* first = part_of(rule, i);
            const Part* second = part_of(rule, j);
            if (first == nullptr && second == nullptr) continue;
            std::vector<int> firsts;
            std::vector<int> seconds;
            if (first == nullptr) firsts.push_back(s);
            else
              for (const Arrow& arrow : spec_.of(i).arrows)
                if (arrow.from == s && arrow.label == first->label) firsts.push_back(arrow.to);
            if (second == nullptr) seconds.push_back(t);
            else
              for (const Arrow& arrow : spec_.of(j).arrows)
                if (arrow.from == t && arrow.label == second->label) seconds.push_back(arrow.to);
            for (int to : firsts)
              for (int other : seconds) reached.insert({to, other});
          }
        }
      }
      if (!reached.contains({at(state, i), at(state, j)})) return false;
    }
  return true;
}

bool Naive::orders_agree(const State& state, Grouping grouping) const {
  const std::vector<int> event_of = classes(grouping, 0);
  const auto occurrences = [](const std::vector<int>& suffix) {
    std::vector<std::pair<int, int>> found;   // event, and how many occurrences of it came later
    for (std::size_t i = 0; i < suffix.size(); ++i)
      found.emplace_back(
          suffix[i], static_cast<int>(std::count(suffix.begin() + static_cast<std::ptrdiff_t>(i) + 1, suffix.end(), suffix[i])));
    return found;
  };
  std::map<std::pair<int, int>, int> clock;   // all occurrences
  for (int component = 0; component < spec_.num_components(); ++component)
    for (const auto& suffix : suffixes(component, event_of))
      if (suffix)
        for (const auto& occurrence : occurrences(*suffix)) clock.try_emplace(occurrence, static_cast<int>(clock.size()));
  std::vector<std::pair<int, int>> less;
  for (int component = 0; component < spec_.num_components(); ++component) {
    const auto mine = occurrences(*suffixes(component, event_of)[static_cast<std::size_t>(at(state, component))]);
    if (mine.empty()) continue;
    for (std::size_t i = 1; i < mine.size(); ++i) less.emplace_back(clock[mine[i - 1]], clock[mine[i]]);
    const std::vector<int> events = events_of(component, event_of);
    for (const auto& [occurrence, its] : clock)
      if (std::ranges::count(events, occurrence.first) > 0 && std::ranges::count(mine, occurrence) == 0)
        less.emplace_back(its, clock[mine[0]]);
  }
  return is_acyclic(clock.size(), less);
}

bool Naive::counts_agree(const State& state, Grouping grouping, bool only_signs) const {
  const std::vector<int> event_of = classes(grouping, 0);
  // Differences by Floyd's algorithm: most[k][l] is the most that N_k - N_l can be. A strict relation is a
  // difference of at least one, which is as good as any for numbers of which only the order matters.
  constexpr int kFar = 1'000'000;
  const std::size_t rules = spec_.rules.size();
  std::vector<std::vector<int>> most(rules, std::vector<int>(rules, kFar));
  const auto at_most = [&](int k, int l, int value) {
    int& bound = most[static_cast<std::size_t>(k)][static_cast<std::size_t>(l)];
    bound = std::min(bound, value);
  };
  for (int component = 0; component < spec_.num_components(); ++component) {
    const std::vector<int> events = events_of(component, event_of);
    for (int k : events)
      for (int l : events) {
        if (k == l) continue;
        const Difference set = differences(component, event_of, k, l)[static_cast<std::size_t>(at(state, component))];
        if (set.kind == Difference::Kind::kNone) return false;
        if (set.kind == Difference::Kind::kAny) continue;
        if (!only_signs || set.value == 0) {
          at_most(k, l, set.value);
          at_most(l, k, -set.value);
        } else if (set.value > 0) {
          at_most(l, k, -1);
        } else {
          at_most(k, l, -1);
        }
      }
  }
  for (std::size_t via = 0; via < rules; ++via)
    for (std::size_t k = 0; k < rules; ++k)
      for (std::size_t l = 0; l < rules; ++l)
        if (most[k][via] < kFar && most[via][l] < kFar) most[k][l] = std::min(most[k][l], most[k][via] + most[via][l]);
  for (std::size_t k = 0; k < rules; ++k)
    if (most[k][k] < 0) return false;
  return true;
}

std::vector<Naive::Equation> Naive::component_equations(const State& state) const {
  std::vector<Equation> equations;
  for (int component = 0; component < spec_.num_components(); ++component) {
    const std::vector<int> event_of = classes(Grouping::kComponent, component);
    const std::vector<int> events = events_of(component, event_of);
    const auto members = [&](int event) {
      std::vector<int> rules;
      for (std::size_t k = 0; k < event_of.size(); ++k)
        if (event_of[k] == event) rules.push_back(static_cast<int>(k));
      return rules;
    };
    for (int k : events)
      for (int l : events) {
        if (k == l) continue;
        const Difference set = differences(component, event_of, k, l)[static_cast<std::size_t>(at(state, component))];
        if (set.kind == Difference::Kind::kOne) equations.push_back({members(k), members(l), set.value});
      }
  }
  return equations;
}

}   // namespace parley::synchro
