#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "cross/laws.h"
#include "cross/random.h"
#include "engine/engine.h"

namespace parley::cross {

// How an engine is asked. It is drawn before the network and kept while a failing network is shrunk, so that
// the shrunk one fails for the same reason.
struct Setting {
  enum class Grouping : std::uint8_t { kTogether, kOneByOne };   // one task for all properties, or one per property
  enum class Border : std::uint8_t { kRegistry, kDirect };       // through run() of the registry, or Engine::check itself
  enum class Extra : std::uint8_t { kNone, kFile, kAgain };      // write and read the evidence; ask again with other threads

  std::vector<std::pair<std::string, std::int64_t>> options;   // those not at their preset
  unsigned threads = 1;
  std::uint64_t seed = 0;
  Grouping grouping = Grouping::kTogether;
  Border border = Border::kRegistry;
  Extra extra = Extra::kNone;
  const Law* law = nullptr;
  std::uint64_t law_seed = 0;
};

// Values come from the fuzzing ranges of the option rows: the registry's, and the engine's own if it is not
// in the registry.
Setting random_setting(Random& random, const Engine& engine);
Options options_of(const Setting& setting, const Engine& engine);
std::string to_text(const Setting& setting);

}   // namespace parley::cross
