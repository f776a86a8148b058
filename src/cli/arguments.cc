#include "cli/arguments.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json_fwd.hpp>

#include "base/exit_code.h"
#include "cli/limit_flags.h"
#include "cli/version.h"
#include "front/pnml/contest.h"
#include "solve/versions.h"

namespace parley {

namespace {

void add_run_flags(CLI::App& app, ModelArguments& model) {
  add_limit_flags(app, model.limits, "wall time for reading, checking and judging, such as 60s, 5m, 1h (default: none)");
  app.add_option("--progress", model.progress, "auto (on a terminal), always or never")
      ->transform(CLI::CheckedTransformer(std::vector<std::pair<std::string, ProgressMode>>{
          {"auto", ProgressMode::kAuto}, {"always", ProgressMode::kAlways}, {"never", ProgressMode::kNever}}));
  app.add_option("--json", model.json, "write the result as JSON to a file, or to stdout (-) and nothing else there");
}

void add_model_flags(CLI::App& app, ModelArguments& model) {
  app.add_option("FILE", model.file, "the model: .fsp, .lts, .aut, .exp or .pnml")->required();
  app.add_option("--target", model.target, "the system to look at (default: the one a check names, else the last composite)");
  add_definition_flag(app, model.definitions, "NAME=VALUE, in place of the model's constant");
  app.add_flag("--ltsa-compat", model.ltsa_compat, "read FSP exactly as LTSA does");
  add_run_flags(app, model);
  auto* quiet = app.add_flag_callback(
      "--quiet", [&model] { model.volume = Volume::kQuiet; }, "only one line per check");
  app.add_flag_callback(
         "--verbose", [&model] { model.volume = Volume::kVerbose; }, "all statistics too")
      ->excludes(quiet);
}

void add_engine_flags(CLI::App& app, EngineArguments& engine) {
  app.add_option("--engine", engine.engine, "auto, or the name of an engine (see `parley engines`)");
  app.add_option_function<std::vector<std::string>>(
         "--set",
         [&engine](const std::vector<std::string>& list) {
           for (const std::string& text : list) engine.settings.push_back(parse_assignment("--set", text));
         },
         "OPTION=VALUE, an engine's option (see `parley engines --options`)")
      ->allow_extra_args(false);
  app.add_option("--threads", engine.threads, "how many threads (default: all cores)")->check(CLI::Range(1U, 1024U));
  app.add_option("--seed", engine.seed, "where random choices start");
}

void add_evidence_flags(CLI::App& app, EvidenceArguments& evidence) {
  app.add_option("--evidence", evidence.directory, "DIR: write the evidence of each verdict there");
  app.add_option("--judge", evidence.judge, "on or off: judge every verdict before it is printed (default: on)")
      ->transform(CLI::CheckedTransformer(std::vector<std::pair<std::string, bool>>{{"on", true}, {"off", false}}));
}

// The checks asked by flags, in the order of the command line.
class QuestionFlags {
 public:
  explicit QuestionFlags(CLI::App& app) : app_(app) {
    add_flag("--deadlock", PropertyKind::kDeadlock, "can it get stuck as a whole?");
    add_flag("--local-deadlock", PropertyKind::kLocalDeadlock, "can a part of it get stuck for ever?");
    add_option("--reach", PropertyKind::kReach, "EXPR: can this be reached? e.g. \"phil[0]@EATING && phil[2]@EATING\"");
    add_option("--never", PropertyKind::kNever, "EXPR: is this impossible?");
    add_option("--property", PropertyKind::kSafety, "P: is this property automaton never violated?");
  }

  std::vector<CheckRequest> requests(const std::string& target) const {
    std::vector<CheckRequest> list;
    std::vector<std::size_t> used(questions_.size(), 0);
    for (const CLI::Option* option : app_.parse_order()) {
      for (std::size_t i = 0; i < questions_.size(); ++i) {
        const Question& question = questions_[i];
        if (question.option != option) continue;
        CheckRequest request;
        request.kind = question.kind;
        request.target = target;
        request.flag = question.flag;
        const std::size_t occurrence = used[i]++;
        if (question.kind == PropertyKind::kReach || question.kind == PropertyKind::kNever)
          request.expression = option->results().at(occurrence);
        if (question.kind == PropertyKind::kSafety) request.automaton = option->results().at(occurrence);
        list.push_back(std::move(request));
      }
    }
    return list;
  }

