// A map of engine `lazy`: lazy reachability analysis after (Jezequel and Lime 2016).
//
// A property becomes a goal formula (goal_of). The steps, from the outside in:
//   cases, situation: split the formula into cases. A case is a conjunction of local goals (LocalGoal): this
//       component in one of these states (StateSets).
//   solver: decides one case. flat_solver is the default; level_solver is the paper's own scheme.
//   groups: which components form a group, and the path that each group has found. A group starts with one
//       local goal; groups that need the same component merge.
//   fragment: what a group has looked at. Its members are revealed, with all their rules; the other
//       participants of these rules are outside components (strangers). All are numbered by LocalComponent.
//   partial_product: the search. It builds the product of the members and assumes that outside components
//       never refuse.
//   finding, memo: the result of a search, and the table that shares it among isomorphic groups.
//   repair, pruning: extend the old path of a large group; skip states that break a linear invariant.
//
// If the product has no path to the goal, its states are the certificate. If the path needs no outside
// component, the group is complete. Otherwise the outside components of the path join and the group is
// searched again. A participant that never refuses its label (never_refuses) does not have to join.
//
// FragmentTables, SolverContext and ProductContext are plain parameter objects: for all fragments, for a
// solver, for a product.
#include "engine/lazy/lazy.h"

#include <algorithm>

#include "engine/lazy/cases.h"
#include "engine/turn.h"
#include "evidence/self_contained.h"
#include "invariant/constant_sums.h"
#include "invariant/local_reach.h"

namespace parley {

namespace {

using namespace lazy;

// The states that a trace of the property leads to, as a formula.
Predicate goal_of(const Network& network, const Property& property) {
  if (const auto* reach = std::get_if<Reach>(&property.ask)) return reach->goal;
  if (const auto* never = std::get_if<Never>(&property.ask)) return never->bad;
  PredicateBuilder builder;
  std::vector<PredicateBuilder::Handle> parts;
  for (ComponentId automaton : std::get<Safety>(property.ask).automata) {
    Atom atom = {.component = automaton};
    for (LocalState state : network.lts(automaton).states())
      if (network.lts(automaton).is_error(state)) atom.states.push_back(state);
    parts.push_back(atom.states.empty() ? builder.constant(false) : builder.atom(std::move(atom)));
  }
  const PredicateBuilder::Handle root = builder.any_of(parts);
  return std::move(builder).build(root);
}

std::optional<ComponentId> component_that_starts_in_error(const Network& network) {
  for (ComponentId component : network.components())
    if (network.lts(component).is_error(network.lts(component).initial())) return component;
  return std::nullopt;
}

// If a component starts in an error state, the initial state is the only reachable one.
Cases::Result decide_initial_state(const Network& network, const Property& property, const Predicate& goal,
                                   ComponentId in_error) {
  const auto initial = [&](ComponentId component) { return network.lts(component).initial(); };
  if (PredicateEvaluator(goal)(initial)) return Trace();
  std::vector<ComponentId> components = components_of(network, property);   // includes automata without error states
  if (!std::ranges::binary_search(components, in_error)) components.push_back(in_error);
  auto set = std::make_shared<ClosedSet>(ClosedSet{StateTable(network, components)});
  std::vector<LocalState> row;
  row.reserve(components.size());
  for (ComponentId component : components) row.push_back(initial(component));
  set->states.add(row);
  return set;
}

// Writes the counts into the statistics when the search ends, by an answer or by Stopped.
class Counting {
 public:
  Counting(const Counts& counts, Statistics& statistics) : counts_(counts), statistics_(statistics) {}
  ~Counting() { write_down(); }
  Counting(const Counting&) = delete;
  Counting& operator=(const Counting&) = delete;

  void write_down() const {
    const auto set = [&](Statistic statistic, std::uint64_t count) { statistics_.set(statistic, static_cast<double>(count)); };
    set(Statistic::kStates, counts_.states);
    set(Statistic::kTransitions, counts_.transitions);
    set(Statistic::kProducts, counts_.products);
    set(Statistic::kLargestProduct, counts_.largest);
    set(Statistic::kLargestGroup, counts_.most_members);
    set(Statistic::kMerges, counts_.merges);
    set(Statistic::kSharedGroups, counts_.shared);
  }

