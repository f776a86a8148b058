// Engine `leap` has two algorithms. Their pages are docs/algorithms/leap.md and covering-steps.md.
//
// Leaps (leap.mode=leaps, the default; not in the paper). A rule with one participant is local, any other
// is shared. The reach of a local state are the states that local rules lead to. A node has one local state
// per component and stands for all states in the product of the reaches; a leap is a shared rule together
// with the local steps before it. The files, in the order of use:
//   local_parts: reaches, nodes and leaps of each component.
//   leap_network, node_network: the network whose states are nodes and whose steps are leaps. The level
//       search of engine/searching runs on it.
//   leap_view: the task as questions about nodes (LeapTask), the watch, and the evidence.
//   leap_formula, formula_model: a formula over nodes, and the search for a state of a node that satisfies
//       it.
//   rest_network, inside: deadlocks. The rest network excludes most nodes; Inside examines the others by
//       SAT.
//   lift: a run of leaps as a run of the network. estimate, explore, product: counts and comparisons.
//
// Covering steps (leap.mode=steps, folder covering/): the algorithm of (Magniette, Pilard and Rozoy),
// corrected and generalised. graph builds the covering graph from moves, trace turns a node into a run,
// stable tests whether a formula is stable, check answers the questions. It has no certificates.
//
// Below: which searches LeapSearch runs, and in which order. Without local rules it falls back to
// answer_in_stages() of engine/searching.
#include "engine/leap/leap.h"

#include <algorithm>
#include <cmath>

#include "engine/leap/covering/check.h"
#include "engine/leap/estimate.h"
#include "engine/leap/explore.h"
#include "engine/leap/leap_view.h"
#include "engine/leap/settings.h"

namespace parley {

namespace {

using namespace leap;

// Answers the questions of one task by leaps, or by states where leaps do not help.
class LeapSearch {
 public:
  LeapSearch(const Task& task, const Settings& settings, Run& run)
      : task_(task), run_(run), settings_(settings), questions_(task, run) {}

  void answer() {
    std::optional<LocalParts> parts = find_local_parts(task_.network, settings_.parts, run_.limits);
    if (parts && !parts->is_trivial()) answer_by_leaps(*std::move(parts));
    else answer_in_stages(questions_, settings_.search, MethodName::kRecorded);   // without local rules, a leap is a step
  }

 private:
  void answer_by_leaps(LocalParts parts) {
    LeapTask leaps(task_, std::move(parts), {.word_bits = settings_.search.word_bits}, run_.limits);
    LeapView view(leaps, run_.limits);
    const std::size_t words = leaps.prepared().keys.num_words();
    LevelAnswers<LeapView> answers(questions_, view, settings_.search.answers_for(words));
    bool is_done = false;
    if (settings_.search.stubborn) {
      const std::uint64_t few = settings_.search.states_in_full_first(words);
      run_.statistics.set_method("leaps");
      if (few > 0) with_full_space(leaps.prepared(), [&](auto& space) { is_done = answers.find(space, few); });
      if (is_done) return;
      if (leaps.can_reduce()) {
        run_.statistics.set_method("stubborn sets of leaps");
        ReducedSpace space(leaps.prepared().network, leaps.properties(), leaps.prepared().keys, run_.limits);
        if (answers.find(space)) return;
      } else if (is_better_without_leaps(leaps)) {
        run_.statistics.set_method("stubborn sets");
        if (answer_by_stubborn_sets(questions_, settings_.search)) return;
      }
    }
    run_.statistics.set_method("leaps");
    with_full_space(leaps.prepared(), [&](auto& space) { answers.find(space); });
  }

  // Called after a search of the leap graph that was given up; the statistics still have its counts. Stubborn
  // sets are tried with a tenth of the states. Then the search that grew less per step is expected to have
  // less left. This is a guess, but a cheap one. All its numbers are the same in every run.
  bool is_better_without_leaps(const LeapTask& leaps) {
    if (!can_reduce(task_.network, task_.properties)) return false;
    const auto counted = [&](Statistic statistic) { return run_.statistics.value(statistic).value_or(0); };
    const double steps = steps_per_leap(task_.network, leaps.parts(), leaps.prepared().network, run_.seed, run_.limits);
    const double by_leaps = growth(counted(Statistic::kStates), counted(Statistic::kDepth) * steps);
    run_.statistics.set_method("stubborn sets");
    const std::uint64_t few = std::max<std::uint64_t>(settings_.search.full_first / 10, 1);
    if (answer_by_stubborn_sets(questions_, settings_.search, few)) return true;
    return growth(counted(Statistic::kStates), counted(Statistic::kDepth)) < by_leaps;
  }

  const Task& task_;
  Run& run_;
  const Settings& settings_;
  OpenQuestions questions_;
};

}   // namespace

std::span<const OptionRow> LeapEngine::options() const { return leap::options(); }

std::optional<std::string> LeapEngine::declines(const Network&, const Property& property) const {
  if (const auto* undecided = std::get_if<Undecided>(&property.ask)) return undecided->why;
  return std::nullopt;
}

// Comes first if the network may be too large to be searched as it is, and has far fewer nodes than states.
// Small networks go to the explicit engine, whose traces are shortest.
bool LeapEngine::comes_first(const Network& network) const {
  constexpr double kFewBits = 24;
  constexpr double kManyBits = 8;
  if (!fits_into_a_word(network)) return false;
  const auto bits = [](std::size_t values) { return std::log2(static_cast<double>(std::max<std::size_t>(values, 1))); };
  double bits_of_states = 0;
  for (ComponentId component : network.components()) bits_of_states += bits(network.lts(component).num_states());
  if (bits_of_states <= kFewBits) return false;
  const std::optional<LocalParts> parts = find_local_parts(network, {.most_work = 1'000'000}, Limits());
  if (!parts) return false;
  double bits_of_nodes = 0;
  for (ComponentId component : network.components()) bits_of_nodes += bits(parts->kind(component).num_nodes());
  return bits_of_states - bits_of_nodes >= kManyBits;
}

std::optional<Options> LeapEngine::turn(const Options& options, const Network& network, unsigned round) const {
  return leap::bounded(options, search_turn(network, round));
}

void LeapEngine::check(const Task& task, Run& run) const {
  const Settings settings = leap::settings(run);
  if (settings.mode == Mode::kSteps) {
    run.statistics.set_method("covering steps");
    check_steps(task, run, settings.assume_stable ? Stability::kIsAssumed : Stability::kMustBeShown);
  } else {
    LeapSearch(task, settings, run).answer();
  }
}

void LeapEngine::explore(const Network& network, Run& run) const {
  const Settings settings = leap::settings(run);
  if (settings.mode == Mode::kSteps) {
    run.statistics.set_method("covering steps");
    explore_steps(network, run, settings.count_full);
  } else {
    run.statistics.set_method("leaps");
    explore_leaps(network, settings, run);
  }
}

}   // namespace parley
