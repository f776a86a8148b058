#include "cli/session.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <thread>

#include <fmt/format.h>

#include "base/available.h"
#include "base/stopwatch.h"
#include "cli/memory_cap.h"
#include "cli/signals.h"
#include "cli/version.h"
#include "engine/registry.h"
#include "report/json.h"
#include "report/text.h"

namespace parley {

namespace {

Limits make_limits(const ModelArguments& arguments) {
  Limits::Settings settings;
  settings.seconds = arguments.limits.time_limit;
  settings.memory_bytes = arguments.limits.memory_limit ? *arguments.limits.memory_limit : default_memory_limit();
  settings.stop = &catch_signals();
  return Limits(settings);
}

// A terminal gets its width, colours and, if its locale allows, Unicode. A file or pipe always gets the same
// bytes.
TextSettings terminal_settings() {
  TextSettings settings;
  if (::isatty(STDOUT_FILENO) != 1) return settings;
  winsize size = {};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40) settings.width = size.ws_col;
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nobody changes the environment
  settings.colour = std::getenv("NO_COLOR") == nullptr;
  for (const char* variable : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nobody changes the environment
    const char* value = std::getenv(variable);
    if (value == nullptr || *value == '\0') continue;
    settings.unicode = std::string_view(value).find("UTF-8") != std::string_view::npos;
    break;
  }
  return settings;
}

// Makes sure that the result can be written. After a failure no older result and no empty file must be left,
// which could be mistaken for the result of this run.
void discard_older(const std::string& path) {
  if (!std::ofstream(path)) throw cannot_write(path);
  // Removes neither a device nor the target of a symbolic link.
  std::error_code ignored;
  if (std::filesystem::symlink_status(path, ignored).type() == std::filesystem::file_type::regular)
    std::filesystem::remove(path, ignored);
}

}   // namespace

Session::Session(const ModelArguments& arguments)
    : arguments_(arguments),
      limits_(make_limits(arguments)),
      progress_(arguments.volume == Volume::kQuiet ? ProgressMode::kNever : arguments.progress, limits_.memory_bytes()) {
  cap_allocations(limits_);
  if (!arguments.json.empty() && arguments.json != "-") discard_older(arguments.json);
}

void Session::show(const Diagnostics& diagnostics) {
  progress_.clear();
  for (const Diagnostic& diagnostic : diagnostics.list()) {
    const std::string text = to_text(diagnostic);
    if (!shown_.insert(text).second) continue;
    if (diagnostic.severity == Severity::kWarning) ++warnings_;
    std::fputs(text.c_str(), stderr);
  }
  if (diagnostics.suppressed() > 0) fmt::print(stderr, "and {} more like these\n", diagnostics.suppressed());
}

void Session::read() {
  const ReadOptions options = {.definitions = arguments_.definitions, .ltsa_compat = arguments_.ltsa_compat};
  read([&](const Limits& limits, Progress& progress) { return read_model(arguments_.file, options, limits, progress); });
}

void Session::read(const Reader& reader) {
  const Stopwatch watch;
  model_ = unwrap(reader(limits_, progress_));
  show(model_->warnings());
  read_time_ += watch.seconds();
}

Network Session::build(const std::string& target, const std::string& observer) {
  const Stopwatch watch;
  Network network = unwrap(model_->build(target, observer, limits_, progress_));
  read_time_ += watch.seconds();
  return network;
}

Subject Session::subject() {
  const ReadOptions options = {.definitions = arguments_.definitions, .ltsa_compat = arguments_.ltsa_compat};
  return {.model = *model_,
          .origin = origin_of(*model_, options),
          .limits = limits_,
          .progress = progress_,
          .tell = [this](const Diagnostics& diagnostics) { show(diagnostics); }};
}

RunReport Session::report() const {
  RunReport report;
  report.version = PARLEY_VERSION;
  report.commit = PARLEY_COMMIT;
  if (model_) report.model.files = model_->files();
  report.model.definitions = arguments_.definitions;
  report.warnings = warnings_;
  return report;
}

void Session::emit(const RunReport& report) const {
  TextSettings settings = terminal_settings();
  settings.volume = arguments_.volume == Volume::kQuiet     ? TextVolume::kQuiet
                    : arguments_.volume == Volume::kVerbose ? TextVolume::kVerbose
                                                            : TextVolume::kNormal;
  emit(to_text(report, settings), to_json(report));
}

void Session::emit(const std::string& text, const std::string& json) const {
  if (arguments_.json != "-") std::fputs(text.c_str(), stdout);   // a failure is noticed when the program ends
  if (arguments_.json.empty()) return;
  if (arguments_.json == "-") {
    std::puts(json.c_str());
    return;
  }
  std::ofstream file(arguments_.json);
  file << json << '\n';
  file.close();
  if (!file) throw cannot_write(arguments_.json);
}

namespace {

// The engine that the user named; null for `auto`.
const Engine* engine_named(const std::string& name) {
  if (name == "auto") return nullptr;
  if (const Engine* engine = find_engine(name)) return engine;
  throw Failure(ExitCode::kUsage, fmt::format("parley: there is no engine '{}'; `parley engines` lists what there is\n", name));
}

Options options_of(const EngineArguments& arguments) {
  Options options = all_options();
  for (const auto& [name, value] : arguments.settings)
    if (const std::optional<std::string> wrong = options.set(name, value))
      throw Failure(ExitCode::kUsage, fmt::format("parley: --set {}={}: {}\n", name, value, *wrong));
  return options;
}

}   // namespace

VerifySettings settings_of(const EngineArguments& engine, const EvidenceArguments& evidence) {
  return {.engine = engine_named(engine.engine),
          .options = options_of(engine),
          .threads = engine.threads != 0 ? engine.threads : std::max(1U, std::thread::hardware_concurrency()),
          .seed = engine.seed,
          .judge = evidence.judge,
          .evidence_folder = evidence.directory};
}

}   // namespace parley
