#include "engine/synchro/paper/paper_form.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <tuple>

#include "engine/synchro/paper/encoding.h"
#include "engine/synchro/paper/numbers.h"
#include "invariant/differences.h"
#include "invariant/suffixes.h"
#include "invariant/wiring_tables.h"

// The formulas of (Antonino, Gibson-Robinson and Roscoe): one formula says that a state is bad and passes the
// predicates; if it is unsatisfiable, no bad state is reachable.
//
//   encoding.h   State, Blocked, LocallyBlocked and Reach_2 (pairs) as clauses
//   numbers.h    clocks and counts, as bits for SAT or as integers for SMT
//   this file    Reach_S (order), Reach_R (relation), Reach_D (difference), and the order of the predicates
//
// The predicates come from tables of src/invariant: projection (which rules are one event), suffixes (the
// last events on every path to a state), differences (how often one event happened more than another).
// Components with the same wiring share a table.
//
// Deviations from the paper: rules may have any number of participants, chains of comparisons replace those
// of all pairs, and differences are equations over all states of a component. docs/algorithms/paper-forms.md.

namespace parley::synchro {

namespace {

// Reach_S (Antonino, Gibson-Robinson and Roscoe, definition 12): a component in a state did what the suffix
// of the state says, in this order, and all its other events before that. Only occurrences in the suffix of
// some state matter. "Before" means before the first event of the suffix, which depends on the state. So each
// component has a clock of its own that is no later than this event. Then an occurrence is compared once per
// component, not once per state.
template <class Solver>
void add_order(const Network& network, Grouping grouping, Encoding<Solver>& encoding, Solver& solver, const Limits& limits) {
  WiringTables<SuffixTable> tables(network, grouping, limits);
  const Projections& projections = tables.projections();
  Pulse pulse(limits, 64);

  // The number of occurrences of each counter. Occurrences are numbered counter by counter, the most recent
  // one first.
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
  std::vector<std::uint32_t> clock(occurrences);
  for (std::uint32_t& each : clock) each = clocks.fresh();

  std::vector<std::uint32_t> chain;
  std::vector<std::uint32_t> in_suffix;   // event -> number of its occurrences in the suffix
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
      for (std::size_t i = suffix.size(); i-- > 0;)
        chain.push_back(clock[first_clock[projections.counter(component, suffix[i])] + in_suffix[suffix[i]]++]);
      for (std::size_t i = 1; i < chain.size(); ++i) solver.add({-here, clocks.less(chain[i], chain[i - 1])});
      if (!start) start = clocks.fresh();
      solver.add({-here, clocks.at_most(*start, chain.back())});
      for (std::uint32_t event = 0; event < events; ++event) {
        const std::uint32_t counter = projections.counter(component, event);
        for (std::uint32_t age = in_suffix[event]; age < depth[counter]; ++age)
          solver.add({-here, clocks.less(clock[first_clock[counter] + age], *start)});
      }
      for (const std::uint32_t event : suffix) in_suffix[event] = 0;
    }
  }
}

// Counters as numbers of a solver, made at the first use.
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

// The number of occurrences of each event, summed over all states. Events that follow one another are
// neighbours in this order, so chains along it need few comparisons.
std::vector<std::int64_t> event_totals(const Lts& lts, const DifferenceTable& table, std::uint32_t events, Pulse& pulse) {
  std::vector<std::int64_t> totals(events);
  DifferenceTable::Scratch scratch;
  for (const LocalState state : lts.states()) {
    pulse.beat();
    if (!table.reaches(state)) continue;
    table.for_each_class(state, scratch, [&](std::span<const DifferenceTable::Count> members) {
      for (const auto& each : members) totals[each.event] += each.count;
    });
  }
  return totals;
}

