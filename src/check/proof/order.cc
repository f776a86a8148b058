#include "check/proof/order.h"

#include <algorithm>
#include <compare>
#include <deque>

namespace parley::proof {

// Rules are sorted by the components of their participants, so that equal ones are adjacent. The first of
// them names the class.
void OrderFinder::find_classes() {
  if (!classes_.empty()) return;
  limits_.expect(2 * network_.num_rules() * sizeof(Event));
  std::vector<Event> sorted(network_.num_rules());
  for (Event rule = 0; rule < sorted.size(); ++rule) sorted[rule] = rule;
  const auto compare = [&](Event a, Event b) {
    pulse_.beat();
    const auto of_a = network_.participants(RuleId(std::size_t{a}));
    const auto of_b = network_.participants(RuleId(std::size_t{b}));
    return std::lexicographical_compare_three_way(
        of_a.begin(), of_a.end(), of_b.begin(), of_b.end(),
        [](const Participant& p, const Participant& q) { return p.component <=> q.component; });
  };
  std::sort(sorted.begin(), sorted.end(), [&](Event a, Event b) {
    const auto order = compare(a, b);
    return std::is_eq(order) ? a < b : std::is_lt(order);
  });
  classes_.resize(sorted.size());
  for (std::size_t i = 0; i < sorted.size(); ++i)
    classes_[sorted[i]] = i > 0 && std::is_eq(compare(sorted[i - 1], sorted[i])) ? classes_[sorted[i - 1]] : sorted[i];
}

OrderFinder::Event OrderFinder::event_of(RuleId rule, bool classes) { return classes ? classes_[rule.index()] : rule.value; }

std::vector<OrderFinder::Trail> OrderFinder::trails(ComponentId component, bool classes) {
  const Lts& lts = network_.lts(component);
  std::vector<Trail> result(lts.num_labels());
  for (LocalLabel label : lts.labels()) {
    Trail& trail = result[label.index()];
    for (RuleId rule : network_.rules(component, label)) {
      pulse_.beat();
      if (network_.participants(rule).size() == 1) {
        trail.is_silent = true;
        continue;
      }
      const Event event = event_of(rule, classes);
      trail.is_many = trail.is_many || (trail.is_seen && trail.event != event);
      trail.is_seen = true;
      trail.event = event;
    }
  }
  return result;
}

// Shortens the suffix to what it has in common with 'recent' followed by 'before', of which at most 'most'
// events count. Returns whether the suffix changed.
bool OrderFinder::join(Suffix& into, std::span<const Event> recent, std::span<const Event> before, std::size_t most) {
  const std::size_t length = std::min(most, recent.size() + before.size());
  const auto event = [&](std::size_t i) { return i < recent.size() ? recent[i] : before[i - recent.size()]; };
  if (!into.is_reachable) {
    into.is_reachable = true;
    limits_.expect(length * sizeof(Event));   // long paths to many states: the suffixes together take quadratic memory
    into.events.reserve(length);
    for (std::size_t i = 0; i < length; ++i) into.events.push_back(event(i));
    return true;
  }
  std::size_t common = 0;
  while (common < length && common < into.events.size() && into.events[common] == event(common)) ++common;
  if (common == into.events.size()) return false;
  into.events.resize(common);
  return true;
}

const OrderFinder::Suffixes& OrderFinder::suffixes(ComponentId component, bool classes) {
  const auto [found, is_new] = known_.try_emplace(std::uint64_t{component.value} * 2 + (classes ? 1 : 0));
  Suffixes& result = found->second;
  if (!is_new) return result;
  if (classes) find_classes();
  const Lts& lts = network_.lts(component);
  const std::vector<Trail> trail_of = trails(component, classes);
  result.resize(lts.num_states());

  std::deque<LocalState> open;
  std::vector<std::uint8_t> is_open(lts.num_states());
  const auto reopen = [&](LocalState state) {
    if (is_open[state.index()] != 0) return;
    is_open[state.index()] = 1;
    open.push_back(state);
  };
  join(result[lts.initial().index()], {}, {}, 0);
  reopen(lts.initial());
  std::vector<Event> before;
  while (!open.empty()) {
    const LocalState from = open.front();
    open.pop_front();
    is_open[from.index()] = 0;
    before = result[from.index()].events;   // a copy: an edge may lead back here
    for (const Edge& edge : lts.edges(from)) {
      pulse_.beat();
      const Trail& trail = trail_of[edge.label.index()];
      Suffix& to = result[edge.target.index()];
      bool is_changed = false;
      if (trail.is_silent) is_changed = join(to, {}, before, lts.num_states());
      if (trail.is_many) is_changed = join(to, {}, {}, 0) || is_changed;   // they differ in the last event
      else if (trail.is_seen) is_changed = join(to, {&trail.event, 1}, before, lts.num_states()) || is_changed;
      if (is_changed) reopen(edge.target);
    }
  }
  return result;
}

bool OrderFinder::excludes(const OrderFact& fact) {
  std::vector<std::vector<Event>> sequences;   // by row
  for (const OrderFact::Row& row : fact.rows) {
    const Suffixes& of_component = suffixes(row.component, fact.classes);
    Suffix common;
    for (LocalState state : row.states)
      if (of_component[state.index()].is_reachable)
        join(common, {}, of_component[state.index()].events, network_.lts(row.component).num_states());
    if (!common.is_reachable) return true;
    sequences.push_back(std::move(common.events));
  }
  return has_cycle(fact, sequences);
}

// Whether the occurrences of events have no common order. An occurrence comes before the later ones of a
// sequence. It also comes before all of a sequence that lacks it although its component takes part in the
// event.
bool OrderFinder::has_cycle(const OrderFact& fact, const std::vector<std::vector<Event>>& sequences) {
  struct Occurrence {
    Event event;
    std::uint32_t ago;   // 0 is the last one
  };
  const auto key = [](std::uint64_t a, std::uint64_t b) { return a << 32 | b; };
  std::unordered_map<std::uint64_t, std::uint32_t> node_of;   // event and ago
  std::unordered_map<std::uint64_t, std::uint32_t> times;     // row and event -> how often it is in the sequence
  std::vector<Occurrence> nodes;
  std::vector<std::vector<std::uint32_t>> later;        // node -> nodes that come after it
  std::vector<std::uint32_t> first(sequences.size());   // row -> the node farthest back
  const auto node = [&](Event event, std::uint32_t ago) {
    const auto [found, is_new] = node_of.try_emplace(key(event, ago), static_cast<std::uint32_t>(nodes.size()));
    if (is_new) {
      nodes.push_back({event, ago});
      later.emplace_back();
    }
    return found->second;
  };
  for (std::size_t row = 0; row < sequences.size(); ++row)
    for (std::size_t i = 0; i < sequences[row].size(); ++i) {
      pulse_.beat();
      const Event event = sequences[row][i];
      const std::uint32_t here = node(event, times[key(row, event)]++);
      if (i > 0) later[here].push_back(first[row]);
      first[row] = here;
    }

  for (std::uint32_t here = 0; here < nodes.size(); ++here)
    for (const Participant& participant : network_.participants(RuleId(std::size_t{nodes[here].event}))) {
      pulse_.beat();
      const auto of_row = std::lower_bound(fact.rows.begin(), fact.rows.end(), participant.component,
                                           [](const OrderFact::Row& a, ComponentId b) { return a.component < b; });
      if (of_row == fact.rows.end() || of_row->component != participant.component) continue;
      const auto row = static_cast<std::size_t>(of_row - fact.rows.begin());
      if (sequences[row].empty()) continue;
      const auto found = times.find(key(row, nodes[here].event));
      if (found == times.end() || found->second <= nodes[here].ago) later[here].push_back(first[row]);
    }

  std::vector<std::uint32_t> waits_for(nodes.size());
  for (const auto& all : later)
    for (std::uint32_t next : all) ++waits_for[next];
  std::vector<std::uint32_t> ready;
  for (std::uint32_t here = 0; here < nodes.size(); ++here)
    if (waits_for[here] == 0) ready.push_back(here);
  std::size_t placed = 0;
  for (; !ready.empty(); ++placed) {
    pulse_.beat();
    const std::uint32_t here = ready.back();
    ready.pop_back();
    for (std::uint32_t next : later[here])
      if (--waits_for[next] == 0) ready.push_back(next);
  }
  return placed < nodes.size();
}

}   // namespace parley::proof
