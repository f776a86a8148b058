#include <gtest/gtest.h>

#include "evidence/read.h"
#include "evidence/write.h"
#include "property/parse.h"
#include "property/print.h"
#include "support/evidence_text.h"

namespace parley {
namespace {

const std::string kHash(64, 'a');

Origin origin() {
  return {.files = {{"dir/a \"b\".fsp", kHash}, {"other.fsp", std::string(64, '0')}},
          .definitions = {{"M", "-1"}, {"N", "5"}},
          .target = "SYS",
          .observer = "WATCH",
          .ltsa_compat = true};
}

LocalState state(std::size_t index) { return LocalState(index); }
ComponentId component(std::size_t index) { return ComponentId(index); }

std::string written(const Network& network, const Property& property, Verdict verdict, const Evidence& evidence,
                    const Origin& from = origin()) {
  return testing::written(from, network, property, verdict, evidence);
}

Property never(const Network& network, const std::string& text) {
  return {"never-1", Never{*parse_predicate(SourceText("text", text), network)}};
}

Trace small_trace(const Network& network) {
  Trace trace;
  trace.add(*network.find_label("tau"), std::vector{Move{component(1), state(1)}});
  trace.add(*network.find_label("turn.both"), std::vector{Move{component(0), state(1)}, Move{component(1), state(2)}});
  return trace;
}

// The file read and written again, or its diagnostics.
std::string rewritten(const std::string& text, const Network& network) {
  const Result<std::string> again = testing::rewritten(text, network);
  return again ? *again : to_text(again.diagnostics());
}

TEST(Evidence, ATraceHasThisText) {
  const Network network = testing::odd_names();
  const std::string text =
      written(network, never(network, "\"b c\"@#2 || a@Off"), Verdict::kViolated, Evidence(small_trace(network)));
  EXPECT_EQ(text,
            "parley-evidence 1\n"
            "file \"dir/a \\\"b\\\".fsp\" sha256 " +
                kHash +
                "\n"
                "file \"other.fsp\" sha256 " +
                std::string(64, '0') +
                "\n"
                "define M=\"-1\"\n"
                "define N=5\n"
                "target SYS\n"
                "observer WATCH\n"
                "option ltsa-compat on\n"
                "network components 2 states 6 rules 2\n"
                "check \"never-1\"\n"
                "property never\n"
                "predicate \"b c\"@2 || a@{#0,2}\n"
                "verdict violated\n"
                "evidence trace length 2\n"
                "step 1 tau \"b c\":#0>\"On \\\"1\\\"\"\n"
                "step 2 turn.both a:#0>\"On \\\"1\\\"\" \"b c\":\"On \\\"1\\\"\">2\n"
                "end\n");
  EXPECT_EQ(rewritten(text, network), text);
}

TEST(Evidence, AClosedSetHasThisText) {
  const Network network = testing::odd_names();
  ClosedSet closed{StateTable(network, {component(1), component(0)})};
  closed.states.add(std::vector{state(2), state(0)});
  closed.states.add(std::vector{state(0), state(0)});
  closed.states.add(std::vector{state(2), state(1)});
  const Origin plain{.files = {{"m.aut", kHash}}};
  const std::string text = written(network, {"mine", Safety{{component(1), component(0)}}}, Verdict::kHolds,
                                   Evidence(std::make_shared<const ClosedSet>(closed)), plain);
  EXPECT_EQ(text,
            "parley-evidence 1\n"
            "file \"m.aut\" sha256 " +
                kHash +
                "\n"
                "network components 2 states 6 rules 2\n"
                "check mine\n"
                "property property\n"
                "automaton \"b c\"\n"
                "automaton a\n"
                "verdict holds\n"
                "evidence closed-set components 2 states 3\n"
                "component \"b c\" #0 2\n"
                "component a #0 \"On \\\"1\\\"\"\n"
                "rows text\n"
                "0 0\n"
                "1 0\n"
                "1 1\n"
                "end\n");
  EXPECT_EQ(rewritten(text, network), text);
}

TEST(Evidence, ASelfContainedTraceHasThisText) {
  const Network network = testing::odd_names();
  Trace trace = small_trace(network);
  trace.claim_self_contained();
  const std::string text = written(network, never(network, "a@2"), Verdict::kViolated, Evidence(trace));
  EXPECT_NE(text.find("\nevidence trace length 2 self-contained\nstep 1 tau"), std::string::npos) << text;
  EXPECT_EQ(rewritten(text, network), text);
}

ClosedSet set_with_invariants(const Network& network) {
  ClosedSet closed{StateTable(network, {component(1)})};
  closed.states.add(std::vector{state(0)});
  closed.invariants.push_back({.rows = {{component(0), {0, -1, 4611686018427387903}}, {component(1), {7, 0, -2}}}, .bound = -3});
  closed.invariants.push_back({.rows = {}, .bound = 0});
  return closed;
}

TEST(Evidence, InvariantsHaveThisText) {
  const Network network = testing::odd_names();
  ClosedSet closed = set_with_invariants(network);
  closed.self_contained = true;
  const std::string text =
      written(network, never(network, "a@2"), Verdict::kHolds, Evidence(std::make_shared<const ClosedSet>(closed)));
  EXPECT_TRUE(
      text.ends_with("evidence closed-set components 1 states 1 invariants 2 self-contained\n"
                     "component \"b c\" #0\n"
                     "invariant at-most -3 rows 2\n"
                     "weigh a 0 -1 4611686018427387903\n"
                     "weigh \"b c\" 7 0 -2\n"
                     "invariant at-most 0 rows 0\n"
                     "rows text\n"
                     "0\n"
                     "end\n"))
      << text;
  EXPECT_EQ(rewritten(text, network), text);
}

CaseSplit small_split(const Network& network, std::size_t nodes) {
  CaseSplit cases;
  ClosedSet plain{StateTable(network, {component(0)})};
  plain.states.add(std::vector{state(1)});
  plain.self_contained = true;
  cases.sets = {std::make_shared<const ClosedSet>(set_with_invariants(network)), std::make_shared<const ClosedSet>(plain)};
  for (std::size_t i = 0; i < nodes; ++i)
    cases.tree.push_back(i % 4 == 0 ? CaseSplit::kSplit : i % 4 == 1 ? CaseSplit::kAbsurd : static_cast<std::uint32_t>(i % 2));
  return cases;
}

TEST(Evidence, CasesHaveThisText) {
  const Network network = testing::odd_names();
  const auto text_of = [&](std::size_t nodes) {
    return written(network, never(network, "a@2"), Verdict::kHolds,
                   Evidence(std::make_shared<const CaseSplit>(small_split(network, nodes))));
  };
  EXPECT_TRUE(
      text_of(6).ends_with("evidence case-split sets 2 tree 6\n"
                           "set components 1 states 1 invariants 2\n"
                           "component \"b c\" #0\n"
                           "invariant at-most -3 rows 2\n"
                           "weigh a 0 -1 4611686018427387903\n"
                           "weigh \"b c\" 7 0 -2\n"
                           "invariant at-most 0 rows 0\n"
                           "rows text\n"
                           "0\n"
                           "set components 1 states 1 self-contained\n"
                           "component a \"On \\\"1\\\"\"\n"
                           "rows text\n"
                           "0\n"
                           "tree\n"
                           "* - 0 1 * -\n"
                           "end\n"))
      << text_of(6);
  const std::string twenty = "\n* - 0 1 * - 0 1 * - 0 1 * - 0 1 * - 0 1\n";
  EXPECT_TRUE(text_of(20).ends_with("\ntree" + twenty + "end\n")) << text_of(20);
  EXPECT_TRUE(text_of(21).ends_with("\ntree" + twenty + "*\nend\n")) << text_of(21);
  for (std::size_t nodes : {1, 6, 19, 20, 21, 40, 41}) EXPECT_EQ(rewritten(text_of(nodes), network), text_of(nodes));
}

TEST(Evidence, EmptySupportIsOneEmptyLine) {
  const Network network = testing::odd_names();
  ClosedSet closed{StateTable(network, {})};
  closed.states.add({});
  const std::string text =
      written(network, never(network, "false"), Verdict::kHolds, Evidence(std::make_shared<const ClosedSet>(closed)));
  EXPECT_TRUE(text.ends_with("evidence closed-set components 0 states 1\nrows text\n\nend\n")) << text;
  EXPECT_EQ(rewritten(text, network), text);
}

TEST(Evidence, EveryKindOfPropertyReadsBack) {
  const Network network = testing::odd_names();
  for (const Property& property : {Property{"", Deadlock{}}, Property{"x y", LocalDeadlock{}},
                                   Property{"r", Reach{*parse_predicate(SourceText("t", "a@2"), network)}}}) {
    const std::string text = written(network, property, Verdict::kHolds, Evidence(Trace()));
    EXPECT_EQ(rewritten(text, network), text);
  }
}

TEST(Evidence, NothingToWriteIsABug) {
  const Network network = testing::odd_names();
  EXPECT_THROW(written(network, {"", Deadlock{}}, Verdict::kHolds, Evidence(NotCertified{"why"})), std::logic_error);
}

TEST(Evidence, SupportIsWhatTheVerdictDependsOn) {
  const Network network = testing::odd_names();
  const auto names = [&](const Property& property, const Evidence& evidence) {
    std::string all;
    for (ComponentId c : support(network, property, evidence)) all += std::string(network.name(c)) + ";";
    return all;
  };
  Trace trace;
  trace.add(*network.find_label("tau"), std::vector{Move{component(1), state(1)}});
  EXPECT_EQ(names(never(network, "true"), Evidence(trace)), "b c;");
  EXPECT_EQ(names(never(network, "a@2"), Evidence(trace)), "a;b c;");
  EXPECT_EQ(names({"", Deadlock{}}, Evidence(trace)), "a;b c;");
  EXPECT_EQ(names(never(network, "a@2 && false"),
                  Evidence(std::make_shared<const ClosedSet>(ClosedSet{StateTable(network, {component(1)})}))),
            "b c;");
  EXPECT_EQ(names(never(network, "true"), Evidence(NotCertified{})), "a;b c;");
}

TEST(Evidence, AReducedSetHasThisText) {
  const Network network = testing::odd_names();
  ReducedSet reduced{.states = StateTable(network, {component(0), component(1)}), .supports = {3, 0, 2}, .ranks = {}};
  reduced.states.add(std::vector{state(1), state(2)});
  reduced.states.add(std::vector{state(1), state(0)});
  reduced.states.add(std::vector{state(0), state(2)});
  const auto text = [&] {
    return written(network, {"d", Deadlock{}}, Verdict::kHolds, Evidence(std::make_shared<const ReducedSet>(reduced)),
                   {.files = {{"m.aut", kHash}}});
  };
  EXPECT_EQ(text(),
            "parley-evidence 1\n"
            "file \"m.aut\" sha256 " +
                kHash +
                "\n"
                "network components 2 states 6 rules 2\n"
                "check d\n"
                "property deadlock\n"
                "verdict holds\n"
                "evidence reduced-set components 2 states 3\n"
                "component a #0 \"On \\\"1\\\"\"\n"
                "component \"b c\" #0 2\n"
                "rows text\n"
                "0 1 : 1\n"
                "1 0 :\n"
                "1 1 : 0 1\n"
                "end\n");
  EXPECT_EQ(rewritten(text(), network), text());
  reduced.ranks = {7, 0, 4'294'967'295};
  EXPECT_TRUE(
      text().ends_with("states 3 ranked\ncomponent a #0 \"On \\\"1\\\"\"\ncomponent \"b c\" #0 2\nrows text\n"
                       "0 1 : 1 : 4294967295\n1 0 : : 0\n1 1 : 0 1 : 7\nend\n"))
      << text();
  EXPECT_EQ(rewritten(text(), network), text());
  reduced.supports.pop_back();
  EXPECT_THROW(text(), std::logic_error);
}

TEST(Evidence, ALeapSetHasThisText) {
  const Network network = testing::odd_names();
  LeapSet leaps{.nodes = {.states = StateTable(network, {component(0), component(1)}), .supports = {}, .ranks = {}},
                .is_reduced = false};
  leaps.nodes.states.add(std::vector{state(1), state(2)});
  leaps.nodes.states.add(std::vector{state(0), state(2)});
  const auto text = [&] {
    return written(network, {"d", Deadlock{}}, Verdict::kHolds, Evidence(std::make_shared<const LeapSet>(leaps)),
                   {.files = {{"m.aut", kHash}}});
  };
  EXPECT_TRUE(
      text().ends_with("evidence leap-set components 2 states 2\ncomponent a #0 \"On \\\"1\\\"\"\ncomponent \"b c\" 2\nrows "
                       "text\n0 0\n1 0\nend\n"))
      << text();
  EXPECT_EQ(rewritten(text(), network), text());
  leaps.nodes.supports = {3, 0};
  EXPECT_THROW(text(), std::logic_error);   // ranks have no meaning there
  leaps.is_reduced = true;
  EXPECT_TRUE(text().ends_with(
      "states 2 reduced\ncomponent a #0 \"On \\\"1\\\"\"\ncomponent \"b c\" 2\nrows text\n0 0 :\n1 0 : 0 1\nend\n"))
      << text();
  EXPECT_EQ(rewritten(text(), network), text());
  leaps.nodes.ranks = {7, 0};
  EXPECT_TRUE(
      text().ends_with("states 2 reduced ranked\ncomponent a #0 \"On \\\"1\\\"\"\ncomponent \"b c\" 2\nrows text\n0 0 : : 0\n1 0 "
                       ": 0 1 : 7\nend\n"))
      << text();
  EXPECT_EQ(rewritten(text(), network), text());
  leaps.steppers = {component(1)};
  EXPECT_TRUE(
      text().ends_with("states 2 reduced ranked steppers 1\ncomponent a #0 \"On \\\"1\\\"\"\ncomponent \"b c\" 2\nstepper \"b "
                       "c\"\nrows text\n0 0 : : 0\n1 0 : 0 1 : 7\nend\n"))
      << text();
  EXPECT_EQ(rewritten(text(), network), text());
  leaps.nodes.supports.pop_back();
  EXPECT_THROW(text(), std::logic_error);
  leaps.nodes.supports = {3, 0};
  leaps.is_reduced = false;
  EXPECT_THROW(text(), std::logic_error);
  leaps.nodes.supports.clear();
  leaps.nodes.ranks.clear();
  leaps.steppers = {component(0), component(1)};
  EXPECT_TRUE(
      text().ends_with("states 2 steppers 2\ncomponent a #0 \"On \\\"1\\\"\"\ncomponent \"b c\" 2\nstepper a\nstepper \"b "
                       "c\"\nrows text\n0 0\n1 0\nend\n"))
      << text();
  EXPECT_EQ(rewritten(text(), network), text());
}

}   // namespace
}   // namespace parley
