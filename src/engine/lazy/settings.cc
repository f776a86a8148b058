#include "engine/lazy/settings.h"

#include <array>

namespace parley::lazy {

namespace {

using Choices = std::span<const std::string_view>;

constexpr OptionRow choice(std::string_view name, std::string_view help, Choices choices) {
  return {.name = name,
          .help = help,
          .kind = OptionKind::kChoice,
          .least = 0,
          .most = static_cast<std::int64_t>(choices.size()) - 1,
          .choices = choices,
          .fuzz_least = 0,
          .fuzz_most = static_cast<std::int64_t>(choices.size()) - 1};
}
constexpr OptionRow on(std::string_view name, std::string_view help) {
  return {.name = name, .help = help, .kind = OptionKind::kSwitch, .preset = 1};
}

constexpr std::array<std::string_view, 2> kSchemes = {"flat", "levels"};
constexpr std::array<std::string_view, 2> kPartitions = {"finest", "whole"};
constexpr std::array<std::string_view, 2> kPaths = {"components", "length"};
constexpr std::array<std::string_view, 2> kAdds = {"all", "one"};
constexpr std::array<std::string_view, 3> kProducts = {"whole", "seen", "path"};
constexpr std::array<std::string_view, 2> kForgets = {"nothing", "everything"};
constexpr std::array<std::string_view, 4> kMerges = {"members", "goals", "first", "current"};

constexpr OptionRow kScheme =
    choice("lazy.scheme", "search the product of a group anew when components join, or keep levels as the paper does", kSchemes);
constexpr OptionRow kPartition =
    choice("lazy.partition", "the first groups: one per component of the goal, or one for all", kPartitions);
constexpr OptionRow kPath =
    choice("lazy.path", "which path to the goal is followed: the one that needs fewest components, or a short one", kPaths);
constexpr OptionRow kAdd = choice("lazy.add", "how many of the components that the path needs join at a time", kAdds);
constexpr OptionRow kProduct = choice("lazy.product", "levels: what is kept of a product for the level above", kProducts);
constexpr OptionRow kTrim = on("lazy.trim", "levels: keep only what leads to the goal");
constexpr OptionRow kForget = choice("lazy.forget", "levels: what is dropped of the levels above when going back", kForgets);
constexpr OptionRow kMerge = choice("lazy.merge", "levels: what two groups keep when they merge", kMerges);
constexpr OptionRow kShare = on("lazy.share", "flat: search one of several isomorphic groups");
constexpr OptionRow kLarge = count_option(
    "lazy.large", "flat: a group with at least this many members tries to repair its old path before it is searched again", 24,
    {1, 8}, 1);
constexpr OptionRow kProbe = count_option(
    "lazy.probe", "flat: states of a large group after which a few local goals are tested for a conflict", 50'000, {1, 200}, 1);
constexpr OptionRow kMostStates =
    count_option("lazy.most-states", "give up beyond this many states; 0 = no such limit", 0, kNeverTried);
constexpr OptionRow kMostCases =
    count_option("lazy.most-cases", "give up a formula that falls into more cases than this; 0 = no such limit", 0, kNeverTried);
constexpr OptionRow kCertificate = on("lazy.certificate", "keep the states that show why a goal cannot be reached");

constexpr OptionRow kSums = {
    .name = "lazy.sums",
    .help = "flat: look for sums that never change in the whole network, and do not visit states that break one",
    .kind = OptionKind::kSwitch,
    .preset = 0};

constexpr std::array kRows = {kScheme, kPartition, kPath,  kAdd,        kProduct,   kTrim,        kForget, kMerge,
                              kShare,  kLarge,     kProbe, kMostStates, kMostCases, kCertificate, kSums};

}   // namespace

std::span<const OptionRow> options() { return kRows; }

Options bounded(Options options, const Bounds& most) {
  options.limit(kMostStates, most.states);
  options.limit(kMostCases, most.cases);
  return options;
}

Settings settings(const Options& options) {
  return {.scheme = static_cast<Scheme>(options.number(kScheme)),
          .partition = static_cast<Partition>(options.number(kPartition)),
          .path = static_cast<PathCost>(options.number(kPath)),
          .add = static_cast<Add>(options.number(kAdd)),
          .product = static_cast<Product>(options.number(kProduct)),
          .trim = options.on(kTrim) ? PartialProduct::Trim::kYes : PartialProduct::Trim::kNo,
          .forget = static_cast<Forget>(options.number(kForget)),
          .merge = static_cast<Merge>(options.number(kMerge)),
          .share = options.on(kShare),
          .large = static_cast<std::size_t>(options.number(kLarge)),
          .probe = static_cast<std::size_t>(options.number(kProbe)),
          .most_states = static_cast<std::size_t>(options.number(kMostStates)),
          .most_cases = static_cast<std::size_t>(options.number(kMostCases)),
          .certificate = options.on(kCertificate),
          .sums = options.on(kSums)};
}

}   // namespace parley::lazy
