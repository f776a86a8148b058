#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "report/model.h"
#include "verify/failure.h"
#include "verify/subject.h"

namespace parley {

// One run of a subcommand on one model: its limits, its progress line, the model, and the time for reading
// it.
class Session {
 public:
  explicit Session(const ModelArguments& arguments);

  // Reads the file. Throws Failure for bad input and Stopped at a limit. Warnings go to stderr.
  void read();
  using Reader = std::function<Result<std::unique_ptr<Model>>(const Limits& limits, Progress& progress)>;
  void read(const Reader& reader);   // not by the ending of the file name
  // The network of a target, with a property automaton added if 'observer' is not "". The time counts as
  // reading.
  Network build(const std::string& target, const std::string& observer);
  // The value. If there is none, throws Failure with the diagnostics. Prints warnings.
  template <class T>
  T unwrap(Result<T> result) {
    show(result.diagnostics());
    if (!result.ok()) throw Failure(ExitCode::kBadInput, "");
    return *std::move(result);
  }

  const Model& model() const { return *model_; }
  const Limits& limits() const { return limits_; }
  TerminalProgress& progress() { return progress_; }
  double read_time() const { return read_time_; }
  std::size_t warnings() const { return warnings_; }
  std::string target_or_default(const std::string& target) const { return target.empty() ? model_->default_target() : target; }
  Subject subject();          // after read(); the session outlives it
  RunReport report() const;   // with everything but the checks

  // Prints a report as the arguments ask: text, JSON, or both. Throws Failure if a file cannot be written.
  void emit(const RunReport& report) const;
  void emit(const std::string& text, const std::string& json) const;

 private:
  void show(const Diagnostics& diagnostics);   // each diagnostic once, however often a network is built

  const ModelArguments& arguments_;
  Limits limits_;
  TerminalProgress progress_;
  std::unique_ptr<Model> model_;
  double read_time_ = 0;
  std::size_t warnings_ = 0;
  std::set<std::string> shown_;
};

// The settings by the user's arguments. Throws Failure if there is no such engine or option.
VerifySettings settings_of(const EngineArguments& engine, const EvidenceArguments& evidence = {});

int run_check(const CheckArguments& arguments);
int run_explore(const ExploreArguments& arguments);
int run_info(const InfoArguments& arguments);
int run_convert(const ConvertArguments& arguments);
int run_mcc(const MccArguments& arguments);
int run_engines(const EnginesArguments& arguments);

}   // namespace parley
