#include <array>
#include <cstdio>
#include <map>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "naive.h"
#include "naive_proof.h"
#include "prove.h"
#include "scheduled_network.h"

namespace parley::evidence_ring {
namespace {

constexpr std::uint64_t kNetworks = 12000;

// The last constraint before the only step is that of the ranking.
ProofClaim claim_of(const Network& network, const Property& property, const Ranking& ranking) {
  InvariantProof proof{.facts = {ranking}, .steps = {}};
  const NaiveProof naive(network, property, proof);
  proof.steps.emplace_back(
      InvariantProof::Nogood{.literals = {}, .because = {static_cast<std::uint32_t>(naive.question().size())}});
  return {property, Verdict::kHolds, std::move(proof)};
}

bool accepted(const Network& network, const ProofClaim& claim) {
  const Limits limits;
  Progress silent;
  const Evidence evidence = std::make_shared<const InvariantProof>(claim.proof);
  return judge_with(right_judge(), {.network = network,
                                    .property = claim.property,
                                    .claimed = claim.verdict,
                                    .evidence = evidence,
                                    .limits = limits,
                                    .progress = silent})
      .accepted;
}

// Most are of a kind that has rankings, the others are whatever comes.
Scheduled any_scheduled(Dice& dice) {
  if (dice.chance(80)) return scheduled_network(dice);
  Network network = tiny_network(dice);
  Ranking ranking;
  for (std::size_t i = 0; i < network.num_rules(); ++i)
    ranking.ranks.push_back(static_cast<std::uint32_t>(dice.below(network.num_rules())));
  return {std::move(network), std::move(ranking)};
}

const std::array<Property, 2>& deadlocks() {
  static const std::array<Property, 2> both{Property{"d", Deadlock{}}, Property{"l", LocalDeadlock{}}};
  return both;
}

// What is accepted is true, by visiting every reachable state; and it is accepted exactly if the naive judge
// says so.
TEST(RankingRing, WhereOneIsAcceptedNothingIsBlocked) {
  int right = 0;
  int wrong = 0;
  int with_deadlock = 0;
  for (std::uint64_t seed = 0; seed < kNetworks; ++seed) {
    Dice dice(seed);
    const Scheduled drawn = any_scheduled(dice);
    const Naive states(drawn.network);
    bool has_deadlock = false;
    for (const Property& property : deadlocks()) {
      const ProofClaim claim = claim_of(drawn.network, property, drawn.ranking);
      const bool is_accepted = accepted(drawn.network, claim);
      ASSERT_EQ(is_accepted, NaiveProof(drawn.network, property, claim.proof).facts_hold()) << "network " << seed;
      const bool holds = states.verdict(property) == Verdict::kHolds;
      has_deadlock = has_deadlock || !holds;
      if (is_accepted) {
        ASSERT_TRUE(holds) << "network " << seed << ", " << kind_name(kind_of(property));
      }
      ++(is_accepted ? right : wrong);
    }
    if (has_deadlock) ++with_deadlock;
  }
  std::printf("  %6d accepted, %6d rejected; %d of %d networks have deadlocks\n", right, wrong, with_deadlock,
              static_cast<int>(kNetworks));
  EXPECT_GE(right, 3000);
  EXPECT_GE(wrong, 3000);
  EXPECT_GE(with_deadlock, 1000);
}

// Any ranks at all for a network with a deadlock, however often one tries.
TEST(RankingRing, NoRankingOfANetworkWithDeadlocks) {
  int tried = 0;
  for (std::uint64_t seed = 0; seed < kNetworks / 4; ++seed) {
    Dice dice(seed);
    Scheduled drawn = any_scheduled(dice);
    const Naive states(drawn.network);
    for (const Property& property : deadlocks()) {
      if (states.verdict(property) == Verdict::kHolds) continue;
      for (int tries = 0; tries < 10; ++tries, ++tried) {
        for (std::uint32_t& rank : drawn.ranking.ranks)
          rank = static_cast<std::uint32_t>(dice.below(drawn.network.num_rules() + 1));
        ASSERT_FALSE(accepted(drawn.network, claim_of(drawn.network, property, drawn.ranking))) << "network " << seed;
      }
    }
  }
  EXPECT_GE(tried, 5000);
}

// What a mistake must be seen to do.
enum class Harm { kProvesWhatIsFalse, kRejectsWhatIsRight, kDiffers };
struct Mistake {
  ProofSlip slip;
  Harm harm;
  std::string name;
};

TEST(RankingRing, EveryMistakeIsFoundOut) {
  const std::vector<Mistake> mistakes{
      {ProofSlip::kRanksFirst, Harm::kDiffers, "ranks first"},
      {ProofSlip::kRanksForgotten, Harm::kProvesWhatIsFalse, "ranks are forgotten"},
      {ProofSlip::kEqualComesBefore, Harm::kProvesWhatIsFalse, "equal comes before"},
      {ProofSlip::kFirstWayCounts, Harm::kProvesWhatIsFalse, "the first way counts"},
      {ProofSlip::kSeveralRulesALabel, Harm::kProvesWhatIsFalse, "several rules a label"},
      {ProofSlip::kOneRefusalExcused, Harm::kProvesWhatIsFalse, "one refusal is excused"},
      {ProofSlip::kAnyOfferIsFree, Harm::kProvesWhatIsFalse, "any offer is free"},
      {ProofSlip::kNeverOfferedForgotten, Harm::kProvesWhatIsFalse, "what is never offered is forgotten"},
      {ProofSlip::kNothingComesFirst, Harm::kProvesWhatIsFalse, "nothing comes first"},
      {ProofSlip::kRanksProveAnything, Harm::kProvesWhatIsFalse, "ranks prove anything"},
      {ProofSlip::kErrorsMustOffer, Harm::kRejectsWhatIsRight, "errors must offer"},
      {ProofSlip::kObserversMustOffer, Harm::kRejectsWhatIsRight, "observers must offer"},
  };
  std::map<std::string, std::uint64_t> found;
  for (std::uint64_t seed = 0; seed < kNetworks && found.size() < mistakes.size(); ++seed) {
    Dice dice(seed);
    const Scheduled drawn = any_scheduled(dice);
    const Naive states(drawn.network);
    std::vector<Property> properties(deadlocks().begin(), deadlocks().end());
    for (Property& property : tiny_properties(dice, drawn.network))
      if (kind_of(property) == PropertyKind::kNever) properties.push_back(std::move(property));
    for (const Property& property : properties) {
      const ProofClaim claim = claim_of(drawn.network, property, drawn.ranking);
      const bool right = accepted(drawn.network, claim);
      for (const Mistake& mistake : mistakes) {
        if (found.contains(mistake.name) || NaiveProof(drawn.network, property, claim.proof, mistake.slip).facts_hold() == right)
          continue;
        if (mistake.harm == Harm::kProvesWhatIsFalse && (right || states.verdict(property) == Verdict::kHolds))
          continue;   // by luck
        if (mistake.harm == Harm::kRejectsWhatIsRight && !right) continue;
        found[mistake.name] = seed;
      }
    }
  }
  for (const Mistake& mistake : mistakes) {
    EXPECT_TRUE(found.contains(mistake.name)) << mistake.name;
    std::printf("  %-40s network %d\n", mistake.name.c_str(), static_cast<int>(found[mistake.name]));
  }
}

// Of states that a component cannot reach by itself, in facts of the other kinds.
TEST(RankingRing, MistakesAboutReachedStatesAreFoundOut) {
  std::array<int, 2> strict{};    // rejects what is true
  std::array<int, 2> lenient{};   // accepts what is false
  const std::array<ProofSlip, 2> slips{ProofSlip::kUnreachedCount, ProofSlip::kOnlySharedLeadOn};
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    Dice dice(seed);
    const Network network = tiny_network(dice);
    const InvariantProof none;
    for (std::size_t kind = 0; kind < 3; ++kind)
      for (int tries = 0; tries < 6; ++tries) {
        const Fact fact = any_fact(dice, network, kind);
        const bool right = NaiveProof(network, deadlocks()[0], none).fact_holds(fact);
        for (std::size_t i = 0; i < slips.size(); ++i) {
          const bool holds = NaiveProof(network, deadlocks()[0], none, slips[i]).fact_holds(fact);
          if (right && !holds) ++strict[i];
          if (!right && holds) ++lenient[i];
        }
      }
  }
  std::printf("  unreached states count: %d rejected that are right\n  only shared rules lead on: %d accepted that are not\n",
              strict[0], lenient[1]);
  EXPECT_GE(strict[0], 50);
  EXPECT_EQ(lenient[0], 0);
  EXPECT_GE(lenient[1], 50);
}

}   // namespace
}   // namespace parley::evidence_ring
