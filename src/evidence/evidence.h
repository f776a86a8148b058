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

// The move of a component in a step: its state afterwards. A participant that stays in its state moves to it.
struct Move {
  ComponentId component;
  LocalState to;
  friend auto operator<=>(const Move&, const Move&) = default;
};

// A run of the network from its initial state. A step is the label performed and the moves of all
// participants of one rule, ascending by component. It names no rule: the step is right if some rule with
// that label and exactly these participants allows it. So a trace means the same to every program that reads
// the model.
//
// An engine may claim that no run to such a state is shorter. Reports say if this is not claimed, and the
// random tests compare the claim with the oracle. It is not part of the evidence: it is not written to files,
// and the judge does not check it.
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
  std::vector<ComponentId> components() const;   // all participants, ascending

  void claim_shortest() { claimed_shortest_ = true; }
  bool is_shortest() const { return claimed_shortest_ || size() == 0; }

  // An engine may also claim that the trace is self-contained: every rule that uses a label of one of its
  // steps has all its participants among the components that the trace and its property name. Then it is a
  // trace of any larger network that uses these labels in the same way. Unlike the claim about the length,
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

// A sum that never exceeds a bound: every component in 'rows' adds the weight of its local state, all others
// add 0. The bound holds in the initial state, and no rule increases the sum. So it holds in every reachable
// state.
struct LinearInvariant {
  struct Row {
    ComponentId component;
    std::vector<std::int64_t> weights;   // one per local state of the component
  };
  std::vector<Row> rows;   // by component, ascending
  std::int64_t bound = 0;
};

// A set of states over some components (the support), where the other components never refuse. It contains
// the initial state, no rule leads out of it, and no state in it is bad. Then no reachable state of the
// network is bad. One set may certify several properties, so evidence shares it.
//
// It may use linear invariants: a step may lead out of the set to a state that one of them excludes, wherever
// the components outside are.
struct ClosedSet {
  StateTable states;
  std::vector<LinearInvariant> invariants = {};
  // The claim that every rule which uses a label that some state of the set offers has all its participants
  // in the support. Then the set proves the same about any larger network that uses these labels in the same
  // way. Never claimed for a set that uses invariants.
  bool self_contained = false;
};

// Several closed sets that prove together what none of them proves alone: in each case in which the formula
// could hold, one of the sets excludes it. 'tree' lists the nodes of the tree of cases in preorder;
// docs/formats/evidence/case-split.md gives the order of the children.
struct CaseSplit {
  static constexpr std::uint32_t kSplit = 0xffff'ffff;    // an inner node
  static constexpr std::uint32_t kAbsurd = 0xffff'fffe;   // a leaf that contradicts itself
  std::vector<std::shared_ptr<const ClosedSet>> sets;
  std::vector<std::uint32_t> tree;   // kSplit, kAbsurd, or the number of the set that excludes the case
};

// A set of global states that need not contain all successors (stubborn sets). It has one column per
// component, in the order of the network, and for each state its own support, some of the components. As long
// as no rule that names a component of the support fires, these components do not move. So rules inside the
// support may be moved forward, and those outside deferred. docs/formats/evidence/reduced-set.md lists the
// obligations. If a component is in an error state, the support of the state is not read.
struct ReducedSet {
  StateTable states;
  std::vector<std::uint64_t> supports;   // words_per_support() words per state; component c is bit c % 64 of word c / 64
  std::vector<std::uint32_t> ranks;      // empty, or one per state: needed if a state defers its question

  std::size_t words_per_support() const { return (states.num_columns() + kWordBits - 1) / kWordBits; }
  bool in_support(std::size_t row, ComponentId component) const {
    return (supports[row * words_per_support() + component.index() / kWordBits] >> (component.index() % kWordBits) & 1) != 0;
  }

  static constexpr std::size_t kWordBits = 64;
};

// A set of nodes of the leap graph: vectors of local states, one column per component, in the order of the
// network. A node represents all global states that its components reach by local rules alone (rules with one
// participant), each independently. A leap is a step by a shared rule from one of these states. States of a
// component that reach each other by local rules are alike; the one with the smallest number represents them.
//
// If 'is_reduced', the nodes are those of a reduced set of the leap network, a network whose steps are leaps,
// with supports and perhaps ranks. Otherwise no leap leads out of the set, and supports and ranks are empty.
// docs/formats/evidence/leap-set.md lists the obligations of both.
//
// Rules with one participant that is a stepper count as shared. This is for components with many local steps
// that each allow many leaps: the leaps over them would be too many.
struct LeapSet {
  ReducedSet nodes;
  bool is_reduced = false;
  std::vector<ComponentId> steppers = {};   // ascending
};

struct NotCertified {
  std::string why;
};

// A trace leads to a state; a set excludes states. So a trace can show that `reach` holds, or that any other
// property is violated. A set, a case split or a proof from invariants can show that `reach` is violated, or
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

// The components that the evidence and its property name, ascending. The verdict depends on no others.
std::vector<ComponentId> support(const Network& network, const Property& property, const Evidence& evidence);

}   // namespace parley
