#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/limits.h"
#include "base/options.h"
#include "base/progress.h"
#include "engine/engine.h"
#include "evidence/header.h"
#include "front/front.h"

namespace parley {

// A model that was read, and the limits of the run. Everything it refers to outlives the verification.
struct Subject {
  const Model& model;
  Origin origin;   // how the model was read; target and observer are empty
  const Limits& limits;
  Progress& progress;
  // Receives warnings and errors of the model, possibly the same one several times.
  std::function<void(const Diagnostics&)> tell;
};

// The origin of a model that was read with these options.
Origin origin_of(const Model& model, const ReadOptions& options);

struct VerifySettings {
  const Engine* engine = nullptr;   // null: `auto`, by the schedule
  Options options;
  unsigned threads = 1;
  std::uint64_t seed = 0;
  bool judge = true;             // judge all evidence before a verdict is reported
  std::string evidence_folder;   // "": evidence is not written
};

}   // namespace parley
