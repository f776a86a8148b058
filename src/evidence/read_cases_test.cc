#include "evidence/read_cases.h"

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
    "check x\n"                                 // 4
    "property never\n"                          // 5
    "predicate a@2\n"                           // 6
    "verdict holds\n";                          // 7

const std::string kCases = kHead +
                           "evidence case-split sets 2 tree 4\n"          // 8
                           "set components 1 states 1 invariants 1\n"     // 9
                           "component a 2\n"                              // 10
                           "invariant at-most -1 rows 2\n"                // 11
                           "weigh a 0 -1 3\n"                             // 12
                           "weigh \"b c\" 0 0 0\n"                        // 13
                           "rows text\n"                                  // 14
                           "0\n"                                          // 15
                           "set components 0 states 1 self-contained\n"   // 16
                           "rows text\n"                                  // 17
                           "\n"                                           // 18
                           "tree\n"                                       // 19
                           "* 1 - 0\n"                                    // 20
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

TEST(ReadCases, ReadsBack) { EXPECT_EQ(*testing::rewritten(kCases, testing::odd_names()), kCases); }

TEST(ReadCases, EveryMistakeHasItsPlace) {
  struct Mistake {
    std::string what;
    std::string by;
    std::string fault;
  };
  for (const Mistake& mistake : std::vector<Mistake>{
           {"tree 4", "tree 5", "20:8 evidence-syntax"},
           {"tree 4", "tree 3", "20:6 evidence-syntax"},
           {"tree 4", "tree 0", "8:33 evidence-number"},
           {"tree 4", "tree 99999", "8:33 evidence-number"},
           {"sets 2", "sets 3", "19:1 evidence-syntax"},
           {"sets 2", "sets 1", "16:1 evidence-syntax"},
           {"sets 2", "sets 999999", "8:38 evidence-number"},
           {"* 1 - 0", "* 1 - 2", "20:7 evidence-number"},
           {"* 1 - 0", "* 1 - -0", "20:8 evidence-syntax"},
           {"* 1 - 0", "* 1 -\n0", "20:6 evidence-syntax"},
           {"* 1 - 0", "* 1 - 00", "20:7 evidence-number"},
           {"* 1 - 0", "* 1  - 0", "20:5 evidence-syntax"},
           {"invariants 1", "invariants 0", "9:38 evidence-number"},
           {"invariants 1", "invariants 2", "14:1 evidence-syntax"},
           {" invariants 1", "", "11:1 evidence-syntax"},
           {"invariants 1", "invariants 1 self-contained", "read"},
           {" self-contained", " self-contained invariants 1", "16:41 evidence-syntax"},
           {" self-contained", " alone", "16:26 evidence-syntax"},
           {"rows 2", "rows 1", "13:1 evidence-syntax"},
           {"rows 2", "rows 3", "14:1 evidence-syntax"},
           {"weigh a 0 -1 3", "weigh a 0 -1", "12:13 evidence-syntax"},
           {"weigh a 0 -1 3", "weigh a 0 -1 3 4", "12:15 evidence-syntax"},
           {"weigh a 0 -1 3", "weigh a 0 -0 3", "12:11 evidence-number"},
           {"weigh a 0 -1 3", "weigh a 0 - 3", "12:12 evidence-syntax"},
           {"weigh a 0 -1 3", "weigh a 0 +1 3", "12:11 evidence-syntax"},
           {"weigh a 0 -1 3", "weigh a 0 -1 4611686018427387904", "12:14 evidence-number"},
           {"weigh a 0 -1 3", "weigh a 0 -1 4611686018427387903", "read"},
           {"weigh a 0 -1 3", "weigh a 0 -1 99999999999999999999", "12:14 evidence-number"},
           {"weigh \"b c\"", "weigh a", "13:7 evidence-order"},
           {"weigh \"b c\"", "weigh d", "13:7 evidence-unknown-name"},
       })
    EXPECT_EQ(fault(kCases, mistake.what, mistake.by), mistake.fault) << mistake.what << " -> " << mistake.by;
}

TEST(ReadCases, SetsAndTracesMayClaimToBeSelfContained) {
  EXPECT_EQ(fault(kHead + "evidence closed-set components 0 states 1 self-contained\nrows text\n\nend\n", "check x", "check y"),
            "read");
  EXPECT_EQ(fault(kHead + "evidence trace length 0 self-contained\nend\n", "check x", "check y"), "read");
}

}   // namespace
}   // namespace parley
