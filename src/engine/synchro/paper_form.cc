#include "engine/synchro/paper_form.h"

#include <algorithm>
#include <optional>
#include <span>

#include "engine/synchro/differences.h"
#include "engine/synchro/encoding.h"
#include "engine/synchro/numbers.h"
#include "engine/synchro/suffixes.h"
#include "engine/synchro/wiring_tables.h"

namespace parley::synchro {

namespace {

// Reach_S: whoever is in a state did what its suffix says, in this order, and everything else that it takes part in before that (paper 004, definition 12). Of the occurrences
// those count that some suffix of some state speaks of. "Before" is meant of the first of a suffix; which one that is depends on the state, so each component has a
// clock of its own that equals it. Then an occurrence is compared once with a component, not with each of its states.
template <class Solver>
void add_order(const Network& network, Grouping grouping, Encoding<Solver>& encoding, Solver& solver, const Limits& limits) {
  WiringTables<SuffixTable> tables(network, grouping, limits);
  const Projections& projections = tables.projections();
  Pulse pulse(limits, 64);

  // How many occurrences of each counter there are; they are numbered one counter after the other, the most recent first.
  std::vector<std::uint32_t> depth(projections.num_counters());
  std::vector<std::uint32_t> ages(projections.num_counters());
  for (const ComponentId component : network.components()) {
    const SuffixTable& table = tables.of(component);
    for (const LocalState state : network.lts(component).states()) {
      pulse.beat();
      for (const std::uint32_t event : table.at(state)) {
        const std::uint32_t counter = projections.counter(component, event);
        depth[counter] = std::max(depth[counter], ++ages[counter]);
      }
      for (const std::uint32_t event : table.at(state)) ages[projections.counter(component, event)] = 0;
    }
  }
  std::vector<std::uint32_t> first_clock(projections.num_counters());
  std::uint32_t occurrences = 0;
  for (std::size_t counter = 0; counter < depth.size(); ++counter) {
    first_clock[counter] = occurrences;
    occurrences += depth[counter];
  }
  Numbers<Solver> clocks(solver, occurrences);
  for (std::uint32_t i = 0; i < occurrences; ++i) clocks.fresh();

  std::vector<std::uint32_t> chain;
  std::vector<std::uint32_t> in_suffix;   // event -> how many of its occurrences the suffix holds
  for (const ComponentId component : network.components()) {
    const SuffixTable& table = tables.of(component);
    const std::uint32_t events = projections.num_events(component);
    std::optional<std::uint32_t> start;
    in_suffix.assign(events, 0);
    for (const LocalState state : network.lts(component).states()) {
      const auto suffix = table.at(state);
      if (suffix.empty()) continue;
      pulse.beat();
      const int here = encoding.at(component, state);
      chain.clear();
      for (std::size_t i = suffix.size(); i-- > 0;) chain.push_back(first_clock[projections.counter(component, suffix[i])] + in_suffix[suffix[i]]++);
      for (std::size_t i = 1; i < chain.size(); ++i) solver.add({-here, clocks.less(chain[i], chain[i - 1])});
      if (!start) start = clocks.fresh();
      solver.add({-here, clocks.equal(*start, chain.back())});
      for (std::uint32_t event = 0; event < events; ++event) {
        const std::uint32_t counter = projections.counter(component, event);
        for (std::uint32_t age = in_suffix[event]; age < depth[counter]; ++age) solver.add({-here, clocks.less(first_clock[counter] + age, *start)});
      }
      for (const std::uint32_t event : suffix) in_suffix[event] = 0;
    }
  }
}

// Counters as the numbers of a solver, made when first needed.
template <class Make>
class CounterNumbers {
 public:
  CounterNumbers(std::size_t counters, Make make) : number_(counters, kNone), make_(make) {}
  std::uint32_t operator()(std::uint32_t counter) {
    if (number_[counter] == kNone) number_[counter] = make_();
    return number_[counter];
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  std::vector<std::uint32_t> number_;
  Make make_;
};

// Calls 'visit' with each component, each of its reachable states and each class of events there.
template <class Visit>
void for_each_class(const Network& network, WiringTables<DifferenceTable>& tables, const Limits& limits, const Visit& visit) {
  Pulse pulse(limits, 16);
  DifferenceTable::Scratch scratch;
  for (const ComponentId component : network.components()) {
    const DifferenceTable& table = tables.of(component);
    for (const LocalState state : network.lts(component).states()) {
      pulse.beat();
      if (!table.reaches(state)) continue;
      table.for_each_class(state, scratch, [&](std::span<const DifferenceTable::Count> members) { visit(component, state, members); });
    }
  }
}

// Reach_R (definition 14). The members of a class are sorted by count, and only neighbours are compared: what the paper says of all pairs of the class follows
// along the chain, since "equal" and "less" pass on.
void add_relation(const Network& network, Grouping grouping, Encoding<SatSolver>& encoding, SatSolver& solver, const Limits& limits) {
  WiringTables<DifferenceTable> tables(network, grouping, limits);
  const Projections& projections = tables.projections();
  Numbers<SatSolver> numbers(solver, projections.num_counters());
  CounterNumbers number(projections.num_counters(), [&] { return numbers.fresh(); });
  for_each_class(network, tables, limits, [&](ComponentId component, LocalState state, std::span<const DifferenceTable::Count> members) {
    const int here = encoding.at(component, state);
    for (std::size_t i = 1; i < members.size(); ++i) {
      const std::uint32_t low = number(projections.counter(component, members[i - 1].event));
      const std::uint32_t high = number(projections.counter(component, members[i].event));
      solver.add({-here, members[i - 1].count < members[i].count ? numbers.less(low, high) : numbers.equal(low, high)});
    }
  });
}

// Reach_D (definition 15): each member of a class against the one with the smallest number, so that states share comparisons; all others follow by
// subtraction.
void add_difference(const Network& network, Grouping grouping, Encoding<SmtSolver>& encoding, SmtSolver& solver, const Limits& limits) {
  WiringTables<DifferenceTable> tables(network, grouping, limits);
  const Projections& projections = tables.projections();
  CounterNumbers number(projections.num_counters(), [&] { return solver.integer(); });
  for_each_class(network, tables, limits, [&](ComponentId component, LocalState state, std::span<const DifferenceTable::Count> members) {
    const int here = encoding.at(component, state);
    const auto base = *std::ranges::min_element(members, {}, &DifferenceTable::Count::event);
    for (const auto& each : members)
      if (each.event != base.event)
        solver.add({-here, solver.difference(number(projections.counter(component, each.event)), number(projections.counter(component, base.event)),
                                             std::int64_t{each.count} - base.count)});
  });
}

// Reach_D with the classes of each component (definitions 17 and 18): sums of counts, which are not negative.
void add_component_difference(const Network& network, Encoding<SmtSolver>& encoding, SmtSolver& solver, const Limits& limits) {
  WiringTables<DifferenceTable> tables(network, Grouping::kComponent, limits);
  const Projections& projections = tables.projections();
  CounterNumbers number(projections.num_counters(), [&] {
    const SmtSolver::Integer integer = solver.integer();
    solver.add({solver.at_least(integer, 0)});
    return integer;
  });
  std::vector<SmtSolver::Term> terms;
  for_each_class(network, tables, limits, [&](ComponentId component, LocalState state, std::span<const DifferenceTable::Count> members) {
    const int here = encoding.at(component, state);
    const auto base = *std::ranges::min_element(members, {}, &DifferenceTable::Count::event);
    for (const auto& each : members) {
      if (each.event == base.event) continue;
      terms.clear();
      for (const std::uint32_t counter : projections.counters(component, each.event)) terms.push_back({1, number(counter)});
      for (const std::uint32_t counter : projections.counters(component, base.event)) terms.push_back({-1, number(counter)});
      solver.add({-here, solver.equals(terms, std::int64_t{each.count} - base.count)});
    }
  });
}

void add_predicate(PredicateKind kind, const Network& network, Encoding<SatSolver>& encoding, SatSolver& solver, const Limits& limits) {
  switch (kind) {
    case PredicateKind::kPair: encoding.add_pairs(); break;
    case PredicateKind::kOrder: add_order(network, Grouping::kRules, encoding, solver, limits); break;
    case PredicateKind::kOrderData: add_order(network, Grouping::kData, encoding, solver, limits); break;
    case PredicateKind::kRelation: add_relation(network, Grouping::kRules, encoding, solver, limits); break;
    case PredicateKind::kRelationData: add_relation(network, Grouping::kData, encoding, solver, limits); break;
    case PredicateKind::kDifference:
    case PredicateKind::kDifferenceData:
    case PredicateKind::kDifferenceComponent: break;   // not of this form
  }
}

void add_predicate(PredicateKind kind, const Network& network, Encoding<SmtSolver>& encoding, SmtSolver& solver, const Limits& limits) {
  switch (kind) {
    case PredicateKind::kPair: encoding.add_pairs(); break;
    case PredicateKind::kOrder: add_order(network, Grouping::kRules, encoding, solver, limits); break;
    case PredicateKind::kOrderData: add_order(network, Grouping::kData, encoding, solver, limits); break;
    case PredicateKind::kDifference: add_difference(network, Grouping::kRules, encoding, solver, limits); break;
    case PredicateKind::kDifferenceData: add_difference(network, Grouping::kData, encoding, solver, limits); break;
    case PredicateKind::kDifferenceComponent: add_component_difference(network, encoding, solver, limits); break;
    case PredicateKind::kRelation:
    case PredicateKind::kRelationData: break;   // not of this form
  }
}

template <class Solver>
PaperAnswer run_form(const Network& network, const Property& property, PredicateSet predicates, std::span<const PredicateKind> order, const Limits& limits) {
  Solver solver;
  Encoding<Solver> encoding(network, solver, limits);
  encoding.ask(property);
  PaperAnswer answer;
  bool is_first = true;
  const auto is_done = [&](std::string_view after) {
    ++answer.solves;
    answer.is_proved = !solver.solve(limits);
    if (answer.is_proved) answer.last = after;
    else answer.candidate = encoding.model();
    return answer.is_proved;
  };
  if (!predicates.has(PredicateKind::kPair) && is_done("")) return answer;   // pair goes with the question
  for (const PredicateKind kind : order) {
    if (!predicates.has(kind)) continue;
    if (is_first) encoding.forbid_unreachable();
    is_first = false;
    add_predicate(kind, network, encoding, solver, limits);
    if (is_done(predicate_name(kind))) {
      answer.candidate.clear();
      return answer;
    }
  }
  return answer;
}

}  // namespace

std::vector<PredicateKind> sat_form_predicates() {
  return {PredicateKind::kPair, PredicateKind::kRelationData, PredicateKind::kOrderData, PredicateKind::kRelation, PredicateKind::kOrder};
}

std::vector<PredicateKind> smt_form_predicates() {
  return {PredicateKind::kPair,      PredicateKind::kDifferenceData, PredicateKind::kDifferenceComponent,
          PredicateKind::kOrderData, PredicateKind::kDifference,     PredicateKind::kOrder};
}

PaperAnswer sat_form(const Network& network, const Property& property, PredicateSet predicates, const Limits& limits) {
  return run_form<SatSolver>(network, property, predicates, sat_form_predicates(), limits);
}

PaperAnswer smt_form(const Network& network, const Property& property, PredicateSet predicates, const Limits& limits) {
  return run_form<SmtSolver>(network, property, predicates, smt_form_predicates(), limits);
}

}  // namespace parley::synchro
