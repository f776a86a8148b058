#include "engine/leap/covering/check.h"

#include <optional>
#include <vector>

#include <fmt/format.h>

#include "engine/leap/covering/graph.h"
#include "engine/leap/covering/stable.h"
#include "engine/leap/product.h"
#include "search/shorten/shorten.h"
#include "search/steps/stuck.h"
#include "search/steps/successors.h"
#include "search/steps/target.h"

namespace parley::leap {

namespace {

// Computes what a Target needs to know of a node of the covering graph.
class NodeInspector {
 public:
  NodeInspector(const Network& network, const CoveringGraph& graph)
      : graph_(graph), successors_(network), stuck_(network), state_(network.num_components()) {}

  Target::Seen at(std::uint32_t node) {
    graph_.state(node, state_);
    const bool in_error = successors_.in_error(state_);
    bool can_step = false;
    successors_.for_each(state_, [&](RuleId, std::span<const LocalState>) {
      can_step = true;
      return false;
    });
    return {.state = state_, .can_step = can_step, .in_error = in_error};
  }
  StuckComponents& stuck() { return stuck_; }

 private:
  const CoveringGraph& graph_;
  Successors successors_;
  StuckComponents stuck_;
  std::vector<LocalState> state_;
};

// Writes the counts into the statistics however the search ends.
class CoveringCounts {
 public:
  CoveringCounts(const CoveringGraph& graph, Statistics& statistics) : graph_(graph), statistics_(statistics) {}
  ~CoveringCounts() {
    statistics_.set(Statistic::kStates, static_cast<double>(graph_.num_nodes()));
    statistics_.set(Statistic::kTransitions, static_cast<double>(graph_.num_edges()));
    statistics_.set(Statistic::kPlaces, static_cast<double>(graph_.num_places()));
  }
  CoveringCounts(const CoveringCounts&) = delete;
  CoveringCounts& operator=(const CoveringCounts&) = delete;

 private:
  const CoveringGraph& graph_;
  Statistics& statistics_;
};

const Predicate* formula_of(const Property& property) {
  if (const auto* reach = std::get_if<Reach>(&property.ask)) return &reach->goal;
  if (const auto* never = std::get_if<Never>(&property.ask)) return &never->bad;
  return nullptr;
}

constexpr std::string_view kNoCertificate = "covering steps carry no certificate: leap.mode=leaps does";

// The questions for one covering graph, and which of them are answered.
class CoveringQuestions {
 public:
  CoveringQuestions(const Task& task, Run& run) : task_(task), run_(run) {}

  void open(std::size_t property, std::string why_not_certified) {
    asked_.push_back({property, Target(task_.network, task_.properties[property]), std::move(why_not_certified), false});
    ++unanswered_;
  }
  bool is_empty() const { return asked_.empty(); }

  void answer(ErrorSteps error_steps) {
    CoveringGraph graph(task_.network, error_steps, run_.limits, run_.progress);
    const CoveringCounts counting(graph, run_.statistics);
    NodeInspector inspector(task_.network, graph);
    graph.build([&](std::uint32_t node) {
      const Target::Seen seen = inspector.at(node);
      for (Asked& each : asked_)
        if (!each.is_answered && each.target.reached(seen, inspector.stuck())) show(each, graph, node);
      return unanswered_ > 0;
    });
    for (const Asked& each : asked_) {
      if (each.is_answered) continue;
      Evidence none = NotCertified{each.why_not_certified};
      if (trace_means_holds(kind(each))) run_.answer(each.property, Violated{std::move(none)});
      else run_.answer(each.property, Holds{std::move(none)});
    }
  }

 private:
  struct Asked {
    std::size_t property;
    Target target;
    std::string why_not_certified;
    bool is_answered;
  };
  PropertyKind kind(const Asked& each) const { return kind_of(task_.properties[each.property]); }

  void show(Asked& each, const CoveringGraph& graph, std::uint32_t node) {
    each.is_answered = true;
    --unanswered_;
    Trace trace = shorten(task_.network, task_.properties[each.property], graph.trace_to(node), run_.limits);
    if (trace_means_holds(kind(each))) run_.answer(each.property, Holds{std::move(trace)});
    else run_.answer(each.property, Violated{std::move(trace)});
  }

  const Task& task_;
  Run& run_;
  std::vector<Asked> asked_;
  std::size_t unanswered_ = 0;
};

}   // namespace

void explore_steps(const Network& network, Run& run, bool with_product) {
  std::uint64_t nodes = 0;
  std::uint64_t edges = 0;
  {
    CoveringGraph graph(network, ErrorSteps::kWhereEntered, run.limits, run.progress);
    const CoveringCounts counting(graph, run.statistics);
    NodeInspector inspector(network, graph);
    std::uint64_t deadlocks = 0;
    std::uint64_t local_deadlocks = 0;
    graph.build([&](std::uint32_t node) {
      const Target::Seen seen = inspector.at(node);
      if (seen.in_error) return true;
      if (!seen.can_step && !is_terminated(network, seen.state)) ++deadlocks;
      if (!inspector.stuck().of(seen.state).empty()) ++local_deadlocks;
      return true;
    });
    run.statistics.set(Statistic::kDeadlocks, static_cast<double>(deadlocks));
    run.statistics.set(Statistic::kLocalDeadlocks, static_cast<double>(local_deadlocks));
    nodes = graph.num_nodes();
    edges = graph.num_edges();
  }
  if (with_product) compare_with_product(network, nodes, edges, run);
}

void check_steps(const Task& task, Run& run, Stability stability) {
  // Formulas also look at states with an error, which takes more nodes, so they have a graph of their own.
  CoveringQuestions formulas(task, run);
  CoveringQuestions others(task, run);
  for (std::size_t i = 0; i < task.properties.size(); ++i) {
    const Property& property = task.properties[i];
    if (const auto* undecided = std::get_if<Undecided>(&property.ask)) {
      run.answer(i, Unknown{undecided->why});
      continue;
    }
    const Predicate* formula = formula_of(property);
    if (formula == nullptr) {
      others.open(i, std::string(kNoCertificate));
      continue;
    }
    const std::optional<Unsettled> unsettled = find_unsettled(task.network, *formula, run.limits);
    if (!unsettled) {
      formulas.open(i, std::string(kNoCertificate));
    } else if (stability == Stability::kIsAssumed) {
      formulas.open(i, "assumes that the formula stays true once it is true, wherever a component may be in error");
    } else {
      run.answer(i,
                 Unknown{fmt::format(
                     "the formula is not known to be stable: {} may make it false; leap.assume-stable=on takes your word for it",
                     task.network.label_name(unsettled->rule))});
    }
  }
  if (!others.is_empty()) others.answer(ErrorSteps::kWhereEntered);
  if (!formulas.is_empty()) formulas.answer(ErrorSteps::kEverywhere);
}

}   // namespace parley::leap
