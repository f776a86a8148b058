#include "engine/explicit/explicit.h"

#include <array>

#include "search/breadth_first.h"
#include "search/stuck.h"

namespace parley {

namespace {

constexpr OptionRow kCertificate = {
    .name = "explicit.certificate",
    .help = "keep the set of all states as the certificate of what holds",
    .kind = OptionKind::kSwitch,
    .preset = 1,
    .fuzz_least = 0,
    .fuzz_most = 1,
};
constexpr OptionRow kTableBits = {
    .name = "explicit.table-bits",
    .help = "log2 of the slots that the hash table starts with",
    .kind = OptionKind::kNumber,
    .preset = 12,
    .least = 2,
    .most = 30,
    .fuzz_least = 2,
    .fuzz_most = 14,
};
// A budget makes the engine answer unknown, so the random tests leave it alone.
constexpr OptionRow kMostStates = {
    .name = "explicit.most-states",
    .help = "give up beyond this many states; 0 = no such limit",
    .kind = OptionKind::kNumber,
    .preset = 0,
    .least = 0,
    .most = RowIndex::kMostRows,
    .fuzz_least = 0,
    .fuzz_most = 0,
};
constexpr std::array kOptions = {kCertificate, kTableBits, kMostStates};

// Decides in each expanded state whether it is what a trace of the property would lead to.
class Target {
 public:
  Target(const Network& network, const Property& property) : network_(network), property_(property) {
    if (const auto* reach = std::get_if<Reach>(&property.ask)) formula_.emplace(reach->goal);
    if (const auto* never = std::get_if<Never>(&property.ask)) formula_.emplace(never->bad);
  }

  bool reached(const BreadthFirst::Expanded& at, StuckComponents& stuck) {
    switch (kind_of(property_)) {
      case PropertyKind::kDeadlock: return at.transitions == 0 && !at.in_error && !is_terminated(network_, at.state);
      case PropertyKind::kLocalDeadlock: return !at.in_error && !stuck.of(at.state).empty();
      case PropertyKind::kReach:
      case PropertyKind::kNever: return (*formula_)([&](ComponentId component) { return at.state[component.index()]; });
      case PropertyKind::kSafety:
        // Only a state in error can have an automaton in error.
        if (!at.in_error) return false;
        for (ComponentId component : std::get<Safety>(property_.ask).automata)
          if (network_.lts(component).is_error(at.state[component.index()])) return true;
        return false;
      case PropertyKind::kLocal:
      case PropertyKind::kProgress:
      case PropertyKind::kAssertion: return false;   // declined
    }
    return false;
  }

 private:
  const Network& network_;
  const Property& property_;
  std::optional<PredicateEvaluator> formula_;
};

BreadthFirst::Settings settings_of(const Run& run) {
  return {.initial_bits = static_cast<unsigned>(run.options.number(kTableBits)),
          .most_states = static_cast<std::uint64_t>(run.options.number(kMostStates))};
}

// What was counted, written down however the search ends: by an answer, or by Stopped.
class Counting {
 public:
  Counting(const BreadthFirst& search, Statistics& statistics) : search_(search), statistics_(statistics) {}
  ~Counting() {
    statistics_.set(Statistic::kStates, static_cast<double>(search_.num_states()));
    statistics_.set(Statistic::kTransitions, static_cast<double>(search_.num_transitions()));
    statistics_.set(Statistic::kDepth, static_cast<double>(search_.depth()));
    statistics_.set(Statistic::kFrontierPeak, static_cast<double>(search_.frontier_peak()));
  }
  Counting(const Counting&) = delete;
  Counting& operator=(const Counting&) = delete;

 private:
  const BreadthFirst& search_;
  Statistics& statistics_;
};

}  // namespace

std::span<const OptionRow> ExplicitEngine::options() const { return kOptions; }

std::optional<std::string> ExplicitEngine::declines(const Network&, const Property& property) const {
  if (const auto* undecided = std::get_if<Undecided>(&property.ask)) return undecided->why;
  return std::nullopt;
}

void ExplicitEngine::check(const Task& task, Run& run) const {
  const Network& network = task.network;
  std::optional<BreadthFirst> search(std::in_place, network, settings_of(run), run.limits, run.progress);
  StuckComponents stuck(network);
  std::vector<std::optional<Target>> open(task.properties.size());   // empty once answered
  for (std::size_t i = 0; i < open.size(); ++i) open[i].emplace(network, task.properties[i]);
  std::size_t unanswered = open.size();
  {
    const Counting counting(*search, run.statistics);
    search->run([&](const BreadthFirst::Expanded& at) {
      for (std::size_t i = 0; i < open.size(); ++i) {
        if (!open[i] || !open[i]->reached(at, stuck)) continue;
        Trace trace = search->trace_to(at.number);
        if (trace_means_holds(kind_of(task.properties[i]))) run.answer(i, Holds{std::move(trace)});
        else run.answer(i, Violated{std::move(trace)});
        open[i].reset();
        --unanswered;
      }
      return unanswered > 0;
    });
  }
  if (unanswered == 0) return;

  // Everything was seen, and nothing of what is left was found. One set certifies all of it.
  Evidence evidence = NotCertified{"explicit.certificate is off"};
  if (run.options.on(kCertificate)) evidence = std::make_shared<const ClosedSet>(ClosedSet{std::move(*search).take_states()});
  search.reset();   // whoever gets the answers may need the memory
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (!open[i]) continue;
    if (trace_means_holds(kind_of(task.properties[i]))) run.answer(i, Violated{evidence});
    else run.answer(i, Holds{evidence});
  }
}

void ExplicitEngine::explore(const Network& network, Run& run) const {
  BreadthFirst search(network, settings_of(run), run.limits, run.progress);
  StuckComponents stuck(network);
  std::uint64_t deadlocks = 0;
  std::uint64_t local_deadlocks = 0;
  const Counting counting(search, run.statistics);
  search.run([&](const BreadthFirst::Expanded& at) {
    if (at.in_error) return true;
    if (at.transitions == 0 && !is_terminated(network, at.state)) ++deadlocks;
    if (!stuck.of(at.state).empty()) ++local_deadlocks;
    return true;
  });
  run.statistics.set(Statistic::kDeadlocks, static_cast<double>(deadlocks));
  run.statistics.set(Statistic::kLocalDeadlocks, static_cast<double>(local_deadlocks));
}

}  // namespace parley
