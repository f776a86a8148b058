#include "evidence/read.h"

#include <gtest/gtest.h>

namespace parley {
namespace {

const std::string kHash(64, 'b');

// p has 70 states, q three.
Network network() {
  NetworkBuilder builder;
  for (const auto& [name, states] : {std::pair{"p", 70}, std::pair{"q", 3}}) {
    LtsBuilder lts;
    lts.add_states(static_cast<std::size_t>(states));
    builder.add_component(name, builder.add_template(std::move(lts).build()));
  }
  return std::move(builder).build();
}

std::string dictionary(std::size_t states) {
  std::string text;
  for (std::size_t i = 0; i < states; ++i) text += " " + std::to_string(i);
  return text;
}

const std::string kHead =
    "parley-evidence 1\n"   // 1
    "file \"m.fsp\" sha256 " +
    kHash +
    "\n"                                         // 2
    "network components 2 states 73 rules 0\n"   // 3
    "check mine\n"                               // 4
    "property deadlock\n"                        // 5
    "verdict holds\n";                           // 6
const std::string kComponents = "component p" + dictionary(70) +
                                "\n"   // 8
                                "component q" +
                                dictionary(3) + "\n";   // 9

const std::string kClosed = kHead + "evidence closed-set components 2 states 3\n" +   // 7
                            kComponents +
                            "rows packed\n"   // 10
                            ".7\n"            // 11: 0 1 is 0000000 01 and three zeroes
                            "F\n"             // 12: 0 2 is ".F", without the prefix shared with the row before
                            "Xc\n"            // 13: 69 1 is 1000101 01 000
                            "end\n";

const std::string kReduced = kHead + "evidence reduced-set components 2 states 3 ranked\n" +   // 7
                             kComponents +
                             "supports 2\n"    // 10
                             ".\n"             // 11: no component
                             "k\n"             // 12: p and q
                             "rows packed\n"   // 13
                             ".7 1 3\n"        // 14
                             "F 0 0\n"         // 15
                             "Xc 1 2\n"        // 16
                             "end\n";

const std::string kReducedText = kHead + "evidence reduced-set components 2 states 2 ranked\n" +   // 7
                                 kComponents +
                                 "rows text\n"       // 10
                                 "0 1 : 0 1 : 3\n"   // 11
                                 "69 2 : : 0\n"      // 12
                                 "end\n";

const std::string kLeaps = kHead + kClosed.substr(kHead.size()).replace(0, 19, "evidence leap-set");
const std::string kReducedLeaps =
    kHead + "evidence leap-set components 2 states 3 reduced ranked\n" + kReduced.substr(kReduced.find("component p"));
const std::string kReducedLeapsText =
    kHead + "evidence leap-set components 2 states 2 reduced ranked\n" + kReducedText.substr(kReducedText.find("component p"));

// "0 1:pq:3;" for each row, after the steppers of a leap set, if any; or the first diagnostic as "line:column
// code".
std::string read(const std::string& text) {
  const Network net = network();
  const SourceText source("evidence", text);
  const auto first = [](const Diagnostics& diagnostics) {
    const Diagnostic& d = diagnostics.list().at(0);
    return std::to_string(d.line) + ":" + std::to_string(d.column) + " " + d.code;
  };
  const Result<EvidenceHeader> header = read_evidence_header(source);
  if (!header) return first(header.diagnostics());
  const Result<Evidence> evidence = read_evidence_body(source, *header, net, Limits());
  if (!evidence) return first(evidence.diagnostics());
  const auto* closed = std::get_if<ClosedSetRef>(&*evidence);
  const ReducedSet* reduced = nullptr;
  if (const auto* set = std::get_if<ReducedSetRef>(&*evidence)) reduced = set->get();
  const auto* leaps = std::get_if<LeapSetRef>(&*evidence);
  if (leaps != nullptr && (*leaps)->is_reduced) reduced = &(*leaps)->nodes;
  if (leaps != nullptr && !(*leaps)->is_reduced && !((*leaps)->nodes.supports.empty() && (*leaps)->nodes.ranks.empty()))
    return "supports where there are none";
  const StateTable& states = closed != nullptr ? (*closed)->states : leaps != nullptr ? (*leaps)->nodes.states : reduced->states;
  std::string rows;
  if (leaps != nullptr)
    for (ComponentId stepper : (*leaps)->steppers) rows += std::string(net.name(stepper)) + " steps;";
  for (std::size_t row = 0; row < states.size(); ++row) {
    rows += std::to_string(states.at(row, 0).value) + " " + std::to_string(states.at(row, 1).value);
    if (reduced != nullptr) {
      rows += ':';
      for (ComponentId c : net.components())
        if (reduced->in_support(row, c)) rows += net.name(c);
      if (!reduced->ranks.empty()) rows += ":" + std::to_string(reduced->ranks[row]);
    }
    rows += ";";
  }
  return rows;
}

std::string with(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  if (at == std::string::npos) throw std::logic_error("nothing to change");
  return text.replace(at, what.size(), by);
}

struct Malformed {
  const char* what;
  const char* by;
  const char* expected;
};

TEST(ReadSet, TheFilesToBeChangedAreGood) {
  EXPECT_EQ(read(kClosed), "0 1;0 2;69 1;");
  EXPECT_EQ(read(kReduced), "0 1:pq:3;0 2::0;69 1:pq:2;");
  EXPECT_EQ(read(kReducedText), "0 1:pq:3;69 2::0;");
  EXPECT_EQ(read(with(with(with(kReducedText, " ranked", ""), " : 3\n", "\n"), " : 0\n", "\n")), "0 1:pq;69 2:;");
  EXPECT_EQ(read(with(with(with(kClosed, "states 3", "states 0"), ".7\nF\n", ""), "Xc\n", "")), "");
}

TEST(ReadSet, RejectsMalformedPackedRows) {
  for (const Malformed& m : std::vector<Malformed>{
           {"rows packed\n", "", "10:1 evidence-syntax"},
           {"rows packed", "rows squeezed", "10:1 evidence-syntax"},
           {"rows packed\n", "rows text\n", "11:1 evidence-syntax"},
           {".7\n", "7\n", "11:1 evidence-syntax"},   // the first row must be complete
           {".7\n", "..7\n", "11:1 evidence-syntax"},
           {".7\n", "\n", "11:1 evidence-syntax"},
           {".7\n", ".8\n", "11:1 evidence-number"},   // a bit after the last column
           {".7\n", "-7\n", "11:1 evidence-syntax"},
           {".7\n", ".7 0\n", "11:3 evidence-syntax"},
           {"\nF\n", "\n.F\n", "12:1 evidence-order"},   // the shared prefix is not left out
           {"\nF\n", "\n7\n", "12:1 evidence-order"},    // the same row again
           {"\nF\n", "\n6\n", "12:1 evidence-order"},
           {"\nF\n", "\n\n", "12:1 evidence-syntax"},
           {"\nF\n", "\n F\n", "12:1 evidence-syntax"},
           {"\nF\n", "\nN\n", "12:1 evidence-number"},   // q has no state 3
           {"\nF\n", "\n", "13:1 evidence-syntax"},
           {"Xc\n", "Yc\n", "13:1 evidence-number"},   // p has no state 71
           {"states 3", "states 2", "13:1 evidence-syntax"},
           {"states 3", "states 4", "14:1 evidence-syntax"},   // 'end' could be digits, but there are too many
           {"states 3", "states 999999999999", "7:41 evidence-number"},
           {"states 3", "states 3 ranked", "7:42 evidence-syntax"},
       })
    EXPECT_EQ(read(with(kClosed, m.what, m.by)), m.expected) << m.what << " by " << m.by;
}

TEST(ReadSet, RejectsMalformedReducedSets) {
  for (const Malformed& m : std::vector<Malformed>{
           {"evidence reduced-set", "evidence closed-set", "7:42 evidence-syntax"},
           {" ranked", "", "14:5 evidence-syntax"},
           {" ranked", " rank", "7:43 evidence-syntax"},
           {"supports 2\n.\nk\n", "", "10:1 evidence-syntax"},
           {"supports 2", "supports 1", "12:1 evidence-syntax"},
           {"supports 2", "supports 3", "13:1 evidence-syntax"},
           {"supports 2", "supports 99999999999", "10:10 evidence-number"},
           {".\nk\n", "k\n.\n", "12:1 evidence-order"},
           {".\nk\n", ".\nl\n", "12:1 evidence-number"},
           {".7 1 3\n", ".7 2 3\n", "14:4 evidence-number"},
           {".7 1 3\n", ".7 1\n", "14:5 evidence-syntax"},
           {".7 1 3\n", ".7 1 3 \n", "14:7 evidence-syntax"},
           {".7 1 3\n", ".7 1 4294967296\n", "14:6 evidence-number"},
           {".7 1 3\n", ".7  1 3\n", "14:4 evidence-syntax"},
           {".7 1 3\n", ".7\n", "14:3 evidence-syntax"},
       })
    EXPECT_EQ(read(with(kReduced, m.what, m.by)), m.expected) << m.what << " by " << m.by;
  for (const Malformed& m : std::vector<Malformed>{
           {" : 0 1 : 3", "", "11:4 evidence-syntax"},
           {" : 0 1 : 3", " : 0 1", "11:10 evidence-syntax"},
           {" : 0 1 : 3", " : 1 0 : 3", "11:9 evidence-number"},
           {" : 0 1 : 3", " : 0 0 : 3", "11:9 evidence-number"},
           {" : 0 1 : 3", " : 0 2 : 3", "11:9 evidence-number"},
           {" : 0 1 : 3", " : 0 1 :", "11:12 evidence-syntax"},
           {" : 0 1 : 3", " : 0 1 : 3 4", "11:14 evidence-syntax"},
           {"69 2", "0 1", "12:1 evidence-duplicate-state"},
           {"set components 2 states", "set components 1 states", "9:1 evidence-syntax"},
       })
    EXPECT_EQ(read(with(kReducedText, m.what, m.by)), m.expected) << m.what << " by " << m.by;
}

TEST(ReadSet, LeapSetsAreReadLikeClosedAndReducedOnes) {
  EXPECT_EQ(read(kLeaps), "0 1;0 2;69 1;");
  EXPECT_EQ(read(kReducedLeaps), "0 1:pq:3;0 2::0;69 1:pq:2;");
  EXPECT_EQ(read(kReducedLeapsText), "0 1:pq:3;69 2::0;");
  EXPECT_EQ(read(with(with(with(kReducedLeapsText, " ranked", ""), " : 3\n", "\n"), " : 0\n", "\n")), "0 1:pq;69 2:;");
  EXPECT_EQ(read(with(with(with(kReducedLeapsText, " reduced ranked", ""), " : 0 1 : 3\n", "\n"), " : : 0\n", "\n")),
            "0 1;69 2;");
}

TEST(ReadSet, RejectsMalformedLeapSets) {
  for (const Malformed& m : std::vector<Malformed>{
           {"states 3", "states 3 reduced", "10:1 evidence-syntax"},   // without supports
           {"states 3", "states 3 ranked", "7:40 evidence-syntax"},
           {"states 3", "states 3 self-contained", "7:40 evidence-syntax"},
           {"states 3", "states 3 invariants 1", "7:40 evidence-syntax"},
           {"rows packed\n", "supports 0\nrows packed\n", "10:1 evidence-syntax"},
           {".7\n", ".7 0\n", "11:3 evidence-syntax"},
           {"set components 2 states", "set components 1 states", "9:1 evidence-syntax"},
       })
    EXPECT_EQ(read(with(kLeaps, m.what, m.by)), m.expected) << m.what << " by " << m.by;
  for (const Malformed& m : std::vector<Malformed>{
           {" reduced ranked", " ranked reduced", "7:40 evidence-syntax"},
           {" reduced ranked", " reduced  ranked", "7:48 evidence-syntax"},
           {" reduced ranked", " reduced ranked ", "7:55 evidence-syntax"},
           {" reduced ranked", " reduced", "14:5 evidence-syntax"},
           {" reduced ranked", "", "10:1 evidence-syntax"},
           {".7 1 3\n", ".7\n", "14:3 evidence-syntax"},
       })
    EXPECT_EQ(read(with(kReducedLeaps, m.what, m.by)), m.expected) << m.what << " by " << m.by;
}

// Inserts lines after the components.
std::string with_steppers(const std::string& text, const std::string& announced, const std::string& lines) {
  const std::size_t first_line = text.find("evidence leap-set");
  return with(text.substr(0, first_line) + with(text.substr(first_line), "\ncomponent p", announced + "\ncomponent p"),
              kComponents, kComponents + lines);
}

TEST(ReadSet, SteppersStandBehindTheComponents) {
  EXPECT_EQ(read(with_steppers(kLeaps, " steppers 1", "stepper q\n")), "q steps;0 1;0 2;69 1;");
  EXPECT_EQ(read(with_steppers(kLeaps, " steppers 2", "stepper p\nstepper \"q\"\n")), "p steps;q steps;0 1;0 2;69 1;");
  EXPECT_EQ(read(with_steppers(kReducedLeaps, " steppers 1", "stepper p\n")), "p steps;0 1:pq:3;0 2::0;69 1:pq:2;");
  EXPECT_EQ(read(with_steppers(kReducedLeapsText, " steppers 1", "stepper p\n")), "p steps;0 1:pq:3;69 2::0;");
  const std::string not_ranked = with(with(with(kReducedLeapsText, " ranked", ""), " : 3\n", "\n"), " : 0\n", "\n");
  EXPECT_EQ(read(with_steppers(not_ranked, " steppers 1", "stepper q\n")), "q steps;0 1:pq;69 2:;");
}

TEST(ReadSet, RejectsMalformedSteppers) {
  struct Steppers {
    const char* announced;
    const char* lines;
    const char* expected;
  };
  for (const Steppers& m : std::vector<Steppers>{
           {" steppers 0", "", "7:50 evidence-number"},
           {" steppers 3", "stepper p\nstepper q\nstepper q\n", "7:50 evidence-number"},   // more than there are components
           {" steppers 999999999999999999", "stepper p\n", "7:50 evidence-number"},
           {" steppers 18446744073709551617", "stepper p\n", "7:50 evidence-number"},
           {" steppers 01", "stepper p\n", "7:50 evidence-number"},
           {" steppers -1", "stepper p\n", "7:50 evidence-syntax"},
           {" steppers", "stepper p\n", "7:40 evidence-syntax"},
           {" steppers ", "stepper p\n", "7:50 evidence-syntax"},
           {" steppers 1 ", "stepper p\n", "7:51 evidence-syntax"},
           {" steppers 1 steppers 1", "stepper p\n", "7:51 evidence-syntax"},
           {" steppers 1 reduced", "stepper p\n", "7:51 evidence-syntax"},
           {" steppers 1", "", "10:1 evidence-syntax"},
           {"", "stepper p\n", "10:1 evidence-syntax"},
           {" steppers 1", "stepper p\nstepper q\n", "11:1 evidence-syntax"},
           {" steppers 2", "stepper p\n", "11:1 evidence-syntax"},
           {" steppers 2", "stepper q\nstepper p\n", "11:9 evidence-order"},
           {" steppers 2", "stepper p\nstepper p\n", "11:9 evidence-order"},
           {" steppers 1", "stepper r\n", "10:9 evidence-unknown-name"},
           {" steppers 1", "stepper p q\n", "10:10 evidence-syntax"},
           {" steppers 1", "stepper \n", "10:9 evidence-syntax"},
       })
    EXPECT_EQ(read(with_steppers(kLeaps, m.announced, m.lines)), m.expected) << m.announced << " and " << m.lines;
  EXPECT_EQ(read(with_steppers(kReducedLeaps, " steppers", "stepper p\n")), "7:55 evidence-syntax");
  EXPECT_EQ(read(with(with(kReducedLeaps, " reduced ranked", " steppers 1 reduced ranked"), "supports", "stepper p\nsupports")),
            "7:51 evidence-syntax");
  EXPECT_EQ(read(with(kReduced, " ranked", " steppers 1")), "7:43 evidence-syntax");   // for leap sets only
  EXPECT_EQ(read(with(kClosed, "states 3", "states 3 steppers 1")), "7:42 evidence-syntax");
}

TEST(ReadSet, ALeapSetListsEveryComponentInOrder) {
  const std::string p = "component p" + dictionary(70) + "\n";
  const std::string q = "component q" + dictionary(3) + "\n";
  for (const std::string& text : {kLeaps, kReducedLeapsText}) {
    EXPECT_EQ(read(with(text, p + q, q + p)), "8:11 evidence-order");
    EXPECT_EQ(read(with(with(text, p, ""), "set components 2 states", "set components 1 states")), "8:11 evidence-order");
  }
}

TEST(ReadSet, AReducedSetListsEveryComponentInOrder) {
  const std::string p = "component p" + dictionary(70) + "\n";
  const std::string q = "component q" + dictionary(3) + "\n";
  EXPECT_EQ(read(with(kReducedText, p + q, q + p)), "8:11 evidence-order");
  EXPECT_EQ(read(with(with(kReducedText, p, ""), "set components 2 states", "set components 1 states")), "8:11 evidence-order");
}

TEST(ReadSet, EveryPrefixIsRejected) {
  for (const std::string& text : {kClosed, kReduced, kReducedText, kLeaps, kReducedLeaps, kReducedLeapsText,
                                  with_steppers(kReducedLeaps, " steppers 1", "stepper q\n")})
    for (std::size_t length = 0; length < text.size(); ++length)
      EXPECT_TRUE(read(text.substr(0, length)).find("evidence-") != std::string::npos) << length;
}

}   // namespace
}   // namespace parley
