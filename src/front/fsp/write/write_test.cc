#include "front/fsp/write/write.h"

#include <sstream>

#include <gtest/gtest.h>

#include "front/fsp/syntax/spelling.h"
#include "support/network_text.h"

namespace parley::fsp {
namespace {

using testing::network;

std::string written(const Network& network, std::string_view system = "") {
  std::ostringstream out;
  FspWriter(out, network, system).write_network();
  return out.str();
}

// The lines of the text that begin with 'word'.
std::string lines(const std::string& text, std::string_view word) {
  std::string found;
  std::string line;
  for (std::istringstream in(text); std::getline(in, line);)
    if (line.starts_with(word)) found += line + "\n";
  return found;
}

template <class Append>
std::string spelt(const Append& append, std::string_view name) {
  std::string text;
  append(name, text);
  return text;
}

TEST(WriteFsp, ANetworkIsAutomataInstancesAndVectors) {
  EXPECT_EQ(
      written(network("phil.0: think -take-> eat -put-> think; phil.1: x -a-> END, x -b-> ERROR; go = phil.0.take phil.1.a; "
                      "tau = phil.1.b; go = phil.0.take phil.1.a"),
              "DINERS"),
      R"(// The network of DINERS: 2 components, 3 rules. Written by parley convert.

automaton PHIL =
  state think = (take -> eat),
  state eat = (put -> think).

automaton PHIL2 =
  state x = (a -> END | b -> ERROR),
  state END end,
  state ERROR error.

||DINERS = (
     phil.0:PHIL
  || phil.1:PHIL2
) sync {
  phil.0:take * phil.1:a -> go,
  phil.1:b -> tau,
  phil.0:take * phil.1:a -> go
}.
)");
}

TEST(WriteFsp, ObserversAreProperties) {
  const std::string text = written(network("p: 0 -a-> 0; ?WATCH: 0 -a-> ERROR; a = p.a WATCH.a"));
  EXPECT_EQ(lines(text, "property"), "property automaton WATCH =\n");
  EXPECT_EQ(lines(text, "  || "), "  || WATCH\n");   // the component has the name of its automaton
  EXPECT_EQ(lines(text, "  p:"), "  p:a * WATCH:a -> a\n");
}

// A template with both roles becomes two automata, since the text gives the role with the behaviour.
TEST(WriteFsp, ATemplateOfBothRolesIsWrittenTwice) {
  NetworkBuilder builder;
  const TemplateId id = builder.add_template(testing::lts("0 -a-> 0"));
  const ComponentId p = builder.add_component("p", id);
  builder.add_component("q", id, Role::kObserver);
  builder.add_component("r", id);
  builder.add_rule(builder.intern_label("a"), std::vector{Participant{p, LocalLabel(0)}});
  const std::string text = written(std::move(builder).build());
  EXPECT_EQ(lines(text, "automaton") + lines(text, "property"), "automaton P =\nproperty automaton Q =\n");
  EXPECT_EQ(lines(text, "     p") + lines(text, "  || "), "     p:P\n  || q:Q\n  || r:P\n");
}

TEST(WriteFsp, LabelsAreListedWhereEdgesDoNotNumberThem) {
  LtsBuilder lts;
  lts.add_state("A");
  const LocalState b = lts.add_state();
  lts.set_initial(b);
  lts.add_alias(b, "B");
  lts.add_alias(LocalState(0), "B");
  lts.add_alias(LocalState(0), "left");
  lts.add_label("never");
  lts.add_edge(b, lts.add_label("a.0"), LocalState(0));
  const std::string text = written(alone("x", std::move(lts).build()));
  EXPECT_NE(
      text.find(
          "automaton X =\n  labels {never, \"a.0\"}\n  state A alias B, left,\n  state 1 initial alias B = (\"a.0\" -> A).\n"),
      std::string::npos)
      << text;
  EXPECT_EQ(lines(text, "  x:"), "  x:never -> never,\n  x:a.0 -> a.0\n");
}

TEST(WriteFsp, AutomataGetUnusedNames) {
  const std::string text = written(network("SYS: 0; sys: 1; a.STOP: 2; 7: 3; T1: 4; 0.Q_1: 5; q-1: 6; Q1: 7"));
  EXPECT_EQ(lines(text, "automaton"),
            "automaton SYS2 =\nautomaton SYS3 =\nautomaton STOP2 =\nautomaton T1 =\nautomaton T12 =\nautomaton Q_1 =\n"
            "automaton Q1 =\nautomaton Q12 =\n");
}

TEST(WriteFsp, ANetworkWithoutRulesHasNoVectors) {
  const std::string text = written(network("p: 0"));
  EXPECT_NE(text.find("||SYS = (\n     p:P\n) sync {\n}.\n"), std::string::npos) << text;
}

TEST(WriteFsp, TwoLabelsOfOneNameAreToldApart) {
  LtsBuilder lts;
  lts.add_state("1");
  lts.add_states(1);
  lts.add_edge(LocalState(0), lts.add_label("a"), LocalState(1));
  lts.add_edge(LocalState(1), lts.add_label("a"), LocalState(0));
  const std::string text = written(alone("x", std::move(lts).build()));
  EXPECT_EQ(lines(text, "  state"), "  state \"1\" = (a -> \"#1\"),\n  state \"#1\" = (\"a#1\" -> \"1\").\n");
  EXPECT_EQ(lines(text, "  x:"), "  x:a -> a,\n  x:\"a#1\" -> a\n");
}

TEST(Spelling, NamesAreQuotedOnlyWhereNeeded) {
  EXPECT_EQ(spelt(append_word, "EATING"), "EATING");
  EXPECT_EQ(spelt(append_word, "a_1"), "a_1");
  EXPECT_EQ(spelt(append_word, "B.2"), "\"B.2\"");
  EXPECT_EQ(spelt(append_word, "state"), "\"state\"");
  EXPECT_EQ(spelt(append_word, "12"), "\"12\"");
  EXPECT_EQ(spelt(append_label, "phil.0.left"), "phil.0.left");
  for (const char* name : {"phil.00", "phil.P", "P", "0.a", "a.if", "tau", "", "a.", ".a", "a..b", "a.99999999999999999999"})
    EXPECT_EQ(spelt(append_label, name), '"' + std::string(name) + '"');
  EXPECT_EQ(spelt(append_member, "a.P"), "\"a.P\"");
  EXPECT_EQ(spelt(append_member, "P.a.0"), "P.a.0");
  EXPECT_EQ(spelt(append_component, "a.P"), "a.P");
  EXPECT_EQ(spelt(append_component, "a/b"), "\"a/b\"");
  EXPECT_EQ(spelt(append_state, "B.2/left.take"), "B.2/left.take");
  EXPECT_EQ(spelt(append_state, "B/a#1"), "\"B/a#1\"");
}

TEST(Spelling, EscapesWhatWouldNotBeReadBack) {
  EXPECT_EQ(spelt(append_quoted, "a\"b\\c\nd\te\rf\x7F"), R"("a\"b\\c\nd\te\x0Df\x7F")");
  EXPECT_EQ(spelt(append_quoted, std::string_view("\0", 1)), R"("\x00")");
  EXPECT_EQ(spelt(append_quoted, "caf\xC3\xA9"), "\"caf\xC3\xA9\"");
  EXPECT_EQ(spelt(append_quoted, "caf\xE9\xC3\xA9"), R"("caf\xE9\xC3\xA9")");
}

// Checks after the network "p: A -a-> B -b-> C, with B and C also called LATE".
class WriteChecks : public ::testing::Test {
 protected:
  WriteChecks() : network_(make()) {}

