#include "engine/searching/staged_search.h"

#include <algorithm>

namespace parley {

LevelAnswersSettings StagedSearchSettings::answers_for(std::size_t words_per_state) const {
  LevelAnswersSettings settings = answers;
  if (walks_from > 0) settings.states_before_walks = std::max<std::uint64_t>(walks_from / words_per_state, 1);
  return settings;
}

void answer_in_stages(OpenQuestions& questions, const StagedSearchSettings& settings, MethodName method) {
  const Task& task = questions.task();
  Run& run = questions.run();
  const auto set_method = [&](std::string_view name) {
    if (method == MethodName::kRecorded) run.statistics.set_method(name);
  };
  PreparedNetwork prepared(task.network, run.limits, settings.word_bits);
  PlainView view(task, prepared, run.limits);
  const std::size_t words = prepared.keys.num_words();
  LevelAnswers<PlainView> answers(questions, view, settings.answers_for(words));
  set_method("all states");
  if (settings.stubborn && can_reduce(task.network, task.properties)) {
    bool is_done = false;
    const std::uint64_t few = settings.states_in_full_first(words);
    if (few > 0) with_full_space(prepared, [&](auto& space) { is_done = answers.find(space, few); });
    if (is_done) return;
    set_method("stubborn sets");
    ReducedSpace space(task.network, task.properties, prepared.keys, run.limits);
    if (answers.find(space)) return;
    set_method("all states");
  }
  with_full_space(prepared, [&](auto& space) { answers.find(space); });
}

bool answer_by_stubborn_sets(OpenQuestions& questions, const StagedSearchSettings& settings, std::uint64_t most_states) {
  if (questions.all_answered()) return true;
  const Task& task = questions.task();
  const Limits& limits = questions.run().limits;
  PreparedNetwork prepared(task.network, limits, settings.word_bits);
  PlainView view(task, prepared, limits);
  LevelAnswers<PlainView> answers(questions, view, settings.answers_for(prepared.keys.num_words()));
  ReducedSpace space(task.network, task.properties, prepared.keys, limits);
  return answers.find(space, most_states);
}

}   // namespace parley
