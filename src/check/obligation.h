#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "check/judge.h"

namespace parley {

struct Assumption;
struct AssumptionRule;

// What the judge is asked, as each obligation sees it. When an obligation is called, every id in the evidence
// exists in the network: the judge first rejects evidence that is not "well-formed", because without that the
// obligations could not be stated.
struct Claim {
  const Network& network;
  const Property& property;
  Verdict claimed;
  const Evidence& evidence;
  const Limits& limits;
  Progress& progress;
  const Assumption* assumption = nullptr;   // the assumption of the network, if it has one (check/assumption.h)
  bool set_is_known = false;                // this same set of this network has met all obligations with About::kSet
};

// Why an obligation is not met, in the user's names; nothing if it is met.
using Objection = std::optional<std::string>;

// What an obligation depends on: on the question as well, or only on the set and the network. One set may
// certify several properties; its kSet obligations are checked once.
enum class About : std::uint8_t { kQuestion, kSet };

// One thing that evidence must show (docs/formats/evidence names them). Each obligation is checked on its own
// and does not rely on the others. So a table with one row left out or replaced is a wrong judge, and the
// tests must notice it.
struct Obligation {
  std::string_view name;
  Objection (*objection)(const Claim&);
  About about = About::kQuestion;
};

// The obligations for each kind of evidence. Together they prove the verdict.
struct ObligationTables {
  std::span<const Obligation> trace;
  std::span<const Obligation> closed_set;
  std::span<const Obligation> reduced_set;
  std::span<const Obligation> case_split;
  std::span<const Obligation> invariants;
  std::span<const Obligation> leap_set;
  const AssumptionRule* assumption = nullptr;   // used only if the network has an assumption
};
std::span<const Obligation> trace_obligations();
std::span<const Obligation> closed_set_obligations();
std::span<const Obligation> reduced_set_obligations();
std::span<const Obligation> case_split_obligations();
std::span<const Obligation> invariant_obligations();
std::span<const Obligation> leap_set_obligations();

// Checks the obligations in order and rejects at the first objection. Production code calls judge(), which
// passes the full tables. Throws Stopped.
Judgement judge_with(const ObligationTables& tables, const Claim& asked);

// The number of rows of a set after which limits are checked: about the same amount of work, whatever the
// size of the network.
std::uint32_t rows_per_beat(const Network& network);

// Shared by all tables. A trace shows that `reach` holds, or that any other property is violated. Sets, case
// splits and proofs from invariants show the opposite.
Objection fits_verdict(const Claim& asked);

// Shared by the kinds that may be self-contained. Whether a state is a deadlock depends on all components, so
// evidence about a part of the network cannot show it.
Objection needs_everybody(const Claim& asked);

}   // namespace parley