  static Network make() {
    LtsBuilder lts;
    for (const char* name : {"A", "B", "C", "D/x#1"}) lts.add_state(name);
    lts.add_alias(LocalState(1), "LATE");
    lts.add_alias(LocalState(2), "LATE");
    lts.set_error(LocalState(3));
    lts.add_edge(LocalState(0), lts.add_label("a"), LocalState(1));
    lts.add_edge(LocalState(1), lts.add_label("b"), LocalState(3));
    NetworkBuilder builder;
    const TemplateId id = builder.add_template(std::move(lts).build());
    for (const char* name : {"p.0", "p.1", "q r"}) builder.add_component(name, id);
    builder.add_rule(builder.intern_label("a"), std::vector{Participant{ComponentId(0), LocalLabel(0)}});
    return std::move(builder).build();
  }

  Atom atom(std::size_t component, std::vector<std::size_t> states) {
    Atom atom{ComponentId(component), {}};
    for (const std::size_t state : states) atom.states.emplace_back(state);
    return atom;
  }
  Predicate one(const Atom& atom) {
    PredicateBuilder builder;
    const auto root = builder.atom(atom);
    return std::move(builder).build(root);
  }
  std::string check(const std::string& name, Property property, Expectation expect = Expectation::kHolds) {
    std::ostringstream out;
    CheckRequest request;
    request.name = name;
    request.kind = kind_of(property);
    request.expect = expect;
    FspWriter(out, network_, "SYS").write_check(request, property);
    return out.str();
  }

