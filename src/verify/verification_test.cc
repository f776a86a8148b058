#include "verify/verification.h"

#include <gtest/gtest.h>

#include "support/verify_text.h"

namespace parley {
namespace {

using namespace testing;

TEST(Verification, AnswersTheChecksOfAFileInTheirOrder) {
  Program program = Program::fsp();
  program.ask();
  EXPECT_EQ(program.answer(), (Lines{"NeverStuck: violated unexpectedly, judged, trace of 2 steps, explicit",
                                     "NoDeadlock: holds, judged, closed-set of 7 states, explicit",
                                     "Exclusive: holds, judged, closed-set of 7 states, explicit",
                                     "Together: violated, judged, trace of 4 steps, explicit",
                                     "Both: violated, judged, closed-set of 7 states, explicit",
                                     "Going: unknown (progress needs an engine for liveness; none decides it yet), explicit"}));
}

TEST(Verification, APropertyAutomatonHasANetworkOfItsOwn) {
  Program program = Program::fsp();
  program.ask();
  Lines targets;
  for (const TargetReport& target : program.verification().targets())
    targets.push_back(fmt::format("{} with '{}': {} components", target.target, target.observer, target.components));
  EXPECT_EQ(targets, (Lines{"STUCK with '': 2 components", "SAFE with '': 3 components", "SAFE with 'ONCE': 4 components",
                            "WRONG with 'ONCE': 3 components"}));
}

TEST(Verification, RequestsAreNamedByTheirKind) {
  std::vector<CheckRequest> requests = {deadlock(), named("never-1", deadlock()), never("true"), deadlock(), reach("true")};
  name_requests(requests, {"deadlock-2"});
  Lines names;
  for (const CheckRequest& request : requests) names.push_back(request.name);
  EXPECT_EQ(names, (Lines{"deadlock-1", "never-1", "never-2", "deadlock-3", "reach-1"}));
}

TEST(Verification, ARequestThatTheModelRefusesIsAFailure) {
  Program program = Program::fsp();
  EXPECT_THROW(program.ask({on("SAFE", deadlock()), on("SAFE", never("nobody@CRITICAL"))}), Failure);
  EXPECT_EQ(program.warned, (Lines{"fsp-unknown-component"}));
  EXPECT_TRUE(program.told.empty());
}

TEST(Verification, AnEngineThatDeclinesGivesUnknownWithItsReason) {
  Program program = Program::fsp();
  program.settings.engine = find_engine("lazy");
  program.ask({on("SAFE", deadlock()), on("SAFE", never("a@CRITICAL && b@CRITICAL"))});
  const Lines lines = program.answer();
  EXPECT_TRUE(lines.at(0).starts_with("deadlock-1: unknown (a deadlock is about all components at once")) << lines.at(0);
  EXPECT_TRUE(lines.at(1).starts_with("never-1: holds, judged, ")) << lines.at(1);
}

TEST(Verification, AutoAsksTheEnginesOneAfterTheOther) {
  Program program = Program::fsp();
  program.settings.engine = nullptr;
  program.ask();
  Lines verdicts;
  for (const std::string& line : program.answer()) verdicts.push_back(line.substr(0, line.find_first_of(",(")));
  EXPECT_EQ(verdicts, (Lines{"NeverStuck: violated unexpectedly", "NoDeadlock: holds", "Exclusive: holds", "Together: violated",
                             "Both: violated", "Going: unknown "}));
}

TEST(Verification, WithoutTheJudgeNothingIsJudged) {
  Program program = Program::fsp();
  program.settings.judge = false;
  program.ask({on("STUCK", deadlock()), on("STUCK", never("x@ONE"))});
  EXPECT_EQ(program.answer(), (Lines{"deadlock-1: violated unexpectedly, not judged, trace of 2 steps, explicit",
                                     "never-1: violated unexpectedly, not judged, trace of 0 steps, explicit"}));
}

// `explicit` would answer: it looks at the clock after more states than there are here.
TEST(Verification, ATimeLimitThatHasPassedGivesUnknown) {
  const auto after_limit = [](const Engine* engine) {
    Limits::Settings limits;
    limits.seconds = 0.3;
    Program program = Program::fsp(kLock, limits);
    program.settings.engine = engine;
    program.ask({on("SAFE", deadlock())});
    std::this_thread::sleep_for(std::chrono::milliseconds(310));
    Lines lines = program.answer();
    EXPECT_TRUE(program.told.empty());
    return lines;
  };
  EXPECT_EQ(after_limit(find_engine("synchro")), (Lines{"deadlock-1: unknown (time limit of 0.3 s), synchro"}));
  EXPECT_EQ(after_limit(nullptr), (Lines{"deadlock-1: unknown (time limit of 0.3 s)"}));
}

TEST(Verification, WhatWasAnsweredBeforeAnInterruptionStays) {
  StopToken stop = StopRequest::kNone;
  Limits::Settings limits;
  limits.stop = &stop;
  Program program = Program::fsp(kLock, limits);
  program.settings.engine = nullptr;
  program.ask({on("STUCK", deadlock()), on("SAFE", deadlock())});
  program.on_told = [&] { stop = StopRequest::kInterrupted; };
  EXPECT_EQ(program.answer(), (Lines{"deadlock-1: violated unexpectedly, judged, trace of 2 steps, explicit",
                                     "deadlock-2: unknown (interrupted)"}));
}

TEST(Verification, EachDefiniteAnswerIsToldOnce) {
  Program program = Program::fsp();
  program.ask();
  program.answer();
  EXPECT_EQ(program.told, (Lines{"NeverStuck violated, explicit", "NoDeadlock holds, explicit", "Both violated, explicit",
                                 "Exclusive holds, explicit", "Together violated, explicit"}));
}

TEST(Verification, EvidenceIsWrittenUnderTheNameOfItsCheck) {
  const Folder folder;
  Program program = Program::fsp();
  program.settings.evidence_folder = folder.path();
  program.ask();
  program.answer();
  EXPECT_EQ(folder.files(), "Both.evidence Exclusive.evidence NeverStuck.evidence NoDeadlock.evidence Together.evidence");
  const EvidenceHeader header = folder.header("Exclusive.evidence");
  EXPECT_EQ(header.origin.target, "SAFE");
  EXPECT_EQ(header.origin.observer, "ONCE");
  EXPECT_EQ(header.origin.files.at(0).path, "some/test.fsp");
  EXPECT_EQ(header.verdict, Verdict::kHolds);
}

TEST(Verification, AnEvidenceFolderThatCannotBeCreatedIsAFailure) {
  const Folder folder;
  std::ofstream(folder.path() + "/file") << "in the way";
  Program program = Program::fsp();
  program.settings.evidence_folder = folder.path() + "/file/below";
  EXPECT_THROW(program.ask(), Failure);
}

}   // namespace
}   // namespace parley