 private:
  const Counts& counts_;
  Statistics& statistics_;
};

// Marks evidence as self-contained if it depends on no component but those it names.
void claim_self_contained(SelfContainment& is_self_contained, const Property& property, Cases::Result& result) {
  if (auto* trace = std::get_if<Trace>(&result)) {
    if (is_self_contained(property, *trace)) trace->claim_self_contained();
  } else if (const auto* closed = std::get_if<std::shared_ptr<ClosedSet>>(&result)) {
    (*closed)->self_contained = is_self_contained(**closed);
  } else {
    for (const std::shared_ptr<ClosedSet>& set : std::get<Cases::Split>(result).sets)
      set->self_contained = is_self_contained(*set);
  }
}

// The components in rules that never fire, only because a participant reaches no state with an edge for them.
std::vector<bool> components_in_rules_out_of_reach(const Network& network, const LocalReach& reach) {
  std::vector<std::vector<bool>> has_edge(network.num_templates());
  for (TemplateId of : network.templates()) {
    const Lts& lts = network.lts(of);
    has_edge[of.index()].resize(lts.num_labels());
    for (LocalState state : lts.states())
      for (const Edge& edge : lts.edges(state)) has_edge[of.index()][edge.label.index()] = true;
  }
  std::vector<bool> result(network.num_components());
  for (RuleId rule : network.rules()) {
    const auto participants = network.participants(rule);
    if (reach.could_fire(network, rule)) continue;
    if (!std::ranges::all_of(participants, [&](const Participant& p) {
          return bool{has_edge[network.template_of(p.component).index()][p.label.index()]};
        }))
      continue;
    for (const Participant& participant : participants) result[participant.component.index()] = true;
  }
  return result;
}

// Adds both halves of every constant sum. The invariants of a closed set are checked on all edges of a
// component. So a sum is left out if one of its components has unreachable local states, or takes part in a
// rule that never fires only because another participant cannot reach it.
void add_constant_sums(const Network& network, const Limits& limits, std::vector<LinearInvariant>& invariants) {
  const LocalReach reach(network, limits);
  const std::vector<bool> is_misleading = components_in_rules_out_of_reach(network, reach);
  const auto is_reached = [&](const RegionSum::Row& row) {
    if (is_misleading[row.component.index()]) return false;
    const auto states = network.lts(row.component).states();
    return std::all_of(states.begin(), states.end(), [&](LocalState state) { return reach.is_reached(row.component, state); });
  };
  const std::size_t room = 64 * (network.num_components() + network.num_rules());
  for (const ConstantSum& sum : constant_sums(network, room, limits)) {
    if (!std::all_of(sum.rows.begin(), sum.rows.end(), is_reached)) continue;
    for (const RegionSum& half : {at_most(sum), at_least(sum)}) {
      LinearInvariant& invariant = invariants.emplace_back();
      invariant.bound = half.bound;
      for (const RegionSum::Row& row : half.rows) invariant.rows.push_back({row.component, row.weights});
    }
  }
}

Evidence evidence_of(Cases::Result result) {
  if (auto* trace = std::get_if<Trace>(&result)) return std::move(*trace);
  if (auto* closed = std::get_if<std::shared_ptr<ClosedSet>>(&result)) return ClosedSetRef(std::move(*closed));
  auto& [sets, tree] = std::get<Cases::Split>(result);
  CaseSplit split = {.sets = {sets.begin(), sets.end()}, .tree = std::move(tree)};
  return std::make_shared<const CaseSplit>(std::move(split));
}

Outcome outcome_of(const Property& property, Cases::Result result, bool with_certificate) {
  const bool can_happen = std::holds_alternative<Trace>(result);
  Evidence evidence = NotCertified{"lazy.certificate is off"};
  if (can_happen || with_certificate) evidence = evidence_of(std::move(result));
  if (can_happen == trace_means_holds(kind_of(property))) return Holds{std::move(evidence)};
  return Violated{std::move(evidence)};
}

}   // namespace

std::span<const OptionRow> LazyEngine::options() const { return lazy::options(); }

std::optional<std::string> LazyEngine::declines(const Network&, const Property& property) const {
  switch (kind_of(property)) {
    case PropertyKind::kReach:
    case PropertyKind::kNever:
    case PropertyKind::kSafety: return std::nullopt;
    case PropertyKind::kDeadlock: return "a deadlock is about all components at once: there is nothing to be lazy about";
    case PropertyKind::kLocalDeadlock:
      return "whether a component is stuck depends on all that it could wait for: there is nothing to be lazy about";
    case PropertyKind::kLocal:
    case PropertyKind::kProgress:
    case PropertyKind::kAssertion: break;
  }
  if (const auto* undecided = std::get_if<Undecided>(&property.ask)) return undecided->why;
  return "only the reachability of states is decided here";
}

// If there may be too many states to visit, the answer may still depend on few components only.
bool LazyEngine::comes_first(const Network& network) const { return !fits_into_a_word(network); }

// The turn is short where another engine may be able to visit all states.
std::optional<Options> LazyEngine::turn(const Options& options, const Network& network, unsigned round) const {
  constexpr std::size_t kManyWords = 64;
  const bool is_wide = StateLayout(network).num_words() > kManyWords;   // then no other engine will visit all states
  const lazy::Bounds most = {.states = (is_wide ? 2'000'000 : 20'000) * turn_growth(round),
                             .cases = (is_wide ? 100'000 : 1'000) * turn_growth(round)};
  return lazy::bounded(options, most);
}

void LazyEngine::check(const Task& task, Run& run) const {
  const Settings settings = lazy::settings(run.options);
  StateSets sets;
  std::vector<LinearInvariant> invariants(task.invariants.begin(), task.invariants.end());
  if (settings.sums) add_constant_sums(task.network, run.limits, invariants);
  const Pruning pruning(task.network, invariants);
  const SolverContext context = {task.network, sets, settings, invariants.empty() ? nullptr : &pruning, run.limits, run.progress};
  const std::optional<ComponentId> in_error = component_that_starts_in_error(task.network);
  const std::unique_ptr<Solver> solver = make_solver(context);
  const Counting counting(solver->counts(), run.statistics);
  SelfContainment is_self_contained(task.network);
  for (std::size_t i = 0; i < task.properties.size(); ++i) {
    const Predicate goal = goal_of(task.network, task.properties[i]);
    Cases::Result result = in_error ? decide_initial_state(task.network, task.properties[i], goal, *in_error)
                                    : Cases(context, goal, sets, *solver).decide();
    claim_self_contained(is_self_contained, task.properties[i], result);
    counting.write_down();
    run.answer(i, outcome_of(task.properties[i], std::move(result), settings.certificate));
  }
}

}   // namespace parley
