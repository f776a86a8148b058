#include "front/exp/write.h"

#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "front/exp/spelling.h"
#include "support/exp_text.h"

namespace parley::exp {
namespace {

struct Written {
  std::string text;
  TextFiles files;
};

Written written(const Network& network, std::size_t most_places = ExpWriter::kMostPlaces) {
  const ExpWriter writer(network, "w", most_places);
  Written result;
  for (const ExpWriter::Automaton& automaton : writer.automata()) result.files[automaton.file] = aut(writer.lts(automaton));
  std::ostringstream out;
  writer.write_network(out);
  result.text = out.str();
  return result;
}

// Two components of one template and one of another, with a label that both templates have, an internal
// action and an end.
Network example() {
  const TextFiles files = {{"a.aut", aut("0 A 1, 1 i 0, 1 B !1 2")}, {"b.aut", aut("0 A 1, 1 x.y 0")}};
  const Result<Network> network = network_of(
      "label par using \"A\" * _ * \"A\" -> \"go.1\", \"B !1\" * \"B !1\" * _ -> \"exit\", _ * _ * \"x.y\" -> i, _ * \"A\" * _ "
      "-> \"go.1\" in "
      "\"a\" (*@ name \"a.0\" end 2 *) || \"a\" (*@ name \"a.1\" *) || \"b\" end par",
      files);
  if (!network) throw std::runtime_error(to_text(network.diagnostics()));
  return *network;
}

TEST(WriteExp, EachRuleBecomesAVector) {
  const Written result = written(example());
  EXPECT_EQ(result.text,
            "(* A network of 3 components and 6 rules. Written by parley convert. *)\n"
            "label par using\n"
            "  \"tau#1\" * _ * _ -> i,\n"
            "  _ * \"tau#1\" * _ -> i,\n"
            "  \"A\" * _ * \"A\" -> \"go.1\",\n"
            "  \"B !1\" * \"B !1\" * _ -> \"exit\",\n"
            "  _ * _ * \"x.y\" -> i,\n"
            "  _ * \"A\" * _ -> \"go.1\"\n"
            "in\n"
            "     \"w_a.0.aut\" (*@ name \"a.0\" end 2 *)\n"
            "  || \"w_a.0.aut\" (*@ name \"a.1\" *)\n"
            "  || \"w_b.aut\" (*@ name \"b\" *)\n"
            "end par\n");
  EXPECT_EQ(result.files.at("w_a.0.aut"), "des (0, 3, 3)\n(0, \"A\", 1)\n(1, \"tau#1\", 0)\n(1, \"B !1\", 2)\n");
}

TEST(WriteExp, BeyondTheMostPlacesEachComponentHasItsOwnVectors) {
  const Written result = written(example(), 1);
  EXPECT_EQ(result.text,
            "(* A network of 3 components and 6 rules. Written by parley convert. *)\n"
            "total rename\n"
            "  \"go\\.1#2\" -> \"go.1\",\n"
            "  \"exit#3\" -> \"exit\"\n"
            "in\n"
            "label par\n"
            "     \"go.1#2\", \"exit#3\" ->\n"
            "       label par using \"A\" -> \"go.1#2\", \"tau#1\" -> i, \"B !1\" -> \"exit#3\" in \"w_a.0.aut\" (*@ name "
            "\"a.0\" end 2 *) end par\n"
            "  || \"exit#3\" ->\n"
            "       label par using \"A\" -> \"go.1\", \"tau#1\" -> i, \"B !1\" -> \"exit#3\" in \"w_a.0.aut\" (*@ name \"a.1\" "
            "*) end par\n"
            "  || \"go.1#2\" ->\n"
            "       label par using \"A\" -> \"go.1#2\", \"x.y\" -> i in \"w_b.aut\" (*@ name \"b\" *) end par\n"
            "end par\n"
            "end rename\n");
}

TEST(WriteExp, WritingWhatWasReadGivesTheSameText) {
  for (const std::size_t most_places : {ExpWriter::kMostPlaces, std::size_t{1}}) {
    const Written first = written(example(), most_places);
    const Result<Network> again = network_of(first.text, first.files);
    ASSERT_TRUE(again) << to_text(again.diagnostics());
    EXPECT_TRUE(again.diagnostics().list().empty()) << to_text(again.diagnostics());
    const Written second = written(*again);
    if (most_places > 1) {
      EXPECT_EQ(second.text, first.text);
      EXPECT_EQ(second.files, first.files);
    }
  }
}

// exit synchronises all components, whatever it offers. So a rule in which only some take part must not be
// shared under such a name.
TEST(WriteExp, AnExitInWhichOnlySomeTakePartIsKept) {
  const TextFiles files = {{"a.aut", aut("0 A 1, 1 B 0")}, {"b.aut", aut("0 A 1, 1 C 0")}, {"c.aut", aut("0 D 1")}};
  for (const std::string end : {"exit", "exit?", "exit !1", "exit !1 !2", "exit(3)"}) {
    const Result<Network> network = network_of("label par using \"B\" * _ * _ -> \"" + end + "\", \"A\" * \"A\" * _ -> \"" + end +
                                                   "\" in \"a\" || \"b\" || \"c\" end par",
                                               files);
    ASSERT_TRUE(network) << to_text(network.diagnostics());
    const Written joined = written(*network, 1);
    const Result<Network> again = network_of(joined.text, joined.files);
    ASSERT_TRUE(again) << to_text(again.diagnostics());
    EXPECT_EQ(written(*again).text, written(*network).text) << joined.text;
  }
}

// Components without transitions. Each has a template of its own: the first has one state, the next two, and
// so on.
Network unlike(const std::vector<std::string>& names) {
  NetworkBuilder builder;
  for (std::size_t i = 0; i < names.size(); ++i) {
    LtsBuilder lts;
    lts.add_states(i + 1);
    builder.add_component(names[i], builder.add_template(std::move(lts).build()));
  }
  return std::move(builder).build();
}

TEST(WriteExp, EachTemplateHasAFileOfItsOwn) {
  const std::vector<std::vector<std::string>> all = {{"a_b_2", "a b", "a_b"},
                                                     {"a_b", "a b", "a_b_2", "a:b", "a_b_2_2", "a b 2"},
                                                     {"a_b_3", "a_b_2", "a_b", "a b", "a:b"},
                                                     {"x", "X"}};
  for (const std::vector<std::string>& names : all) {
    const Network network = unlike(names);
    const Written result = written(network);
    EXPECT_EQ(result.files.size(), names.size()) << result.text;
    std::set<std::string> folded_files;   // they must also differ in a file system that ignores case
    for (const auto& [file, text] : result.files) folded_files.insert(folded(file));
    EXPECT_EQ(folded_files.size(), names.size()) << result.text;
    const Result<Network> again = network_of(result.text, result.files);
    ASSERT_TRUE(again) << to_text(again.diagnostics());
    for (const ComponentId component : network.components()) {
      EXPECT_EQ(again->name(component), network.name(component));
      EXPECT_EQ(again->lts(component).num_states(), network.lts(component).num_states()) << network.name(component) << "\n"
                                                                                         << result.text;
    }
  }
}

TEST(WriteExp, ManyFilesOfOneNameGetDifferentNumbers) {
  // Half of the names differ only in characters that a file name does not keep. So each of them needs a
  // number, and every other number is taken.
  constexpr std::string_view kSigns = "!#$%&+,:;<=>@^~|";
  constexpr std::size_t kCount = 50'000;
  NetworkBuilder builder;
  for (std::size_t i = 0; i < kCount; ++i) {
    LtsBuilder lts;
    lts.add_states(1);
    std::string name = "a";
    if (i < kCount / 2) name += fmt::format("_____{}", 2 * i);
    else
      for (std::size_t digits = i, n = 0; n < 4; ++n, digits /= kSigns.size()) name += kSigns[digits % kSigns.size()];
    builder.add_component(name, builder.add_template(std::move(lts).build()));
  }
  const Network network = std::move(builder).build();
  const ExpWriter writer(network, "w");
  std::set<std::string> files;
  for (const ExpWriter::Automaton& automaton : writer.automata()) files.insert(automaton.file);
  EXPECT_EQ(files.size(), kCount);
}

TEST(WriteExp, ANetworkWithoutRulesIsReadBack) {
  const Result<Network> network =
      network_of("total cut \".*\" in \"a\" ||| \"b\" end cut", {{"a.aut", aut("0 A 1")}, {"b.aut", "des (0, 0, 1)\n"}});
  ASSERT_TRUE(network);
  const Written result = written(*network);
  const Result<Network> again = network_of(result.text, result.files);
  ASSERT_TRUE(again) << to_text(again.diagnostics());
  EXPECT_EQ(again->num_rules(), 0U);
  EXPECT_EQ(again->num_components(), 2U);
  EXPECT_TRUE(again.diagnostics().list().empty()) << to_text(again.diagnostics());
}

TEST(WriteExp, ErrorStatesAndObserversAreRefused) {
  for (const bool is_observer : {false, true}) {
    LtsBuilder lts;
    lts.add_states(2);
    const LocalLabel label = lts.add_label("a");
    lts.add_edge(LocalState(std::size_t{0}), label, LocalState(std::size_t{is_observer ? 0U : 1U}));
    if (!is_observer) lts.set_error(LocalState(std::size_t{1}));
    NetworkBuilder builder;
    LtsBuilder other;
    other.add_states(1);
    other.add_label("a");
    other.add_edge(LocalState(std::size_t{0}), label, LocalState(std::size_t{0}));
    const ComponentId process = builder.add_component("p", builder.add_template(std::move(other).build()));
    const ComponentId second = builder.add_component("q", builder.add_template(std::move(lts).build()), Role::kProcess);
    const Participant both[] = {{process, label}, {second, label}};
    builder.add_rule(builder.intern_label("a"), both);
    if (is_observer) {
      LtsBuilder watch;
      watch.add_states(1);
      watch.add_label("a");
      watch.add_edge(LocalState(std::size_t{0}), label, LocalState(std::size_t{0}));
      builder.add_component("w", builder.add_template(std::move(watch).build()), Role::kObserver);
    }
    const std::optional<Diagnostic> obstacle = ExpWriter::obstacle(std::move(builder).build(), "out.exp");
    ASSERT_TRUE(obstacle);
    EXPECT_EQ(obstacle->code, is_observer ? "exp-write-observer" : "exp-write-error");
  }
}

TEST(WriteExp, ALargeNetworkIsWrittenAndReadInLinearSpace) {
  NetworkBuilder builder;
  LtsBuilder lts;
  lts.add_states(2);
  const LocalLabel get = lts.add_label("get");
  const LocalLabel put = lts.add_label("put");
  lts.add_edge(LocalState(std::size_t{0}), get, LocalState(std::size_t{1}));
  lts.add_edge(LocalState(std::size_t{1}), put, LocalState(std::size_t{0}));
  const TemplateId of = builder.add_template(std::move(lts).build());
  constexpr std::size_t kCount = 250'000;
  for (std::size_t i = 0; i < kCount; ++i) builder.add_component(fmt::format("n.{}", i), of);
  for (std::size_t i = 0; i < kCount; ++i) {
    const Participant pass[] = {{ComponentId(i), put}, {ComponentId((i + 1) % kCount), get}};
    builder.add_rule(builder.intern_label(i % 2 == 0 ? fmt::format("pass.{}", i) : "pass"), pass);
  }
  const Network network = std::move(builder).build();
  const Written result = written(network);
  EXPECT_LT(result.text.size(), 300 * kCount);
  const Result<Network> again = network_of(result.text, result.files);
  ASSERT_TRUE(again) << to_text(again.diagnostics());
  EXPECT_EQ(again->num_components(), kCount);
  EXPECT_EQ(again->num_rules(), kCount);
  EXPECT_EQ(again->num_participants(), 2 * kCount);
  EXPECT_EQ(again->num_labels(), network.num_labels());
}

}   // namespace
}   // namespace parley::exp
