#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/source_file.h"
#include "base/statistics.h"
#include "evidence/evidence.h"

namespace parley {

// The report of a run, as plain data: names instead of ids, without the network. The printers (text.h,
// json.h) read nothing else, so each of them can show everything. Lists are cut where they are built, never
// where they are printed. A list that may be cut stands next to its exact length.
inline constexpr std::size_t kListedComponents = 1000;
inline constexpr std::size_t kListedSteps = 1000;     // of a trace, from its beginning
inline constexpr std::size_t kListedLastSteps = 50;   // and, if it is longer, from its end
inline constexpr std::size_t kListedMoves = 1000;     // of one step

// A network that was built for some check.
struct TargetReport {
  std::string target;     // "" for a format with only one system per file
  std::string observer;   // the property automaton that was added to it, or ""
  std::size_t components = 0;
  std::size_t states = 0;   // sum of the local states
  std::size_t rules = 0;
};

struct ModelReport {
  std::vector<SourceFile> files;
  std::vector<std::pair<std::string, std::string>> definitions;   // -D, as given
  std::vector<TargetReport> targets;                              // that of the first check first; empty if reading was stopped
};

// A component's move: an index into TraceReport::columns, and the name of its new local state.
struct MoveReport {
  std::size_t column = 0;
  std::string state;
};

struct StepReport {
  std::string label;
  std::vector<MoveReport> moves;   // the first kListedMoves
  std::size_t num_moves = 0;
};

struct ColumnReport {
  std::string component;
  std::string initial;   // the name of its initial local state
};

// A run of the network: the first kListedSteps steps and, if it is longer, the last kListedLastSteps.
struct TraceReport {
  std::vector<ColumnReport> columns;   // the components that move in the steps listed here, in the network's order
  std::size_t num_components = 0;      // that take part in the whole trace
  std::vector<StepReport> first;       // steps 1, 2, ...
  std::vector<StepReport> last;        // the last steps; empty if 'first' is the whole trace
  std::size_t length = 0;
  bool is_shortest = false;   // false if that is not known

  bool is_whole() const { return first.size() == length && columns.size() == num_components; }
};

struct SupportReport {
  std::vector<std::string> components;   // the first kListedComponents
  std::size_t count = 0;
  std::size_t of = 0;
  bool any_number = false;   // the verdict also holds with any number of further components that share none of its labels
};

struct EvidenceReport {
  EvidenceKind kind = EvidenceKind::kNone;
  std::size_t length = 0;             // steps of a trace or a proof, states of a set, states of all sets of a case split
  std::optional<std::size_t> facts;   // invariants that a proof starts from
  std::optional<std::size_t> steps;   // of such a proof
  std::optional<bool> shortest;       // of a trace: whether no shorter one exists; false if that is not known
  std::optional<std::string> file;
  bool checked = false;                  // the judge accepted it
  std::optional<std::string> why_none;   // why a definite verdict has no evidence
};

// A global state that was neither ruled out nor shown to be reachable.
struct CandidateReport {
  std::vector<std::pair<std::string, std::string>> components;   // and their local states; the first kListedComponents
  std::size_t count = 0;                                         // of all components
  std::vector<std::string> by_state;   // the whole state: one line per local state with the components that are in it
  std::vector<std::string> survived;   // the methods that could not rule it out
};

// Sentences that explain why the last state of the trace is bad, why the candidate would be, or which
// invariants make the proof. A line that is indented by two blanks belongs to the line above.
using Explanation = std::vector<std::string>;

enum class CheckKind : std::uint8_t {
  kDeadlock,
  kLocalDeadlock,
  kReach,
  kNever,
  kSafety,
  kLocal,
  kProgress,
  kAssertion,
  kExplore
};
CheckKind check_kind(PropertyKind kind);
std::string_view kind_name(CheckKind kind);   // as in JSON

struct CheckReport {
  std::string name;
  CheckKind kind = CheckKind::kDeadlock;
  std::string target;
  Verdict verdict = Verdict::kUnknown;
  Verdict wanted = Verdict::kHolds;    // the verdict that was expected
  std::string engine;                  // "" if no engine ran
  std::optional<std::string> reason;   // of an unknown
  double time_s = 0;
  double read_time_s = 0;
  double judge_time_s = 0;
  std::uint64_t peak_rss_bytes = 0;
  Statistics statistics;
  std::optional<SupportReport> support;   // of a definite verdict
  EvidenceReport evidence;
  std::optional<TraceReport> trace;
  std::optional<CandidateReport> candidate;   // of an unknown
  Explanation explanation;
};

// Whether the verdict is the expected one; nothing while it is unknown.
std::optional<bool> as_expected(const CheckReport& check);

struct RunReport {
  std::string version;
  std::string commit;
  ModelReport model;
  std::vector<std::pair<std::string, std::string>> options;   // --set, where it differs from the preset
  std::vector<CheckReport> checks;
  std::optional<std::string> reason;   // why there was nothing to check: a limit stopped the reading
  std::size_t warnings = 0;            // warnings of the reader about the model
};

}   // namespace parley
