#include "engine/explicit/explicit.h"

#include "engine/explicit/settings.h"

namespace parley {

using namespace explicit_engine;

std::span<const OptionRow> ExplicitEngine::options() const { return explicit_engine::options(); }

std::optional<std::string> ExplicitEngine::declines(const Network&, const Property& property) const {
  if (const auto* undecided = std::get_if<Undecided>(&property.ask)) return undecided->why;
  return std::nullopt;
}

// Small networks are answered fast, with shortest traces.
bool ExplicitEngine::comes_first(const Network& network) const { return fits_into_a_word(network); }

std::optional<Options> ExplicitEngine::turn(const Options& options, const Network& network, unsigned round) const {
  return explicit_engine::bounded(options, search_turn(network, round));
}

void ExplicitEngine::check(const Task& task, Run& run) const {
  OpenQuestions questions(task, run);
  answer_in_stages(questions, settings(run), MethodName::kNotRecorded);
}

void ExplicitEngine::explore(const Network& network, Run& run) const {
  const StagedSearchSettings search = settings(run);
  PreparedNetwork prepared(network, run.limits, search.word_bits);
  count_states(prepared, search.answers.search, run);
}

}   // namespace parley
