#pragma once

#include <cstdint>
#include <string_view>

#include "base/options.h"
#include "engine/searching/staged_search.h"
#include "engine/turn.h"

namespace parley {

// The options that every engine with a staged search has. An engine chooses their names and help texts;
// presets, ranges and meaning are the same for all.
struct SearchOptions {
  struct Text {
    std::string_view name;   // with the engine's name in front
    std::string_view help;
  };
  struct Texts {
    Text certificate;
    Text stubborn;
    Text full_first;
    Text word_bits;
    Text shared_from;
    Text budget;
    Text walk_steps;
    Text most_states;
  };

  constexpr explicit SearchOptions(const Texts& texts)
      : certificate(switch_option(texts.certificate.name, texts.certificate.help, true)),
        stubborn(switch_option(texts.stubborn.name, texts.stubborn.help, true)),
        full_first(count_option(texts.full_first.name, texts.full_first.help, 200'000, {0, 60})),
        word_bits({.name = texts.word_bits.name,
                   .help = texts.word_bits.help,
                   .kind = OptionKind::kNumber,
                   .preset = StateLayout::kWordBits,
                   .least = 1,
                   .most = StateLayout::kWordBits,
                   .fuzz_least = 1,
                   .fuzz_most = StateLayout::kWordBits}),
        shared_from(count_option(texts.shared_from.name, texts.shared_from.help, 4096, {1, 40}, 1)),
        budget(count_option(texts.budget.name, texts.budget.help, 4'000'000, {0, 60})),
        walk_steps(count_option(texts.walk_steps.name, texts.walk_steps.help, 20'000'000, {0, 1000})),
        most_states(count_option(texts.most_states.name, texts.most_states.help, 0, kNeverTried)) {}

  StagedSearchSettings settings(const Run& run) const;
  // The options with at most this many states, and so many steps of walks after a limit. A smaller value that
  // was set by name stays.
  Options bounded(Options options, const SearchTurn& most) const;

  OptionRow certificate;   // keep the set of states as the certificate of what holds
  OptionRow stubborn;      // use stubborn sets
  OptionRow full_first;    // StagedSearchSettings::full_first
  OptionRow word_bits;
  OptionRow shared_from;   // threads share a level with at least this many states
  OptionRow budget;        // StagedSearchSettings::walks_from
  OptionRow walk_steps;    // of walks after the search has come to a limit
  OptionRow most_states;   // random tests leave it alone: a limit makes the engine answer unknown
};

}   // namespace parley
