#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/exit_code.h"
#include "cli/arguments.h"
#include "engine/registry.h"
#include "evidence/header.h"
#include "report/model.h"

namespace parley {

// A command ends here with a message: a wrong flag, a bad file, an output that cannot be written.
class Failure : public std::exception {
 public:
  Failure(ExitCode code, std::string message) : code_(code), message_(std::move(message)) {}
  ExitCode code() const { return code_; }
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  ExitCode code_;
  std::string message_;   // as printed on stderr, with its line end
};

inline Failure cannot_write(const std::string& where) { return {ExitCode::kCannotWrite, "parley: cannot write " + where + "\n"}; }

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

// One run of a subcommand on one model: its limits, its progress line, the model, and what it cost to read
// it.
class Session {
 public:
  explicit Session(const ModelArguments& arguments);

  // Reads the file. Throws Failure for bad input and Stopped at a limit. Warnings go to stderr.
  void read();
  using Reader = std::function<Result<std::unique_ptr<Model>>(const Limits& limits, Progress& progress)>;
  void read(const Reader& reader);   // by another way than the file's ending
  // The network of a target, with a property automaton added where 'observer' is not "". The time counts as
  // reading.
  Network build(const std::string& target, const std::string& observer);
  // The same once more, from a model that is known to be right. The time counts as nothing.
  Network build_again(const std::string& target, const std::string& observer);

  // The value, or Failure with the diagnostics; warnings are shown.
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
  Origin origin(const std::string& target, const std::string& observer) const;
  RunReport report() const;   // with everything but the checks

  // Prints a report as the arguments ask: text, JSON, or both. Throws Failure where a file cannot be written.
  void emit(const RunReport& report) const;
  void emit(const std::string& text, const std::string& json) const;

 private:
  void show(const Diagnostics& diagnostics);   // each one once, however often a network is built

  const ModelArguments& arguments_;
  Limits limits_;
  TerminalProgress progress_;
  std::unique_ptr<Model> model_;
  double read_time_ = 0;
  std::size_t warnings_ = 0;
  std::set<std::string> shown_;
};

// The engine that the user named; null for `auto`. Throws Failure if there is none of that name.
const Engine* engine_named(const std::string& name);
Options options_of(const EngineArguments& arguments);
unsigned threads_of(const EngineArguments& arguments);

int run_check(const CheckArguments& arguments);
int run_explore(const ExploreArguments& arguments);
int run_info(const InfoArguments& arguments);
int run_convert(const ConvertArguments& arguments);
int run_mcc(const MccArguments& arguments);
int run_engines(const EnginesArguments& arguments);

}   // namespace parley
