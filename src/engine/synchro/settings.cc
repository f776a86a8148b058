#include "engine/synchro/settings.h"

#include <array>

namespace parley::synchro {

namespace {

constexpr OptionRow on(std::string_view name, std::string_view help) {
  return {.name = name, .help = help, .kind = OptionKind::kSwitch, .preset = 1};
}

constexpr std::array<std::string_view, 3> kForms = {"lazy", "sat", "smt"};
constexpr OptionRow kForm = {
    .name = "synchro.form",
    .help =
        "invariants found one by one from candidates, or the paper's formulas as a whole: relations in SAT, differences in SMT, "
        "which are not certified",
    .kind = OptionKind::kChoice,
    .least = 0,
    .most = 2,
    .choices = kForms,
    .fuzz_least = 0,
    .fuzz_most = 2,
};
constexpr OptionRow kPair = on("synchro.pair", "what two components that share a rule can reach together");
constexpr OptionRow kOrder = on("synchro.order", "the order of the rules performed last");
constexpr OptionRow kOrderData = on("synchro.order-data", "the same, where rules with the same participants count as one");
constexpr OptionRow kRelation = on("synchro.relation", "sat: which of two rules was performed more often");
constexpr OptionRow kRelationData =
    on("synchro.relation-data", "sat: the same, where rules with the same participants count as one");
constexpr OptionRow kDifference = on("synchro.difference", "smt: how much more often one rule was performed than another");
constexpr OptionRow kDifferenceData =
    on("synchro.difference-data", "smt: the same, where rules with the same participants count as one");
constexpr OptionRow kDifferenceComponent =
    on("synchro.difference-component", "smt: the same, where each component counts rules as one that do the same to it");
constexpr OptionRow kSums = on("synchro.sums", "lazy: sums of weights of local states that never change, or never grow");
constexpr OptionRow kTraps = on("synchro.traps", "lazy: sets of local states one of which is always occupied");
constexpr OptionRow kCongruences = on("synchro.congruences", "lazy: sums that keep their remainder");
constexpr OptionRow kGroups =
    count_option("synchro.groups", "lazy: how many steps may be spent on exploring groups of three to five components", 4'000'000,
                 {0, 100'000});
constexpr OptionRow kRanking =
    on("synchro.ranking", "lazy: for deadlocks, an order of the rules by which no components block each other");
constexpr OptionRow kConfirm = on("synchro.confirm", "look for a run to a candidate that nothing excludes");
constexpr OptionRow kLastResort =
    on("synchro.last-resort", "lazy: ask the SMT form of the paper where a candidate is left in a small network; not certified");
constexpr OptionRow kBudget = count_option("synchro.budget", "how many steps the search for a run to a candidate may take",
                                           4'000'000, {4'000'000, 4'000'000});

// A bound may make the engine answer unknown, so the random tests never set it.
constexpr OptionRow kMostProposals =
    count_option("synchro.most-proposals", "lazy: give up after this many proposals; 0 = no such limit", 0, kNeverTried);

constexpr std::array kRows = {
    kForm, kPair,  kOrder,       kOrderData, kRelation, kRelationData, kDifference, kDifferenceData, kDifferenceComponent,
    kSums, kTraps, kCongruences, kGroups,    kRanking,  kConfirm,      kLastResort, kBudget,         kMostProposals};

}   // namespace

std::span<const OptionRow> options() { return kRows; }

Options bounded(Options options, const Bounds& most) {
  options.set(kLastResort, 0);
  options.grant(kBudget, most.steps);
  options.limit(kMostProposals, most.proposals);
  return options;
}

Settings settings(const Options& options) {
  return {.form = static_cast<Form>(options.number(kForm)),
          .pair = options.on(kPair),
          .order = options.on(kOrder),
          .order_data = options.on(kOrderData),
          .relation = options.on(kRelation),
          .relation_data = options.on(kRelationData),
          .difference = options.on(kDifference),
          .difference_data = options.on(kDifferenceData),
          .difference_component = options.on(kDifferenceComponent),
          .sums = options.on(kSums),
          .traps = options.on(kTraps),
          .congruences = options.on(kCongruences),
          .ranking = options.on(kRanking),
          .groups = static_cast<std::uint64_t>(options.number(kGroups)),
          .confirm = options.on(kConfirm),
          .last_resort = options.on(kLastResort),
          .budget = static_cast<std::uint64_t>(options.number(kBudget)),
          .most_proposals = static_cast<std::uint64_t>(options.number(kMostProposals))};
}

}   // namespace parley::synchro
