#include "verify/verification.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <stdlib.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/registry.h"
#include "evidence/read.h"
#include "front/fsp/read.h"
#include "front/pnml/read.h"
#include "verify/failure.h"

namespace parley {
namespace {

// Two users of a lock, and the same without the lock.
const std::string kLock = R"(
LOCK = (acquire -> release -> LOCK).
USER = (acquire -> enter -> CRITICAL), CRITICAL = (exit -> release -> USER).
||SAFE  = (a:USER || b:USER || {a,b}::LOCK).
||WRONG = (a:USER || b:USER).
ONE = (go -> STOP).
||STUCK = (x:ONE || y:ONE).
property ONCE = (a.enter -> a.exit -> ONCE | b.enter -> b.exit -> ONCE).
progress GO = {a.enter}
check NeverStuck = deadlock STUCK
check NoDeadlock = deadlock SAFE
check Exclusive = property ONCE on SAFE
check Together = property ONCE on WRONG expect fail
check Both = reach SAFE : a@CRITICAL && b@CRITICAL expect fail
check Going = progress GO on SAFE expect unknown
)";

std::string net(const std::string& id, const std::string& marked, const std::string& unmarked,
                const std::vector<std::string>& transitions) {
  std::string text = fmt::format("<net id='{}' type='http://www.pnml.org/version-2009/grammar/ptnet'><page id='g'>", id);
  std::string word;
  for (std::istringstream in(marked); in >> word;)
    text += fmt::format("<place id='{}'><initialMarking><text>1</text></initialMarking></place>", word);
  for (std::istringstream in(unmarked); in >> word;) text += fmt::format("<place id='{}'/>", word);
  // "go: x y > z": the places before and after it.
  for (const std::string& line : transitions) {
    const std::string name = line.substr(0, line.find(':'));
    text += fmt::format("<transition id='{}'/>", name);
    bool is_after = false;
    for (std::istringstream in(line.substr(line.find(':') + 1)); in >> word;) {
      if (word == ">") is_after = true;
      else if (is_after) text += fmt::format("<arc source='{}' target='{}'/>", name, word);
      else text += fmt::format("<arc source='{}' target='{}'/>", word, name);
    }
  }
  return text + "</page></net>";
}

// Its places are in no state machine, so that monitors watch them. 1-safe, with a deadlock.
std::string monitored(const std::string& id = "monitored") { return net(id, "x y", "z", {"go: x y > y z", "back: y z > x z"}); }
// 'make' gives q a second token.
const std::string kUnsafe = net("unsafe", "p", "q", {"make: p > p q"});

// A program that is not the command line: a model in memory, limits, and what was told on the way.
class Program {
 public:
  static Program fsp(const std::string& text = kLock, const Limits::Settings& limits = {}) {
    Progress silent;
    return {read_fsp("some/test.fsp", text, {}, Limits(), silent), limits};
  }
  static Program pnml(const std::string& nets, const Limits::Settings& limits = {}) {
    Progress silent;
    return {read_pnml("some/test.pnml", "<pnml>" + nets + "</pnml>", {}, Limits(), silent), limits};
  }

  // Asks all checks of the file.
  void ask() { ask(*model_->checks("", Limits())); }
  void ask(std::vector<CheckRequest> requests) {
    name_requests(requests, {});
    for (CheckRequest& request : requests)
      if (request.target.empty()) request.target = model_->default_target();
    requests_ = requests;
    verification_ = std::make_unique<Verification>(subject_, settings);
    verification_->on_answer([this](const VerdictNotice& notice) {
      told.push_back(fmt::format("{} {}, {}", requests_[notice.request].name, verdict_name(notice.verdict), notice.engine));
      if (on_told) on_told();
    });
    verification_->ask(std::move(requests));
  }

  std::vector<std::string> answer() {
    verification_->answer();
    std::vector<std::string> lines;
    for (const CheckReport& report : verification_->reports()) lines.push_back(line(report));
    return lines;
  }

  const Verification& verification() const { return *verification_; }

  VerifySettings settings = {.engine = find_engine("explicit"), .options = all_options(), .evidence_folder = ""};
  std::vector<std::string> told;
  std::vector<std::string> warned;
  std::function<void()> on_told;

 private:
  Program(Result<std::unique_ptr<Model>> model, const Limits::Settings& limits)
      : model_(*std::move(model)),
        limits_(limits),
        subject_{.model = *model_,
                 .origin = origin_of(*model_, {}),
                 .limits = limits_,
                 .progress = silent_,
                 .tell = [this](const Diagnostics& diagnostics) {
                   for (const Diagnostic& diagnostic : diagnostics.list()) warned.push_back(diagnostic.code);
                 }} {}