  Network network_;
};

TEST_F(WriteChecks, NamesAndExpectationsAreWrittenUnlessDefault) {
  EXPECT_EQ(check("deadlock-1", {"", Deadlock{}}), "\ncheck deadlock SYS\n");
  EXPECT_EQ(check("deadlock-2", {"", Deadlock{}}, Expectation::kFail), "\ncheck \"deadlock-2\" = deadlock SYS expect fail\n");
  EXPECT_EQ(check("Free", {"", LocalDeadlock{}}, Expectation::kUnknown), "\ncheck Free = local_deadlock SYS expect unknown\n");
}

TEST_F(WriteChecks, StatesAreWrittenByNameOrAlias) {
  EXPECT_EQ(check("", {"", Reach{one(atom(0, {0}))}}), "\ncheck reach SYS : p.0@A\n");
  EXPECT_EQ(check("", {"", Never{one(atom(1, {1, 2}))}}), "\ncheck never SYS : p.1@LATE\n");
  EXPECT_EQ(check("", {"", Never{one(atom(2, {0, 3}))}}), "\ncheck never SYS : \"q r\"@{A, \"D/x#1\"}\n");
}

TEST_F(WriteChecks, ACheckOfAStateWithoutUniqueNameIsOmitted) {
  LtsBuilder lts;
  lts.add_state("A");
  lts.add_state("B");
  lts.add_alias(LocalState(1), "A");
  network_ = alone("p", std::move(lts).build());
  EXPECT_EQ(check("", {"", Reach{one(atom(0, {0, 1}))}}), "\ncheck reach SYS : p@A\n");
  EXPECT_EQ(check("Odd", {"", Reach{one(atom(0, {0}))}}),
            "\n// not written: check Odd = reach: a state of 'p' has no name of its own\n");
}

TEST_F(WriteChecks, SafetyIsAPropertyOrElseAPredicate) {
  EXPECT_EQ(check("", {"", Safety{{ComponentId(1)}}}), "\ncheck property p.1 on SYS\n");
  EXPECT_EQ(check("", {"", Safety{{ComponentId(0), ComponentId(1), ComponentId(2)}}}), "\ncheck property P on SYS\n");
  // Two of three instances have no common name: written with states.
  EXPECT_EQ(check("property-1", {"", Safety{{ComponentId(0), ComponentId(2)}}}),
            "\ncheck \"property-1\" = never SYS : p.0@\"D/x#1\" || \"q r\"@\"D/x#1\"\n");
}

TEST_F(WriteChecks, LongFormulasAreBrokenUp) {
  constexpr std::size_t kMany = 120'001;
  PredicateBuilder builder;
  std::vector<PredicateBuilder::Handle> operands(kMany, builder.atom(atom(0, {0})));
  const auto root = builder.any_of(operands);
  const std::string text = check("", {"", Reach{std::move(builder).build(root)}});
  EXPECT_EQ(std::count(text.begin(), text.end(), '('), 3);
  EXPECT_EQ(std::count(text.begin(), text.end(), '@'), static_cast<std::ptrdiff_t>(kMany));
}

}   // namespace
}   // namespace parley::fsp