// Reach_R (definition 14). The members of a class are sorted by count, and only neighbours are compared: the
// paper compares all pairs of the class, but these comparisons follow along the chain, since "equal" and
// "less" are transitive.
void add_relation(const Network& network, Grouping grouping, Encoding<SatSolver>& encoding, SatSolver& solver,
                  const Limits& limits) {
  WiringTables<DifferenceTable> tables(network, grouping, limits);
  const Projections& projections = tables.projections();
  Numbers<SatSolver> numbers(solver, projections.num_counters());
  CounterNumbers number(projections.num_counters(), [&] { return numbers.fresh(); });
  Pulse pulse(limits, 16);
  DifferenceTable::Scratch scratch;
  std::vector<std::optional<std::vector<std::int64_t>>> totals_of(projections.num_wirings());
  std::vector<DifferenceTable::Count> chain;
  for (const ComponentId component : network.components()) {
    const Lts& lts = network.lts(component);
    const DifferenceTable& table = tables.of(component);
    auto& totals = totals_of[projections.wiring_of(component)];
    if (!totals) totals = event_totals(lts, table, projections.num_events(component), pulse);
    for (const LocalState state : lts.states()) {
      pulse.beat();
      if (!table.reaches(state)) continue;
      const int here = encoding.at(component, state);
      table.for_each_class(state, scratch, [&](std::span<const DifferenceTable::Count> members) {
        chain.assign(members.begin(), members.end());
        std::ranges::sort(chain, {}, [&](const auto& each) { return std::tuple(each.count, (*totals)[each.event], each.event); });
        for (std::size_t i = 1; i < chain.size(); ++i) {
          const std::uint32_t low = number(projections.counter(component, chain[i - 1].event));
          const std::uint32_t high = number(projections.counter(component, chain[i].event));
          solver.add({-here, chain[i - 1].count < chain[i].count ? numbers.less(low, high) : numbers.equal(low, high)});
        }
      });
    }
  }
}

// Differences that determine all others of a component: for two events the value in each state that has one.
struct DifferenceRow {
  std::uint32_t plus = 0;
  std::uint32_t minus = 0;
  struct Value {
    LocalState state;
    std::int64_t value;
  };
  std::vector<Value> values;
};

// The differences of neighbours in the order of their totals; the others follow by addition.
std::vector<DifferenceRow> difference_rows(const Lts& lts, const DifferenceTable& table, std::uint32_t events, Pulse& pulse) {
  const std::vector<std::int64_t> totals = event_totals(lts, table, events, pulse);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<DifferenceRow::Value>> values;
  std::vector<DifferenceTable::Count> chain;
  DifferenceTable::Scratch scratch;
  for (const LocalState state : lts.states()) {
    pulse.beat();
    if (!table.reaches(state)) continue;
    table.for_each_class(state, scratch, [&](std::span<const DifferenceTable::Count> members) {
      chain.assign(members.begin(), members.end());
      std::ranges::sort(chain, {}, [&](const auto& each) { return std::pair(totals[each.event], each.event); });
      for (std::size_t i = 1; i < chain.size(); ++i)
        values[{chain[i].event, chain[i - 1].event}].push_back({state, std::int64_t{chain[i].count} - chain[i - 1].count});
    });
  }
  std::vector<DifferenceRow> rows;
  rows.reserve(values.size());
  for (auto& [pair, its] : values) rows.push_back({pair.first, pair.second, std::move(its)});
  return rows;
}

