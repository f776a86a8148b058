#include "verify/group_run.h"

#include <gtest/gtest.h>

#include "support/verify_text.h"

namespace parley {
namespace {

using namespace testing;

// What becomes of answers on a network that has an assumption.

TEST(GroupRun, AConditionalAnswerCountsWhereTheAssumptionIsShown) {
  Program program = Program::pnml(monitored());
  program.ask({deadlock(), never(kThree), reach("z@z")});
  EXPECT_EQ(program.answer(), (Lines{"deadlock-1: violated unexpectedly, judged, trace of 2 steps, explicit",
                                     "never-1: holds, judged, closed-set of 3 states, explicit",
                                     "reach-1: holds, judged, trace of 1 steps, explicit"}));
}

// The evidence for the assumption is written when it was accepted, before anything that depends on it is
// told.
TEST(GroupRun, AConditionalAnswerIsToldAfterTheAssumptionWasShown) {
  for (const char* engine : {"explicit", "synchro", "auto"}) {
    const Folder folder;
    Program program = Program::pnml(monitored());
    program.settings.engine = find_engine(engine);
    program.settings.evidence_folder = folder.path();
    std::vector<bool> is_shown;
    program.on_told = [&] { is_shown.push_back(folder.has("1-safe.evidence")); };
    program.ask({never(kThree), never(kThree + " && x@x")});
    program.answer();
    EXPECT_EQ(program.told.size(), 2U) << engine;
    EXPECT_EQ(is_shown, std::vector<bool>(2, true)) << engine;
    const std::string end = program.settings.engine == nullptr ? "" : std::string(" holds, ") + engine;
    for (const std::string& told : program.told) EXPECT_TRUE(told.ends_with(end)) << told;
  }
}

TEST(GroupRun, WithoutTheJudgeAnAnswerOfTheEngineShowsTheAssumption) {
  Program program = Program::pnml(monitored());
  program.settings.judge = false;
  program.ask({never(kThree)});
  EXPECT_EQ(program.answer(), (Lines{"never-1: holds, not judged, closed-set of 3 states, explicit"}));
  EXPECT_EQ(program.told, (Lines{"never-1 holds, explicit"}));
}

TEST(GroupRun, AConditionalAnswerIsWithdrawnWhereTheAssumptionIsViolated) {
  const Folder folder;
  Program program = Program::pnml(kUnsafe);
  program.settings.evidence_folder = folder.path();
  program.ask({deadlock(), reach("q@q"), reach("q@twice"), never("p@p && q@q && q@idle")});
  EXPECT_EQ(program.answer(),
            (Lines{"deadlock-1: unknown (not 1-safe: a second token can come to the place 'q'), explicit",
                   "reach-1: holds, judged, trace of 1 steps, explicit", "reach-2: holds, judged, trace of 2 steps, explicit",
                   "never-1: unknown (not 1-safe: a second token can come to the place 'q'), explicit"}));
  EXPECT_EQ(program.told, (Lines{"reach-1 holds, explicit", "reach-2 holds, explicit"}));
  EXPECT_EQ(folder.files(), "1-safe.evidence reach-1.evidence reach-2.evidence");
  EXPECT_EQ(folder.header("1-safe.evidence").verdict, Verdict::kViolated);
  for (const CheckReport& report : program.verification().reports())
    EXPECT_EQ(report.evidence.kind == EvidenceKind::kNone, report.verdict == Verdict::kUnknown) << report.name;
}

// The explicit engine, but with other answers, or none, about safety properties.
class Half : public Engine {
 public:
  std::string_view name() const override { return "half"; }
  std::string_view summary() const override { return "for tests"; }
  std::string_view answers() const override { return "all but safety properties"; }
  std::string_view paper() const override { return ""; }
  std::span<const OptionRow> options() const override { return explicit_engine().options(); }
  std::optional<std::string> declines(const Network& network, const Property& property) const override {
    return explicit_engine().declines(network, property);
  }
  bool complete() const override { return false; }
  void check(const Task& task, Run& run) const override {
    Run inner = run;
    inner.answer = [&](std::size_t i, const Outcome& outcome) {
      if (!std::holds_alternative<Safety>(task.properties[i].ask)) run.answer(i, outcome);
      else if (const std::optional<Outcome> instead = about_safety()) run.answer(i, *instead);
    };
    explicit_engine().check(task, inner);
  }

