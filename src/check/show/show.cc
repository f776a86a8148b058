#include "check/show/show.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <ostream>

#include <fmt/format.h>

#include "base/text.h"
#include "check/blocked.h"
#include "check/describe.h"
#include "evidence/self_contained.h"
#include "property/print.h"

namespace parley {

namespace {

constexpr std::size_t kMostComponents = 40;
constexpr std::size_t kMostRules = 4;   // per component

std::string plural(std::size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count_text(count), count == 1 ? one : many);
}

// One line per component, for the first few.
template <class Line>
void list(std::ostream& out, std::span<const ComponentId> components, const Line& line) {
  for (ComponentId component : components.first(std::min(components.size(), kMostComponents))) line(component);
  if (components.size() > kMostComponents) out << fmt::format("  and {} more\n", count_text(components.size() - kMostComponents));
}

class TraceShow {
 public:
  TraceShow(std::ostream& out, const Network& network, const Trace& trace) : out_(out), network_(network), trace_(trace) {
    for (ComponentId component : network.components()) state_.push_back(network.lts(component).initial());
  }

  void steps() {
    const std::size_t width = std::to_string(trace_.size()).size();
    for (std::size_t i = 0; i < trace_.size(); ++i) {
      const Trace::Step step = trace_[i];
      std::string moves;
      for (const Move& move : step.moves) {
        LocalState& now = state_[move.component.index()];
        moves += fmt::format("{}{}: {} -> {}", moves.empty() ? "" : ", ", quoted_if_needed(network_.name(move.component)),
                             name(move.component, now), name(move.component, move.to));
        now = move.to;
      }
      out_ << fmt::format("  {:>{}}  {:<20}  {}\n", i + 1, width, network_.label_name(step.label), moves);
    }
  }

  void explain(const Property& property) {
    out_ << fmt::format("final state: {} of {} took part\n", count_text(trace_.components().size()),
                        plural(network_.num_components(), "component", "components"));
    switch (kind_of(property)) {
      case PropertyKind::kDeadlock: return explain_deadlock();
      case PropertyKind::kLocalDeadlock: return explain_local_deadlock();
      case PropertyKind::kReach: return explain_predicate(std::get<Reach>(property.ask).goal);
      case PropertyKind::kNever: return explain_predicate(std::get<Never>(property.ask).bad);
      case PropertyKind::kSafety: return explain_violation(std::get<Safety>(property.ask));
      case PropertyKind::kLocal:
      case PropertyKind::kProgress:
      case PropertyKind::kAssertion: return;
    }
  }

 private:
  std::string name(ComponentId component, LocalState state) const {
    return quoted_if_needed(network_.lts(component).state_name(state));
  }
  std::string place(ComponentId component) const { return place_text(network_, component, state_[component.index()]); }
  void place_line(ComponentId component) { out_ << "  " << place(component) << "\n"; }

  std::string refusers(RuleId rule) const {
    std::string text;
    for (const Participant& p : network_.participants(rule))
      if (!network_.lts(p.component).offers(state_[p.component.index()], p.label))
        text += (text.empty() ? "" : ", ") + place(p.component);
    return text.empty() ? "no component" : text;
  }

  // What the component offers, and for each rule that it takes part in the participants that refuse it.
  void waits_line(ComponentId component) {
    const Lts& lts = network_.lts(component);
    const LocalState now = state_[component.index()];
    if (lts.is_terminal(now)) {
      out_ << "  " << place(component) << " has ended\n";
      return;
    }
    std::size_t rules = 0;
    for (LocalLabel label : lts.labels()) {
      if (!lts.offers(now, label)) continue;
      for (RuleId rule : network_.rules(component, label))
        if (++rules <= kMostRules)
          out_ << fmt::format("  {} offers {}, refused by {}\n", place(component), network_.label_name(rule), refusers(rule));
    }
    if (rules == 0) out_ << "  " << place(component) << " offers nothing that a rule uses\n";
    if (rules > kMostRules)
      out_ << fmt::format("  {} offers {} more, refused as well\n", place(component), count_text(rules - kMostRules));
  }

  void explain_deadlock() {
    out_ << "deadlock: no rule is enabled, and the network has not terminated\n";
    std::vector<ComponentId> processes;
    for (ComponentId component : network_.components())
      if (!network_.is_observer(component)) processes.push_back(component);
    list(out_, processes, [&](ComponentId component) { waits_line(component); });
  }

  void explain_local_deadlock() {
    const std::vector<ComponentId> stuck = StuckFinder(network_).all_stuck(state_);
    out_ << fmt::format("local deadlock: {} stuck for ever\n", plural(stuck.size(), "component is", "components are"));
    list(out_, stuck, [&](ComponentId component) { waits_line(component); });
  }

