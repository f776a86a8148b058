#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "evidence/read.h"
#include "evidence/write.h"
#include "leaping_network.h"
#include "mutants.h"
#include "naive_leaps.h"
#include "reduce.h"

namespace parley::evidence_ring {
namespace {

constexpr std::uint64_t kNetworks = 1500;

Network any_network(Dice& dice) { return dice.chance(30) ? tiny_network(dice) : leaping_network(dice); }

bool accepts(std::span<const Obligation> table, const Network& network, const LeapClaim& claim) {
  const Limits limits;
  Progress silent;
  const Evidence evidence = to_evidence(network, claim);
  ObligationTables tables = right_judge();
  tables.leap_set = table;
  return judge_with(tables, {.network = network,
                             .property = claim.property,
                             .claimed = claim.verdict,
                             .evidence = evidence,
                             .limits = limits,
                             .progress = silent})
      .accepted;
}
bool accepts(const Network& network, const LeapClaim& claim) { return accepts(leap_set_obligations(), network, claim); }

Verdict shown(const Property& property) {
  return kind_of(property) == PropertyKind::kReach ? Verdict::kViolated : Verdict::kHolds;
}

std::string kinds_of(const LeapClaim& claim) {
  return std::string(kind_name(kind_of(claim.property))) + (claim.is_reduced ? " by reduced leap set" : " by leap set");
}

// Often none.
using Steppers = std::vector<ComponentId>;
Steppers any_steppers(Dice& dice, const Network& network) {
  Steppers steppers;
  if (dice.chance(40)) return steppers;
  for (ComponentId component : network.components())
    if (dice.chance(40)) steppers.push_back(component);
  return steppers;
}

NaiveLeaps leaps_of(const Network& network, const LeapClaim& claim) {
  return NaiveLeaps(network, LeapSlip::kNone, claim.steppers);
}

LeapClaim plain(const Property& property, const std::set<Locals>& rows, const Steppers& steppers) {
  return {.property = property, .verdict = shown(property), .rows = {rows.begin(), rows.end()}, .steppers = steppers};
}

LeapClaim reduced(const Property& property, const OwnedClaim& of_leaps, const Steppers& steppers) {
  const auto& set = std::get<PlainReduced>(of_leaps.evidence);
  return {.property = property,
          .verdict = of_leaps.verdict,
          .rows = set.rows,
          .is_reduced = true,
          .supports = set.supports,
          .ranks = set.ranks,
          .steppers = steppers};
}

// The whole leap graph, whatever it shows.
LeapClaim leap_graph(const Network& network, const Property& property, const Steppers& steppers = {}) {
  const NaiveLeaps leaps(network, LeapSlip::kNone, steppers);
  return plain(property, leaps.closure({leaps.initial()}), steppers);
}

// Reduced, by a search of the leap network.
LeapClaim reduced_leaps(Dice& dice, const Network& network, const Property& property, const Steppers& steppers) {
  const NaiveLeaps leaps(network, LeapSlip::kNone, steppers);
  return reduced(property, reduce(dice, leaps.leap_network(property), leaps.translated(property)), steppers);
}

// Many spoiled ones. Some are still right.
std::vector<std::pair<std::string, LeapClaim>> mutants(Dice& dice, const Network& network, const LeapClaim& claim) {
  std::vector<std::pair<std::string, LeapClaim>> result;
  const auto add = [&](std::string name, LeapClaim mutant) { result.emplace_back(std::move(name), std::move(mutant)); };
  const NaiveLeaps leaps = leaps_of(network, claim);
  if (claim.is_reduced) {
    const Network of_leaps = leaps.leap_network(claim.property);
    const OwnedClaim inner{.property = leaps.translated(claim.property),
                           .verdict = claim.verdict,
                           .evidence = PlainReduced{.rows = claim.rows, .supports = claim.supports, .ranks = claim.ranks}};
    for (const Mutation& mutation : reduced_mutations()) {
      const std::optional<OwnedClaim> mutant = mutation.mutate(dice, of_leaps, inner);
      if (mutant && std::holds_alternative<PlainReduced>(mutant->evidence))
        add(std::string(mutation.name), reduced(claim.property, *mutant, claim.steppers));
    }
    LeapClaim not_reduced = claim;
    not_reduced.is_reduced = false;
    add("supports, but not reduced", not_reduced);
    not_reduced.supports.clear();
    not_reduced.ranks.clear();
    add("no supports", not_reduced);
  } else {
    const std::size_t row = dice.below(claim.rows.size());
    LeapClaim dropped = claim;
    dropped.rows.erase(dropped.rows.begin() + static_cast<std::ptrdiff_t>(row));
    add("dropped node", dropped);
    LeapClaim changed = claim;
    const ComponentId component(dice.below(network.num_components()));
    changed.rows[row][component.index()] = static_cast<std::uint32_t>(dice.below(network.lts(component).num_states()));
    add("changed cell", changed);
    std::vector<Locals> all = leaps.all_nodes();
    if (all.empty()) all.push_back(claim.rows[0]);
    LeapClaim added = claim;
    added.rows.push_back(all[dice.below(all.size())]);
    add("added node", added);
    std::set<Locals> more(claim.rows.begin(), claim.rows.end());
    more.insert(all[dice.below(all.size())]);
    add("added node and its leaps", plain(claim.property, leaps.closure(more), claim.steppers));
    std::set<Locals> some;
    for (const Locals& node : all)
      if (dice.chance(70)) some.insert(node);
    add("made up", plain(claim.property, some, claim.steppers));
    some.insert(leaps.initial());
    add("made up, with the initial node", plain(claim.property, some, claim.steppers));
    LeapClaim only_reachable = claim;   // global states instead of nodes
    only_reachable.rows = {Naive(network).initial()};
    add("the initial state alone", only_reachable);
    LeapClaim full = claim;
    full.is_reduced = true;
    full.supports.assign(full.rows.size(), (1U << network.num_components()) - 1);
    add("reduced, with all components", full);
  }
  LeapClaim toggled = claim;
  const ComponentId chosen(dice.below(network.num_components()));
  const auto place = std::lower_bound(toggled.steppers.begin(), toggled.steppers.end(), chosen);
  if (place != toggled.steppers.end() && *place == chosen) toggled.steppers.erase(place);
  else toggled.steppers.insert(place, chosen);
  add("one steps or does not", toggled);
  if (!claim.steppers.empty()) {
    LeapClaim forgotten = claim;
    forgotten.steppers.clear();
    add("steppers forgotten", forgotten);
    LeapClaim twice = claim;
    twice.steppers.push_back(twice.steppers[dice.below(twice.steppers.size())]);
    add("a stepper twice", twice);
    LeapClaim strange = claim;
    strange.steppers.emplace_back(network.num_components() + dice.below(3));
    add("a stepper that does not exist", strange);
  }
  LeapClaim other = claim;
  other.verdict = claim.verdict == Verdict::kHolds ? Verdict::kViolated : Verdict::kHolds;
  add("other verdict", other);
  const std::vector<Property> properties = tiny_properties(dice, network);
  LeapClaim asked = claim;
  asked.property = properties[dice.below(properties.size())];
  asked.verdict = shown(asked.property);
  add("other property", asked);
  return result;
}

// All that can be made: right where nothing bad is reachable, lies elsewhere.
std::vector<LeapClaim> claims_about(Dice& dice, const Network& network) {
  std::vector<LeapClaim> claims;
  for (const Property& property : tiny_properties(dice, network)) {
    claims.push_back(leap_graph(network, property, any_steppers(dice, network)));
    claims.push_back(reduced_leaps(dice, network, property, any_steppers(dice, network)));
  }
  return claims;
}

// The graph as it is defined, for every property: accepted exactly where nothing bad is reachable. Beside
// that the definition itself: the states that the nodes stand for are the reachable ones without an error.
TEST(LeapRing, TheLeapGraphIsAcceptedExactlyWhereTheVerdictIsRight) {
  std::map<std::string, std::array<int, 2>> counts;
  for (std::uint64_t seed = 0; seed < 4 * kNetworks; ++seed) {
    Dice dice(seed);
    const Network network = any_network(dice);
    const Naive naive(network);
    const Steppers steppers = any_steppers(dice, network);
    const NaiveLeaps leaps(network, LeapSlip::kNone, steppers);
    if (leaps.begins_in_error()) continue;
    for (const Property& property : tiny_properties(dice, network)) {
      const LeapClaim claim = leap_graph(network, property, steppers);
      const bool is_right = naive.verdict(property) == claim.verdict;
      ASSERT_EQ(accepts(network, claim), is_right) << "network " << seed << ", " << kinds_of(claim);
      ++counts[kinds_of(claim)][is_right ? 1 : 0];
    }
    std::set<Locals> covered;
    for (const Locals& node : leaps.closure({leaps.initial()}))
      for (const Locals& state : leaps.cover(node)) covered.insert(state);
    std::set<Locals> reachable;
    std::vector<Locals> open = {naive.initial()};
    while (!open.empty()) {
      const Locals state = open.back();
      open.pop_back();
      if (naive.in_error(state) || !reachable.insert(state).second) continue;
      for (const Naive::Transition& step : naive.transitions(state)) open.push_back(step.to);
    }
    ASSERT_EQ(covered, reachable) << "network " << seed;
  }
  EXPECT_EQ(counts.size(), 5U);
  for (const auto& [kinds, count] : counts) {
    std::printf("  %6d accepted, %6d rejected  %s\n", count[1], count[0], kinds.c_str());
    EXPECT_GE(count[0], 100) << kinds;
    EXPECT_GE(count[1], 100) << kinds;
  }
}

// Reduced sets of leap networks: what is accepted is true, and what the naive judge accepts is accepted.
TEST(LeapRing, ReducedLeapSetsAreAcceptedWhereTheyShould) {
  struct Counts {
    int accepted = 0;
    int unsettled = 0;   // true, but a leap network does not show it
    int put_off = 0;     // with ranks
    int smaller = 0;     // than the leap graph
    int rejected = 0;
  };
  std::map<std::string, Counts> counts;
  for (std::uint64_t seed = 0; seed < 4 * kNetworks; ++seed) {
    Dice dice(seed);
    const Network network = any_network(dice);
    const Naive naive(network);
    const Steppers steppers = any_steppers(dice, network);
    const NaiveLeaps leaps(network, LeapSlip::kNone, steppers);
    for (const Property& property : tiny_properties(dice, network)) {
      const LeapClaim claim = reduced_leaps(dice, network, property, steppers);
      const bool is_true = naive.verdict(property) == claim.verdict;
      const bool is_accepted = accepts(network, claim);
      ASSERT_EQ(is_accepted, is_true && leaps.settled(claim)) << "network " << seed << ", " << kinds_of(claim);
      Counts& count = counts[kinds_of(claim)];
      ++(is_accepted ? count.accepted : is_true ? count.unsettled : count.rejected);
      if (is_accepted && !claim.ranks.empty()) ++count.put_off;
      if (is_accepted && claim.rows.size() < leaps.closure({leaps.initial()}).size()) ++count.smaller;
    }
  }
  EXPECT_EQ(counts.size(), 5U);
  for (const auto& [kinds, count] : counts) {
    std::printf("  %6d accepted, %6d with ranks, %6d smaller, %6d true but not settled, %6d false  %s\n", count.accepted,
                count.put_off, count.smaller, count.unsettled, count.rejected, kinds.c_str());
    EXPECT_GE(count.accepted, 100) << kinds;
    EXPECT_GE(count.rejected, 100) << kinds;
    EXPECT_GE(count.smaller, 10) << kinds;
  }
}

TEST(LeapRing, MutantsAreJudgedAsByTheNaiveJudge) {
  struct Counts {
    int right = 0;
    int wrong = 0;
  };
  std::map<std::string, Counts> counts;
  for (std::uint64_t seed = 0; seed < kNetworks; ++seed) {
    Dice dice(seed);
    const Network network = any_network(dice);
    const Naive naive(network);
    for (const LeapClaim& claim : claims_about(dice, network))
      for (const auto& [name, mutant] : mutants(dice, network, claim)) {
        const bool is_accepted = accepts(network, mutant);
        ASSERT_EQ(is_accepted, leaps_of(network, mutant).accepts(mutant))
            << "network " << seed << ", " << kinds_of(mutant) << ", " << name;
        if (is_accepted) {
          ASSERT_EQ(mutant.verdict, naive.verdict(mutant.property)) << "network " << seed << ", " << name;
        }
        ++(is_accepted ? counts[name].right : counts[name].wrong);
      }
  }
  for (const auto& [name, count] : counts) {
    std::printf("  %6d rejected, %6d accepted  %s\n", count.wrong, count.right, name.c_str());
    EXPECT_GE(count.wrong, 100) << name;
  }
  EXPECT_GE(counts.size(), 20U);
}

TEST(LeapRing, WhatIsWrittenIsJudgedAlike) {
  std::size_t files = 0;
  for (std::uint64_t seed = 0; seed < kNetworks / 4; ++seed) {
    Dice dice(seed);
    const Network network = any_network(dice);
    for (const LeapClaim& claim : claims_about(dice, network)) {
      const Evidence evidence = to_evidence(network, claim);
      const auto written = [&](const Evidence& what) {
        std::ostringstream out;
        const Origin origin{.files = {{"m", std::string(64, '0')}}};
        write_evidence(out, make_header(origin, network, claim.property, claim.verdict, what), network, what, Limits());
        return out.str();
      };
      const std::string text = written(evidence);
      const SourceText source("evidence", text);
      const Result<EvidenceHeader> header = read_evidence_header(source);
      ASSERT_TRUE(header) << text;
      const Result<Property> property = read_property(source, *header, network);
      ASSERT_TRUE(property) << text;
      const Result<Evidence> body = read_evidence_body(source, *header, network, Limits());
      ASSERT_TRUE(body) << text;
      const Limits limits;
      Progress silent;
      ASSERT_EQ(judge(network, *property, header->verdict, *body, limits, silent).accepted, accepts(network, claim)) << text;
      ASSERT_EQ(written(*body), text);
      ++files;
    }
  }
  EXPECT_GE(files, 1000U);
}

using NaiveObligation = bool (NaiveLeaps::*)(const LeapClaim&) const;

template <NaiveObligation obligation, LeapSlip slip>
Objection careless(const Claim& asked) {
  const LeapClaim claim = to_leap_claim(asked);
  if ((NaiveLeaps(asked.network, slip, claim.steppers).*obligation)(claim)) return std::nullopt;
  return "naively not";
}

struct Mistake {
  std::string_view name;
  std::string_view row;
  Objection (*objection)(const Claim&);
};

constexpr std::array<Mistake, 24> kMistakes{{
    {"not represented", "contains-initial", careless<&NaiveLeaps::contains_initial, LeapSlip::kUnrepresented>},
    {"the first top", "closed", careless<&NaiveLeaps::closed, LeapSlip::kFirstTop>},
    {"from the node itself", "closed", careless<&NaiveLeaps::closed, LeapSlip::kFromNode>},
    {"local rules leap", "closed", careless<&NaiveLeaps::closed, LeapSlip::kLocalLeaps>},
    {"the node itself", "excludes-bad", careless<&NaiveLeaps::excludes_bad, LeapSlip::kNodeOnly>},
    {"errors are not seen", "excludes-bad", careless<&NaiveLeaps::excludes_bad, LeapSlip::kErrorsUnseen>},
    {"errors of shared rules only", "excludes-bad", careless<&NaiveLeaps::excludes_bad, LeapSlip::kErrorsOfSharedOnly>},
    {"hidden by errors", "excludes-bad", careless<&NaiveLeaps::excludes_bad, LeapSlip::kHiddenByErrors>},
    {"always comes to rest", "excludes-bad", careless<&NaiveLeaps::excludes_bad, LeapSlip::kAlwaysRests>},
    {"has ended at once", "excludes-bad", careless<&NaiveLeaps::excludes_bad, LeapSlip::kEndedAtOnce>},
    {"never ends", "excludes-bad", careless<&NaiveLeaps::excludes_bad, LeapSlip::kNeverEnds>},
    {"signs are lost", "excludes-bad", careless<&NaiveLeaps::excludes_bad, LeapSlip::kSignsAreLost>},
    {"sums are atoms", "excludes-bad", careless<&NaiveLeaps::excludes_bad, LeapSlip::kSumsAreAtoms>},
    {"twice is fine", "settled", careless<&NaiveLeaps::settled, LeapSlip::kTwiceIsFine>},
    {"errors are fine", "settled", careless<&NaiveLeaps::settled, LeapSlip::kErrorsAreFine>},
    {"on the spot", "settled", careless<&NaiveLeaps::settled, LeapSlip::kOnTheSpot>},
    {"the first top of a formula", "excludes-bad", careless<&NaiveLeaps::excludes_bad, LeapSlip::kFirstTop>},
    {"steppers leap", "contains-initial", careless<&NaiveLeaps::contains_initial, LeapSlip::kSteppersLeap>},
    {"steppers leap", "closed", careless<&NaiveLeaps::closed, LeapSlip::kSteppersLeap>},
    {"steppers stand", "closed", careless<&NaiveLeaps::closed, LeapSlip::kSteppersStand>},
    {"steppers leap", "settled", careless<&NaiveLeaps::settled, LeapSlip::kSteppersLeap>},
    {"steppers leap", "excludes-bad", careless<&NaiveLeaps::excludes_bad, LeapSlip::kSteppersLeap>},
    {"steppers leap", "ignores-nobody", careless<&NaiveLeaps::ignores_nobody, LeapSlip::kSteppersLeap>},
    {"never comes to rest", "ignores-nobody", careless<&NaiveLeaps::ignores_nobody, LeapSlip::kFromNode>},
}};

TEST(LeapRing, EveryWrongJudgeIsFoundOut) {
  std::vector<std::pair<std::string, std::vector<Obligation>>> judges;
  const std::vector<Obligation> right(leap_set_obligations().begin(), leap_set_obligations().end());
  for (std::size_t row = 0; row < right.size(); ++row) {
    std::vector<Obligation> rows = right;
    rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(row));
    judges.emplace_back("without " + std::string(right[row].name), std::move(rows));
  }
  for (const Mistake& mistake : kMistakes) {
    std::vector<Obligation> rows = right;
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const Obligation& each) { return each.name == mistake.row; });
    ASSERT_NE(row, rows.end()) << mistake.row;
    row->objection = mistake.objection;
    judges.emplace_back(std::string(mistake.row) + ": " + std::string(mistake.name), std::move(rows));
  }
  std::map<std::string, std::string> found;
  for (std::uint64_t seed = 0; seed < kNetworks && found.size() < judges.size(); ++seed) {
    Dice dice(seed);
    const Network network = any_network(dice);
    const auto examine = [&](const LeapClaim& claim, const std::string& what) {
      const bool is_right = leaps_of(network, claim).accepts(claim);
      for (const auto& [name, rows] : judges)
        if (!found.contains(name) && accepts(rows, network, claim) != is_right)
          found[name] =
              (is_right ? "rejects " : "accepts ") + what + ", " + kinds_of(claim) + ", network " + std::to_string(seed);
    };
    for (const LeapClaim& claim : claims_about(dice, network)) {
      examine(claim, "what a search made");
      for (const auto& [name, mutant] : mutants(dice, network, claim)) examine(mutant, name);
    }
  }
  for (const auto& [name, rows] : judges) {
    EXPECT_TRUE(found.contains(name)) << name;
    std::printf("  %-50s %s\n", name.c_str(), found[name].c_str());
  }
}

TEST(LeapRing, TableIsComplete) {
  EXPECT_EQ(leap_set_obligations().size(), 7U);
  Dice dice(1);
  const Network network = tiny_network(dice);
  LeapClaim claim = leap_graph(network, {"d", Deadlock{}});
  claim.verdict = Verdict::kUnknown;
  EXPECT_TRUE(accepts(std::span<const Obligation>(), network, claim));   // an empty table rejects nothing
  EXPECT_FALSE(accepts(network, claim));
}

}   // namespace
}   // namespace parley::evidence_ring
