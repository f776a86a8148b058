#include "engine/leap/settings.h"

#include <algorithm>
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
constexpr OptionRow kAssumeStable = {
    .name = "leap.assume-stable",
    .help = "steps: believe that formulas stay true once they are true, where that is not seen from the rules",
    .kind = OptionKind::kSwitch,
    .preset = 0,
    .fuzz_least = 0,
    .fuzz_most = 0,
};
constexpr OptionRow kCertificate = {
    .name = "leap.certificate",
    .help = "keep the set of all nodes as the certificate of what holds",
    .kind = OptionKind::kSwitch,
    .preset = 1,
    .fuzz_least = 0,
    .fuzz_most = 1,
};
constexpr OptionRow kStubborn = {
    .name = "leap.stubborn",
    .help = "leave out leaps that the properties do not need, where that is proved right, or steps of the network itself where that looks better",
    .kind = OptionKind::kSwitch,
    .preset = 1,
    .fuzz_least = 0,
    .fuzz_most = 1,
};
constexpr OptionRow kFullFirst = {
    .name = "leap.full-first",
    .help = "nodes searched in full before stubborn sets are tried, for nodes of one word",
    .kind = OptionKind::kNumber,
    .preset = 200'000,
    .least = 0,
    .most = std::int64_t{1} << 40,
    .fuzz_least = 0,
    .fuzz_most = 60,
};
constexpr OptionRow kWork = {
    .name = "leap.work",
    .help = "how much work it may be to find out what components do on their own; beyond that, the network is searched as it is",
    .kind = OptionKind::kNumber,
    .preset = 100'000'000,
    .least = 0,
    .most = std::int64_t{1} << 40,
    .fuzz_least = 0,
    .fuzz_most = 1'000'000,
};
constexpr OptionRow kGrowth = {
    .name = "leap.growth",
    .help = "a component with more than this many leaps for each of its edges, and more than are free, goes step by step",
    .kind = OptionKind::kNumber,
    .preset = 4,
    .least = 0,
    .most = std::int64_t{1} << 40,
    .fuzz_least = 0,
    .fuzz_most = 3,
};
constexpr OptionRow kFreeLeaps = {
    .name = "leap.free-leaps",
    .help = "so many leaps of a component are never too many",
    .kind = OptionKind::kNumber,
    .preset = 256,
    .least = 0,
    .most = std::int64_t{1} << 40,
    .fuzz_least = 0,
    .fuzz_most = 12,
};
constexpr OptionRow kFullProduct = {
    .name = "leap.full-product",
    .help = "explore: count the full product too, and say how much smaller the graph is",
    .kind = OptionKind::kSwitch,
    .preset = 1,
    .fuzz_least = 0,
    .fuzz_most = 1,
};
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
constexpr OptionRow kSharedFrom = {
    .name = "leap.shared-from",
    .help = "threads share a level with at least this many nodes",
    .kind = OptionKind::kNumber,
    .preset = 4096,
    .least = 1,
    .most = std::int64_t{1} << 40,
    .fuzz_least = 1,
    .fuzz_most = 40,
};
constexpr OptionRow kBudget = {
    .name = "leap.budget",
    .help = "nodes before walks take turns with the search, for nodes of one word; 0 = never",
    .kind = OptionKind::kNumber,
    .preset = 4'000'000,
    .least = 0,
    .most = std::int64_t{1} << 40,
    .fuzz_least = 0,
    .fuzz_most = 60,
};
constexpr OptionRow kLastWalkSteps = {
    .name = "leap.walk-steps",
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
    .name = "leap.most-states",
    .help = "give up beyond this many nodes; 0 = no such limit",
    .kind = OptionKind::kNumber,
    .preset = 0,
    .least = 0,
    .most = std::int64_t{1} << 40,
    .fuzz_least = 0,
    .fuzz_most = 0,
};
constexpr std::array kOptions = {kMode,     kAssumeStable, kCertificate, kStubborn,      kFullFirst, kWork, kGrowth, kFreeLeaps,
                                 kFullProduct, kWordBits,  kSharedFrom,  kBudget, kLastWalkSteps, kMostStates};

std::uint64_t count(const Run& run, const OptionRow& row) { return static_cast<std::uint64_t>(run.options.number(row)); }

}  // namespace

std::span<const OptionRow> options() { return kOptions; }

Settings settings(const Run& run) {
  Settings settings{.mode = static_cast<Mode>(run.options.number(kMode)),
                    .assume_stable = run.options.on(kAssumeStable),
                    .stubborn = run.options.on(kStubborn),
                    .count_full = run.options.on(kFullProduct),
                    .word_bits = static_cast<unsigned>(run.options.number(kWordBits)),
                    .parts = {.most_work = count(run, kWork), .free_leaps = count(run, kFreeLeaps), .most_growth = count(run, kGrowth)},
                    .full_first = count(run, kFullFirst),
                    .walks_from = count(run, kBudget),
                    .answers = {.search = {.threads = run.threads, .most_states = count(run, kMostStates), .shared_from = count(run, kSharedFrom)},
                                .states_before_walks = std::nullopt,
                                .last_walk_steps = count(run, kLastWalkSteps),
                                .why_no_certificate = std::nullopt}};
  if (!run.options.on(kCertificate)) settings.answers.why_no_certificate = "leap.certificate is off";
  return settings;
}

LevelAnswersSettings answers_settings(const Settings& settings, std::size_t words_a_state) {
  LevelAnswersSettings answers = settings.answers;
  if (settings.walks_from > 0) answers.states_before_walks = std::max<std::uint64_t>(settings.walks_from / words_a_state, 1);
  return answers;
}

}  // namespace parley::leap
