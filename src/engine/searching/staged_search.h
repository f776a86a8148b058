#pragma once

#include <cstdint>

#include "engine/searching/level_answers.h"

namespace parley {

// Settings of a search of states. Its budgets are counted in states of one word: a state of n words counts n
// times.
struct StagedSearchSettings {
  unsigned word_bits = StateLayout::kWordBits;
  bool stubborn = true;           // use stubborn sets where they can answer every property
  std::uint64_t full_first = 0;   // states searched in full before stubborn sets are tried; 0: none
  std::uint64_t walks_from = 0;   // states before walks take turns with the search; 0: they never do
  LevelAnswersSettings answers;   // all but states_before_walks, which follows from walks_from

  LevelAnswersSettings answers_for(std::size_t words_per_state) const;
  std::uint64_t states_in_full_first(std::size_t words_per_state) const { return full_first / words_per_state; }
};

// Whether a search writes into the statistics which method it uses: "all states" or "stubborn sets".
enum class MethodName : std::uint8_t { kNotRecorded, kRecorded };

// Answers the open questions by searching the states of the network itself, in up to three stages. The first
// one that ends is the last:
//  1. a few states in full, because the traces of a small network are then shortest;
//  2. stubborn sets, as long as they leave out enough to be worth their cost;
//  3. all states.
// Stages 1 and 2 run only if the settings ask for stubborn sets and these can answer every property. Throws
// Stopped and std::bad_alloc.
void answer_in_stages(OpenQuestions& questions, const StagedSearchSettings& settings, MethodName method);

// Stage 2 alone, with at most 'most_states' states. False if it was given up; LevelAnswers::find() says when.
bool answer_by_stubborn_sets(OpenQuestions& questions, const StagedSearchSettings& settings,
                             std::uint64_t most_states = LevelAnswers<PlainView>::kAll);

}   // namespace parley
