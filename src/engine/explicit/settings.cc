#include "engine/explicit/settings.h"

#include <algorithm>
#include <array>

namespace parley::explicit_engine {

namespace {

constexpr OptionRow kCertificate = {
    .name = "explicit.certificate",
    .help = "keep the set of all states as the certificate of what holds",
    .kind = OptionKind::kSwitch,
    .preset = 1,
    .fuzz_least = 0,
    .fuzz_most = 1,
};
constexpr OptionRow kStubborn = {
    .name = "explicit.stubborn",
    .help = "leave out transitions that the properties do not need; traces may be longer than necessary",
    .kind = OptionKind::kSwitch,
    .preset = 1,
    .fuzz_least = 0,
    .fuzz_most = 1,
};
constexpr OptionRow kFullFirst = {
    .name = "explicit.full-first",
    .help = "states searched in full before stubborn sets are tried, for states of one word: small systems get shortest traces",
    .kind = OptionKind::kNumber,
    .preset = 200'000,
    .least = 0,
    .most = std::int64_t{1} << 40,
    .fuzz_least = 0,
    .fuzz_most = 60,
};
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
constexpr OptionRow kSharedFrom = {
    .name = "explicit.shared-from",
    .help = "threads share a level with at least this many states",
    .kind = OptionKind::kNumber,
    .preset = 4096,
    .least = 1,
    .most = std::int64_t{1} << 40,
    .fuzz_least = 1,
    .fuzz_most = 40,
};
constexpr OptionRow kWordBits = {
    .name = "explicit.word-bits",
    .help = "bits of a state in one word; states of several words are kept as trees of their parts",
    .kind = OptionKind::kNumber,
    .preset = StateLayout::kWordBits,
    .least = 1,
    .most = StateLayout::kWordBits,
    .fuzz_least = 1,
    .fuzz_most = StateLayout::kWordBits,
};
constexpr OptionRow kBudget = {
    .name = "explicit.budget",
    .help = "states before walks take turns with the breadth-first search, for states of one word; 0 = never",
    .kind = OptionKind::kNumber,
    .preset = 4'000'000,
    .least = 0,
    .most = std::int64_t{1} << 40,
    .fuzz_least = 0,
    .fuzz_most = 60,
};
constexpr OptionRow kLastWalkSteps = {
    .name = "explicit.walk-steps",
    .help = "steps of walks after the search has come to a limit",
    .kind = OptionKind::kNumber,
    .preset = 20'000'000,
    .least = 0,
    .most = std::int64_t{1} << 40,
    .fuzz_least = 0,
    .fuzz_most = 1000,
};
// A budget makes the engine answer unknown, so the random tests leave it alone.
constexpr OptionRow kMostStates = {
    .name = "explicit.most-states",
    .help = "give up beyond this many states; 0 = no such limit",
    .kind = OptionKind::kNumber,
    .preset = 0,
    .least = 0,
    .most = std::int64_t{1} << 40,
    .fuzz_least = 0,
    .fuzz_most = 0,
};
constexpr std::array kOptions = {kCertificate, kStubborn, kFullFirst, kTableBits, kWordBits, kSharedFrom, kBudget, kLastWalkSteps, kMostStates};

}  // namespace

std::span<const OptionRow> options() { return kOptions; }

bool wants_stubborn_sets(const Run& run) { return run.options.on(kStubborn); }
unsigned word_bits(const Run& run) { return static_cast<unsigned>(run.options.number(kWordBits)); }

std::uint64_t states_in_full_first(const Run& run, std::size_t words_a_state) {
  return static_cast<std::uint64_t>(run.options.number(kFullFirst)) / words_a_state;
}

LevelSearchSettings search_settings(const Run& run) {
  return {.threads = run.threads,
          .first_slots = std::uint64_t{1} << run.options.number(kTableBits),
          .most_states = static_cast<std::uint64_t>(run.options.number(kMostStates)),
          .shared_from = static_cast<std::uint64_t>(run.options.number(kSharedFrom))};
}

LevelAnswersSettings answers_settings(const Run& run, std::size_t words_a_state) {
  LevelAnswersSettings settings{.search = search_settings(run),
                                .states_before_walks = std::nullopt,
                                .last_walk_steps = static_cast<std::uint64_t>(run.options.number(kLastWalkSteps)),
                                .why_no_certificate = std::nullopt};
  if (const auto budget = static_cast<std::uint64_t>(run.options.number(kBudget)); budget > 0)
    settings.states_before_walks = std::max<std::uint64_t>(budget / words_a_state, 1);
  if (!run.options.on(kCertificate)) settings.why_no_certificate = "explicit.certificate is off";
  return settings;
}

}  // namespace parley::explicit_engine
