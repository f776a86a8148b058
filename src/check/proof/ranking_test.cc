#include "check/proof/ranking.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <numeric>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "check/show/show.h"
#include "support/judge_text.h"
#include "support/network_text.h"
#include "support/proof_text.h"

namespace parley {
namespace {

using namespace testing;

// The judgement of the ranking alone, about local deadlocks: "right", or the objection.
std::string worth(const Network& net, std::vector<std::uint32_t> ranks) {
  const Limits limits;
  parley::proof::RankingChecker checker(net, limits);
  return checker.objection(Ranking{std::move(ranks)}).value_or("right");
}

// Whether any order of the rules is right, equal ranks included.
bool has_ranking(const Network& net) {
  std::vector<std::uint32_t> ranks(net.num_rules());
  while (true) {
    if (worth(net, ranks) == "right") return true;
    std::size_t i = 0;
    while (i < ranks.size() && ++ranks[i] == net.num_rules()) ranks[i++] = 0;
    if (i == ranks.size()) return false;
  }
}

// Each takes from the left and gives to the right; the first one begins by giving.
const std::string kRing = R"(
    A: 0 -right-> 1 -left-> 0
    B: 0 -left-> 1 -right-> 0
    C: 0 -left-> 1 -right-> 0
    ab = A.right B.left
    bc = B.right C.left
    ca = C.right A.left)";

TEST(RankingChecker, ARingInWhichOneBegins) {
  const Network net = network(kRing);
  EXPECT_EQ(worth(net, {0, 1, 2}), "right");
  EXPECT_EQ(worth(net, {5, 70, 71}), "right");
  EXPECT_EQ(worth(net, {0, 2, 1}), "C@0 refuses 'ca' of (A, C), and offers nothing that comes before");
  EXPECT_EQ(worth(net, {0, 0, 1}), "B@0 refuses 'bc' of (B, C), and offers nothing that comes before");   // equal is not before
  EXPECT_EQ(worth(net, {2, 0, 1}), "A@0 refuses 'ca' of (A, C), and offers nothing that comes before");
}

TEST(RankingChecker, NoRankingWhereAllWait) {
  EXPECT_FALSE(has_ranking(network(R"(
    A: 0 -left-> 1 -right-> 0
    B: 0 -left-> 1 -right-> 0
    C: 0 -left-> 1 -right-> 0
    ab = A.right B.left
    bc = B.right C.left
    ca = C.right A.left)")));
}

TEST(RankingChecker, CountsGoBeforeRanks) {
  // After x, which has the smaller rank, they go on to y, which was performed less often.
  const std::string text = R"(
    A: 0 -x-> 1 -y-> 0
    B: 0 -x-> 1 -y-> 0
    x = A.x B.x
    y = A.y B.y)";
  EXPECT_EQ(worth(network(text), {0, 1}), "right");
  EXPECT_EQ(worth(network(text), {1, 0}), "A@0 refuses 'y' of (A, B), and offers nothing that comes before");
  const Network net = network(R"(
    A: 0 -x-> 1 -x-> 2 -y-> 3 -y-> 0
    B: 0 -x-> 1 -x-> 2 -y-> 3 -y-> 0
    x = A.x B.x
    y = A.y B.y)");
  EXPECT_EQ(worth(net, {0, 1}), "A@1 refuses 'y' of (A, B), and offers nothing that comes before");
}

TEST(RankingChecker, WaysToAStateCountAlike) {
  // Both x and y lead to the same state.
  EXPECT_EQ(
      worth(network("A: 0 -x-> 1, 0 -y-> 1, 1 -z-> 0; B: 0 -x-> 1, 0 -y-> 1, 1 -z-> 0; x = A.x B.x; y = A.y B.y; z = A.z B.z"),
            {0, 1, 2}),
      "an edge from A@0 leads where other ways have counted otherwise");
  EXPECT_EQ(worth(network("A: 0 -x-> 0; B: 0 -x-> 0, 0 -y-> 0; x = A.x B.x; y = B.y C.y; C: 0 -y-> 0"), {0, 1}),
            "an edge from B@0 leads where other ways have counted otherwise");
  // x and y in either order.
  EXPECT_EQ(worth(network("A: 0 -x-> 1 -y-> 3, 0 -y-> 2 -x-> 3, 3 -z-> 0; B: 0 -x-> 1 -z-> 0; C: 0 -y-> 1 -z-> 0;"
                          "x = A.x B.x; y = A.y C.y; z = A.z B.z C.z"),
                  {0, 0, 1}),
            "right");
}

TEST(RankingChecker, ARuleWithOneParticipantIsNeverBlocked) {
  const std::string text = "A: 0 -t-> 1 -x-> 0; B: 0 -x-> 0; t = A.t; x = A.x B.x";
  EXPECT_EQ(worth(network(text), {0, 0}), "right");
  EXPECT_EQ(worth(network("A: 0 -t-> 1 -x-> 2; B: 0 -x-> 0; t = A.t; x = A.x B.x"), {0, 0}), "A@2 offers no rule");
  EXPECT_EQ(worth(network("A: 0 -t-> 0; t = A.t"), {0}), "right");
  EXPECT_EQ(worth(network("A: 0 -t-> 1; t = A.t"), {0}), "A@1 offers no rule");
}

TEST(RankingChecker, ALabelOfSeveralRulesIsNotCounted) {
  const std::string text = "A: 0 -x-> 0; B: 0 -x-> 0; C: 0 -x-> 0; ";
  EXPECT_EQ(worth(network(text + "x = A.x B.x; y = A.x C.x"), {0, 1}),
            "'x' of 'A' belongs to several rules, which cannot be counted apart");
  EXPECT_EQ(worth(network(text + "x = A.x; y = A.x C.x"), {0, 1}),
            "'x' of 'A' belongs to several rules, which cannot be counted apart");
  EXPECT_EQ(worth(network(text + "y = A.x C.x; x = A.x"), {0, 1}),
            "'x' of 'A' belongs to several rules, which cannot be counted apart");
  EXPECT_EQ(worth(network(text + "x = A.x; y = A.x"), {0, 1}), "right");
}

TEST(RankingChecker, WhatIsNeverOfferedIsStillRefused) {
  // A never offers z. In the second network B is stuck waiting for it after x.
  EXPECT_FALSE(has_ranking(network("A: 0 -x-> 0, 1 -z-> 1; B: 0 -x-> 1 -z-> 0; x = A.x B.x; z = A.z B.z")));
  EXPECT_FALSE(
      has_ranking(network("A: 0 -x-> 0, 1 -z-> 1; B: 0 -x-> 1 -z-> 0; C: 0 -z-> 0; x = A.x B.x; z = A.z B.z; zz = A.z C.z")));
  // Before any rule was performed the ranks decide, with the smallest rank among the rules of the label.
  const Network net = network(
      "A: 0 -x-> ERROR, 1 -z-> 1; B: 0 -x-> 0, 0 -z-> 0; C: 0 -z-> 0; D: 0 -z-> 0, 0 -t-> 0; x = A.x C.z; z = A.z B.z; zz = A.z "
      "D.z; b = B.x; t = D.t; bb = B.z");
  EXPECT_EQ(worth(net, {1, 2, 0, 0, 0, 0}), "A@0 refuses 'zz' of (A, D), and offers nothing that comes before");
  EXPECT_EQ(worth(net, {1, 0, 2, 0, 0, 0}), "A@0 refuses 'z' of (A, B), and offers nothing that comes before");
}

TEST(RankingChecker, ErrorsEndEverythingAndTheEndIsRefusal) {
  EXPECT_EQ(worth(network("A: 0 -x-> ERROR; B: 0 -x-> 0; x = A.x B.x"), {0}), "right");
  EXPECT_EQ(worth(network("A: 0 -x-> END; B: 0 -x-> 0; x = A.x B.x"), {0}), "A@END offers no rule");
}

TEST(RankingChecker, ObserversAndUnnamedAreNotAsked) {
  const Network net = network("A: 0 -x-> 0; ?P: 0 -x-> 1, 1 -x-> ERROR; N: 0; x = A.x P.x");
  EXPECT_EQ(worth(net, {0}), "right");
  EXPECT_EQ(worth(network("A: 0"), {}), "there is no rule to come first");
}

TEST(RankingChecker, StatesThatAreNotReachedAreNotAsked) {
  EXPECT_EQ(worth(network("A: 0 -x-> 0, 0 -n-> 1; B: 0 -x-> 0; x = A.x B.x"), {0}), "right");
  EXPECT_EQ(worth(network("A: 0 -x-> 0, 0 -n-> 1; B: 0 -x-> 0; x = A.x B.x; n = A.n"), {0, 0}), "A@1 offers no rule");
}

TEST(RankingChecker, OneTemplateInTwoWirings) {
  // Both are 0 -x-> 1 -y-> 0. No rule uses 'y' of B, so B stays in 1.
  NetworkBuilder builder;
  const TemplateId both = builder.add_template(lts("0 -x-> 1 -y-> 0"));
  builder.add_component("A", both);
  builder.add_component("B", both);
  const LocalLabel x(std::size_t{0});
  const LocalLabel y(std::size_t{1});
  const std::vector<Participant> together{{ComponentId(std::size_t{0}), x}, {ComponentId(std::size_t{1}), x}};
  builder.add_rule(builder.intern_label("x"), together);
  const Participant alone{ComponentId(std::size_t{0}), y};
  builder.add_rule(builder.intern_label("y"), {&alone, 1});
  EXPECT_EQ(worth(std::move(builder).build(), {0, 0}), "B@1 offers no rule");
}

TEST(RankingChecker, ProvesBothKindsOfDeadlockAndNothingElse) {
  const Network net = network(kRing);
  const auto says = [&](const Property& property, const std::string& text) {
    return judged(net, property, Verdict::kHolds, testing::proof(net, property, text));
  };
  // 0 to 2 are the rules; of local deadlocks 3 says that some component is stuck; then the ranking
  EXPECT_EQ(says(deadlock(), "ranking; ranks 0 1 2; nogood; by 3"), "accepted");
  EXPECT_EQ(says(local_deadlock(), "ranking; ranks 0 1 2; nogood; by 4"), "accepted");
  EXPECT_EQ(says(deadlock(), "ranking; ranks 0 1 2; combine; of 2*3; nogood; by 4"), "accepted");
  EXPECT_EQ(says(deadlock(), "ranking; ranks 0 1 2; nogood; by 2"), "steps-follow");
  EXPECT_EQ(says(local_deadlock(), "ranking; ranks 0 1 2; nogood; by 3"), "steps-follow");
  EXPECT_EQ(says(deadlock(), "ranking; ranks 0 1 2"), "ends-in-contradiction");
  EXPECT_EQ(says(deadlock(), "ranking; ranks 2 1 0; nogood; by 3"), "facts-hold");
  EXPECT_EQ(says(never(net, "A@0"), "ranking; ranks 0 1 2; nogood; by 1"), "facts-hold");
  EXPECT_EQ(says(safety(net, "A"), "ranking; ranks 0 1 2; nogood; by 1"), "facts-hold");
  EXPECT_EQ(reason(net, never(net, "A@0"), Verdict::kHolds,
                   testing::proof(net, never(net, "A@0"), "ranking; ranks 0 1 2; nogood; by 1")),
            "fact 1: a ranking says nothing about 'never'");
  EXPECT_EQ(judged(net, reach(net, "A@0"), Verdict::kViolated,
                   testing::proof(net, reach(net, "A@0"), "ranking; ranks 0 1 2; nogood; by 1")),
            "facts-hold");
}

TEST(RankingChecker, EveryRuleHasARank) {
  const Network net = network(kRing);
  for (std::size_t ranks : {0, 2, 4}) {
    InvariantProof short_of{.facts = {Ranking{std::vector<std::uint32_t>(ranks)}},
                            .steps = {InvariantProof::Nogood{.literals = {}, .because = {3}}}};
    const Evidence evidence = std::make_shared<const InvariantProof>(std::move(short_of));
    EXPECT_EQ(judged(net, deadlock(), Verdict::kHolds, evidence), "well-formed");
    EXPECT_EQ(reason(net, deadlock(), Verdict::kHolds, evidence),
              "fact 1 gives " + std::to_string(ranks) + " ranks, for 3 rules");
  }
}

TEST(RankingChecker, ShowCountsRankings) {
  const Network net = network(kRing);
  std::ostringstream out;
  show(out, net, deadlock(), testing::proof(net, deadlock(), "ranking; ranks 0 1 2; nogood; by 3"));
  EXPECT_NE(out.str().find("1 invariant, each true in every reachable state\n  1 order of the rules by which no components block "
                           "each other\n1 step "),
            std::string::npos)
      << out.str();
}

// A long ring.
TEST(RankingChecker, TenThousandComponentsAreQuick) {
  constexpr std::size_t kMany = 10000;
  NetworkBuilder builder;
  const TemplateId first = builder.add_template(lts("0 -right-> 1 -left-> 0"));
  const TemplateId other = builder.add_template(lts("0 -left-> 1 -right-> 0"));
  for (std::size_t i = 0; i < kMany; ++i) builder.add_component("c" + std::to_string(i), i == 0 ? first : other);
  for (std::size_t i = 0; i < kMany; ++i) {
    const std::size_t next = (i + 1) % kMany;
    const std::vector<Participant> two{{ComponentId(i), LocalLabel(std::size_t{i == 0 ? 0u : 1u})},
                                       {ComponentId(next), LocalLabel(std::size_t{next == 0 ? 1u : 0u})}};
    builder.add_rule(builder.intern_label("r" + std::to_string(i)), two);
  }
  const Network net = std::move(builder).build();
  std::vector<std::uint32_t> ranks(kMany);
  std::iota(ranks.begin(), ranks.end(), 0);
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(worth(net, ranks), "right");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2));
  std::swap(ranks[5000], ranks[5001]);
  EXPECT_EQ(worth(net, ranks), "c5001@0 refuses 'r5001' of (c5001, c5002), and offers nothing that comes before");
}

}   // namespace
}   // namespace parley
