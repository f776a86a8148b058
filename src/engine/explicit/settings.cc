#include "engine/explicit/settings.h"

#include <array>

namespace parley::explicit_engine {

namespace {

constexpr OptionRow kCertificate =
    switch_option("explicit.certificate", "keep the set of all states as the certificate of what holds", true);
constexpr OptionRow kStubborn = switch_option(
    "explicit.stubborn", "leave out transitions that the properties do not need; traces may be longer than necessary", true);
constexpr OptionRow kFullFirst = count_option(
    "explicit.full-first",
    "states searched in full before stubborn sets are tried, for states of one word: small systems get shortest traces", 200'000,
    {0, 60});
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
constexpr OptionRow kSharedFrom =
    count_option("explicit.shared-from", "threads share a level with at least this many states", 4096, {1, 40}, 1);
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
constexpr OptionRow kBudget = count_option(
    "explicit.budget", "states before walks take turns with the breadth-first search, for states of one word; 0 = never",
    4'000'000, {0, 60});
constexpr OptionRow kLastWalkSteps =
    count_option("explicit.walk-steps", "steps of walks after the search has come to a limit", 20'000'000, {0, 1000});
// A budget makes the engine answer unknown, so the random tests leave it alone.
constexpr OptionRow kMostStates =
    count_option("explicit.most-states", "give up beyond this many states; 0 = no such limit", 0, kNeverTried);
constexpr std::array kOptions = {kCertificate, kStubborn, kFullFirst,     kTableBits, kWordBits,
                                 kSharedFrom,  kBudget,   kLastWalkSteps, kMostStates};

std::uint64_t count(const Run& run, const OptionRow& row) { return static_cast<std::uint64_t>(run.options.number(row)); }

}   // namespace

std::span<const OptionRow> options() { return kOptions; }

Options bounded(Options options, const SearchTurn& most) {
  options.limit(kMostStates, most.states);
  options.grant(kFullFirst, most.in_full_first);
  options.grant(kLastWalkSteps, most.walk_steps);
  return options;
}

StagedSearchSettings settings(const Run& run) {
  StagedSearchSettings settings{.word_bits = static_cast<unsigned>(run.options.number(kWordBits)),
                                .stubborn = run.options.on(kStubborn),
                                .full_first = count(run, kFullFirst),
                                .walks_from = count(run, kBudget),
                                .answers = {.search = {.threads = run.threads,
                                                       .first_slots = std::uint64_t{1} << run.options.number(kTableBits),
                                                       .most_states = count(run, kMostStates),
                                                       .shared_from = count(run, kSharedFrom)},
                                            .states_before_walks = std::nullopt,
                                            .last_walk_steps = count(run, kLastWalkSteps),
                                            .why_no_certificate = std::nullopt}};
  if (!run.options.on(kCertificate)) settings.answers.why_no_certificate = "explicit.certificate is off";
  return settings;
}

}   // namespace parley::explicit_engine
