#include <random>
#include <sstream>

#include <gtest/gtest.h>

#include "evidence/read.h"
#include "evidence/write.h"
#include "property/parse.h"
#include "property/print.h"

namespace parley {
namespace {

const std::string kHash(64, 'a');

// Two switches with odd names that a hand turns on, and one component that says everything about quoting.
Network switches() {
  LtsBuilder lts;
  const LocalState off = lts.add_state("Off");
  const LocalState on = lts.add_state("On \"1\"");
  const LocalState both = lts.add_state();
  lts.add_alias(off, "Off");
  lts.add_alias(both, "Off");
  const LocalLabel turn = lts.add_label("turn");
  lts.add_edge(off, turn, on);
  lts.add_edge(on, turn, both);
  NetworkBuilder builder;
  const TemplateId id = builder.add_template(std::move(lts).build());
  const ComponentId a = builder.add_component("a", id);
  const ComponentId b = builder.add_component("b c", id);
  builder.add_rule(builder.intern_label("turn.both"), std::vector{Participant{a, turn}, Participant{b, turn}});
  builder.add_rule(builder.intern_label("tau"), std::vector{Participant{b, turn}});
  return std::move(builder).build();
}

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
  std::ostringstream out;
  write_evidence(out, make_header(from, network, property, verdict, evidence), network, evidence, Limits());
  return out.str();
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

// Reads a whole file back and writes it again.
std::string rewritten(const std::string& text, const Network& network) {
  const SourceText source("evidence", text);
  const Result<EvidenceHeader> header = read_evidence_header(source);
  if (!header) return to_text(header.diagnostics());
  const Result<Property> property = read_property(source, *header, network);
  if (!property) return to_text(property.diagnostics());
  const Result<Evidence> evidence = read_evidence_body(source, *header, network, Limits());
  if (!evidence) return to_text(evidence.diagnostics());
  return written(network, *property, header->verdict, *evidence, header->origin);
}

TEST(Evidence, TraceAsText) {
  const Network network = switches();
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
  const Network network = switches();
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
  const Network network = switches();
  ClosedSet closed{StateTable(network, {})};
  closed.states.add({});
  const std::string text = written(network, never(network, "false"), Verdict::kHolds, Evidence(std::make_shared<const ClosedSet>(closed)));
  EXPECT_TRUE(text.ends_with("evidence closed-set components 0 states 1\nrows text\n\nend\n")) << text;
  EXPECT_EQ(rewritten(text, network), text);
}

TEST(Evidence, EveryKindOfPropertyReadsBack) {
  const Network network = switches();
  for (const Property& property : {Property{"", Deadlock{}}, Property{"x y", LocalDeadlock{}}, Property{"r", Reach{*parse_predicate(SourceText("t", "a@2"), network)}}}) {
    const std::string text = written(network, property, Verdict::kHolds, Evidence(Trace()));
    EXPECT_EQ(rewritten(text, network), text);
  }
}

TEST(Evidence, NothingToWriteIsABug) {
  const Network network = switches();
  EXPECT_THROW(written(network, {"", Deadlock{}}, Verdict::kHolds, Evidence(NotCertified{"why"})), std::logic_error);
}

TEST(Evidence, Support) {
  const Network network = switches();
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
