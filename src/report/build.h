#pragma once

#include <optional>
#include <string>

#include "base/exit_code.h"
#include "base/limits.h"
#include "engine/engine.h"
#include "report/model.h"

namespace parley {

// What is known about one check once it was answered and judged.
struct CheckFacts {
  const Network& network;
  const Property& property;
  const Outcome& outcome;
  std::string target = {};
  std::string engine = {};
  Verdict wanted = Verdict::kHolds;
  Statistics statistics = {};
  double time_s = 0;
  double read_time_s = 0;
  double judge_time_s = 0;
  std::uint64_t peak_rss_bytes = 0;
  std::optional<std::string> evidence_file = {};
  bool evidence_checked = false;
};

// The report of one check: with names instead of ids, lists cut, and the last state of the trace explained,
// or the state that could not be ruled out. Linear in the network and the evidence.
//
// Throws nothing: if a limit is passed here, only the explanation is missing, since verdict and trace are
// known by then.
CheckReport make_check_report(const CheckFacts& facts, const Limits& limits);

// What is known about a run of `parley explore`. 'reason' is set if the exploration was not complete.
struct ExploreFacts {
  std::string target = {};
  std::string engine = {};
  std::optional<std::string> reason = {};
  Statistics statistics = {};
  double time_s = 0;
  double read_time_s = 0;
  std::uint64_t peak_rss_bytes = 0;
};

// The report of an exploration: a check of kind `explore`, which holds if the whole state space was counted.
CheckReport make_explore_report(ExploreFacts facts);

TargetReport make_target_report(std::string target, std::string observer, const Network& network);

// The exit code of the run: 0, 1 or 2.
ExitCode exit_code_of(const RunReport& run);

}   // namespace parley