  void explain_predicate(const Predicate& predicate) {
    out_ << "it satisfies the predicate\n";
    list(out_, predicate.components(), [&](ComponentId component) { place_line(component); });
  }

  void explain_violation(const Safety& safety) {
    std::vector<ComponentId> broken;
    for (ComponentId automaton : safety.automata)
      if (in_error(network_, automaton, state_[automaton.index()])) broken.push_back(automaton);
    if (trace_.size() == 0) out_ << "violated from the beginning\n";
    else out_ << fmt::format("violated by the last step, '{}'\n", network_.label_name(trace_[trace_.size() - 1].label));
    list(out_, broken, [&](ComponentId component) { place_line(component); });
  }

  std::ostream& out_;
  const Network& network_;
  const Trace& trace_;
  std::vector<LocalState> state_;
};

constexpr std::string_view kAnyNumber =
    "self-contained: the verdict holds for any number of further components that share none of its labels\n";

void show_support(std::ostream& out, const Network& network, std::span<const ComponentId> components) {
  out << fmt::format("support: {}\n", plural(components.size(), "component", "components"));
  list(out, components, [&](ComponentId component) { out << "  " << quoted_if_needed(network.name(component)) << "\n"; });
}

void show_set(std::ostream& out, const Network& network, const ClosedSet& set) {
  show_support(out, network, set.states.components());
  out << fmt::format("{}, closed under every rule, none of them bad\n", plural(set.states.size(), "state", "states"));
  if (!set.invariants.empty())
    out << fmt::format("steps out of it are excluded by {}\n", plural(set.invariants.size(), "invariant", "invariants"));
}

void show_cases(std::ostream& out, const Network& network, const Property& property, const Evidence& evidence,
                const CaseSplit& cases) {
  std::vector<std::size_t> times(cases.sets.size());
  std::size_t absurd = 0;
  for (std::uint32_t node : cases.tree) {
    if (node == CaseSplit::kAbsurd) ++absurd;
    if (node < times.size()) ++times[node];
  }
  const std::size_t ruled_out = std::accumulate(times.begin(), times.end(), std::size_t{0});
  show_support(out, network, support(network, property, evidence));
  out << fmt::format("{} in which the formula could hold\n", plural(absurd + ruled_out, "case", "cases"));
  if (absurd > 0) out << fmt::format("  {}\n", plural(absurd, "contradicts itself", "contradict themselves"));
  if (cases.sets.empty()) return;
  const auto states_of = [](const ClosedSetRef& set) { return set->states.size(); };
  const auto largest = std::max_element(cases.sets.begin(), cases.sets.end(),
                                        [&](const auto& a, const auto& b) { return states_of(a) < states_of(b); });
  const auto busiest = std::max_element(times.begin(), times.end());
  out << fmt::format("  {} ruled out by {}, each closed under every rule\n", plural(ruled_out, "is", "are"),
                     plural(cases.sets.size(), "set", "sets"));
  out << fmt::format("the largest, set {}, has {} over {}\n", largest - cases.sets.begin(),
                     plural(states_of(*largest), "state", "states"),
                     plural((*largest)->states.num_columns(), "component", "components"));
  if (cases.sets.size() > 1)
    out << fmt::format("set {} rules out most, {}\n", busiest - times.begin(), plural(*busiest, "case", "cases"));
  std::size_t invariants = 0;
  for (const auto& set : cases.sets) invariants += set->invariants.size();
  if (invariants > 0)
    out << fmt::format("steps out of the sets are excluded by {}\n", plural(invariants, "invariant", "invariants"));
}

void show_proof(std::ostream& out, const Network& network, const Property& property, const Evidence& evidence,
                const InvariantProof& proof) {
  show_support(out, network, support(network, property, evidence));
  struct Count {
    std::size_t sums = 0, congruences = 0, traps = 0, pairs = 0, groups = 0, orders = 0, rankings = 0;
    void operator()(const RegionSum&) { ++sums; }
    void operator()(const Congruence&) { ++congruences; }
    void operator()(const Trap&) { ++traps; }
    void operator()(const PairFact&) { ++pairs; }
    void operator()(const ApartFact&) { ++groups; }
    void operator()(const OrderFact&) { ++orders; }
    void operator()(const Ranking&) { ++rankings; }
  } count;
  for (const Fact& fact : proof.facts) std::visit(count, fact);
  out << fmt::format("{}, each true in every reachable state\n", plural(proof.facts.size(), "invariant", "invariants"));
  const auto line = [&](std::size_t number, std::string_view one, std::string_view many) {
    if (number > 0) out << fmt::format("  {}\n", plural(number, one, many));
  };
  line(count.sums, "sum that stays within its bound", "sums that stay within their bounds");
  line(count.congruences, "sum that keeps its remainder", "sums that keep their remainders");
  line(count.traps, "trap, of which one state is always occupied", "traps, of each of which one state is always occupied");
  line(count.pairs, "pair of components looked at together", "pairs of components looked at together");
  line(count.groups, "group of components that are never there together", "groups of components that are never there together");
  line(count.orders, "order that cannot be agreed on", "orders that cannot be agreed on");
  line(count.rankings, "order of the rules by which no components block each other",
       "orders of the rules by which no components block each other");
  out << fmt::format("{} from there to a contradiction with what must not be\n", plural(proof.steps.size(), "step", "steps"));
}

// 'one' and 'many' are the words for its rows.
void show_reduced(std::ostream& out, const ReducedSet& set, std::string_view one, std::string_view many) {
  const std::size_t columns = set.states.num_columns();
  std::size_t named = 0;
  for (std::uint64_t word : set.supports) named += static_cast<std::size_t>(std::popcount(word));
  out << fmt::format("{} of all {}, none of them bad\n", plural(set.states.size(), one, many),
                     plural(columns, "component", "components"));
  if (set.states.size() > 0)
    out << fmt::format("each fires the rules inside its own support, {:.1f} components on average, and may put off the others\n",
                       static_cast<double>(named) / static_cast<double>(set.states.size()));
  if (!set.ranks.empty())
    out << fmt::format("nothing is put off for ever: ranks go down from at most {}\n",
                       count_text(*std::max_element(set.ranks.begin(), set.ranks.end())));
}

void show_leaps(std::ostream& out, const LeapSet& set) {
  if (set.is_reduced) {
    show_reduced(out, set.nodes, "node", "nodes");
  } else {
    out << fmt::format("{} of all {}, closed under every leap, none of them bad\n",
                       plural(set.nodes.states.size(), "node", "nodes"),
                       plural(set.nodes.states.num_columns(), "component", "components"));
  }
  out << "a node stands for all states that its components come to on their own, each by its local rules\n";
  if (!set.steppers.empty())
    out << fmt::format("but {} only {} step by step\n", plural(set.steppers.size(), "component", "components"),
                       set.steppers.size() == 1 ? "goes" : "go");
}

}   // namespace

