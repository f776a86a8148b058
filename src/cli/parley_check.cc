// parley-check: the independent judge. It rebuilds the network that a piece of evidence is about from the
// files of the model, and says whether the evidence proves its claim. It knows the front ends and the judge
// library, and no engine.

#include <iostream>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "base/available.h"
#include "base/exit_code.h"
#include "base/sha256.h"
#include "check/judge.h"
#include "check/show/show.h"
#include "cli/limit_flags.h"
#include "cli/memory_cap.h"
#include "cli/signals.h"
#include "cli/version.h"
#include "evidence/read.h"
#include "front/content.h"
#include "front/front.h"

namespace parley {

namespace {

struct JudgeArguments {
  std::string model;
  std::vector<std::string> evidence;
  bool show = false;
  Definitions definitions;   // sorted by name
  std::optional<std::string> target;
  LimitArguments limits;
};

// Thrown for evidence that is not accepted; the reason is printed.
struct Rejected {
  std::string reason;
};

// Thrown for evidence that cannot be judged yet: it proves its claim only under an assumption for which no
// evidence was accepted so far.
struct Waiting {
  std::string for_what;
};
enum class Round : std::uint8_t { kFirst, kLast };

// Thrown for a model that is wrong or unreadable: nothing can be said about any evidence.
struct BadModel {
  std::string message;
};

// The content of a file, or why it cannot be read.
struct Content {
  std::optional<std::string> bytes;
  std::string trouble;
};
Content read_bytes(const std::string& path, const Limits& limits) {
  Result<std::string> content = content_of(path, limits);
  if (content) return {.bytes = *std::move(content)};
  std::string why = content.diagnostics().list().front().message;
  if (!why.starts_with("cannot be read")) why = "cannot be read: " + why;
  return {.trouble = std::move(why)};
}

std::string definitions_text(const Definitions& definitions) {
  if (definitions.empty()) return "no -D";
  std::string text;
  for (const auto& [name, value] : definitions) text += fmt::format("{}-D {}={}", text.empty() ? "" : " ", name, value);
  return text;
}

// The first error of the reader of the evidence: one line is enough to reject it.
std::string first_error(const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics.list())
    if (diagnostic.severity == Severity::kError)
      return diagnostic.line == 0 ? diagnostic.message : fmt::format("line {}: {}", diagnostic.line, diagnostic.message);
  return "cannot be read";
}

template <class T>
T unwrap_or_reject(Result<T> result, std::string_view before = "") {
  if (!result) throw Rejected{std::string(before) + first_error(result.diagnostics())};
  return *std::move(result);
}

Rejected another_model(std::string_view path, std::string_view sha256, std::string_view recorded) {
  return {fmt::format("is for another model: {} has SHA-256 {}, not {}", path, sha256, recorded)};
}

// Builds networks and keeps the last one: several pieces of evidence are mostly about one network.
class Networks {
 public:
  Networks(const std::string& path, const Limits& limits) : path_(path), limits_(limits) {
    const Content content = read_bytes(path, limits);
    if (!content.bytes) throw BadModel{path + " " + content.trouble};
    sha256_ = sha256_hex(*content.bytes);
  }

  const std::string& sha256() const { return sha256_; }

  const Network& of(const Origin& origin) {
    if (network_ && origin == origin_) return *network_;
    network_.reset();
    Result<std::unique_ptr<Model>> model =
        read_model(path_, {.definitions = origin.definitions, .ltsa_compat = origin.ltsa_compat}, limits_, silent_);
    if (!model) refuse("the model cannot be read as the evidence says: ", model.diagnostics());
    compare_files((*model)->files(), origin.files);
    if (origin.target.empty() && !(*model)->default_target().empty())
      throw Rejected{"does not say which system of the model it is about"};
    Result<Network> network = (*model)->build(origin.target, origin.observer, limits_, silent_);
    if (!network) refuse("the network cannot be built as the evidence says: ", network.diagnostics());
    network_.emplace(*std::move(network));
    assumption_ = (*model)->assumed(*network_);
    origin_ = origin;
    model_is_good_ = true;
    return *network_;
  }

