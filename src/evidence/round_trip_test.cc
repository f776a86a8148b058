#include <random>

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

// The file written again, or what is wrong with it.
std::string rewritten(const std::string& text, const Network& network) {
  const Result<std::string> again = testing::rewritten(text, network);
  return again ? *again : to_text(again.diagnostics());
}

TEST(Evidence, TraceAsText) {
  const Network network = testing::odd_names();
  const std::string text = written(network, never(network, "\"b c\"@#2 || a@Off"), Verdict::kViolated, Evidence(small_trace(network)));
  EXPECT_EQ(text,
            "parley-evidence 1\n"
            "file \"dir/a \\\"b\\\".fsp\" sha256 " + kHash + "\n"
            "file \"other.fsp\" sha256 " + std::string(64, '0') + "\n"
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

TEST(Evidence, ClosedSetAsText) {
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
            "file \"m.aut\" sha256 " + kHash + "\n"
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
            "1 0\n"
            "0 0\n"
            "1 1\n"
            "end\n");
  EXPECT_EQ(rewritten(text, network), text);
}

TEST(Evidence, EmptySupportIsOneEmptyLine) {
  const Network network = testing::odd_names();
  ClosedSet closed{StateTable(network, {})};
  closed.states.add({});
  const std::string text = written(network, never(network, "false"), Verdict::kHolds, Evidence(std::make_shared<const ClosedSet>(closed)));
  EXPECT_TRUE(text.ends_with("evidence closed-set components 0 states 1\nrows text\n\nend\n")) << text;
  EXPECT_EQ(rewritten(text, network), text);
}

TEST(Evidence, EveryKindOfPropertyReadsBack) {
  const Network network = testing::odd_names();
  for (const Property& property : {Property{"", Deadlock{}}, Property{"x y", LocalDeadlock{}}, Property{"r", Reach{*parse_predicate(SourceText("t", "a@2"), network)}}}) {
    const std::string text = written(network, property, Verdict::kHolds, Evidence(Trace()));
    EXPECT_EQ(rewritten(text, network), text);
  }
}

TEST(Evidence, NothingToWriteIsABug) {
  const Network network = testing::odd_names();
  EXPECT_THROW(written(network, {"", Deadlock{}}, Verdict::kHolds, Evidence(NotCertified{"why"})), std::logic_error);
}

TEST(Evidence, Support) {
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
  EXPECT_EQ(names(never(network, "a@2 && false"), Evidence(std::make_shared<const ClosedSet>(ClosedSet{StateTable(network, {component(1)})}))), "b c;");
  EXPECT_EQ(names(never(network, "true"), Evidence(NotCertified{})), "a;b c;");
}

TEST(Evidence, RandomClosedSetsReadBack) {
  std::mt19937 random(7);
  NetworkBuilder builder;
  for (std::size_t i = 0; i < 40; ++i) {
    LtsBuilder lts;
    lts.add_states(1 + random() % 300);
    const TemplateId id = builder.add_template(std::move(lts).build());
    builder.add_component("c." + std::to_string(i), id);
  }
  const Network network = std::move(builder).build();
  for (std::size_t round = 0; round < 20; ++round) {
    std::vector<ComponentId> components;
    for (ComponentId c : network.components())
      if (random() % 2 == 0) components.push_back(c);
    std::shuffle(components.begin(), components.end(), random);
    ClosedSet closed{StateTable(network, components)};
    std::vector<std::vector<LocalState>> rows;
    std::vector<LocalState> row(components.size());
    for (std::size_t i = 0; i < 50; ++i) {
      for (std::size_t c = 0; c < row.size(); ++c) row[c] = LocalState(random() % network.lts(components[c]).num_states());
      rows.push_back(row);
      closed.states.add(row);
    }
    const std::string text = written(network, {"", Deadlock{}}, Verdict::kHolds, Evidence(std::make_shared<const ClosedSet>(closed)));
    const SourceText source("evidence", text);
    const Result<Evidence> evidence = read_evidence_body(source, *read_evidence_header(source), network, Limits());
    ASSERT_TRUE(evidence) << to_text(evidence.diagnostics());
    const StateTable& table = std::get<std::shared_ptr<const ClosedSet>>(*evidence)->states;
    ASSERT_EQ(std::vector(table.components().begin(), table.components().end()), components);
    ASSERT_EQ(table.size(), rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      table.read(i, row);
      ASSERT_EQ(row, rows[i]);
    }
  }
}

}  // namespace
}  // namespace parley
