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
  kVerdict,       // not the oracle's
  kUnanswered,    // declined what cross/declining does not let it, or did not know although it is complete
  kUncertified,   // a complete engine gave no evidence, its option for certificates at its preset
  kRejected,      // the judge does not accept the evidence
  kLength,        // a trace that should be shortest is not
  kCounts,        // explore() counts otherwise than the oracle
  kBorder,        // answered twice, answered what was not asked, threw
  kFile,          // the evidence does not survive being written and read
  kChanging,      // asked again with other threads, it answers otherwise
};
std::string_view fault_name(Fault fault);

struct Failure {
  Fault fault = Fault::kVerdict;
  std::string question;   // its name, or "" where it is about none
  std::string detail;
};

// Which engine, and by which judge: the tests of the tests put wrong ones here.
struct Subject {
  const Engine& engine;
  Judge judge = parley::judge;
};

inline constexpr std::size_t kEvidenceKinds = std::variant_size_v<Evidence>;

// What an engine was asked and what came back: an incomplete engine that never knows anything fails no
// comparison, but shows here.
struct Tally {
  std::uint64_t asked = 0;
  std::uint64_t declined = 0;
  std::uint64_t unknown = 0;
  std::array<std::uint64_t, kEvidenceKinds> evidence{};   // by kind, accepted by the judge; of kind kNone: answers without
  std::uint64_t files = 0;                                // evidence written and read back
  std::uint64_t explored = 0;                             // networks whose counts agree

  // Of what an engine did not decline: how much there was to be shown, and how much it showed.
  struct Share {
    std::uint64_t there = 0;
    std::uint64_t shown = 0;
  };
  struct Shares {
    Share proofs;   // that no state is bad
    Share traces;   // to a bad state
  };
  Shares at_presets;   // its own options as they are shipped
  Shares at_random;

  void merge(const Tally& other);
};

// Asks the engine everything that 'spec' asks, and compares with the oracle's exploration of it. The same for
// every engine, real or planted: a new row in the registry needs one in cross/declining and no line here.
std::optional<Failure> examine(const Subject& subject, const oracle::Spec& spec, const oracle::Exploration& exploration,
                               const Setting& setting, Tally& tally);
std::optional<Failure> examine(const Subject& subject, const oracle::Spec& spec, const oracle::Exploration& exploration,
                               const Setting& setting);

}   // namespace parley::cross
