#include "evidence/read_proof.h"

#include <gtest/gtest.h>

#include "support/evidence_text.h"

namespace parley {
namespace {

const std::string kHead =
    "parley-evidence 1\n"
    "file \"m.fsp\" sha256 " +
    std::string(64, 'a') +
    "\n"                                        // 2
    "network components 2 states 6 rules 2\n"   // 3
    "check x\n";                                // 4

const std::string kProof = kHead +
                           "property local_deadlock\n"                                // 5
                           "verdict holds\n"                                          // 6
                           "evidence invariants facts 6 steps 4\n"                    // 7
                           "sum at-most -1 rows 2\n"                                  // 8
                           "weigh a 0 left -3\n"                                      // 9
                           "weigh \"b c\" left left 4\n"                              // 10
                           "congruence modulus 5 remainder 2 rows 1\n"                // 11
                           "weigh \"b c\" 0 1 4\n"                                    // 12
                           "trap rows 2\n"                                            // 13
                           "one-of a #0 2\n"                                          // 14
                           "one-of \"b c\" \"On \\\"1\\\"\"\n"                        // 15
                           "pair a \"b c\"\n"                                         // 16
                           "order rows 1\n"                                           // 17
                           "in a #0 \"On \\\"1\\\"\" 2\n"                             // 18
                           "order classes rows 0\n"                                   // 19
                           "nogood literals 2 because 21\n"                           // 20
                           "when 0 0 2-5\n"                                           // 21
                           "when 7 1\n"                                               // 22
                           "by 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19\n"   // 23
                           "by 20\n"                                                  // 24
                           "combine 2 divide 3\n"                                     // 25
                           "of 2*0 4611686018427387903*4294967295\n"                  // 26
                           "combine 0\n"                                              // 27
                           "nogood literals 0 because 0\n"                            // 28
                           "end\n";

// The diagnostic of the file with one text replaced: "line:column code", or "read".
std::string fault(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  if (at == std::string::npos) return "not there";
  text.replace(at, what.size(), by);
  const Result<std::string> again = testing::rewritten(text, testing::odd_names());
  if (again) return "read";
  const Diagnostic& first = again.diagnostics().list()[0];
  return std::to_string(first.line) + ":" + std::to_string(first.column) + " " + first.code;
}

TEST(ReadProof, ReadsBack) { EXPECT_EQ(*testing::rewritten(kProof, testing::odd_names()), kProof); }

TEST(ReadProof, GroupsReadBack) {
  const std::string group = kHead +
                            "property deadlock\nverdict holds\nevidence invariants facts 1 steps 0\napart rows 2\nin a #0 2\nin "
                            "\"b c\" \"On \\\"1\\\"\"\nend\n";
  EXPECT_EQ(*testing::rewritten(group, testing::odd_names()), group);
  EXPECT_EQ(fault(group, "in a #0 2", "in a 2 #0"), "9:8 evidence-order");
  EXPECT_EQ(fault(group, "in a #0 2", "one-of a #0 2"), "9:1 evidence-syntax");
  EXPECT_EQ(fault(group, "in a #0 2", "in a"), "9:5 evidence-syntax");
}

TEST(ReadProof, EveryMistakeHasItsPlace) {
  struct Mistake {
    std::string what;
    std::string by;
    std::string fault;
  };
  for (const Mistake& mistake : std::vector<Mistake>{
           {"facts 6", "facts 5", "19:1 evidence-syntax"},
           {"facts 6", "facts 7", "20:1 evidence-syntax"},
           {"facts 6", "facts 999999", "7:27 evidence-number"},
           {"steps 4", "steps 3", "28:1 evidence-syntax"},
           {"steps 4", "steps 5", "29:1 evidence-syntax"},
           {"steps 4", "steps 999999", "7:35 evidence-number"},
           {"steps 4", "steps 4 self-contained", "7:36 evidence-syntax"},
           {"sum at-most -1 rows 2", "sum at-most -1 rows 1", "10:1 evidence-syntax"},
           {"sum at-most -1 rows 2", "sum at-most -1 rows 3", "11:1 evidence-syntax"},
           {"sum at-most -1 rows 2", "sum at-least -1 rows 2", "8:1 evidence-syntax"},
           {"sum at-most -1 rows 2", "sum at-most -1 rows 99999", "8:21 evidence-number"},
           {"weigh a 0 left -3", "weigh a 0 left", "9:15 evidence-syntax"},
           {"weigh a 0 left -3", "weigh a 0 left -3 left", "9:18 evidence-syntax"},
           {"weigh a 0 left -3", "weigh a 0 left 99999999999999999999", "9:16 evidence-number"},
           {"weigh a 0 left -3", "weigh a 0 right -3", "9:11 evidence-syntax"},
           {"weigh \"b c\" left", "weigh a left", "10:7 evidence-order"},
           {"weigh \"b c\" left", "weigh d left", "10:7 evidence-unknown-name"},
           {"weigh \"b c\" 0 1 4", "weigh \"b c\" 0 left 4", "12:15 evidence-syntax"},
           {"modulus 5", "modulo 5", "11:1 evidence-syntax"},
           {"remainder 2 ", "", "11:21 evidence-syntax"},
           {"one-of a #0 2", "one-of a 2 #0", "14:12 evidence-order"},
           {"one-of a #0 2", "one-of a 2 2", "14:12 evidence-order"},
           {"one-of a #0 2", "one-of a", "14:9 evidence-syntax"},
           {"one-of a #0 2", "one-of a Off", "14:10 evidence-unknown-name"},
           {"one-of a #0 2", "one-of a #3", "14:10 evidence-unknown-name"},
           {"one-of \"b c\"", "one-of a", "15:8 evidence-order"},
           {"pair a \"b c\"", "pair a", "16:7 evidence-syntax"},
           {"pair a \"b c\"", "pair a d", "16:8 evidence-unknown-name"},
           {"order classes", "order class", "19:6 evidence-syntax"},
           {"order classes", "mess classes", "19:1 evidence-syntax"},
           {"literals 2", "literals 1", "22:1 evidence-syntax"},
           {"literals 2", "literals 3", "23:1 evidence-syntax"},
           {"because 21", "because 20", "24:1 evidence-syntax"},
           {"because 21", "because 22", "24:6 evidence-syntax"},
           {"because 21", "because 999999", "20:27 evidence-number"},
           {" 19\nby 20", " 19 20", "23:53 evidence-syntax"},
           {" 19\nby 20", "\nby 19 20", "23:50 evidence-syntax"},
           {"by 20", "by 4294967296", "24:4 evidence-number"},
           {"by 20", "by 4294967295", "read"},
           {"when 0 0 2-5", "when 0 0 2-6", "21:10 evidence-number"},
           {"when 0 0 2-5", "when 0 0 1-5", "21:10 evidence-order"},
           {"when 0 0 2-5", "when 0 0 0-5", "21:10 evidence-order"},
           {"when 0 0 2-5", "when 0 0 2-2", "21:10 evidence-order"},
           {"when 0 0 2-5", "when 0 0 5-2", "21:10 evidence-order"},
           {"when 0 0 2-5", "when 0 0 2-", "21:12 evidence-syntax"},
           {"when 0 0 2-5", "when 0", "21:7 evidence-syntax"},
           {"when 0 0 2-5", "when 0 0-4294967295", "21:8 evidence-number"},
           {"when 7 1", "when 7 2", "22:8 evidence-number"},
           {"when 7 1", "when 0 1", "22:6 evidence-order"},
           {"when 7 1", "when 4294967296 1", "22:6 evidence-number"},
           {"divide 3", "divide 1", "25:18 evidence-number"},
           {"divide 3", "divide -3", "25:18 evidence-number"},
           {"of 2*0", "of 0*0", "26:4 evidence-number"},
           {"of 2*0", "of -2*0", "26:4 evidence-number"},
           {"of 2*0", "of 2 0", "26:5 evidence-syntax"},
           {"combine 2", "combine 1", "26:7 evidence-syntax"},
           {"combine 0", "combines 0", "27:1 evidence-syntax"},
           {"local_deadlock", "deadlock", "21:10 evidence-number"},   // without sets there are half as many values
       })
    EXPECT_EQ(fault(kProof, mistake.what, mistake.by), mistake.fault) << mistake.what << " -> " << mistake.by;
}

const std::string kRanking = kHead +
                             "property deadlock\n"
                             "verdict holds\n"
                             "evidence invariants facts 1 steps 1\n"   // 7
                             "ranking rules 2\n"                       // 8
                             "ranks 4294967295 0\n"                    // 9
                             "nogood literals 0 because 1\n"
                             "by 2\n"
                             "end\n";

TEST(ReadProof, RankingsAreReadBack) {
  EXPECT_EQ(*testing::rewritten(kRanking, testing::odd_names()), kRanking);
  struct Mistake {
    std::string what;
    std::string by;
    std::string fault;
  };
  for (const Mistake& mistake : std::vector<Mistake>{
           {"ranking rules 2", "ranking rules 1", "8:1 evidence-number"},
           {"ranking rules 2", "ranking rules 3", "8:1 evidence-number"},
           {"ranking rules 2", "ranking rules 99999", "8:15 evidence-number"},
           {"ranking rules 2", "ranking rules 2 rows 1", "8:16 evidence-syntax"},
           {"ranking rules 2", "ranking of 2", "8:1 evidence-syntax"},
           {"ranks 4294967295 0", "ranks 4294967296 0", "9:7 evidence-number"},
           {"ranks 4294967295 0", "ranks 4294967295", "9:17 evidence-syntax"},
           {"ranks 4294967295 0", "ranks 4294967295 0 1", "9:19 evidence-syntax"},
           {"ranks 4294967295 0", "ranks 4294967295 -1", "9:18 evidence-syntax"},
           {"ranks 4294967295 0", "ranks 4294967295\nranks 0", "9:17 evidence-syntax"},
           {"ranks 4294967295 0\n", "", "9:1 evidence-syntax"},
       })
    EXPECT_EQ(fault(kRanking, mistake.what, mistake.by), mistake.fault) << mistake.what << " -> " << mistake.by;
}

TEST(ReadProof, RanksAreBrokenIntoLines) {
  for (std::size_t rules : {1, 19, 20, 21, 40, 41}) {
    NetworkBuilder builder;
    LtsBuilder lts;
    const LocalState only = lts.add_state();
    const LocalLabel turn = lts.add_label("turn");
    lts.add_edge(only, turn, only);
    const Participant alone{builder.add_component("a", builder.add_template(std::move(lts).build())), turn};
    Ranking ranking;
    for (std::size_t i = 0; i < rules; ++i) {
      builder.add_rule(builder.intern_label("r" + std::to_string(i)), {&alone, 1});
      ranking.ranks.push_back(static_cast<std::uint32_t>(i * i));
    }
    const Network network = std::move(builder).build();
    const std::string text = testing::written(
        {.files = {{"m", std::string(64, 'a')}}, .definitions = {}, .target = "", .observer = ""}, network, {"x", Deadlock{}},
        Verdict::kHolds, std::make_shared<const InvariantProof>(InvariantProof{.facts = {ranking}, .steps = {}}));
    std::size_t lines = 0;
    for (std::size_t at = text.find("\nranks "); at != std::string::npos; at = text.find("\nranks ", at + 1)) ++lines;
    EXPECT_EQ(lines, (rules + 19) / 20);
    const SourceText source("evidence", text);
    const Result<Evidence> again = read_evidence_body(source, *read_evidence_header(source), network, Limits());
    ASSERT_TRUE(again) << text;
    EXPECT_EQ(std::get<Ranking>(std::get<InvariantProofRef>(*again)->facts[0]).ranks, ranking.ranks);
  }
}

TEST(ReadProof, EveryPrefixIsRefused) {
  for (std::size_t length = 0; length < kRanking.size(); ++length)
    EXPECT_FALSE(testing::rewritten(kRanking.substr(0, length), testing::odd_names())) << length;
  for (std::size_t length = 0; length < kProof.size(); ++length)
    EXPECT_FALSE(testing::rewritten(kProof.substr(0, length), testing::odd_names())) << length;
}

// Consecutive values become ranges, and reasons are broken into lines: nothing is lost.
TEST(ReadProof, LongListsAreReadBack) {
  const Network network = testing::odd_names();
  for (std::size_t size : {0, 1, 19, 20, 21, 40, 41, 1000}) {
    InvariantProof proof;
    InvariantProof::Nogood nogood;
    InvariantProof::Combination combination{.terms = {}, .divisor = 7};
    for (std::size_t i = 0; i < size; ++i) {
      nogood.because.push_back(static_cast<std::uint32_t>(i * i));
      combination.terms.push_back({.factor = static_cast<std::int64_t>(i + 1), .constraint = static_cast<std::uint32_t>(i)});
      if (i < 6 && size > 1)
        nogood.literals.push_back({.variable = static_cast<std::uint32_t>(i + 2),
                                   .values = i % 2 == 0 ? std::vector<std::uint32_t>{0, 1} : std::vector<std::uint32_t>{1}});
    }
    proof.steps = {nogood, combination};
    const std::string text =
        testing::written({.files = {{"m", std::string(64, 'a')}}, .definitions = {}, .target = "", .observer = ""}, network,
                         {"x", Deadlock{}}, Verdict::kHolds, std::make_shared<const InvariantProof>(proof));
    const SourceText source("evidence", text);
    const Result<Evidence> again = read_evidence_body(source, *read_evidence_header(source), network, Limits());
    ASSERT_TRUE(again) << text;
    const InvariantProof& read = *std::get<InvariantProofRef>(*again);
    ASSERT_EQ(read.steps.size(), 2U);
    const auto& nogood_again = std::get<InvariantProof::Nogood>(read.steps[0]);
    EXPECT_EQ(nogood_again.because, nogood.because);
    ASSERT_EQ(nogood_again.literals.size(), nogood.literals.size());
    for (std::size_t i = 0; i < nogood.literals.size(); ++i)
      EXPECT_EQ(nogood_again.literals[i].values, nogood.literals[i].values);
    const auto& combination_again = std::get<InvariantProof::Combination>(read.steps[1]);
    EXPECT_EQ(combination_again.divisor, 7);
    ASSERT_EQ(combination_again.terms.size(), size);
    for (std::size_t i = 0; i < size; ++i) {
      EXPECT_EQ(combination_again.terms[i].factor, combination.terms[i].factor);
      EXPECT_EQ(combination_again.terms[i].constraint, combination.terms[i].constraint);
    }
  }
}

}   // namespace
}   // namespace parley
