#include "engine/explicit/settings.h"

#include <array>
#include <utility>

#include "engine/searching/search_options.h"

namespace parley::explicit_engine {

namespace {

constexpr SearchOptions kSearch({
    .certificate = {"explicit.certificate", "keep the set of all states as the certificate of what holds"},
    .stubborn = {"explicit.stubborn",
                 "leave out transitions that the properties do not need; traces may be longer than necessary"},
    .full_first = {"explicit.full-first",
                   "states searched in full before stubborn sets are tried, for states of one word: small systems get shortest "
                   "traces"},
    .word_bits = {"explicit.word-bits", "bits of a state in one word; states of several words are kept as trees of their parts"},
    .shared_from = {"explicit.shared-from", "threads share a level with at least this many states"},
    .budget = {"explicit.budget",
               "states before walks take turns with the breadth-first search, for states of one word; 0 = never"},
    .walk_steps = {"explicit.walk-steps", "steps of walks after the search has come to a limit"},
    .most_states = {"explicit.most-states", "give up beyond this many states; 0 = no such limit"},
});
constexpr OptionRow kTableBits = {
    .name = "explicit.table-bits",
    .help = "log2 of the slots that the state table starts with",
    .kind = OptionKind::kNumber,
    .preset = 12,
    .least = 2,
    .most = 36,
    .fuzz_least = 2,
    .fuzz_most = 14,
};
constexpr std::array kOptions = {kSearch.certificate, kSearch.stubborn, kSearch.full_first, kTableBits,         kSearch.word_bits,
                                 kSearch.shared_from, kSearch.budget,   kSearch.walk_steps, kSearch.most_states};

}   // namespace

std::span<const OptionRow> options() { return kOptions; }

Options bounded(Options options, const SearchTurn& most) {
  options = kSearch.bounded(std::move(options), most);
  options.grant(kSearch.full_first, most.in_full_first);
  return options;
}

StagedSearchSettings settings(const Run& run) {
  StagedSearchSettings settings = kSearch.settings(run);
  settings.answers.search.first_slots = std::uint64_t{1} << run.options.number(kTableBits);
  return settings;
}

}   // namespace parley::explicit_engine
