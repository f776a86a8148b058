#include "report/text.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "support/sample_report.h"

namespace parley {

namespace {

using testing::sample;
using testing::sample_philosophers;
using testing::sample_philosophers_deadlock;
using testing::sample_run;
using testing::sample_trace;

// One check of 'network' that is violated by 'trace'.
std::string printed(const Network& network, const Trace& trace, const TextSettings& settings,
                    std::optional<std::string> file = std::nullopt) {
  const Property property{"d", Deadlock{}};
  const Outcome outcome = Violated{trace};
  CheckFacts facts{.network = network, .property = property, .outcome = outcome};
  facts.engine = "explicit";
  facts.evidence_file = std::move(file);
  return "\n" + to_text(make_check_report(facts, Limits()), settings);
}

std::size_t count_lines(const std::string& text) { return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')); }

TEST(Text, AShortTraceIsATableInAscii) {
  EXPECT_EQ("\n" + to_text(sample_run(), {}), R"(
deadlock-1: violated, as expected  [explicit, 0.012 s, 1,297 states; depends on all 4 components]

  step  action            phil.0       phil.1       fork.0  fork.1
  ----  ----------------  -----------  -----------  ------  ------
        (start)           THINK        THINK        FREE    FREE
     1  phil.0.sit        HUNGRY       .            .       .
     2  phil.0.left.take  HUNGRY/left  .            TAKEN   .
     3  phil.1.sit        .            HUNGRY       .       .
     4  phil.1.left.take  .            HUNGRY/left  .       TAKEN
        (end)             HUNGRY/left  HUNGRY/left  TAKEN   TAKEN

  deadlock: everyone waits for someone else, in a circle
    phil.0 (HUNGRY/left) waits for fork.1 to do phil.0.right.take
    fork.1 (TAKEN) waits for phil.1 to do phil.1.left.put
    phil.1 (HUNGRY/left) waits for fork.0 to do phil.1.right.take
    fork.0 (TAKEN) waits for phil.0 to do phil.0.left.put
    ... and so back to phil.0

)");
}

TEST(Text, InvariantsAreToldInWords) {
  const Network network = sample_philosophers(10);
  const Property property{"d", Deadlock{}};
  InvariantProof proof;
  for (std::size_t i = 0; i < 8; ++i) {
    RegionSum sum;
    for (std::size_t k = 0; k <= i; ++k) sum.rows.push_back({ComponentId(k), {0, 0, 0, 1, 0}, {}});
    sum.bound = 1;
    proof.facts.emplace_back(sum);
  }
  const Outcome outcome = Holds{std::make_shared<const InvariantProof>(proof)};
  CheckFacts facts{.network = network, .property = property, .outcome = outcome};
  facts.engine = "synchro";
  const CheckReport report = make_check_report(facts, Limits());
  EXPECT_EQ(report.explanation.size(), 8u);
  const std::string text = to_text(report, {});
  EXPECT_NE(text.find("\n\n  because in every reachable state\n    "), std::string::npos) << text;
  EXPECT_NE(text.find("\n    at most one of these 3 components is in EAT: phil.0 ... phil.2\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\n    and 2 more (--verbose shows them)\n"), std::string::npos) << text;
  EXPECT_NE(to_text(report, {.volume = TextVolume::kVerbose}).find("at most one of these 8 components"), std::string::npos);
  EXPECT_EQ(count_lines(to_text(report, {.volume = TextVolume::kQuiet})), 1u);
}

std::string candidate_printed(std::size_t philosophers, const TextSettings& settings) {
  const Network network = sample_philosophers(philosophers);
  std::vector<LocalState> state;
  for (ComponentId component : network.components())
    state.push_back(network.lts(component).states_named(component.index() < philosophers ? "HUNGRY/left" : "TAKEN").at(0));
  const Property property{"d", Deadlock{}};
  const Outcome outcome = Unknown{"not confirmed", state, {"pairs", "sums"}};
  CheckFacts facts{.network = network, .property = property, .outcome = outcome};
  facts.engine = "synchro";
  return "\n" + to_text(make_check_report(facts, Limits()), settings);
}

TEST(Text, ACandidateIsShownAndExplained) {
  EXPECT_EQ(candidate_printed(2, {}), R"(
d: unknown (not confirmed)  [synchro, 0.000 s]

  not excluded by pairs, sums, and not shown to be reachable:
    phil.0  HUNGRY/left
    phil.1  HUNGRY/left
    fork.0  TAKEN
    fork.1  TAKEN
  deadlock: everyone waits for someone else, in a circle
    phil.0 (HUNGRY/left) waits for fork.1 to do phil.0.right.take
    fork.1 (TAKEN) waits for phil.1 to do phil.1.left.put
    phil.1 (HUNGRY/left) waits for fork.0 to do phil.1.right.take
    fork.0 (TAKEN) waits for phil.0 to do phil.0.left.put
    ... and so back to phil.0

)");
  EXPECT_NE(candidate_printed(20, {}).find("\n    HUNGRY/left: phil.0 ... phil.19\n    TAKEN: fork.0 ... fork.19\n"),
            std::string::npos);
  EXPECT_NE(candidate_printed(20, {.volume = TextVolume::kVerbose}).find("\n    fork.19  TAKEN\n"), std::string::npos);
  EXPECT_EQ(count_lines(candidate_printed(20, {.volume = TextVolume::kQuiet})), 2u);
}

TEST(Text, QuietIsOneLinePerCheck) {
  RunReport run = sample_run();
  CheckReport second = run.checks.front();
  second.name = "d";
  second.wanted = Verdict::kHolds;
  run.checks.push_back(second);
  EXPECT_EQ(to_text(run, {.volume = TextVolume::kQuiet}),
            "deadlock-1: violated, as expected  [explicit, 0.012 s, 1,297 states; depends on all 4 components]\n"
            "d: violated, UNEXPECTED            [explicit, 0.012 s, 1,297 states; depends on all 4 components]\n");
}

TEST(Text, SeveralTargetsAreNamed) {
  RunReport run = sample_run();
  run.checks.push_back(run.checks.front());
  run.checks.back().target = "OTHER";
  const std::string text = to_text(run, {.volume = TextVolume::kQuiet});
  EXPECT_NE(text.find("deadlock-1 on DINERS: violated"), std::string::npos) << text;
  EXPECT_NE(text.find("deadlock-1 on OTHER: violated"), std::string::npos) << text;
}

TEST(Text, VerboseTellsEverything) {
  const std::string text = "\n" + to_text(sample_run(), {.volume = TextVolume::kVerbose});
  EXPECT_EQ(text.substr(0, text.find("\n  step")), R"(
parley 1.2.3 (abcdef)
    file             models/philosophers.fsp  sha256 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
    -D               N=2
    -D               MODE=left
    target           DINERS: 4 components, 14 local states, 10 rules

deadlock-1: violated, as expected  [explicit, 0.012 s, 1,297 states; depends on all 4 components]
    asked            deadlock of DINERS
    time             0.500 s reading, 0.012 s checking, 0.001 s judging
    peak memory      8.6 MiB
    states           1,297  (states explored)
    transitions      4,002  (distinct (state, rule, state))
    evidence         trace of 4 steps, accepted by the judge
    support          phil.0, phil.1, fork.0, fork.1
)");
}

TEST(Text, UnicodeAndColourOnlyWhenAsked) {
  const RunReport run = sample_run();
  const std::string plain = to_text(run, {});
  EXPECT_TRUE(std::all_of(plain.begin(), plain.end(), [](char c) { return c == '\n' || (c >= 0x20 && c < 0x7F); }));
  EXPECT_NE(to_text(run, {.unicode = true}).find("     1  phil.0.sit        HUNGRY       ·            ·       ·\n"),
            std::string::npos);
  EXPECT_NE(to_text(run, {.colour = true}).find("deadlock-1: \x1b[32mviolated, as expected\x1b[0m  ["), std::string::npos);
}

TEST(Text, AVerdictLineTellsReasonAndEffort) {
  CheckReport check;
  check.name = "c";
  check.engine = "lazy";
  check.reason = "out of time after 60 s";
  EXPECT_EQ(to_text(check, {}), "c: unknown (out of time after 60 s)  [lazy, 0.000 s]\n");
  check.wanted = Verdict::kUnknown;
  EXPECT_EQ(to_text(check, {}), "c: unknown (out of time after 60 s), as expected  [lazy, 0.000 s]\n");
  check.statistics.set(Statistic::kStates, 1234);
  EXPECT_EQ(to_text(check, {}), "c: unknown (out of time after 60 s), as expected  [lazy, 0.000 s, 1,234 states]\n");
  check.statistics.set(Statistic::kDepth, 7);
  EXPECT_EQ(to_text(check, {}),
            "c: unknown (out of time after 60 s), as expected  [lazy, 0.000 s, 1,234 states explored, to depth 7]\n");
  check.statistics = {};
  check.reason.reset();
  check.wanted = check.verdict = Verdict::kHolds;
  check.evidence.why_none = "no certificate yet";
  EXPECT_EQ(to_text(check, {}), "c: holds (not certified: no certificate yet), as expected  [lazy, 0.000 s]\n");
  check.evidence.why_none.reset();
  check.support = SupportReport{{}, 5, 50000};
  check.statistics.set(Statistic::kStates, 1);
  EXPECT_EQ(to_text(check, {}), "c: holds, as expected  [lazy, 0.000 s, 1 state; depends on 5 of 50,000 components]\n");
}

TEST(Text, AVerdictForAnyNumberOfComponentsSaysSo) {
  CheckReport check;
  check.name = "c";
  check.engine = "lazy";
  check.verdict = Verdict::kHolds;
  check.evidence.kind = EvidenceKind::kCaseSplit;
  check.evidence.length = 12;
  check.support = SupportReport{{}, 5, 50000, true};
  EXPECT_EQ(to_text(check, {}),
            "c: holds, as expected  [lazy, 0.000 s; depends on 5 of 50,000 components; the same for any number of further "
            "components that share none of its labels]\n");
  TextSettings verbose;
  verbose.volume = TextVolume::kVerbose;
  EXPECT_NE(
      to_text(check, verbose)
          .find("    any number       the verdict holds for any number of further components that share none of its labels\n"),
      std::string::npos);
  EXPECT_NE(to_text(check, verbose).find("    evidence         case split, sets of 12 states together, not judged\n"),
            std::string::npos);
  check.support = SupportReport{{}, 50000, 50000, true};   // there are no further components in this network
  EXPECT_EQ(to_text(check, {}), "c: holds, as expected  [lazy, 0.000 s; depends on all 50,000 components]\n");
}

TEST(Text, ProofsFromInvariantsAreCounted) {
  CheckReport check;
  check.name = "c";
  check.verdict = Verdict::kHolds;
  check.evidence.kind = EvidenceKind::kInvariants;
  check.evidence.facts = 12;
  check.evidence.steps = 1;
  check.evidence.length = 1;
  TextSettings verbose;
  verbose.volume = TextVolume::kVerbose;
  EXPECT_NE(to_text(check, verbose).find("    evidence         12 invariants, 1 step, not judged\n"), std::string::npos);
}

TEST(Text, AStoppedReadingIsAnUnknown) {
  RunReport run;
  run.reason = "out of time, while reading";
  EXPECT_EQ(to_text(run, {}), "nothing was checked: unknown (out of time, while reading)\n");
}

TEST(Text, ExploreListsItsCounts) {
  ExploreFacts facts;
  facts.target = "DINERS";
  facts.engine = "explicit";
  facts.time_s = 2;
  facts.peak_rss_bytes = 3 << 20;
  facts.statistics.set(Statistic::kStates, 1297);
  facts.statistics.set(Statistic::kTransitions, 4002);
  facts.statistics.set(Statistic::kDeadlocks, 1);
  facts.statistics.set(Statistic::kLocalDeadlocks, 2);
  facts.statistics.set(Statistic::kDepth, 17);
  facts.statistics.set(Statistic::kBytesPerState, 45.25);
  facts.statistics.set(Statistic::kStatesPerSecond, 648.5);
  EXPECT_EQ("\n" + to_text(make_explore_report(facts), {}), R"(
explore: explored completely  [explicit, 2.0 s, 1,297 states]
    states           1,297
    transitions      4,002
    deadlocks        1
    local deadlocks  2
    depth            17
    memory           3.0 MiB at most, 45.2 bytes per state
    speed            648 states per second
)");
  facts.reason = "out of memory";
  EXPECT_TRUE(to_text(make_explore_report(facts), {})
                  .starts_with("explore: unknown (out of memory)  [explicit, 2.0 s, 1,297 states explored, to depth 17]\n"));
}

// The numbers that (Magniette, Pilard and Rozoy) print for their figure 4.
TEST(Text, ACoveringGraphIsComparedWithTheFullProduct) {
  ExploreFacts facts;
  facts.engine = "leap";
  facts.statistics.set(Statistic::kStates, 27);
  facts.statistics.set(Statistic::kTransitions, 26);
  facts.statistics.set(Statistic::kPlaces, 30);
  facts.reason = "out of time, while counting the full product; the covering graph is complete";
  EXPECT_EQ("\n" + to_text(make_explore_report(facts), {}), R"(
explore: unknown (out of time, while counting the full product; the covering graph is complete)  [leap, 0.000 s, 27 states]
    nodes            27
    edges            26
    places           30
    memory           0 B at most
)");
  facts.reason.reset();
  facts.statistics.set(Statistic::kFullStates, 48);
  facts.statistics.set(Statistic::kFullTransitions, 85);
  facts.statistics.set(Statistic::kNodeReduction, 43.75);
  facts.statistics.set(Statistic::kEdgeReduction, 69.411765);
  const std::string text = to_text(make_explore_report(facts), {});
  EXPECT_NE(
      text.find(
          "\n    nodes            27 of 48, a reduction of 43.75 %\n    edges            26 of 85, a reduction of 69.41 %\n"),
      std::string::npos)
      << text;
}

TEST(Text, ATraceWithoutStepsSaysSo) {
  const Network network = sample({"a: STOP, X -x-> X"}, {"x = a.x"});
  EXPECT_EQ(printed(network, Trace(), {}), R"(
d: violated, UNEXPECTED  [explicit, 0.000 s; depends on the only component]

  no step is needed: it is so in the initial state

  deadlock: nothing can happen any more
    a (STOP) has stopped: it offers nothing

)");
}

TEST(Text, WideTraceIsAList) {
  const Network network = sample_philosophers(7);
  const std::string text = printed(network, sample_philosophers_deadlock(network), {});
  EXPECT_EQ(text.substr(0, text.find("     4")), R"(
d: violated, UNEXPECTED  [explicit, 0.000 s; depends on all 14 components]

  14 steps, 14 components take part
     1  phil.0.sit        phil.0: HUNGRY
     2  phil.0.left.take  phil.0: HUNGRY/left, fork.0: TAKEN
     3  phil.1.sit        phil.1: HUNGRY
)");
  EXPECT_EQ(text.find("evidence"), std::string::npos);
}

std::string ticks(std::size_t count) {
  std::string labels;
  for (std::size_t i = 0; i < count; ++i) labels += i % 2 == 0 ? "tick " : "tock ";
  return labels;
}

TEST(Text, LongTraceShowsItsEnds) {
  const Network network = sample({"clock: TICK -tick-> TOCK -tock-> TICK"}, {"tick = clock.tick", "tock = clock.tock"});
  EXPECT_NE(printed(network, sample_trace(network, ticks(200)), {}).find("   200  tock     TICK\n        (end)    TICK\n"),
            std::string::npos);

  const std::string text = printed(network, sample_trace(network, ticks(5001)), {}, "out/d.evidence");
  EXPECT_NE(text.find("  5,001 steps (a shorter trace may exist), 1 component takes part; the first 50 and the last 50 steps:\n  "
                      "   1  tick  clock: TOCK\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("    50  tock  clock: TICK\n   ...  (4,901 steps more)\n  4952  tock  clock: TICK\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("  5001  tick  clock: TOCK\n  all 5,001 steps are in out/d.evidence\n"), std::string::npos) << text;
  EXPECT_LT(count_lines(text), 120u);
  EXPECT_NE(printed(network, sample_trace(network, ticks(201)), {}).find("  --evidence DIR writes all 201 steps to a file\n"),
            std::string::npos);
}

TEST(Text, ATraceThatMayNotBeShortestSaysSo) {
  const Network network = sample({"clock: TICK -tick-> TOCK -tock-> TICK"}, {"tick = clock.tick", "tock = clock.tock"});
  Trace trace = sample_trace(network, "tick tock");
  EXPECT_NE(printed(network, trace, {}).find("\n\n  2 steps (a shorter trace may exist)\n  step  action"), std::string::npos);
  EXPECT_NE(
      printed(network, trace, {.volume = TextVolume::kVerbose}).find("trace of 2 steps (a shorter one may exist), not judged"),
      std::string::npos);
  trace.claim_shortest();
  EXPECT_EQ(printed(network, trace, {.volume = TextVolume::kVerbose}).find("shorter"), std::string::npos);
}

TEST(Text, WideCellsLoseTheirMiddle) {
  const std::string name(60, 'N');
  const Network network = sample({name + ": START -x-> " + std::string(50, 'S') + "1"}, {"x = " + name + ".x"});
  const std::string text = printed(network, sample_trace(network, "x"), {.unicode = true});
  EXPECT_NE(text.find("     1  x        " + std::string(19, 'S') + "…" + std::string(19, 'S') + "1\n"), std::string::npos)
      << text;
}

TEST(Text, StepOfManyIsCut) {
  std::vector<std::string> components;
  std::string rule = "go =";
  for (int i = 0; i < 20; ++i) {
    components.push_back(fmt::format("c{}: A -x-> B", i));
    rule += fmt::format(" c{}.x", i);
  }
  const Network network = sample(components, {rule});
  EXPECT_NE(printed(network, sample_trace(network, "go"), {})
                .find("     1  go  c0: B, c1: B, c2: B, c3: B, c4: B, c5: B and 14 more\n"),
            std::string::npos);
}

}   // namespace

}   // namespace parley