 protected:
  virtual std::optional<Outcome> about_safety() const { return std::nullopt; }

 private:
  static const Engine& explicit_engine() { return *find_engine("explicit"); }
};

class DeclinesSafety : public Half {
 public:
  std::optional<std::string> declines(const Network& network, const Property& property) const override {
    return std::holds_alternative<Safety>(property.ask) ? "no safety" : Half::declines(network, property);
  }
};

class CertifiesNothing : public Half {
 protected:
  std::optional<Outcome> about_safety() const override { return Holds{NotCertified{"too large"}}; }
};

Lines under_assumption(const Engine& engine, bool judge, std::size_t& told, std::string& files) {
  const Folder folder;
  Program program = Program::pnml(monitored());
  program.settings.engine = &engine;
  program.settings.judge = judge;
  program.settings.evidence_folder = folder.path();
  program.ask({never(kThree), reach("z@z")});
  Lines lines = program.answer();
  told = program.told.size();
  files = folder.files();
  return lines;
}

TEST(GroupRun, WithoutAnAnswerAboutTheAssumptionOnlyTracesCount) {
  const Half half;
  const DeclinesSafety declines;
  const CertifiesNothing uncertified;
  const std::vector<std::pair<const Engine*, std::string>> engines = {
      {&half, "the engine gave no answer"}, {&declines, "no safety"}, {&uncertified, "it holds without a certificate"}};
  for (const auto& [engine, why] : engines) {
    std::size_t told = 0;
    std::string files;
    EXPECT_EQ(under_assumption(*engine, true, told, files),
              (Lines{"never-1: unknown (whether the net is 1-safe is not known: " + why + "), half",
                     "reach-1: holds, judged, trace of 1 steps, half"}));
    EXPECT_EQ(told, 1U) << why;
    EXPECT_EQ(files, "reach-1.evidence") << why;
  }
}

TEST(GroupRun, WithoutTheJudgeNoCertificateIsNeeded) {
  std::size_t told = 0;
  std::string files;
  EXPECT_EQ(
      under_assumption(CertifiesNothing(), false, told, files),
      (Lines{"never-1: holds, not judged, closed-set of 3 states, half", "reach-1: holds, not judged, trace of 1 steps, half"}));
  EXPECT_EQ(told, 2U);
  EXPECT_EQ(files, "never-1.evidence reach-1.evidence");
}

TEST(GroupRun, TheAssumptionHasANameThatNoCheckHas) {
  const Folder folder;
  Program program = Program::pnml(monitored());
  program.settings.evidence_folder = folder.path();
  program.ask({named("1-safe", never(kThree)), named("assumed 1-safe", deadlock())});
  program.answer();
  EXPECT_EQ(folder.files(), "1-safe.evidence assumed%201-safe.evidence assumed%20assumed%201-safe.evidence");
}

// A certificate for each net needs the evidence for the assumption of that net.
TEST(GroupRun, EveryNetworkHasAFileForItsAssumption) {
  const Folder folder;
  Program program = Program::pnml(monitored("one") + monitored("two"));
  program.settings.evidence_folder = folder.path();
  program.ask({on("one", never(kThree)), on("two", never(kThree))});
  program.answer();
  EXPECT_EQ(folder.files(), "1-safe.evidence assumed%201-safe.evidence never-1.evidence never-2.evidence");
  EXPECT_EQ(folder.header("1-safe.evidence").origin.target, "one");
  EXPECT_EQ(folder.header("assumed%201-safe.evidence").origin.target, "two");
}

}   // namespace
}   // namespace parley
