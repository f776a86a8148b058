#include "engine/searching/search_options.h"

#include <optional>
#include <string>
#include <utility>

namespace parley {

StagedSearchSettings SearchOptions::settings(const Run& run) const {
  const auto count = [&](const OptionRow& row) { return static_cast<std::uint64_t>(run.options.number(row)); };
  StagedSearchSettings settings{
      .word_bits = static_cast<unsigned>(run.options.number(word_bits)),
      .stubborn = run.options.on(stubborn),
      .full_first = count(full_first),
      .walks_from = count(budget),
      .answers = {.search = {.threads = run.threads, .most_states = count(most_states), .shared_from = count(shared_from)},
                  .states_before_walks = std::nullopt,
                  .last_walk_steps = count(walk_steps),
                  .why_no_certificate = std::nullopt}};
  if (!run.options.on(certificate)) settings.answers.why_no_certificate = std::string(certificate.name) + " is off";
  return settings;
}

Options SearchOptions::bounded(Options options, const SearchTurn& most) const {
  options.limit(most_states, most.states);
  options.grant(walk_steps, most.walk_steps);
  return options;
}

}   // namespace parley
