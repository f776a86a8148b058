#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "check/judge.h"

namespace parley {

struct Assumption;
struct AssumptionRule;

// What the judge is asked, as each obligation sees it. By the time an obligation is called, every id in the
// evidence is known to exist in the network: the judge rejects what is not "well-formed" first, because
// without that the obligations could not even be stated.
struct Claim {
  const Network& network;
  const Property& property;
  Verdict claimed;
  const Evidence& evidence;
  const Limits& limits;
  Progress& progress;
  const Assumption* assumption = nullptr;   // of the network, if it has one (check/assumption.h)
  bool set_is_known = false;                // what is About::kSet was found to be met by this very set of this network
};

// Why an obligation is not met, in the user's names; nothing if it is.
using Objection = std::optional<std::string>;

// What an obligation depends on: the question as well, or a set and the network alone. One set may certify
// several properties, and the latter need to be checked only once.
enum class About : std::uint8_t { kQuestion, kSet };

// One thing that evidence must show (docs/formats/evidence names them). Each is checked on its own and
// trusts no other, so that a table with one row left out, or replaced, is a wrong judge that the tests must
// catch.
struct Obligation {
  std::string_view name;
  Objection (*objection)(const Claim&);
  About about = About::kQuestion;
};

// The rows for each kind of evidence: together they are the proof that the verdict is right.
struct ObligationTables {
  std::span<const Obligation> trace;
  std::span<const Obligation> closed_set;
  std::span<const Obligation> reduced_set;
  std::span<const Obligation> case_split;
  std::span<const Obligation> invariants;
  std::span<const Obligation> leap_set;
  const AssumptionRule* assumption = nullptr;   // only asked where the network has an assumption
};
std::span<const Obligation> trace_obligations();
std::span<const Obligation> closed_set_obligations();
std::span<const Obligation> reduced_set_obligations();
std::span<const Obligation> case_split_obligations();
std::span<const Obligation> invariant_obligations();
std::span<const Obligation> leap_set_obligations();

// Checks the rows one after the other and rejects at the first objection. Production code calls judge(),
// which brings the full tables. Throws Stopped.
Judgement judge_with(const ObligationTables& tables, const Claim& asked);

// After how many rows of a set the limits are looked at, so that it is about the same work whatever the
// network's size.
std::uint32_t rows_per_beat(const Network& network);

// Shared by all tables: a trace shows that `reach` holds and that anything else is violated, sets, case
// splits and proofs from invariants the opposite.
Objection fits_verdict(const Claim& asked);

// Shared by those that may be self-contained: whether something is a deadlock depends on everybody, so no
// part of a network can say so.
Objection needs_everybody(const Claim& asked);

}   // namespace parley