  // "NeverStuck: violated, judged, trace of 2 steps, explicit".
  static std::string line(const CheckReport& report) {
    if (report.verdict == Verdict::kUnknown)
      return fmt::format("{}: unknown ({}){}", report.name, report.reason.value_or("no reason"),
                         report.engine.empty() ? "" : ", " + report.engine);
    return fmt::format("{}: {}{}, {}, {} of {} {}, {}", report.name, verdict_name(report.verdict),
                       *as_expected(report) ? "" : " unexpectedly", report.evidence.checked ? "judged" : "not judged",
                       kind_name(report.evidence.kind), report.evidence.length,
                       report.evidence.kind == EvidenceKind::kTrace ? "steps" : "states", report.engine);
  }

  std::unique_ptr<Model> model_;
  Limits limits_;
  Progress silent_;
  Subject subject_;
  std::vector<CheckRequest> requests_;
  std::unique_ptr<Verification> verification_;
};

CheckRequest request(PropertyKind kind, const std::string& expression = "") {
  CheckRequest request;
  request.kind = kind;
  if (expression.empty()) return request;
  request.expression = expression;
  request.flag = "--test";
  return request;
}
CheckRequest on(const std::string& target, CheckRequest request) {
  request.target = target;
  return request;
}
CheckRequest named(const std::string& name, CheckRequest request) {
  request.name = name;
  return request;
}
CheckRequest deadlock() { return request(PropertyKind::kDeadlock); }
CheckRequest never(const std::string& expression) { return request(PropertyKind::kNever, expression); }
CheckRequest reach(const std::string& expression) { return request(PropertyKind::kReach, expression); }

// The three places of monitored() are never marked together.
const std::string kThree = "x@x && y@y && z@z";

// A folder that is gone with the test.
class Folder {
 public:
  Folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "parley-verify-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no folder for the test");
    path_ = pattern;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string path() const { return path_; }
  bool has(const std::string& name) const { return std::filesystem::exists(std::filesystem::path(path_) / name); }
  // The names of its files, in order.
  std::string files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : " ") + name;
    return text;
  }
  EvidenceHeader header(const std::string& name) const {
    std::ifstream file(std::filesystem::path(path_) / name);
    std::ostringstream text;
    text << file.rdbuf();
    return *read_evidence_header(SourceText(name, text.str()));
  }

 private:
  std::string path_;
};

using Lines = std::vector<std::string>;

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

TEST(Verification, AConditionalAnswerCountsWhereTheAssumptionIsShown) {
  Program program = Program::pnml(monitored());
  program.ask({deadlock(), never(kThree), reach("z@z")});
  EXPECT_EQ(program.answer(), (Lines{"deadlock-1: violated unexpectedly, judged, trace of 2 steps, explicit",
                                     "never-1: holds, judged, closed-set of 3 states, explicit",
                                     "reach-1: holds, judged, trace of 1 steps, explicit"}));
}

// The evidence for the assumption is written when it was accepted, before anything that depends on it is
// told.
TEST(Verification, AConditionalAnswerIsToldAfterTheAssumptionWasShown) {
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

TEST(Verification, WithoutTheJudgeAnAnswerOfTheEngineShowsTheAssumption) {
  Program program = Program::pnml(monitored());
  program.settings.judge = false;
  program.ask({never(kThree)});
  EXPECT_EQ(program.answer(), (Lines{"never-1: holds, not judged, closed-set of 3 states, explicit"}));
  EXPECT_EQ(program.told, (Lines{"never-1 holds, explicit"}));
}

TEST(Verification, AConditionalAnswerIsWithdrawnWhereTheAssumptionIsViolated) {
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

TEST(Verification, WithoutAnAnswerAboutTheAssumptionOnlyTracesCount) {
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

TEST(Verification, WithoutTheJudgeNoCertificateIsNeeded) {
  std::size_t told = 0;
  std::string files;
  EXPECT_EQ(
      under_assumption(CertifiesNothing(), false, told, files),
      (Lines{"never-1: holds, not judged, closed-set of 3 states, half", "reach-1: holds, not judged, trace of 1 steps, half"}));
  EXPECT_EQ(told, 2U);
  EXPECT_EQ(files, "never-1.evidence reach-1.evidence");
}

TEST(Verification, TheAssumptionHasANameThatNoCheckHas) {
  const Folder folder;
  Program program = Program::pnml(monitored());
  program.settings.evidence_folder = folder.path();
  program.ask({named("1-safe", never(kThree)), named("assumed 1-safe", deadlock())});
  program.answer();
  EXPECT_EQ(folder.files(), "1-safe.evidence assumed%201-safe.evidence assumed%20assumed%201-safe.evidence");
}

// A certificate for each net needs the evidence for the assumption of that net.
TEST(Verification, EveryNetworkHasAFileForItsAssumption) {
  const Folder folder;
  Program program = Program::pnml(monitored("one") + monitored("two"));
  program.settings.evidence_folder = folder.path();
  program.ask({on("one", never(kThree)), on("two", never(kThree))});
  program.answer();
  EXPECT_EQ(folder.files(), "1-safe.evidence assumed%201-safe.evidence never-1.evidence never-2.evidence");
  EXPECT_EQ(folder.header("1-safe.evidence").origin.target, "one");
  EXPECT_EQ(folder.header("assumed%201-safe.evidence").origin.target, "two");
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
