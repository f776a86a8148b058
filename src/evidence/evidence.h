#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "evidence/invariant_proof.h"
#include "evidence/state_table.h"
#include "property/property.h"

namespace parley {

// A component's move in a step: where it is afterwards. A participant that stays in its state moves to it.
struct Move {
  ComponentId component;
  LocalState to;
  friend auto operator<=>(const Move&, const Move&) = default;
};

// A run of the network from its initial state: each step is the label performed and the moves of all
// participants of one rule, by component, ascending. It names no rule: the step is right if some rule with
// that label and exactly these participants allows it, so that a trace means the same to every program that
// reads the model.
//
// Whoever finds a trace may claim that no run to such a state is shorter. Reports say where nobody claims it,
// and the random tests hold the claim against the oracle; it is no part of the evidence: it is not written to
// files, and the judge does not ask.
class Trace {
 public:
  struct Step {
    LabelId label;
    std::span<const Move> moves;
  };
  void add(LabelId label, std::span<const Move> moves);
  std::size_t size() const { return labels_.size(); }
  Step operator[](std::size_t i) const {
    return {labels_[i], std::span(moves_).subspan(begins_[i], begins_[i + 1] - begins_[i])};
  }
  std::vector<ComponentId> components() const;   // all that take part, ascending

  void claim_shortest() { claimed_shortest_ = true; }
  bool is_shortest() const { return claimed_shortest_ || size() == 0; }

  // Whoever finds a trace may also claim that it is self-contained: every rule that uses a label which one of
  // its steps uses has all its participants among the components that the trace and its property speak of.
  // Then it is a trace of any larger network that uses these labels as this one does. Unlike the other claim
  // this one is written to files and judged.
  void claim_self_contained() { claimed_self_contained_ = true; }
  bool is_self_contained() const { return claimed_self_contained_; }

 private:
  std::vector<LabelId> labels_;
  std::vector<std::uint32_t> begins_{0};
  std::vector<Move> moves_;
  bool claimed_shortest_ = false;
  bool claimed_self_contained_ = false;
};

// A sum that never grows beyond a bound: every component in 'rows' adds the weight of its local state, all
// others add nothing. It holds in the initial state, and no rule makes the sum larger; so it holds in every
// reachable state.
struct LinearInvariant {
  struct Row {
    ComponentId component;
    std::vector<std::int64_t> weights;   // one a local state of the component
  };
  std::vector<Row> rows;   // by component, ascending
  std::int64_t bound = 0;
};

// A set of states over some components (the support), the others assumed willing at any time: it contains the
// initial state, no rule leads out of it, and no state in it is bad. Then no reachable state of the network
// is bad. One set may certify several properties, so evidence shares it.
//
// It may lean on linear invariants: a step may lead out of it to a state that one of them rules out, wherever
// the components outside are.
struct ClosedSet {
  StateTable states;
  std::vector<LinearInvariant> invariants = {};
  // The claim that every rule which uses a label that some state of the set offers has all its participants
  // in the support. Then the set proves the same of any larger network that uses these labels as this one
  // does. Never made of a set that leans on invariants.
  bool self_contained = false;
};

// Several closed sets that prove together what none of them proves alone: the cases in which the formula
// could hold, each ruled out by one of the sets. 'tree' lists the nodes of the tree of cases, each before its
// children, the children in the order that docs/formats/evidence/case-split.md gives.
struct CaseSplit {
  static constexpr std::uint32_t kSplit = 0xffff'ffff;    // an inner node
  static constexpr std::uint32_t kAbsurd = 0xffff'fffe;   // a leaf that contradicts itself
  std::vector<std::shared_ptr<const ClosedSet>> sets;
  std::vector<std::uint32_t> tree;   // kSplit, kAbsurd, or the number of the set that rules the leaf out
};

// A set of global states that may leave successors out: a column for every component, in the order of the
// network, and for each state its own support, some of the components. It promises that as long as no rule
// that names one of them fires, they stay where they are; so rules inside the support may be brought forward,
// and those outside put off (stubborn sets). What a judge demands of it stands in
// docs/formats/evidence/reduced-set.md. In a state with a component in an error state the support is not
// read.
struct ReducedSet {
  StateTable states;
  std::vector<std::uint64_t> supports;   // words_per_support() words a state; component c is bit c % 64 of word c / 64
  std::vector<std::uint32_t> ranks;      // empty, or one a state: needed where a state puts its question off

  std::size_t words_per_support() const { return (states.num_columns() + kWordBits - 1) / kWordBits; }
  bool in_support(std::size_t row, ComponentId component) const {
    return (supports[row * words_per_support() + component.index() / kWordBits] >> (component.index() % kWordBits) & 1) != 0;
  }

  static constexpr std::size_t kWordBits = 64;
};

// A set of nodes of the leap graph: vectors of local states, a column for every component, in the order of
// the network. A node stands for all global states that its components come to by local rules alone (rules
// with one participant), each on its own; a leap is a step by a shared rule from one of these. In a
// component, states that lead to one another by local rules are alike, and the one with the smallest number
// stands for all.
//
// If 'is_reduced', the nodes are those of a reduced set of the leap network, a network whose steps are leaps,
// with supports and perhaps ranks; otherwise no leap leads out of the set, and supports and ranks are empty.
// What a judge demands of either stands in docs/formats/evidence/leap-set.md.
//
// Rules with one participant that is a stepper count as shared: where much may happen after each of many
// local steps, leaps over them would be too many.
struct LeapSet {
  ReducedSet nodes;
  bool is_reduced = false;
  std::vector<ComponentId> steppers = {};   // ascending
};

struct NotCertified {
  std::string why;
};

// A trace leads to a state, a set rules states out. So a trace can show that `reach` holds, or that any other
// property is violated; a set, a split into cases, or a proof from invariants, that `reach` is violated, or
// that any other property holds.
using ClosedSetRef = std::shared_ptr<const ClosedSet>;
using ReducedSetRef = std::shared_ptr<const ReducedSet>;
using CaseSplitRef = std::shared_ptr<const CaseSplit>;
using InvariantProofRef = std::shared_ptr<const InvariantProof>;
using LeapSetRef = std::shared_ptr<const LeapSet>;
using Evidence = std::variant<NotCertified, Trace, ClosedSetRef, ReducedSetRef, CaseSplitRef, InvariantProofRef, LeapSetRef>;

enum class EvidenceKind : std::uint8_t { kNone, kTrace, kClosedSet, kReducedSet, kCaseSplit, kInvariants, kLeapSet };
EvidenceKind kind_of(const Evidence& evidence);
std::string_view kind_name(EvidenceKind kind);   // as in JSON: none trace closed-set reduced-set case-split invariants leap-set

enum class Verdict : std::uint8_t { kUnknown, kHolds, kViolated };
std::string_view verdict_name(Verdict verdict);

// The components that the evidence and its property speak of, ascending: the verdict depends on no other.
std::vector<ComponentId> support(const Network& network, const Property& property, const Evidence& evidence);

}   // namespace parley
