#include <algorithm>
#include <cstdio>
#include <map>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "evidence/read.h"
#include "evidence/self_contained.h"
#include "evidence/write.h"
#include "mutants.h"
#include "naive.h"
#include "reduce.h"
#include "split.h"
#include "wrong_judges.h"

namespace parley::evidence_ring {
namespace {

constexpr std::uint64_t kNetworks = 2400;

std::string kinds_of(const OwnedClaim& claim) {
  return std::string(kind_name(kind_of(claim.property))) + (std::holds_alternative<PlainTrace>(claim.evidence) ? " by trace"
                                                            : std::holds_alternative<PlainSet>(claim.evidence) ? " by closed set"
                                                            : std::holds_alternative<PlainCases>(claim.evidence)
                                                                ? " by cases"
                                                                : " by reduced set");
}

// Right evidence about the network: for each property a shortest trace or all reachable states, a reduced
// set, a split into cases, and the smallest closed set over some of the components where that is enough. Some
// of it says that it is self-contained.
std::vector<OwnedClaim> right_claims(Dice& dice, const Network& network) {
  const Naive naive(network);
  std::vector<OwnedClaim> claims;
  for (const Property& property : tiny_properties(dice, network)) {
    claims.push_back(naive.prove(property));
    const OwnedClaim proof = claims.back();
    if (!std::holds_alternative<PlainSet>(proof.evidence)) continue;
    claims.push_back(reduce(dice, network, property));
    if (kind_of(property) != PropertyKind::kDeadlock && kind_of(property) != PropertyKind::kLocalDeadlock)
      claims.push_back(split(dice, network, property));
    for (const std::vector<LinearInvariant>& invariants : {std::vector<LinearInvariant>(), guess_invariants(dice, network)}) {
      OwnedClaim smaller = proof;
      smaller.evidence = some_closure(dice, network, invariants);
      if (naive.accepts(smaller)) claims.push_back(std::move(smaller));
    }
  }
  for (OwnedClaim& claim : claims) claim_what_is_true(dice, network, claim);
  return claims;
}

TEST(EvidenceRing, RightEvidenceIsAccepted) {
  std::map<std::string, int> accepted;
  for (std::uint64_t seed = 0; seed < kNetworks; ++seed) {
    Dice dice(seed);
    const Network network = tiny_network(dice);
    for (const OwnedClaim& claim : right_claims(dice, network)) {
      ASSERT_TRUE(accepts(right_judge(), network, claim, to_evidence(network, claim)))
          << "network " << seed << ", " << kinds_of(claim);
      ++accepted[kinds_of(claim)];
    }
  }
  EXPECT_EQ(accepted.size(), 18U);   // five properties, three kinds of evidence; cases for three of them
  for (const auto& [kinds, count] : accepted) {
    std::printf("  %6d  %s\n", count, kinds.c_str());
    EXPECT_GE(count, 100) << kinds;
  }
}

TEST(EvidenceRing, WrongMutantsAreRejected) {
  struct Counts {
    int right = 0;
    int wrong = 0;
  };
  std::map<std::string_view, Counts> counts;
  for (std::uint64_t seed = 0; seed < kNetworks; ++seed) {
    Dice dice(seed);
    const Network network = tiny_network(dice);
    const Naive naive(network);
    for (const OwnedClaim& claim : right_claims(dice, network))
      for (const Mutation& mutation : mutations()) {
        const std::optional<OwnedClaim> mutant = mutation.mutate(dice, network, claim);
        if (!mutant) continue;
        const bool right = naive.accepts(*mutant);
        const bool accepted = accepts(right_judge(), network, *mutant, to_evidence(network, *mutant));
        ASSERT_EQ(accepted, right) << "network " << seed << ", " << kinds_of(*mutant) << ", " << mutation.name;
        // Whatever was done to it: what the judge accepts is true.
        if (accepted) {
          ASSERT_EQ(mutant->verdict, naive.verdict(mutant->property)) << "network " << seed << ", " << mutation.name;
        }
        ++(right ? counts[mutation.name].right : counts[mutation.name].wrong);
      }
  }
  for (const Mutation& mutation : mutations()) {
    std::printf("  %6d rejected, %6d still right  %s\n", counts[mutation.name].wrong, counts[mutation.name].right,
                std::string(mutation.name).c_str());
    EXPECT_GE(counts[mutation.name].wrong, 100) << mutation.name;
  }
}

// Reduced sets that put the question off, for properties that hold and for others: accepted exactly where the
// verdict is true. In many of them putting off is essential: a judge that wants every row to decide the
// question would reject them.
TEST(EvidenceRing, WhatIsPutOffIsNotForgotten) {
  struct Counts {
    int essential = 0;
    int accepted = 0;
    int rejected = 0;
  };
  std::map<std::string_view, Counts> counts;
  for (std::uint64_t seed = 0; seed < 3 * kNetworks; ++seed) {
    Dice dice(seed);
    const Network network = tiny_network(dice);
    const Naive naive(network);
    for (const Property& property : tiny_properties(dice, network)) {
      const OwnedClaim claim = reduce(dice, network, property);
      const bool accepted = accepts(right_judge(), network, claim, to_evidence(network, claim));
      ASSERT_EQ(accepted, naive.verdict(property) == claim.verdict) << "network " << seed << ", " << kinds_of(claim);
      Counts& of_kind = counts[kind_name(kind_of(property))];
      ++(accepted ? of_kind.accepted : of_kind.rejected);
      if (accepted && !Naive(network, Slip::kFirmOnly).accepts(claim)) ++of_kind.essential;
    }
  }
  for (const auto& [kind, count] : counts)
    std::printf("  %6d accepted, %6d of them only because of what is put off, %6d rejected  %s\n", count.accepted,
                count.essential, count.rejected, std::string(kind).c_str());
  for (const PropertyKind kind : {PropertyKind::kReach, PropertyKind::kNever, PropertyKind::kSafety}) {
    EXPECT_GE(counts[kind_name(kind)].essential, 50) << kind_name(kind);
    EXPECT_GE(counts[kind_name(kind)].rejected, 100) << kind_name(kind);
  }
}

// Splits made for properties that hold and for others: accepted exactly where the verdict is true.
TEST(EvidenceRing, CasesAreAcceptedExactlyWhereTheFormulaIsUnreachable) {
  struct Counts {
    int accepted = 0;
    int rejected = 0;
    int several_sets = 0;   // no set of them would do alone
    int invariants = 0;
  };
  std::map<std::string_view, Counts> counts;
  std::size_t largest = 0;
  for (std::uint64_t seed = 0; seed < 3 * kNetworks; ++seed) {
    Dice dice(seed);
    const Network network = tiny_network(dice);
    const Naive naive(network);
    for (const Property& property : tiny_properties(dice, network)) {
      if (kind_of(property) == PropertyKind::kDeadlock || kind_of(property) == PropertyKind::kLocalDeadlock) continue;
      const OwnedClaim claim = split(dice, network, property);
      const bool accepted = accepts(right_judge(), network, claim, to_evidence(network, claim));
      ASSERT_EQ(accepted, naive.verdict(property) == claim.verdict) << "network " << seed << ", " << kinds_of(claim);
      Counts& of_kind = counts[kind_name(kind_of(property))];
      ++(accepted ? of_kind.accepted : of_kind.rejected);
      const auto& cases = std::get<PlainCases>(claim.evidence);
      largest = std::max(largest, cases.tree.size());
      if (accepted && cases.sets.size() > 1) ++of_kind.several_sets;
      if (accepted &&
          std::any_of(cases.sets.begin(), cases.sets.end(), [](const PlainSet& set) { return !set.invariants.empty(); }))
        ++of_kind.invariants;
    }
  }
  for (const auto& [kind, count] : counts) {
    std::printf("  %6d accepted, %6d with several sets, %6d with invariants, %6d rejected  %s\n", count.accepted,
                count.several_sets, count.invariants, count.rejected, std::string(kind).c_str());
    EXPECT_GE(count.accepted, 100) << kind;
    EXPECT_GE(count.rejected, 100) << kind;
    EXPECT_GE(count.several_sets, 20) << kind;
    EXPECT_GE(count.invariants, 20) << kind;
  }
  std::printf("  %6zu nodes in the largest tree\n", largest);
  EXPECT_GE(largest, 15U);
}

// A file says the same as what was written to it: the judge takes it apart as it was put together.
TEST(EvidenceRing, WhatIsWrittenIsJudgedAlike) {
  std::size_t files = 0;
  for (std::uint64_t seed = 0; seed < kNetworks / 4; ++seed) {
    Dice dice(seed);
    const Network network = tiny_network(dice);
    for (const OwnedClaim& claim : right_claims(dice, network)) {
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
      const OwnedClaim again{.property = *property, .verdict = header->verdict, .evidence = {}};
      ASSERT_TRUE(accepts(right_judge(), network, again, *body)) << text;
      ASSERT_EQ(written(*body), text);
      ++files;
    }
  }
  EXPECT_GE(files, 1000U);
}

// What engines ask before they claim it is what the judge demands.
TEST(EvidenceRing, SelfContainedIsWhatTheNaiveJudgeSays) {
  std::map<std::string, int> counts;
  for (std::uint64_t seed = 0; seed < kNetworks; ++seed) {
    Dice dice(seed);
    const Network network = tiny_network(dice);
    const Naive naive(network);
    for (const OwnedClaim& right : right_claims(dice, network)) {
      if (std::holds_alternative<PlainReduced>(right.evidence)) continue;
      OwnedClaim claim = right;
      claim.trace_is_self_contained = true;
      if (auto* set = std::get_if<PlainSet>(&claim.evidence)) set->self_contained = true;
      if (auto* cases = std::get_if<PlainCases>(&claim.evidence))
        for (PlainSet& set : cases->sets) set.self_contained = true;
      const Evidence evidence = to_evidence(network, claim);
      const bool is = naive.self_contained(claim);
      ASSERT_EQ(is_self_contained(network, claim.property, evidence), is) << "network " << seed << ", " << kinds_of(claim);
      ASSERT_EQ(accepts(right_judge(), network, claim, evidence), is) << "network " << seed << ", " << kinds_of(claim);
      ++counts[kinds_of(claim) + (is ? ", self-contained" : ", not self-contained")];
    }
  }
  for (const auto& [kinds, count] : counts) std::printf("  %6d  %s\n", count, kinds.c_str());
  for (const char* kind : {"reach by trace", "reach by closed set", "never by cases", "property by closed set"})
    for (const char* is : {", self-contained", ", not self-contained"})
      EXPECT_GE(counts[std::string(kind) + is], 20) << kind << is;
}

TEST(EvidenceRing, EveryWrongJudgeIsFoundOut) {
  const std::vector<WrongJudge> judges = wrong_judges();
  std::map<std::string, std::string> found;
  for (std::uint64_t seed = 0; seed < kNetworks && found.size() < judges.size(); ++seed) {
    Dice dice(seed);
    const Network network = tiny_network(dice);
    const Naive naive(network);
    const auto examine = [&](const OwnedClaim& claim, std::string_view what) {
      const Evidence evidence = to_evidence(network, claim);
      const bool right = naive.accepts(claim);   // not by the production judge: whether that is right is asked above
      for (const WrongJudge& judge : judges)
        if (!found.contains(judge.name()) && accepts(judge.tables(), network, claim, evidence) != right)
          found[judge.name()] = (right ? "rejects " : "accepts ") + std::string(what) + ", network " + std::to_string(seed);
    };
    for (const OwnedClaim& claim : right_claims(dice, network)) {
      examine(claim, "right evidence");
      for (const Mutation& mutation : mutations())
        if (const std::optional<OwnedClaim> mutant = mutation.mutate(dice, network, claim)) examine(*mutant, mutation.name);
    }
  }
  for (const WrongJudge& judge : judges) {
    EXPECT_TRUE(found.contains(judge.name())) << judge.name();
    std::printf("  %-50s %s\n", judge.name().c_str(), found[judge.name()].c_str());
  }
}

// The stage before the tables: a set packed for other automata of the same names, whose bits would be taken
// apart otherwise than they were put together. Every row of it also exists here, so that nothing but its
// layout gives it away.
TEST(EvidenceRing, SetPackedForAnotherNetworkIsNotWellFormed) {
  const auto network_with = [](std::size_t states) {
    LtsBuilder lts;
    for (std::size_t i = 0; i < states; ++i) lts.add_state("S" + std::to_string(i));
    const LocalLabel go = lts.add_label("go");
    lts.add_edge(LocalState(std::size_t{0}), go, LocalState(std::size_t{0}));
    NetworkBuilder builder;
    const TemplateId shape = builder.add_template(std::move(lts).build());
    for (const char* name : {"A", "B"}) {
      const ComponentId component = builder.add_component(name, shape);
      builder.add_rule(builder.intern_label(std::string(name) + ".go"), std::vector<Participant>{{component, go}});
    }
    return std::move(builder).build();
  };
  const auto judged = [](const Network& network, const Network& packed_for) {
    const std::vector<ComponentId> support = {ComponentId(std::size_t{0}), ComponentId(std::size_t{1})};
    StateTable table(packed_for, support);
    table.add(std::vector<LocalState>(2));
    const Evidence evidence = std::make_shared<const ClosedSet>(ClosedSet{std::move(table)});
    const Limits limits;
    Progress silent;
    return judge(network, {"d", Deadlock{}}, Verdict::kHolds, evidence, limits, silent);
  };
  const Network small = network_with(2);
  const Network large = network_with(40);
  EXPECT_TRUE(judged(small, small).accepted);
  EXPECT_EQ(judged(small, large).obligation, "well-formed");
  EXPECT_EQ(judged(large, small).obligation, "well-formed");
}

// The wrong judges are made from the tables, so a row that somebody takes out of a table would take its wrong
// judge along.
TEST(EvidenceRing, TablesAreComplete) {
  EXPECT_EQ(trace_obligations().size(), 4U);
  EXPECT_EQ(closed_set_obligations().size(), 6U);
  EXPECT_EQ(reduced_set_obligations().size(), 6U);
  EXPECT_EQ(case_split_obligations().size(), 6U);
  const ObligationTables none;
  Dice dice(1);
  const Network network = tiny_network(dice);
  OwnedClaim claim = Naive(network).prove(tiny_properties(dice, network)[0]);
  claim.verdict = Verdict::kUnknown;
  EXPECT_TRUE(accepts(none, network, claim, to_evidence(network, claim)));   // an empty table rejects nothing
  EXPECT_FALSE(accepts(right_judge(), network, claim, to_evidence(network, claim)));
}

}   // namespace
}   // namespace parley::evidence_ring
