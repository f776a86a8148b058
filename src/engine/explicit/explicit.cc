#include "engine/explicit/explicit.h"

#include "engine/explicit/settings.h"
#include "engine/searching/level_answers.h"

namespace parley {

using namespace explicit_engine;

std::span<const OptionRow> ExplicitEngine::options() const { return explicit_engine::options(); }

std::optional<std::string> ExplicitEngine::declines(const Network&, const Property& property) const {
  if (const auto* undecided = std::get_if<Undecided>(&property.ask)) return undecided->why;
  return std::nullopt;
}

// Small networks are answered fast, with shortest traces.
bool ExplicitEngine::comes_first(const Network& network, const Property&) const { return fits_into_a_word(network); }

std::optional<Options> ExplicitEngine::turn(const Options& options, const Network& network, unsigned round) const {
  return explicit_engine::bounded(options, search_turn(network, round));
}

void ExplicitEngine::check(const Task& task, Run& run) const {
  Ground ground(task.network, run.limits, word_bits(run));
  PlainView view(task, ground, run.limits);
  Questions questions(task, run);
  LevelAnswers<PlainView> answers(questions, view, answers_settings(run, ground.keys.num_words()));
  if (wants_stubborn_sets(run) && can_reduce(task.network, task.properties)) {
    // Small networks are better searched in full: their traces are shortest.
    bool is_done = false;
    const std::uint64_t few = states_in_full_first(run, ground.keys.num_words());
    if (few > 0) with_full_space(ground, [&](auto& space) { is_done = answers.find(space, few); });
    if (is_done) return;
    ReducedSpace space(task.network, task.properties, ground.keys, run.limits);
    if (answers.find(space)) return;
  }
  with_full_space(ground, [&](auto& space) { answers.find(space); });
}

void ExplicitEngine::explore(const Network& network, Run& run) const {
  Ground ground(network, run.limits, word_bits(run));
  count_states(ground, search_settings(run), run);
}

}   // namespace parley
