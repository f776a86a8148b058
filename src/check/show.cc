#include "check/show.h"

#include <algorithm>
#include <bit>
#include <ostream>

#include <fmt/format.h>

#include "base/text.h"
#include "check/blocked.h"
#include "check/describe.h"
#include "property/print.h"

namespace parley {

namespace {

constexpr std::size_t kMostComponents = 40;
constexpr std::size_t kMostRules = 4;   // of one component

std::string plural(std::size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count_text(count), count == 1 ? one : many);
}

// A line for each component, for the first few.
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
    return text.empty() ? "nobody" : text;
  }

  // What the component offers, and for each rule that needs it who refuses.
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
    if (trace_.size() == 0)
      out_ << "violated from the beginning\n";
    else
      out_ << fmt::format("violated by the last step, '{}'\n", network_.label_name(trace_[trace_.size() - 1].label));
    list(out_, broken, [&](ComponentId component) { place_line(component); });
  }

  std::ostream& out_;
  const Network& network_;
  const Trace& trace_;
  std::vector<LocalState> state_;
};

void show_set(std::ostream& out, const Network& network, const StateTable& states) {
  out << fmt::format("support: {}\n", plural(states.num_columns(), "component", "components"));
  list(out, states.components(), [&](ComponentId component) { out << "  " << quoted_if_needed(network.name(component)) << "\n"; });
  out << fmt::format("{}, closed under every rule, none of them bad\n", plural(states.size(), "state", "states"));
}

void show_reduced(std::ostream& out, const ReducedSet& set) {
  const std::size_t columns = set.states.num_columns();
  std::size_t named = 0;
  for (std::uint64_t word : set.supports) named += static_cast<std::size_t>(std::popcount(word));
  out << fmt::format("{} of all {}, none of them bad\n", plural(set.states.size(), "state", "states"),
                     plural(columns, "component", "components"));
  if (set.states.size() > 0)
    out << fmt::format("each fires the rules inside its own support, {:.1f} components on average, and may put off the others\n",
                       static_cast<double>(named) / static_cast<double>(set.states.size()));
  if (!set.ranks.empty())
    out << fmt::format("nothing is put off for ever: ranks go down from at most {}\n",
                       count_text(*std::max_element(set.ranks.begin(), set.ranks.end())));
}

}  // namespace

void show(std::ostream& out, const Network& network, const Property& property, const Evidence& evidence) {
  if (const auto* trace = std::get_if<Trace>(&evidence)) {
    TraceShow printer(out, network, *trace);
    printer.steps();
    printer.explain(property);
  } else if (const auto* set = std::get_if<std::shared_ptr<const ClosedSet>>(&evidence)) {
    show_set(out, network, (*set)->states);
  } else if (const auto* reduced = std::get_if<std::shared_ptr<const ReducedSet>>(&evidence)) {
    show_reduced(out, **reduced);
  }
}

std::string summary(const Network& network, const Evidence& evidence) {
  if (const auto* trace = std::get_if<Trace>(&evidence)) return fmt::format("trace of {}", plural(trace->size(), "step", "steps"));
  if (const auto* set = std::get_if<std::shared_ptr<const ClosedSet>>(&evidence))
    return fmt::format("closed set of {} over {} of {}", plural((*set)->states.size(), "state", "states"),
                       count_text((*set)->states.num_columns()), plural(network.num_components(), "component", "components"));
  if (const auto* set = std::get_if<std::shared_ptr<const ReducedSet>>(&evidence))
    return fmt::format("reduced set of {} over {}", plural((*set)->states.size(), "state", "states"),
                       plural(network.num_components(), "component", "components"));
  return "no evidence";
}

}  // namespace parley