void show(std::ostream& out, const Network& network, const Property& property, const Evidence& evidence) {
  if (const auto* trace = std::get_if<Trace>(&evidence)) {
    TraceShow printer(out, network, *trace);
    printer.steps();
    printer.explain(property);
  } else if (const auto* set = std::get_if<ClosedSetRef>(&evidence)) {
    show_set(out, network, **set);
  } else if (const auto* reduced = std::get_if<ReducedSetRef>(&evidence)) {
    show_reduced(out, **reduced, "state", "states");
  } else if (const auto* leaps = std::get_if<LeapSetRef>(&evidence)) {
    show_leaps(out, **leaps);
  } else if (const auto* cases = std::get_if<CaseSplitRef>(&evidence)) {
    show_cases(out, network, property, evidence, **cases);
  } else if (const auto* proof = std::get_if<InvariantProofRef>(&evidence)) {
    show_proof(out, network, property, evidence, **proof);
  }
  if (claims_self_contained(evidence)) out << kAnyNumber;
}

std::string summary(const Network& network, const Evidence& evidence) {
  if (const auto* trace = std::get_if<Trace>(&evidence))
    return fmt::format("trace of {}", plural(trace->size(), "step", "steps"));
  if (const auto* set = std::get_if<ClosedSetRef>(&evidence))
    return fmt::format("closed set of {} over {} of {}", plural((*set)->states.size(), "state", "states"),
                       count_text((*set)->states.num_columns()), plural(network.num_components(), "component", "components"));
  if (const auto* set = std::get_if<ReducedSetRef>(&evidence))
    return fmt::format("reduced set of {} over {}", plural((*set)->states.size(), "state", "states"),
                       plural(network.num_components(), "component", "components"));
  if (const auto* set = std::get_if<LeapSetRef>(&evidence))
    return fmt::format("{} of {} over {}", (*set)->is_reduced ? "reduced leap set" : "leap set",
                       plural((*set)->nodes.states.size(), "node", "nodes"),
                       plural(network.num_components(), "component", "components"));
  if (const auto* cases = std::get_if<CaseSplitRef>(&evidence)) {
    const auto leaves =
        std::count_if((*cases)->tree.begin(), (*cases)->tree.end(), [](std::uint32_t node) { return node != CaseSplit::kSplit; });
    return fmt::format("split into {}, with {}", plural(static_cast<std::size_t>(leaves), "case", "cases"),
                       plural((*cases)->sets.size(), "closed set", "closed sets"));
  }
  if (const auto* proof = std::get_if<InvariantProofRef>(&evidence))
    return fmt::format("proof from {}, in {}", plural((*proof)->facts.size(), "invariant", "invariants"),
                       plural((*proof)->steps.size(), "step", "steps"));
  return "no evidence";
}

}   // namespace parley
