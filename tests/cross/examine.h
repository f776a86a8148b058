#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>

#include "check/judge.h"
#include "cross/setting.h"
#include "engine/engine.h"
#include "oracle/oracle.h"
#include "oracle/spec.h"

namespace parley::cross {

using Judge = std::function<Judgement(const Network&, const Property&, Verdict, const Evidence&, const Limits&, Progress&)>;

// What is wrong with an engine's answer.
enum class Fault : std::uint8_t {
  kVerdict,       // differs from the oracle's
  kUnanswered,    // declined without a row in cross/declining, or unknown although the engine is complete
  kUncertified,   // a complete engine gave no evidence, with its certificate option at the preset
  kRejected,      // the judge rejects the evidence
  kLength,        // a trace that claims to be shortest is not
  kCounts,        // explore() and the oracle count differently
  kBorder,        // answered twice, answered what was not asked, threw
  kFile,          // the evidence differs after it was written and read
  kChanging,      // another number of threads gives another answer
};
std::string_view fault_name(Fault fault);

struct Failure {
  Fault fault = Fault::kVerdict;
  std::string question;   // its name, or "" if the failure concerns no question
  std::string detail;
};

// The engine and the judge to be tested. The tests of the tests put wrong ones here.
struct Subject {
  const Engine& engine;
  Judge judge = parley::judge;
};

inline constexpr std::size_t kEvidenceKinds = std::variant_size_v<Evidence>;

// Counts of questions and answers. An incomplete engine that never knows anything fails no comparison, but is
// visible here.
struct Tally {
  std::uint64_t asked = 0;
  std::uint64_t declined = 0;
  std::uint64_t unknown = 0;
  std::array<std::uint64_t, kEvidenceKinds>
      evidence{};               // by kind, accepted by the judge; NotCertified counts answers without evidence
  std::uint64_t files = 0;      // evidence files written and read back
  std::uint64_t explored = 0;   // networks whose counts agree with the oracle

  // Of the questions that an engine did not decline: how many have a proof or trace, and how many it showed.
  struct Share {
    std::uint64_t there = 0;
    std::uint64_t shown = 0;
  };
  struct Shares {
    Share proofs;   // that no bad state is reachable
    Share traces;   // to a bad state
  };
  Shares at_presets;   // its own options at their presets
  Shares at_random;

  void merge(const Tally& other);
};

// Asks the engine every question of 'spec', and compares the answers with the oracle's exploration. The same
// for every engine, real or planted: a new row in the registry needs a row in cross/declining and no line
// here.
std::optional<Failure> examine(const Subject& subject, const oracle::Spec& spec, const oracle::Exploration& exploration,
                               const Setting& setting, Tally& tally);
std::optional<Failure> examine(const Subject& subject, const oracle::Spec& spec, const oracle::Exploration& exploration,
                               const Setting& setting);

}   // namespace parley::cross
