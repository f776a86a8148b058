// parley mcc: answers an examination of the Model Checking Contest in the output format of the contest.

#include <algorithm>
#include <array>
#include <cstdio>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

#include "cli/session.h"
#include "front/pnml/contest.h"
#include "report/build.h"
#include "report/json.h"
#include "verify/evidence_files.h"
#include "verify/explore.h"
#include "verify/verification.h"

namespace parley {

namespace {

// The contest's keywords for the techniques of an engine. Nothing here depends on the machine: the same
// question gets the same line.
struct TechniqueRow {
  std::string_view engine;
  std::string_view words;
};
constexpr std::string_view kCounting = "EXPLICIT STATE_COMPRESSION";
constexpr std::array kTechniques = {TechniqueRow{"lazy", "ABSTRACTIONS EXPLICIT"}, TechniqueRow{"synchro", "TOPOLOGICAL SAT_SMT"},
                                    TechniqueRow{"leap", "EXPLICIT STATE_COMPRESSION STUBBORN_SETS"},
                                    TechniqueRow{"explicit", "EXPLICIT STATE_COMPRESSION STUBBORN_SETS"}};

class MccCommand {
 public:
  explicit MccCommand(const MccArguments& arguments)
      : arguments_(arguments),
        examination_(named(arguments.examination)),
        settings_(settings_of(arguments.engine, arguments.evidence)),
        session_(arguments.model) {
    prepare_evidence_folder(settings_.evidence_folder);
  }

  int run() {
    const Engine* explorer = examination_ == Examination::kStateSpace ? &exploring_engine(settings_.engine) : nullptr;
    if (explorer != nullptr && explorer->explores_less())
      throw Failure(ExitCode::kUsage,
                    fmt::format("parley: engine '{}' does not visit all markings, so it cannot count them; explicit can\n",
                                explorer->name()));
    try {
      read();
    } catch (const Stopped& stopped) {
      return stopped_while_reading(stopped.reason());
    } catch (const std::bad_alloc&) {
      return stopped_while_reading("out of memory");
    }
    RunReport report = session_.report();
    report.options = settings_.options.changed();
    if (explorer != nullptr) count(*explorer, report);
    else answer(report);
    session_.emit("", to_json(report));
    return static_cast<int>(is_complete_ ? ExitCode::kAsExpected : ExitCode::kUnknown);
  }

 private:
  static Examination named(const std::string& name) {
    if (const std::optional<Examination> examination = examination_named(name)) return *examination;
    throw Failure(ExitCode::kUsage,
                  fmt::format("parley: the examination '{}' is not answered; {} are\n", name, examination_names()));
  }

  void read() {
    session_.read([&](const Limits& limits, Progress& progress) -> Result<std::unique_ptr<Model>> {
      Result<std::unique_ptr<Contest>> contest = read_contest(arguments_.model.file, examination_, limits, progress);
      if (!contest) return std::move(contest.diagnostics());
      contest_ = contest->get();
      return std::unique_ptr<Model>(std::move(*contest));
    });
    subject_.emplace(session_.subject());
    if (examination_ == Examination::kStateSpace) {
      network_ = session_.build(contest_->default_target(), "");
      return;
    }
    requests_ = session_.unwrap(contest_->checks(contest_->default_target(), session_.limits()));
    for (CheckRequest& request : requests_) request.target = session_.target_or_default(request.target);
    verification_.emplace(*subject_, settings_);
    verification_->add_read_time(session_.read_time());
    verification_->ask(requests_);
  }

  // All formulas are one task. A line is printed as soon as its verdict has been judged. Formulas without a
  // verdict at the end are printed as "cannot compute".
  void answer(RunReport& report) {
    is_printed_.resize(requests_.size());
    verification_->on_answer([&](const VerdictNotice& answer) {
      if (arguments_.evidence.judge && !answer.is_judged) return;
      const CheckRequest& request = requests_[answer.request];
      print(fmt::format("FORMULA {} {} TECHNIQUES {}", request.name, truth(request, answer.verdict), techniques(answer.engine)));
      is_printed_[answer.request] = true;
    });
    verification_->answer();
    for (std::size_t i = 0; i < requests_.size(); ++i)
      if (!is_printed_[i]) give_up("FORMULA " + requests_[i].name);
    report.model.targets = verification_->targets();
    report.checks = verification_->reports();
  }

  // TRUE for a deadlock means that there is one.
  static std::string_view truth(const CheckRequest& request, Verdict verdict) {
    const bool holds = verdict == Verdict::kHolds;
    return holds != (request.kind == PropertyKind::kDeadlock) ? "TRUE" : "FALSE";
  }

  void count(const Engine& engine, RunReport& report) {
    ExploreFacts facts = explore(*subject_, settings_, engine, *network_, contest_->marked());
    facts.read_time_s = session_.read_time();
    const auto number = [&](Statistic statistic) -> std::optional<double> {
      return facts.reason ? std::nullopt : facts.statistics.value(statistic);
    };
    std::optional<double> most = number(Statistic::kMostTokens);
    if (contest_->marked().empty() && !facts.reason) most = 0;   // a net without places has no tokens
    print_number("STATES", number(Statistic::kStates));
    print_number("TRANSITIONS", number(Statistic::kTransitions));
    print_number("MAX_TOKEN_IN_PLACE", most ? std::optional(*most > 0 ? 1.0 : 0.0) : std::nullopt);   // the nets are 1-safe
    print_number("MAX_TOKEN_PER_MARKING", most);
    facts.target = contest_->default_target();
    report.model.targets.push_back(make_target_report(facts.target, "", *network_));
    report.checks.push_back(make_explore_report(std::move(facts)));
  }

  void print_number(std::string_view what, std::optional<double> number) {
    if (number)
      print(fmt::format("STATE_SPACE {} {} TECHNIQUES {}", what, static_cast<std::uint64_t>(*number), with_units(kCounting)));
    else give_up(fmt::format("STATE_SPACE {}", what));
  }

  std::string with_units(std::string_view words) const {
    return fmt::format("{}{}", words, contest_->has_units() ? " USE_NUPN" : "");
  }

  std::string techniques(std::string_view engine) const {
    const auto* row = std::ranges::find(kTechniques, engine, &TechniqueRow::engine);
    if (row == kTechniques.end()) throw std::logic_error(fmt::format("engine '{}' has no row of the contest's words", engine));
    return with_units(row->words);
  }

  void give_up(const std::string& what) {
    print(what + " CANNOT_COMPUTE");
    is_complete_ = false;
  }

  // Flushed at once: when the time is over, the lines printed so far count.
  void print(const std::string& line) {
    session_.progress().clear();
    if (arguments_.model.json == "-") return;
    std::puts(line.c_str());
    std::fflush(stdout);
  }

  int stopped_while_reading(const std::string& reason) {
    RunReport report = session_.report();
    report.reason = reason + ", while reading";
    print("CANNOT_COMPUTE");
    session_.emit("", to_json(report));
    return static_cast<int>(ExitCode::kUnknown);
  }

  const MccArguments& arguments_;
  Examination examination_;
  VerifySettings settings_;
  Session session_;
  const Contest* contest_ = nullptr;   // the session's
  std::vector<CheckRequest> requests_;
  std::optional<Subject> subject_;             // once the net was read
  std::optional<Verification> verification_;   // of formulas and deadlocks
  std::optional<Network> network_;             // the network whose states are counted
  std::vector<bool> is_printed_;               // by request
  bool is_complete_ = true;
};

}   // namespace

int run_mcc(const MccArguments& arguments) { return MccCommand(arguments).run(); }

}   // namespace parley
