#include "engine/leap/settings.h"

#include <array>

namespace parley::leap {

namespace {

constexpr std::array<std::string_view, 2> kModes = {"leaps", "steps"};
constexpr OptionRow kMode = {
    .name = "leap.mode",
    .help = "leaps over what components do on their own, or covering steps as in the paper, which carry no certificates",
    .kind = OptionKind::kChoice,
    .preset = 0,
    .least = 0,
    .most = 1,
    .choices = kModes,
    .fuzz_least = 0,
    .fuzz_most = 0,
};
// It takes the user's word, which random tests do not give.
constexpr OptionRow kAssumeStable = switch_option(
    "leap.assume-stable", "steps: believe that formulas stay true once they are true, where that is not seen from the rules",
    false, kNeverTried);
constexpr OptionRow kCertificate =
    switch_option("leap.certificate", "keep the set of all nodes as the certificate of what holds", true);
constexpr OptionRow kStubborn = switch_option("leap.stubborn",
                                              "leave out leaps that the properties do not need, where that is proved right, or "
                                              "steps of the network itself where that looks better",
                                              true);
constexpr OptionRow kFullFirst = count_option(
    "leap.full-first", "nodes searched in full before stubborn sets are tried, for nodes of one word", 200'000, {0, 60});
constexpr OptionRow kWork = count_option(
    "leap.work",
    "how much work it may be to find out what components do on their own; beyond that, the network is searched as it is",
    100'000'000, {0, 1'000'000});
constexpr OptionRow kGrowth = count_option(
    "leap.growth", "a component with more than this many leaps for each of its edges, and more than are free, goes step by step",
    4, {0, 3});
constexpr OptionRow kFreeLeaps = count_option("leap.free-leaps", "so many leaps of a component are never too many", 256, {0, 12});
constexpr OptionRow kFullProduct =
    switch_option("leap.full-product", "explore: count the full product too, and say how much smaller the graph is", true);
constexpr OptionRow kWordBits = {
    .name = "leap.word-bits",
    .help = "bits of a node in one word; nodes of several words are kept as trees of their parts",
    .kind = OptionKind::kNumber,
    .preset = StateLayout::kWordBits,
    .least = 1,
    .most = StateLayout::kWordBits,
    .fuzz_least = 1,
    .fuzz_most = StateLayout::kWordBits,
};
constexpr OptionRow kSharedFrom =
    count_option("leap.shared-from", "threads share a level with at least this many nodes", 4096, {1, 40}, 1);
constexpr OptionRow kBudget = count_option(
    "leap.budget", "nodes before walks take turns with the search, for nodes of one word; 0 = never", 4'000'000, {0, 60});
constexpr OptionRow kLastWalkSteps =
    count_option("leap.walk-steps", "steps of walks after the search has come to a limit", 20'000'000, {0, 1000});
// A budget makes the engine answer unknown, so the random tests leave it alone.
constexpr OptionRow kMostStates =
    count_option("leap.most-states", "give up beyond this many nodes; 0 = no such limit", 0, kNeverTried);
constexpr std::array kOptions = {kMode,      kAssumeStable, kCertificate, kStubborn,   kFullFirst, kWork,          kGrowth,
                                 kFreeLeaps, kFullProduct,  kWordBits,    kSharedFrom, kBudget,    kLastWalkSteps, kMostStates};

std::uint64_t count(const Run& run, const OptionRow& row) { return static_cast<std::uint64_t>(run.options.number(row)); }

}   // namespace

std::span<const OptionRow> options() { return kOptions; }

Options bounded(Options options, const SearchTurn& most) {
  options.limit(kMostStates, most.states);
  options.grant(kLastWalkSteps, most.walk_steps);
  return options;
}

Settings settings(const Run& run) {
  Settings settings{
      .mode = static_cast<Mode>(run.options.number(kMode)),
      .assume_stable = run.options.on(kAssumeStable),
      .count_full = run.options.on(kFullProduct),
      .parts = {.most_work = count(run, kWork), .free_leaps = count(run, kFreeLeaps), .most_growth = count(run, kGrowth)},
      .search = {
          .word_bits = static_cast<unsigned>(run.options.number(kWordBits)),
          .stubborn = run.options.on(kStubborn),
          .full_first = count(run, kFullFirst),
          .walks_from = count(run, kBudget),
          .answers = {
              .search = {.threads = run.threads, .most_states = count(run, kMostStates), .shared_from = count(run, kSharedFrom)},
              .states_before_walks = std::nullopt,
              .last_walk_steps = count(run, kLastWalkSteps),
              .why_no_certificate = std::nullopt}}};
  if (!run.options.on(kCertificate)) settings.search.answers.why_no_certificate = "leap.certificate is off";
  return settings;
}

}   // namespace parley::leap
