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

// Answers the questions of one task, by leaps or without them.
class Answering {
 public:
  Answering(const Task& task, const Settings& settings, Run& run)
      : task_(task), run_(run), settings_(settings), questions_(task, run) {}

  void answer() {
    std::optional<LocalParts> parts = find_local_parts(task_.network, settings_.parts, run_.limits);
    if (parts && !parts->is_trivial()) answer_by_leaps(*std::move(parts));
    else answer_in_stages(questions_, settings_.search, MethodName::kRecorded);   // without local steps, a leap is a step
  }

 private:
  void answer_by_leaps(LocalParts parts) {
    LeapTask leaps(task_, std::move(parts), {.word_bits = settings_.search.word_bits}, run_.limits);
    LeapView view(leaps, run_.limits);
    const std::size_t words = leaps.ground().keys.num_words();
    LevelAnswers<LeapView> answers(questions_, view, settings_.search.answers_for(words));
    bool is_done = false;
    if (settings_.search.stubborn) {
      const std::uint64_t few = settings_.search.states_in_full_first(words);
      run_.statistics.set_method("leaps");
      if (few > 0) with_full_space(leaps.ground(), [&](auto& space) { is_done = answers.find(space, few); });
      if (is_done) return;
      if (leaps.can_reduce()) {
        run_.statistics.set_method("stubborn sets of leaps");
        ReducedSpace space(leaps.ground().network, leaps.properties(), leaps.ground().keys, run_.limits);
        if (answers.find(space)) return;
      } else if (is_better_without_leaps(leaps)) {
        run_.statistics.set_method("stubborn sets");
        if (answer_by_stubborn_sets(LevelAnswers<PlainView>::kAll)) return;
      }
    }
    run_.statistics.set_method("leaps");
    with_full_space(leaps.ground(), [&](auto& space) { answers.find(space); });
  }

  // What was counted last is a search of the leap graph that was given up. Stubborn sets are tried on a tenth
  // of it; then the one that grew less with every step is taken to have less before it. A guess, but a cheap
  // one; every number it is made of is the same in every run.
  bool is_better_without_leaps(const LeapTask& leaps) {
    if (!can_reduce(task_.network, task_.properties)) return false;
    const auto counted = [&](Statistic statistic) { return run_.statistics.value(statistic).value_or(0); };
    const double steps = steps_per_leap(task_.network, leaps.parts(), leaps.ground().network, run_.seed, run_.limits);
    const double by_leaps = growth(counted(Statistic::kStates), counted(Statistic::kDepth) * steps);
    run_.statistics.set_method("stubborn sets");
    if (answer_by_stubborn_sets(std::max<std::uint64_t>(settings_.search.full_first / 10, 1))) return true;
    return growth(counted(Statistic::kStates), counted(Statistic::kDepth)) < by_leaps;
  }

  bool answer_by_stubborn_sets(std::uint64_t most_states) {
    if (questions_.all_answered()) return true;
    Ground ground(task_.network, run_.limits, settings_.search.word_bits);
    PlainView view(task_, ground, run_.limits);
    LevelAnswers<PlainView> answers(questions_, view, settings_.search.answers_for(ground.keys.num_words()));
    ReducedSpace space(task_.network, task_.properties, ground.keys, run_.limits);
    return answers.find(space, most_states);
  }

  const Task& task_;
  Run& run_;
  const Settings& settings_;
  Questions questions_;
};

}   // namespace

std::span<const OptionRow> LeapEngine::options() const { return leap::options(); }

std::optional<std::string> LeapEngine::declines(const Network&, const Property& property) const {
  if (const auto* undecided = std::get_if<Undecided>(&property.ask)) return undecided->why;
  return std::nullopt;
}

// Where the network may be too large to be searched as it is, and has far fewer nodes than states. What is
// small goes to the explicit engine, whose traces are shortest.
bool LeapEngine::comes_first(const Network& network, const Property&) const {
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
    Answering(task, settings, run).answer();
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
