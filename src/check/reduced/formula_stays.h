#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "property/predicate.h"

namespace parley {

// Whether a step leaves a formula unchanged (is invisible to it): every atom outside sums keeps its truth,
// and every sum its value, wherever the components that do not take part are. So the formula is true after
// the step exactly if it was true before, whatever the other components do. (A step may change atoms inside a
// sum if the changes cancel: a token that is passed on.)
//
// Linear in the formula to build. A step costs as many lookups as the formula has atoms about its
// participants.
class FormulaStays {
 public:
  FormulaStays(const Network& network, const Predicate& predicate);

  // 'row' is the state before the step, one entry per component; 'targets' has one entry per participant.
  bool operator()(std::span<const Participant> participants, std::span<const LocalState> row,
                  std::span<const LocalState> targets);

 private:
  struct Use {
    std::uint32_t atom = 0;
    std::uint32_t sum = kNoSum;
    std::int64_t weight = 0;
  };
  static constexpr std::uint32_t kNoSum = 0xFFFFFFFF;

  template <class Visit>
  void for_each_use(const Visit& visit) const;
  std::span<const Use> uses(ComponentId component) const {
    return std::span(uses_).subspan(begins_[component.index()], begins_[component.index() + 1] - begins_[component.index()]);
  }
  int holds(const Use& use, LocalState state) const;
  bool keeps_atoms(ComponentId component, LocalState from, LocalState to);   // and records how it changes the sums
  bool keeps_sums();                                                         // and resets these records

  const Predicate& predicate_;
  std::vector<std::uint32_t> begins_;   // component -> its first use
  std::vector<Use> uses_;
  std::vector<std::int64_t> changes_;    // sum -> its change; all zero between two steps
  std::vector<std::uint32_t> changed_;   // sums that may have changed
};

}   // namespace parley
