#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/limits.h"
#include "evidence/state_table.h"
#include "net/network.h"

namespace parley::leap_set {

// The local behaviour of a component: its template, which of its labels are used by local rules (rules with
// one participant that is no stepper), and which by shared rules. A label may be both. Components with the
// same template and the same uses share one shape. Linear in the template to build.
//
// Two states are alike if local labels lead from each to the other: they are in one strongly connected
// component. The state with the smallest number represents them. An error state is alike to itself only.
class Shape {
 public:
  Shape(const Lts& lts, std::vector<std::uint8_t> is_local, std::vector<std::uint8_t> is_shared);

  const Lts& lts() const { return *lts_; }
  bool is_local(LocalLabel label) const { return is_local_[label.index()] != 0; }
  bool is_shared(LocalLabel label) const { return is_shared_[label.index()] != 0; }
  bool acts_alone() const { return acts_alone_; }   // some label is local
  LocalState representative(LocalState state) const { return representatives_[class_of(state)]; }
  // Alike states have one class. A state reachable by local labels has no greater class.
  std::uint32_t class_of(LocalState state) const { return classes_[state.index()]; }
  bool rests(LocalState state) const;   // it has no edge with a local label

 private:
  void find_classes();

  const Lts* lts_;
  std::vector<std::uint8_t> is_local_;   // label
  std::vector<std::uint8_t> is_shared_;
  bool acts_alone_ = false;
  std::vector<std::uint32_t> classes_;        // state
  std::vector<LocalState> representatives_;   // class
};

// The shapes of a network's components. Linear in the network to build.
class Shapes {
 public:
  // 'steppers' are components, ascending. Their rules with one participant count as shared.
  Shapes(const Network& network, std::span<const ComponentId> steppers, const Limits& limits);

  // Whether a rule counts as local.
  bool is_local(const Network& network, RuleId rule) const {
    const std::span<const Participant> participants = network.participants(rule);
    return participants.size() == 1 && of(participants[0].component).is_local(participants[0].label);
  }

  std::size_t size() const { return shapes_.size(); }
  const Shape& operator[](std::size_t index) const { return shapes_[index]; }
  std::uint32_t index_of(ComponentId component) const { return of_[component.index()]; }
  const Shape& of(ComponentId component) const { return shapes_[index_of(component)]; }

 private:
  std::vector<Shape> shapes_;
  std::vector<std::uint32_t> of_;   // component
};

// Explores one local state of a shape after the other and reuses its memory. Each call costs the edges in the
// reach of the state; leaps() costs the same once more for each label that enters several states.
class Explorer {
 public:
  Explorer(const Shape& shape, const Limits&& limits) = delete;   // the limits are used as long as it lives
  Explorer(const Shape& shape, const Limits& limits)
      : shape_(shape), pulse_(limits), reached_(shape.lts().num_states()), below_(shape.lts().num_states()) {}
  const Shape& shape() const { return shape_; }

  // The states that local labels reach from a state that is no error state, the state itself included;
  // neither through nor into error states.
  std::span<const LocalState> reach(LocalState from);

  // The edges with shared labels that leave the reach of 'from', sorted by label, then target, without
  // duplicates; edges into error states included.
  std::span<const Edge> entered(LocalState from);
  // Of the edges into states that are no error states only those into tops, with the target replaced by its
  // representative: the other targets are in the reach of a top.
  std::span<const Edge> leaps(LocalState from);
  // The edges with any label, local or shared, from the reach of 'from' into error states, sorted by label,
  // then target, without duplicates.
  std::span<const Edge> errors(LocalState from);

 private:
  class Marks {   // of states; all are cleared at once
   public:
    explicit Marks(std::size_t states) : seen_(states, 0) {}
    void clear() { ++now_; }
    bool contains(LocalState state) const { return seen_[state.index()] == now_; }
    bool add(LocalState state) {   // whether it is new
      if (contains(state)) return false;
      seen_[state.index()] = now_;
      return true;
    }

   private:
    std::vector<std::uint32_t> seen_;
    std::uint32_t now_ = 0;
  };

  void walk(LocalState from, Marks& marks, std::vector<LocalState>& into, std::uint32_t least_class);
  void add_tops(LocalLabel label, std::span<const Edge> entered);

  const Shape& shape_;
  Pulse pulse_;
  Marks reached_;
  Marks below_;
  std::vector<LocalState> reach_;
  std::vector<LocalState> scratch_;
  std::vector<LocalState> tops_;
  std::vector<Edge> entered_;
  std::vector<Edge> leaps_;
  std::vector<Edge> errors_;
};

// For each shape the local states that occur in the rows, without error states. Reads each cell of the rows,
// but not those of shapes without local steps, for which all states are taken.
std::vector<std::vector<bool>> occurring_states(const Shapes& shapes, const StateTable& rows, const Limits& limits);
// The same, but takes all states of a shape if exploring them costs less than reading the rows.
std::vector<std::vector<bool>> needed_states(const Shapes& shapes, const StateTable& rows, const Limits& limits);

}   // namespace parley::leap_set
