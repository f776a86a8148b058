#include "evidence/read.h"

#include <gtest/gtest.h>

namespace parley {
namespace {

const std::string kHash(64, 'b');

Network network() {
  LtsBuilder lts;
  lts.add_state("A");
  lts.add_state("B");
  lts.add_state("C");
  lts.add_alias(LocalState(std::size_t{1}), "late");
  lts.add_alias(LocalState(std::size_t{2}), "late");
  const LocalLabel go = lts.add_label("go");
  lts.add_edge(LocalState(std::size_t{0}), go, LocalState(std::size_t{1}));
  NetworkBuilder builder;
  const TemplateId id = builder.add_template(std::move(lts).build());
  const ComponentId p = builder.add_component("p", id);
  const ComponentId q = builder.add_component("q", id);
  builder.add_rule(builder.intern_label("go"), std::vector{Participant{p, go}, Participant{q, go}});
  return std::move(builder).build();
}

const std::string kTrace =
    "parley-evidence 1\n"   // 1
    "file \"m.fsp\" sha256 " +
    kHash +
    "\n"                                        // 2
    "define M=2\n"                              // 3
    "define N=5\n"                              // 4
    "target SYS\n"                              // 5
    "network components 2 states 6 rules 1\n"   // 6
    "check mine\n"                              // 7
    "property never\n"                          // 8
    "predicate p@A && q@B\n"                    // 9
    "verdict violated\n"                        // 10
    "evidence trace length 2\n"                 // 11
    "step 1 go p:A>B q:A>B\n"                   // 12
    "step 2 go q:B>C\n"                         // 13
    "end\n";

const std::string kClosedSet =
    "parley-evidence 1\n"   // 1
    "file \"m.fsp\" sha256 " +
    kHash +
    "\n"                                            // 2
    "network components 2 states 6 rules 1\n"       // 3
    "check mine\n"                                  // 4
    "property property\n"                           // 5
    "automaton p\n"                                 // 6
    "verdict holds\n"                               // 7
    "evidence closed-set components 2 states 3\n"   // 8
    "component p A B C\n"                           // 9
    "component q B A\n"                             // 10
    "rows text\n"                                   // 11
    "0 1\n"                                         // 12
    "2 0\n"                                         // 13
    "1 1\n"                                         // 14
    "end\n";

// "" if the file can be read, else its first diagnostic as "line:column code".
std::string read(const std::string& text) {
  const Network net = network();
  const SourceText source("evidence", text);
  const auto first = [](const Diagnostics& diagnostics) {
    const Diagnostic& d = diagnostics.list().at(0);
    return std::to_string(d.line) + ":" + std::to_string(d.column) + " " + d.code;
  };
  const Result<EvidenceHeader> header = read_evidence_header(source);
  if (!header) return first(header.diagnostics());
  const Result<Property> property = read_property(source, *header, net);
  if (!property) return first(property.diagnostics());
  const Result<Evidence> evidence = read_evidence_body(source, *header, net, Limits());
  if (!evidence) return first(evidence.diagnostics());
  return "";
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

TEST(ReadEvidence, TheFilesToBeChangedAreGood) {
  EXPECT_EQ(read(kTrace), "");
  EXPECT_EQ(read(kClosedSet), "");
  EXPECT_EQ(read(with(kTrace, "target SYS\n", "target SYS\nobserver W\noption ltsa-compat on\n")), "");
  EXPECT_EQ(read(with(kTrace, "p:A>B", "\"p\":#0>#1")), "");
}

TEST(ReadEvidence, RejectsMalformedHeaders) {
  for (const Malformed& m : std::vector<Malformed>{
           {"parley-evidence 1\n", "", "1:1 evidence-format"},
           {"parley-evidence 1", "parley-evidence 2", "1:17 evidence-version"},
           {"parley-evidence 1", "parley-evidence 6", "1:17 evidence-version"},
           {"parley-evidence 1", "parley-evidence 0", "1:17 evidence-version"},
           {"parley-evidence 1\n", "parley-evidence 1 \n", "1:18 evidence-syntax"},
           {"parley-evidence 1\n", "parley-evidence 1\r\n", "1:18 evidence-syntax"},
           {"\"m.fsp\"", "\"m.fsp", "2:6 evidence-syntax"},
           {"sha256 b", "sha256 ", "2:21 evidence-hash"},
           {"sha256 b", "sha256 B", "2:21 evidence-hash"},
           {"file", "files", "2:1 evidence-syntax"},
           {"define M=2\ndefine N=5\n", "define N=5\ndefine M=2\n", "4:8 evidence-order"},
           {"define M=2\n", "define N=2\n", "4:8 evidence-order"},
           {"define M=2\n", "define M\n", "3:9 evidence-syntax"},
           {"target SYS\n", "target SYS\ntarget SYS\n", "6:1 evidence-syntax"},
           {"target SYS\n", "target \"\"\n", "5:1 evidence-syntax"},
           {"target SYS\n", "target SYS\noption ltsa-compat off\n", "6:1 evidence-syntax"},
           {"target SYS\n", "observer W\ntarget SYS\n", "6:1 evidence-syntax"},
           {"network components 2 states 6 rules 1\n", "", "6:1 evidence-syntax"},
           {"components 2", "components 02", "6:20 evidence-number"},
           {"components 2", "components 3", "6:1 evidence-other-network"},
           {"states 6", "states 7", "6:1 evidence-other-network"},
           {"rules 1", "rules 2", "6:1 evidence-other-network"},
           {"rules 1", "rules 1111111111111111111", "6:37 evidence-number"},
           {"check mine\n", "", "7:1 evidence-syntax"},
           {"property never", "property Never", "8:10 evidence-property"},
           {"property never", "property deadlock", "9:1 evidence-syntax"},
           {"predicate p@A && q@B\n", "", "9:1 evidence-syntax"},
           {"p@A && q@B", "p@A && q@D", "9:20 predicate-unknown-state"},
           {"p@A && q@B", "", "9:11 predicate-syntax"},
           {"verdict violated", "verdict unknown", "10:1 evidence-syntax"},
           {"verdict violated\n", "", "10:1 evidence-syntax"},
           {"evidence trace", "evidence lasso", "11:1 evidence-syntax"},
       })
    EXPECT_EQ(read(with(kTrace, m.what, m.by)), m.expected) << m.what << " by " << m.by;
  EXPECT_EQ(read(""), "1:1 evidence-format");
  EXPECT_EQ(read(with(kClosedSet, "automaton p\n", "")), "6:1 evidence-syntax");
  EXPECT_EQ(read(with(kClosedSet, "automaton p\n", "automaton r\n")), "6:11 evidence-unknown-name");
  EXPECT_EQ(read(with(kClosedSet, "automaton p\n", "automaton p\nautomaton \"q\" \n")), "7:14 evidence-syntax");
}

TEST(ReadEvidence, RejectsMalformedTraces) {
  for (const Malformed& m : std::vector<Malformed>{
           {"length 2", "length 1", "13:1 evidence-syntax"},
           {"length 2", "length 3", "14:1 evidence-syntax"},
           {"length 2", "length -2", "11:23 evidence-syntax"},
           {"step 1", "step 0", "12:6 evidence-number"},
           {"step 2", "step 3", "13:6 evidence-number"},
           {"step 1 go", "step 1 gone", "12:8 evidence-unknown-name"},
           {"step 1 go p:A>B q:A>B", "step 1 go", "12:10 evidence-syntax"},
           {"p:A>B q:A>B", "q:A>B p:A>B", "12:17 evidence-order"},
           {"p:A>B q:A>B", "p:A>B p:B>C", "12:17 evidence-order"},
           {"p:A>B", "r:A>B", "12:11 evidence-unknown-name"},
           {"p:A>B", "p:C>B", "12:13 evidence-wrong-source"},
           {"p:A>B", "p:A>D", "12:15 evidence-unknown-name"},
           {"p:A>B", "p:A>late", "12:15 evidence-unknown-name"},
           {"p:A>B", "p:A>#3", "12:15 evidence-unknown-name"},
           {"p:A>B", "p:A-B", "12:14 evidence-syntax"},
           {"p:A>B q", "p:A>B  q", "12:17 evidence-syntax"},
           {"q:B>C", "q:A>C", "13:13 evidence-wrong-source"},
           {"q:B>C\n", "q:B>C \n", "13:17 evidence-syntax"},
           {"end\n", "end", "14:4 evidence-syntax"},
           {"end\n", "", "14:1 evidence-syntax"},
           {"end\n", "end\n\n", "15:1 evidence-syntax"},
           {"end\n", "end\nend\n", "15:1 evidence-syntax"},
       })
    EXPECT_EQ(read(with(kTrace, m.what, m.by)), m.expected) << m.what << " by " << m.by;
}

TEST(ReadEvidence, RejectsMalformedClosedSets) {
  for (const Malformed& m : std::vector<Malformed>{
           {"components 2 states 3", "components 1 states 3", "10:1 evidence-syntax"},
           {"components 2 states 3", "components 3 states 3", "11:1 evidence-syntax"},
           {"components 2 states 3", "components 2 states 2", "14:1 evidence-syntax"},
           {"components 2 states 3", "components 2 states 4", "15:1 evidence-syntax"},
           {"components 2 states 3", "components 2 states 999999999999999999", "8:41 evidence-number"},
           {"components 2 states 3", "components 999999999999999999 states 3", "8:58 evidence-number"},
           {"component p", "component r", "9:11 evidence-unknown-name"},
           {"component p", "component q", "10:11 evidence-order"},
           {"A B C", "A B D", "9:17 evidence-unknown-name"},
           {"A B C", "A B A", "9:12 evidence-duplicate-state"},
           {"A B C", "A B late", "9:17 evidence-unknown-name"},
           {"rows text\n", "", "11:1 evidence-syntax"},
           {"rows text", "rows binary", "11:1 evidence-syntax"},
           {"2 0\n", "3 0\n", "13:1 evidence-number"},
           {"2 0\n", "2 2\n", "13:3 evidence-number"},
           {"2 0\n", "2 00\n", "13:3 evidence-number"},
           {"2 0\n", "2\n", "13:2 evidence-syntax"},
           {"2 0\n", "2 0 0\n", "13:4 evidence-syntax"},
           {"2 0\n", "2  0\n", "13:3 evidence-syntax"},
           {"2 0\n", "2 0 \n", "13:4 evidence-syntax"},
           {"2 0\n", " 2 0\n", "13:1 evidence-syntax"},
           {"2 0\n", "2 x\n", "13:3 evidence-syntax"},
           {"1 1\n", "0 1\n", "14:1 evidence-duplicate-state"},
           {"1 1\n", "", "14:1 evidence-syntax"},
           {"end\n", "end\n1 0\n", "16:1 evidence-syntax"},
       })
    EXPECT_EQ(read(with(kClosedSet, m.what, m.by)), m.expected) << m.what << " by " << m.by;
}

TEST(ReadEvidence, EveryPrefixIsRejected) {
  for (const std::string& text : {kTrace, kClosedSet})
    for (std::size_t length = 0; length < text.size(); ++length) EXPECT_NE(read(text.substr(0, length)), "") << length;
}

TEST(ReadEvidence, StopsAtALimit) {
  std::string rows;
  for (int i = 0; i < 1200; ++i) rows += std::to_string(i) + "\n";
  LtsBuilder lts;
  lts.add_states(1200);
  NetworkBuilder builder;
  builder.add_component("p", builder.add_template(std::move(lts).build()));
  const Network net = std::move(builder).build();
  std::string dictionary;
  for (int i = 0; i < 1200; ++i) dictionary += " " + std::to_string(i);
  const SourceText source("evidence",
                          "parley-evidence 1\nfile m sha256 " + kHash +
                              "\nnetwork components 1 states 1200 rules 0\ncheck c\nproperty deadlock\nverdict holds\n"
                              "evidence closed-set components 1 states 1200\ncomponent p" +
                              dictionary + "\nrows text\n" + rows + "end\n");
  const StopToken stop(StopRequest::kInterrupted);
  const Result<EvidenceHeader> header = read_evidence_header(source);
  ASSERT_TRUE(header);
  EXPECT_TRUE(read_evidence_body(source, *header, net, Limits()));
  EXPECT_THROW((void)read_evidence_body(source, *header, net, Limits({.stop = &stop})), Stopped);
}

}   // namespace
}   // namespace parley
