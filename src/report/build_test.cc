#include "report/build.h"

#include <gtest/gtest.h>

#include "support/sample_network.h"

namespace parley {

namespace {

using testing::sample;
using testing::sample_philosophers;
using testing::sample_philosophers_deadlock;

CheckReport report_of(const Network& network, const Property& property, const Outcome& outcome) {
  return make_check_report({.network = network,
                            .property = property,
                            .outcome = outcome,
                            .target = "SYS",
                            .engine = "explicit",
                            .evidence_checked = true},
                           Limits());
}

Outcome closed_set(const Network& network, std::vector<ComponentId> components) {
  auto set = std::make_shared<ClosedSet>(ClosedSet{StateTable(network, components)});
  set->states.add(std::vector<LocalState>(components.size()));
  return Holds{ClosedSetRef(set)};
}

TEST(MakeCheckReport, TraceKeepsItsExactLength) {
  const Network network = sample_philosophers(700);
  const CheckReport report = report_of(network, {"d", Deadlock{}}, Violated{sample_philosophers_deadlock(network)});
  EXPECT_EQ(report.verdict, Verdict::kViolated);
  EXPECT_EQ(report.evidence.kind, EvidenceKind::kTrace);
  EXPECT_EQ(report.evidence.length, 1400u);
  ASSERT_TRUE(report.trace);
  EXPECT_EQ(report.trace->length, 1400u);
  EXPECT_EQ(report.trace->num_components, 1400u);
  EXPECT_EQ(report.trace->first.size(), 1000u);
  EXPECT_EQ(report.trace->last.size(), 50u);
  EXPECT_EQ(report.trace->last.back().label, "phil.699.left.take");
  const MoveReport& move = report.trace->last.back().moves.back();
  EXPECT_EQ(report.trace->columns[move.column].component, "fork.699");
  EXPECT_EQ(move.state, "TAKEN");
  ASSERT_TRUE(report.support);
  EXPECT_EQ(report.support->count, 1400u);
  EXPECT_EQ(report.support->components.size(), 1000u);
  EXPECT_FALSE(report.explanation.empty());
}

TEST(MakeCheckReport, Candidate) {
  const Network network = sample_philosophers(1000);
  std::vector<LocalState> state;
  for (ComponentId component : network.components())
    state.push_back(network.lts(component).states_named(component.index() < 1000 ? "HUNGRY/left" : "TAKEN").at(0));
  const CheckReport report = report_of(network, {"d", Deadlock{}}, Unknown{"not excluded", state, {"pairs", "sums"}});
  EXPECT_EQ(report.reason, "not excluded");
  ASSERT_TRUE(report.candidate);
  EXPECT_EQ(report.candidate->count, 2000u);
  ASSERT_EQ(report.candidate->components.size(), 1000u);
  EXPECT_EQ(report.candidate->components[3], (std::pair<std::string, std::string>{"phil.3", "HUNGRY/left"}));
  EXPECT_EQ(report.candidate->by_state,
            (std::vector<std::string>{"HUNGRY/left: phil.0 ... phil.999", "TAKEN: fork.0 ... fork.999"}));
  EXPECT_EQ(report.candidate->survived, (std::vector<std::string>{"pairs", "sums"}));
  ASSERT_FALSE(report.explanation.empty());
  EXPECT_EQ(report.explanation[0], "deadlock: everyone waits for someone else, in a circle");
  EXPECT_FALSE(report_of(network, {"d", Deadlock{}}, Unknown{"out of time"}).candidate);
}

TEST(MakeCheckReport, CandidateOfEveryKind) {
  const Network network = sample({"a: A -x-> B", "?p: P -x-> ERROR"}, {"x = a.x p.x"});
  const std::vector<LocalState> state = {LocalState(1u), LocalState(1u)};
  PredicateBuilder builder;
  const auto root = builder.atom({ComponentId(0), {LocalState(1u)}});
  const Predicate formula = std::move(builder).build(root);
  const auto lines = [&](const Property& property) { return report_of(network, property, Unknown{"", state}).explanation; };
  EXPECT_EQ(lines({"n", Never{formula}}), (Explanation{"in this state the forbidden condition holds:", "  a is in B"}));
  EXPECT_EQ(lines({"r", Reach{formula}}), (Explanation{"in this state the condition holds:", "  a is in B"}));
  EXPECT_EQ(lines({"s", Safety{{ComponentId(1)}}}), (Explanation{"property p is broken: it is in ERROR"}));
  EXPECT_EQ(report_of(network, {"l", LocalDeadlock{}}, Unknown{"", {LocalState(1u), LocalState(0u)}}).explanation.at(0),
            "local deadlock: 1 of 1 components is stuck for ever, and nothing else can happen");
}

TEST(MakeCheckReport, CaseSplit) {
  const Network network = sample({"a: A -x-> A", "b: B -y-> B", "c: C -z-> C"}, {"x = a.x", "y = b.y", "z = c.z"});
  PredicateBuilder builder;
  const auto root = builder.atom({ComponentId(0), {LocalState(0u)}});
  const Property property{"n", Never{std::move(builder).build(root)}};
  const auto with = [&](bool second_claims) {
    CaseSplit cases{.sets = {}, .tree = {CaseSplit::kSplit, 0, 1}};
    for (std::uint32_t component : {0U, 2U}) {
      ClosedSet set{StateTable(network, {ComponentId(component)})};
      set.states.add(std::vector<LocalState>{LocalState(0u)});
      set.self_contained = component == 0 || second_claims;
      cases.sets.push_back(std::make_shared<const ClosedSet>(std::move(set)));
    }
    return report_of(network, property, Holds{Evidence(std::make_shared<const CaseSplit>(std::move(cases)))});
  };
  const CheckReport report = with(true);
  EXPECT_EQ(report.evidence.kind, EvidenceKind::kCaseSplit);
  EXPECT_EQ(report.evidence.length, 2u);
  ASSERT_TRUE(report.support);
  EXPECT_EQ(report.support->components, (std::vector<std::string>{"a", "c"}));
  EXPECT_TRUE(report.support->any_number);
  EXPECT_FALSE(with(false).support->any_number);
}

TEST(MakeCheckReport, ProofFromInvariants) {
  const Network network = sample({"a: A -x-> A", "b: B -y-> B", "c: C -z-> C"}, {"x = a.x", "y = b.y", "z = c.z"});
  PredicateBuilder builder;
  const auto root = builder.atom({ComponentId(0), {LocalState(0u)}});
  const Property property{"n", Never{std::move(builder).build(root)}};
  InvariantProof proof;
  proof.facts.emplace_back(Trap{.rows = {{ComponentId(2), {LocalState(0u)}}}});
  proof.steps.resize(3);
  const Evidence evidence = std::make_shared<const InvariantProof>(std::move(proof));
  const CheckReport report = report_of(network, property, Holds{evidence});
  EXPECT_EQ(report.evidence.kind, EvidenceKind::kInvariants);
  EXPECT_EQ(report.evidence.facts, 1u);
  EXPECT_EQ(report.evidence.steps, 3u);
  ASSERT_TRUE(report.support);
  EXPECT_EQ(report.support->components, (std::vector<std::string>{"a", "c"}));
  EXPECT_FALSE(report.support->any_number);
  EXPECT_EQ(report_of(network, {"d", Deadlock{}}, Holds{evidence}).support->count, 3u);
}

TEST(MakeCheckReport, ClosedSet) {
  const Network network = sample({"a: A -x-> A", "b: B -y-> B"}, {"x = a.x", "y = b.y"});
  PredicateBuilder builder;
  const auto root = builder.atom({ComponentId(0), {LocalState(0u)}});
  const Property property{"n", Never{std::move(builder).build(root)}};
  const CheckReport report = report_of(network, property, closed_set(network, {ComponentId(0)}));
  EXPECT_EQ(report.verdict, Verdict::kHolds);
  EXPECT_EQ(report.evidence.kind, EvidenceKind::kClosedSet);
  EXPECT_EQ(report.evidence.length, 1u);
  EXPECT_TRUE(report.evidence.checked);
  ASSERT_TRUE(report.support);
  EXPECT_EQ(report.support->count, 1u);
  EXPECT_EQ(report.support->of, 2u);
  EXPECT_FALSE(report.trace);
}

TEST(MakeCheckReport, NotCertifiedIsNeverChecked) {
  const Network network = sample({"a: A -x-> A"}, {"x = a.x"});
  const CheckReport report = report_of(network, {"d", Deadlock{}}, Holds{NotCertified{"too large"}});
  EXPECT_FALSE(report.evidence.checked);
  EXPECT_EQ(report.evidence.why_none, "too large");
  EXPECT_FALSE(report.support);
}

TEST(MakeCheckReport, UnknownHasItsReason) {
  const Network network = sample({"a: A -x-> A"}, {"x = a.x"});
  const CheckReport report = report_of(network, {"d", Deadlock{}}, Unknown{"out of time"});
  EXPECT_EQ(report.verdict, Verdict::kUnknown);
  EXPECT_EQ(report.reason, "out of time");
  EXPECT_EQ(as_expected(report), std::nullopt);
}

TEST(MakeCheckReport, LimitCostsOnlyTheExplanation) {
  const StopToken stop = StopRequest::kInterrupted;
  Limits::Settings settings;
  settings.stop = &stop;
  const Network network = sample_philosophers(400);
  const Property property{"d", Deadlock{}};
  const Outcome outcome = Violated{sample_philosophers_deadlock(network)};
  const CheckReport report = make_check_report({.network = network, .property = property, .outcome = outcome}, Limits(settings));
  EXPECT_EQ(report.verdict, Verdict::kViolated);
  ASSERT_EQ(report.explanation.size(), 1u);
  EXPECT_TRUE(report.explanation[0].starts_with("not explained: "));
}

CheckReport with(Verdict verdict, Verdict wanted) {
  CheckReport check;
  check.verdict = verdict;
  check.wanted = wanted;
  return check;
}

ExitCode code(std::vector<CheckReport> checks) {
  RunReport run;
  run.checks = std::move(checks);
  return exit_code_of(run);
}

TEST(ExitCodeOf, FollowsTheInterface) {
  const CheckReport good = with(Verdict::kViolated, Verdict::kViolated);
  const CheckReport bad = with(Verdict::kViolated, Verdict::kHolds);
  const CheckReport unknown = with(Verdict::kUnknown, Verdict::kHolds);
  EXPECT_EQ(code({}), ExitCode::kAsExpected);
  EXPECT_EQ(code({good}), ExitCode::kAsExpected);
  EXPECT_EQ(code({good, unknown}), ExitCode::kUnknown);
  EXPECT_EQ(code({unknown, bad}), ExitCode::kUnexpected);
  EXPECT_EQ(code({with(Verdict::kUnknown, Verdict::kUnknown)}), ExitCode::kAsExpected);
  EXPECT_EQ(code({with(Verdict::kHolds, Verdict::kUnknown)}), ExitCode::kUnexpected);
  RunReport stopped;
  stopped.reason = "out of time, while reading";
  EXPECT_EQ(exit_code_of(stopped), ExitCode::kUnknown);
}

TEST(MakeExploreReport, HoldsOnlyIfComplete) {
  EXPECT_EQ(make_explore_report({.target = "SYS", .engine = "explicit"}).verdict, Verdict::kHolds);
  EXPECT_EQ(make_explore_report({.target = "SYS", .engine = "explicit", .reason = "out of memory"}).verdict, Verdict::kUnknown);
}

}   // namespace

}   // namespace parley
