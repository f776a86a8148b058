#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cli/terminal_progress.h"
#include "front/front.h"

namespace parley {

// The command line as plain data, one struct a subcommand.

enum class Volume { kQuiet, kNormal, kVerbose };

// What every subcommand that reads a model takes.
struct ModelArguments {
  std::string file;
  std::string target;                                             // "" = the model's default
  std::vector<std::pair<std::string, std::string>> definitions;   // sorted by name
  bool ltsa_compat = false;
  std::optional<double> time_limit;
  std::optional<std::uint64_t> memory_limit;
  ProgressMode progress = ProgressMode::kAuto;
  Volume volume = Volume::kNormal;
  std::string json;   // "" = none, "-" = stdout
};

// What every subcommand that runs an engine takes besides.
struct EngineArguments {
  std::string engine = "auto";
  std::vector<std::pair<std::string, std::string>> settings;   // --set
  unsigned threads = 0;                                        // 0 = all cores
  std::uint64_t seed = 0;
};

// What becomes of the evidence of an answer.
struct EvidenceArguments {
  std::string directory;   // "" = it is not written
  bool judge = true;
};

struct CheckArguments {
  ModelArguments model;
  EngineArguments engine;
  std::vector<CheckRequest> requests;   // asked on the command line, in its order
  std::vector<std::string> names;       // --check
  EvidenceArguments evidence;
};

struct ExploreArguments {
  ModelArguments model;
  EngineArguments engine;
};

struct InfoArguments {
  ModelArguments model;
};

struct ConvertArguments {
  ModelArguments model;
  std::string output;
  std::string component;   // "" = the explored product
};

struct MccArguments {
  ModelArguments model;   // 'file' is the folder of the instance
  std::string examination;
  EngineArguments engine;
  EvidenceArguments evidence;
};

struct EnginesArguments {
  bool options = false;
};

struct Done {
  int exit_code = 0;
};   // help or version was printed, or the usage is wrong and was explained

using Arguments =
    std::variant<Done, CheckArguments, ExploreArguments, InfoArguments, ConvertArguments, MccArguments, EnginesArguments>;

Arguments parse_arguments(int argc, char** argv);

}   // namespace parley
