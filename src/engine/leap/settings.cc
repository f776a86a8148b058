#include "engine/leap/settings.h"

#include <array>
#include <utility>

#include "engine/searching/search_options.h"

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
// Random tests leave it off: it trusts the user, and the verdict may be wrong.
constexpr OptionRow kAssumeStable = switch_option(
    "leap.assume-stable", "steps: assume that a formula stays true once it is true, even if the rules do not show it", false,
    kNeverTried);
constexpr SearchOptions kSearch({
    .certificate = {"leap.certificate", "keep the set of all nodes as the certificate of what holds"},
    .stubborn = {"leap.stubborn",
                 "leave out leaps that the properties do not need, where that is proved right, or "
                 "steps of the network itself where that looks better"},
    .full_first = {"leap.full-first", "nodes searched in full before stubborn sets are tried, for nodes of one word"},
    .word_bits = {"leap.word-bits", "bits of a node in one word; nodes of several words are kept as trees of their parts"},
    .shared_from = {"leap.shared-from", "threads share a level with at least this many nodes"},
    .budget = {"leap.budget", "nodes before walks take turns with the search, for nodes of one word; 0 = never"},
    .walk_steps = {"leap.walk-steps", "steps of walks after the search has come to a limit"},
    .most_states = {"leap.most-states", "give up beyond this many nodes; 0 = no such limit"},
});
constexpr OptionRow kWork = count_option(
    "leap.work", "work limit for finding out what components do on their own; beyond it, the network is searched as it is",
    100'000'000, {0, 1'000'000});
constexpr OptionRow kGrowth = count_option(
    "leap.growth", "a component with more leaps per edge than this, not counting leap.free-leaps, goes step by step", 4, {0, 3});
constexpr OptionRow kFreeLeaps =
    count_option("leap.free-leaps", "leaps of a component that are not counted for leap.growth", 256, {0, 12});
constexpr OptionRow kFullProduct =
    switch_option("leap.full-product", "explore: count the full product too, and say how much smaller the graph is", true);
constexpr std::array kOptions = {kMode,
                                 kAssumeStable,
                                 kSearch.certificate,
                                 kSearch.stubborn,
                                 kSearch.full_first,
                                 kWork,
                                 kGrowth,
                                 kFreeLeaps,
                                 kFullProduct,
                                 kSearch.word_bits,
                                 kSearch.shared_from,
                                 kSearch.budget,
                                 kSearch.walk_steps,
                                 kSearch.most_states};

std::uint64_t count(const Run& run, const OptionRow& row) { return static_cast<std::uint64_t>(run.options.number(row)); }

}   // namespace

std::span<const OptionRow> options() { return kOptions; }

Options bounded(Options options, const SearchTurn& most) { return kSearch.bounded(std::move(options), most); }

Settings settings(const Run& run) {
  return {.mode = static_cast<Mode>(run.options.number(kMode)),
          .assume_stable = run.options.on(kAssumeStable),
          .count_full = run.options.on(kFullProduct),
          .parts = {.most_work = count(run, kWork), .free_leaps = count(run, kFreeLeaps), .most_growth = count(run, kGrowth)},
          .search = kSearch.settings(run)};
}

}   // namespace parley::leap
