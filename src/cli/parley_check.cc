// parley-check: the independent judge. Rebuilds the network that a piece of evidence speaks of from the
// model's files, and says whether the evidence proves what it claims. Knows the front ends and the judge
// library, no engine.

#include <algorithm>
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
#include "base/text.h"
#include "check/judge.h"
#include "check/show/show.h"
#include "cli/memory_cap.h"
#include "cli/signals.h"
#include "cli/version.h"
#include "evidence/read.h"
#include "front/content.h"
#include "front/front.h"

namespace parley {

namespace {

using Definitions = std::vector<std::pair<std::string, std::string>>;   // sorted by name

struct JudgeArguments {
  std::string model;
  std::vector<std::string> evidence;
  bool show = false;
  Definitions definitions;
  std::optional<std::string> target;
  std::optional<double> time_limit;
  std::optional<std::uint64_t> memory_limit;
};

// Thrown for evidence that is not accepted; the reason is what the user sees.
struct Rejected {
  std::string reason;
};

// Thrown for evidence that is not judged yet: it would prove its claim only under an assumption for which no
// evidence was accepted so far.
struct Waiting {
  std::string for_what;
};
enum class Round : std::uint8_t { kFirst, kLast };

// Thrown for a model that is itself wrong or unreadable: nothing can be said about any evidence.
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

// What the reader of the evidence complained about first: one line is enough to reject it.
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

// Several pieces of evidence are mostly about one network: the last one is kept.
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

  // A judge of evidence about the network that was asked for last. Evidence for its assumption may have been
  // accepted before: about this very network, so with the same files, definitions, target, observer and
  // options.
  Judge judge() const {
    Judge judge(*network_, assumption_ ? &*assumption_ : nullptr);
    if (assured_.contains(origin_)) judge.set_assumption_shown();
    return judge;
  }
  const std::optional<Assumption>& assumption() const { return assumption_; }
  void set_assumption_shown() { assured_.insert(origin_); }

  // Throws BadModel if the model is wrong by itself, whatever the evidence says. Read only where that is in
  // doubt.
  void expect_good_model() {
    if (model_is_good_) return;
    Result<std::unique_ptr<Model>> model = read_model(path_, {}, limits_, silent_);
    if (!model) throw BadModel{to_text(model.diagnostics())};
    Result<Network> network = (*model)->build((*model)->first_target(), "", limits_, silent_);
    if (!network) throw BadModel{to_text(network.diagnostics())};
    model_is_good_ = true;
  }

 private:
  static void compare_files(const std::vector<SourceFile>& read, const std::vector<SourceRecord>& recorded) {
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
  settings.seconds = arguments.time_limit;
  settings.memory_bytes = arguments.memory_limit ? *arguments.memory_limit : default_memory_limit();
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
      // The rejections stand, and whether the model is wrong as well stays open.
    } catch (const std::bad_alloc&) {}
    return static_cast<int>(JudgeExitCode::kRejected);
  }
  return unknown ? static_cast<int>(ExitCode::kUnknown) : static_cast<int>(JudgeExitCode::kAccepted);
}

void add_definition(Definitions& definitions, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    throw CLI::ValidationError("-D", fmt::format("'{}' is not of the form NAME=VALUE", text));
  std::pair<std::string, std::string> definition(text.substr(0, equals), text.substr(equals + 1));
  const auto at = std::lower_bound(definitions.begin(), definitions.end(), definition);
  const auto same_name = [&](const auto& other) { return other.first == definition.first; };
  if (std::any_of(definitions.begin(), definitions.end(), same_name))
    throw CLI::ValidationError("-D", fmt::format("{} is given twice", definition.first));
  definitions.insert(at, std::move(definition));
}

// The exit code where there is nothing to judge: help, version, or a wrong command line.
std::optional<int> parse(int argc, char** argv, JudgeArguments& arguments) {
  CLI::App app("parley-check judges evidence: accepted or rejected, and why", "parley-check");
  app.set_version_flag("--version", version_text());
  app.failure_message(CLI::FailureMessage::simple);
  app.add_option("MODEL", arguments.model, "the model that the evidence is about")->required();
  app.add_option("EVIDENCE", arguments.evidence, "files that `parley check --evidence DIR` wrote")->required();
  app.add_flag("--show", arguments.show, "replay an accepted trace step by step");
  app.add_option_function<std::vector<std::string>>(
         "-D",
         [&](const std::vector<std::string>& list) {
           for (const std::string& text : list) add_definition(arguments.definitions, text);
         },
         "NAME=VALUE: reject evidence that was made with other definitions")
      ->allow_extra_args(false);
  app.add_option("--target", arguments.target, "reject evidence about another system of the model");
  app.add_option_function<std::string>(
      "--time-limit",
      [&](const std::string& text) {
        arguments.time_limit = parse_duration(text);
        if (!arguments.time_limit)
          throw CLI::ValidationError("--time-limit", fmt::format("'{}' is no duration such as 60s or 5m", text));
      },
      "wall time, such as 60s, 5m, 1h (default: none)");
  app.add_option_function<std::string>(
      "--memory-limit",
      [&](const std::string& text) {
        arguments.memory_limit = parse_bytes(text);
        if (!arguments.memory_limit)
          throw CLI::ValidationError("--memory-limit", fmt::format("'{}' is no size such as 4G or 512M", text));
      },
      "resident memory, such as 512M or 4G (default: 80 % of what is available)");
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