 private:
  struct Question {
    std::string flag;
    PropertyKind kind;
    const CLI::Option* option;
  };
  void add_flag(const std::string& flag, PropertyKind kind, const std::string& help) {
    questions_.push_back({flag, kind, app_.add_flag(flag, help)});
  }
  void add_option(const std::string& flag, PropertyKind kind, const std::string& help) {
    CLI::Option* option = app_.add_option(flag, help)->take_all()->allow_extra_args(false)->expected(1);
    questions_.push_back({flag, kind, option});
  }

  CLI::App& app_;
  std::vector<Question> questions_;
};

}   // namespace

Arguments parse_arguments(int argc, char** argv) {
  CLI::App app("parley verifies systems of communicating automata", "parley");
  app.require_subcommand(1);
  app.set_version_flag("--version",
                       version_text(fmt::format("nlohmann-json {}.{}.{}, {}", NLOHMANN_JSON_VERSION_MAJOR,
                                                NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH, solver_versions())));
  app.failure_message(CLI::FailureMessage::simple);

  CheckArguments check;
  CLI::App* check_app = app.add_subcommand("check", "answer what the model asks, or what the flags ask");
  add_model_flags(*check_app, check.model);
  const QuestionFlags questions(*check_app);
  check_app->add_option("--check", check.names, "NAME: only this check of the file")->allow_extra_args(false);
  add_engine_flags(*check_app, check.engine);
  add_evidence_flags(*check_app, check.evidence);

  ExploreArguments explore;
  CLI::App* explore_app = app.add_subcommand("explore", "count states, transitions and deadlocks");
  add_model_flags(*explore_app, explore.model);
  add_engine_flags(*explore_app, explore.engine);

  InfoArguments info;
  CLI::App* info_app = app.add_subcommand("info", "what the model consists of");
  add_model_flags(*info_app, info.model);

  ConvertArguments convert;
  CLI::App* convert_app =
      app.add_subcommand("convert", "write the network as .fsp or .exp; the explored product as .aut or .dot; or one component");
  add_model_flags(*convert_app, convert.model);
  convert_app->add_option("-o,--output", convert.output, "the file to write; its ending says the format")->required();
  convert_app->add_option("--component", convert.component, "only this component");

  MccArguments mcc;
  CLI::App* mcc_app = app.add_subcommand("mcc", "answer an examination of the Model Checking Contest, in its own lines");
  mcc_app->add_option("DIR", mcc.model.file, "the folder of the instance, with model.pnml and the formulas")->required();
  mcc_app->add_option("EXAMINATION", mcc.examination, examination_names())->required();
  add_run_flags(*mcc_app, mcc.model);
  add_engine_flags(*mcc_app, mcc.engine);
  add_evidence_flags(*mcc_app, mcc.evidence);

  EnginesArguments engines;
  CLI::App* engines_app = app.add_subcommand("engines", "what each engine does");
  engines_app->add_flag("--options", engines.options, "their options too");

  const std::string_view word = argc > 1 ? argv[1] : "-";
  const std::array known = {check_app, explore_app, info_app, convert_app, mcc_app, engines_app};
  if (!word.starts_with('-') && std::ranges::find(known, word, &CLI::App::get_name) == known.end()) {
    fmt::print(stderr, "parley: there is no subcommand '{}'\n", word);
    fmt::print(stderr, "Run with --help for more information.\n");
    return Done{static_cast<int>(ExitCode::kUsage)};
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const int code = app.exit(error, std::cout, std::cerr);
    return Done{code == 0 ? 0 : static_cast<int>(ExitCode::kUsage)};
  }
  if (check_app->parsed()) {
    check.requests = questions.requests(check.model.target);
    return check;
  }
  if (explore_app->parsed()) return explore;
  if (info_app->parsed()) return info;
  if (convert_app->parsed()) return convert;
  if (mcc_app->parsed()) return mcc;
  return engines;
}

}   // namespace parley