  // A judge of evidence about the network built last. Evidence for its assumption may have been accepted
  // before, about the same network: the same files, definitions, target, observer and options.
  Judge judge() const {
    Judge judge(*network_, assumption_ ? &*assumption_ : nullptr);
    if (assured_.contains(origin_)) judge.set_assumption_shown();
    return judge;
  }
  const std::optional<Assumption>& assumption() const { return assumption_; }
  void set_assumption_shown() { assured_.insert(origin_); }

  // Throws BadModel if the model itself is wrong, whatever the evidence says. Reads the model only if that is
  // in doubt.
  void expect_good_model() {
    if (model_is_good_) return;
    Result<std::unique_ptr<Model>> model = read_model(path_, {}, limits_, silent_);
    if (!model) throw BadModel{to_text(model.diagnostics())};
    Result<Network> network = (*model)->build((*model)->first_target(), "", limits_, silent_);
    if (!network) throw BadModel{to_text(network.diagnostics())};
    model_is_good_ = true;
  }

 private:
  static void compare_files(const std::vector<SourceFile>& read, const std::vector<SourceFile>& recorded) {
    if (read.size() != recorded.size())
      throw Rejected{fmt::format("is about {} files, the model consists of {}", recorded.size(), read.size())};
    for (std::size_t i = 0; i < read.size(); ++i)
      if (read[i].sha256 != recorded[i].sha256) throw another_model(read[i].path, read[i].sha256, recorded[i].sha256);
  }

  [[noreturn]] void refuse(std::string_view before, const Diagnostics& diagnostics) {
    expect_good_model();
    throw Rejected{std::string(before) + first_error(diagnostics)};
  }

