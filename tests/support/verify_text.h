#pragma once

// A program that verifies without the command line, for tests: models as text in, reports as lines out.
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

#include "engine/registry.h"
#include "evidence/read.h"
#include "front/fsp/read.h"
#include "front/pnml/read.h"
#include "verify/failure.h"

namespace parley::testing {

// Two users of a lock, and the same without the lock.
inline const std::string kLock = R"(
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

inline std::string net(const std::string& id, const std::string& marked, const std::string& unmarked,
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
inline std::string monitored(const std::string& id = "monitored") {
  return net(id, "x y", "z", {"go: x y > y z", "back: y z > x z"});
}
// 'make' gives q a second token.
inline const std::string kUnsafe = net("unsafe", "p", "q", {"make: p > p q"});

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

inline CheckRequest request(PropertyKind kind, const std::string& expression = "") {
  CheckRequest request;
  request.kind = kind;
  if (expression.empty()) return request;
  request.expression = expression;
  request.flag = "--test";
  return request;
}
inline CheckRequest on(const std::string& target, CheckRequest request) {
  request.target = target;
  return request;
}
inline CheckRequest named(const std::string& name, CheckRequest request) {
  request.name = name;
  return request;
}
inline CheckRequest deadlock() { return request(PropertyKind::kDeadlock); }
inline CheckRequest never(const std::string& expression) { return request(PropertyKind::kNever, expression); }
inline CheckRequest reach(const std::string& expression) { return request(PropertyKind::kReach, expression); }

// The three places of monitored() are never marked together.
inline const std::string kThree = "x@x && y@y && z@z";

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

}   // namespace parley::testing
