#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cli/limit_flags.h"
#include "cli/terminal_progress.h"
#include "front/front.h"

namespace parley {

// The command line as plain data, one struct per subcommand.

enum class Volume { kQuiet, kNormal, kVerbose };

// The arguments of every subcommand that reads a model.
struct ModelArguments {
  std::string file;
  std::string target;        // "" = the model's default
  Definitions definitions;   // sorted by name
  bool ltsa_compat = false;
  LimitArguments limits;
  ProgressMode progress = ProgressMode::kAuto;
  Volume volume = Volume::kNormal;
  std::string json;   // "" = none, "-" = stdout
};

// The further arguments of every subcommand that runs an engine.
struct EngineArguments {
  std::string engine = "auto";
  std::vector<std::pair<std::string, std::string>> settings;   // --set
  unsigned threads = 0;                                        // 0 = all cores
  std::uint64_t seed = 0;
};

// What to do with the evidence for a verdict.
struct EvidenceArguments {
  std::string directory;   // "" = not written
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