  std::string path_;
  const Limits& limits_;
  Progress silent_;
  std::string sha256_;
  bool model_is_good_ = false;
  Origin origin_;
  std::optional<Network> network_;
  std::optional<Assumption> assumption_;
  std::set<Origin> assured_;   // networks whose assumption was shown
};

void compare_origin(const JudgeArguments& arguments, const Networks& networks, const Origin& origin) {
  if (origin.files.empty()) throw Rejected{"names no model"};
  if (origin.files[0].sha256 != networks.sha256())
    throw another_model(arguments.model, networks.sha256(), origin.files[0].sha256);
  if (!arguments.definitions.empty() && arguments.definitions != origin.definitions)
    throw Rejected{fmt::format("was made with {}, not with {}", definitions_text(origin.definitions),
                               definitions_text(arguments.definitions))};
  if (arguments.target && *arguments.target != origin.target)
    throw Rejected{fmt::format("is about target '{}', not '{}'", origin.target, *arguments.target)};
}

void compare_shape(const EvidenceHeader& header, const Network& network) {
  if (header.components == network.num_components() && header.total_states == network.total_states() &&
      header.rules == network.num_rules())
    return;
  throw Rejected{fmt::format("is about a network of {} components, {} local states and {} rules; this one has {}, {} and {}",
                             header.components, header.total_states, header.rules, network.num_components(),
                             network.total_states(), network.num_rules())};
}

// Prints that the evidence is accepted, or throws Rejected, Waiting, BadModel or Stopped.
void judge_file(const JudgeArguments& arguments, Networks& networks, const std::string& path, const Limits& limits) {
  Content content = read_bytes(path, limits);
  if (!content.bytes) throw Rejected{"the file " + content.trouble};
  const SourceText source(path, *std::move(content.bytes));
  const EvidenceHeader header = unwrap_or_reject(read_evidence_header(source));
  compare_origin(arguments, networks, header.origin);
  const Network& network = networks.of(header.origin);
  compare_shape(header, network);
  const Property property = unwrap_or_reject(read_property(source, header, network));
  const Evidence evidence = unwrap_or_reject(read_evidence_body(source, header, network, limits));
  Progress silent;
  Judge judge = networks.judge();
  if (judge.is_conditional(property, evidence))
    throw Waiting{fmt::format("proves its claim only together with accepted evidence for '{}', which is not among the files",
                              networks.assumption()->property.name)};
  const Judgement judgement = judge(property, header.verdict, evidence, limits, silent);
  if (!judgement.accepted) throw Rejected{fmt::format("{}: {}", judgement.obligation, judgement.reason)};
  std::cout << fmt::format("accepted: {}: {} {} ({})\n", path, kind_name(kind_of(property)), verdict_name(header.verdict),
                           summary(network, evidence));
  if (judgement.shows_assumption) networks.set_assumption_shown();
  if (arguments.show) show(std::cout, network, property, evidence);
}

int judge_all(const JudgeArguments& arguments) {
  Limits::Settings settings;
  settings.seconds = arguments.limits.time_limit;
  settings.memory_bytes = arguments.limits.memory_limit ? *arguments.limits.memory_limit : default_memory_limit();
  settings.stop = &catch_signals();
  const Limits limits(settings);
  cap_allocations(limits);

  Networks networks(arguments.model, limits);
  bool rejected = false;
  bool unknown = false;
  std::vector<std::string> waiting;
  const auto judge_one = [&](const std::string& path, Round round) {
    const auto give_up = [&](std::string_view why) {
      unknown = true;
      std::cout << fmt::format("unknown: {}: {}\n", path, why);
    };
    try {
      judge_file(arguments, networks, path, limits);
    } catch (const Rejected& refusal) {
      rejected = true;
      std::cout << fmt::format("rejected: {}: {}\n", path, refusal.reason);
    } catch (const Waiting& wait) {
      if (round == Round::kFirst) {
        waiting.push_back(path);
        return;
      }
      rejected = true;
      std::cout << fmt::format("rejected: {}: {}\n", path, wait.for_what);
    } catch (const Stopped& stopped) {
      give_up(stopped.reason());
    } catch (const std::bad_alloc&) {
      give_up("out of memory");
    }
  };
  for (const std::string& path : arguments.evidence) judge_one(path, Round::kFirst);
  for (const std::string& path : waiting) judge_one(path, Round::kLast);
  if (rejected) {
    try {
      networks.expect_good_model();
    } catch (const Stopped&) {
      // The rejections stand. Whether the model is wrong as well is not known.
    } catch (const std::bad_alloc&) {}
    return static_cast<int>(JudgeExitCode::kRejected);
  }
  return unknown ? static_cast<int>(ExitCode::kUnknown) : static_cast<int>(JudgeExitCode::kAccepted);
}

// The exit code if there is nothing to judge: help, version, or a wrong command line.
std::optional<int> parse(int argc, char** argv, JudgeArguments& arguments) {
  CLI::App app("parley-check judges evidence: accepted or rejected, and why", "parley-check");
  app.set_version_flag("--version", version_text());
  app.failure_message(CLI::FailureMessage::simple);
  app.add_option("MODEL", arguments.model, "the model that the evidence is about")->required();
  app.add_option("EVIDENCE", arguments.evidence, "files that `parley check --evidence DIR` wrote")->required();
  app.add_flag("--show", arguments.show, "replay an accepted trace step by step");
  add_definition_flag(app, arguments.definitions, "NAME=VALUE: reject evidence that was made with other definitions");
  app.add_option("--target", arguments.target, "reject evidence about another system of the model");
  add_limit_flags(app, arguments.limits, "wall time, such as 60s, 5m, 1h (default: none)");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error, std::cout, std::cerr) == 0 ? 0 : static_cast<int>(ExitCode::kUsage);
  }
  return std::nullopt;
}

int run(int argc, char** argv) {
  try {
    JudgeArguments arguments;
    const std::optional<int> parsed = parse(argc, argv, arguments);
    const int code = parsed ? *parsed : judge_all(arguments);
    return std::cout.flush() ? code : static_cast<int>(ExitCode::kCannotWrite);
  } catch (const BadModel& bad) {
    std::cerr << bad.message << (bad.message.ends_with('\n') ? "" : "\n");
    return static_cast<int>(ExitCode::kBadInput);
  } catch (const std::bad_alloc&) {
    std::cout << "unknown: out of memory\n";
    return static_cast<int>(ExitCode::kUnknown);
  } catch (const std::exception& error) {
    std::cerr << "parley-check: internal error: " << error.what() << "\n";
    return static_cast<int>(ExitCode::kInternalError);
  }
}

}   // namespace

}   // namespace parley

int main(int argc, char** argv) { return parley::run(argc, argv); }