// Reach_D (definitions 15 and 17). With component classes an event is a sum of counts, and counts are not
// negative.
//
// If two events have a difference in every state of a component, this is one equation: the difference is the
// sum over the states of the value times "the component is in this state". Then the simplex of the solver
// sees states that are not chosen yet as fractions, and can add up components. The paper's clauses imply one
// equation per state, which tells simplex nothing until a state is chosen: time stamps with 10 processes took
// 30 s instead of 0.2.
void add_difference(const Network& network, Grouping grouping, Encoding<SmtSolver>& encoding, SmtSolver& solver,
                    const Limits& limits) {
  WiringTables<DifferenceTable> tables(network, grouping, limits);
  const Projections& projections = tables.projections();
  CounterNumbers number(projections.num_counters(), [&] {
    const SmtSolver::Integer integer = solver.integer();
    if (grouping == Grouping::kComponent) {
      const SmtSolver::Term term[] = {{-1, integer}};
      solver.add({solver.at_most(solver.sum(term), 0)});
    }
    return integer;
  });

  Pulse pulse(limits, 16);
  std::vector<std::optional<std::vector<DifferenceRow>>> rows_of(projections.num_wirings());
  std::vector<SmtSolver::Term> terms;
  for (const ComponentId component : network.components()) {
    const Lts& lts = network.lts(component);
    const DifferenceTable& table = tables.of(component);
    auto& rows = rows_of[projections.wiring_of(component)];
    if (!rows) rows = difference_rows(lts, table, projections.num_events(component), pulse);
    const auto reachable =
        static_cast<std::size_t>(std::ranges::count_if(lts.states(), [&](LocalState state) { return table.reaches(state); }));
    std::vector<std::optional<SmtSolver::Integer>> indicators(lts.num_states());
    for (const DifferenceRow& row : *rows) {
      pulse.beat();
      terms.clear();
      for (const std::uint32_t counter : projections.counters(component, row.plus)) terms.push_back({1, number(counter)});
      for (const std::uint32_t counter : projections.counters(component, row.minus)) terms.push_back({-1, number(counter)});
      if (row.values.size() < reachable) {
        const SmtSolver::Sum difference = solver.sum(terms);
        for (const auto& [state, value] : row.values)
          solver.add({-encoding.at(component, state), solver.equals(difference, value)});
        continue;
      }
      // The most frequent value is the constant; states with other values add their difference to it.
      std::map<std::int64_t, int> often;
      for (const auto& each : row.values) ++often[each.value];
      const std::int64_t usual = std::ranges::max_element(often, {}, [](const auto& entry) { return entry.second; })->first;
      for (const auto& [state, value] : row.values) {
        if (value == usual) continue;
        auto& indicator = indicators[state.index()];
        if (!indicator) indicator = solver.indicator(encoding.at(component, state));
        terms.push_back({usual - value, *indicator});
      }
      solver.add({solver.equals(solver.sum(terms), usual)});
    }
  }
}

void add_predicate(PredicateKind kind, const Network& network, Encoding<SatSolver>& encoding, SatSolver& solver,
                   const Limits& limits) {
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

void add_predicate(PredicateKind kind, const Network& network, Encoding<SmtSolver>& encoding, SmtSolver& solver,
                   const Limits& limits) {
  switch (kind) {
    case PredicateKind::kPair: encoding.add_pairs(); break;
    case PredicateKind::kOrder: add_order(network, Grouping::kRules, encoding, solver, limits); break;
    case PredicateKind::kOrderData: add_order(network, Grouping::kData, encoding, solver, limits); break;
    case PredicateKind::kDifference: add_difference(network, Grouping::kRules, encoding, solver, limits); break;
    case PredicateKind::kDifferenceData: add_difference(network, Grouping::kData, encoding, solver, limits); break;
    case PredicateKind::kDifferenceComponent: add_difference(network, Grouping::kComponent, encoding, solver, limits); break;
    case PredicateKind::kRelation:
    case PredicateKind::kRelationData: break;   // not of this form
  }
}

template <class Solver>
PaperAnswer run_form(Solver& solver, const Network& network, const Property& property, PredicateSet predicates,
                     std::span<const PredicateKind> order, const Limits& limits) {
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
  if (!predicates.has(PredicateKind::kPair) && is_done("")) return answer;   // otherwise the first call is after pair
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

}   // namespace

std::vector<PredicateKind> sat_form_predicates() {
  return {PredicateKind::kPair, PredicateKind::kRelationData, PredicateKind::kOrderData, PredicateKind::kRelation,
          PredicateKind::kOrder};
}

std::vector<PredicateKind> smt_form_predicates() {
  return {PredicateKind::kPair,      PredicateKind::kDifferenceData, PredicateKind::kDifferenceComponent,
          PredicateKind::kOrderData, PredicateKind::kDifference,     PredicateKind::kOrder};
}

PaperAnswer sat_form(const Network& network, const Property& property, PredicateSet predicates, const Limits& limits) {
  SatSolver solver({.expects_no_model = true});
  return run_form(solver, network, property, predicates, sat_form_predicates(), limits);
}

PaperAnswer smt_form(const Network& network, const Property& property, PredicateSet predicates, const Limits& limits) {
  SmtSolver solver;
  return run_form(solver, network, property, predicates, smt_form_predicates(), limits);
}

}   // namespace parley::synchro
