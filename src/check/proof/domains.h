#pragma once

#include "check/proof/constraint.h"

namespace parley::proof {

// The values that the variables may still have while a nogood is checked: first all values, then those of its
// literals, then those that each constraint leaves.
//
// A constraint costs at most its rows, and a sum over all components mostly less. As long as few variables
// are restricted, only those are read. If a constraint strikes out values of very many variables, this is
// deferred, for each variable until it is read.
class Domains {
 public:
  Domains(const Variables& variables, const Limits& limits);

  bool has(std::uint32_t variable, std::uint32_t value) {
    settle(variable);
    return is_left(variable, value);
  }

  void keep(std::uint32_t variable, std::span<const std::uint32_t> values);   // only these values; ascending
  // Strikes out values with which the constraint cannot be met. False if it cannot be met at all. The
  // constraint lives until the next reset().
  bool propagate(const Constraint& constraint);
  void reset();   // restores all values. Costs what was restricted

 private:
  static constexpr std::size_t kWordBits = 64;
  static constexpr std::size_t kManyRows = 32;   // that lose values at once: with more rows it is deferred
  struct Looked {
    std::uint32_t row = 0;
    std::int64_t least = 0;   // over the values left
  };
  struct PutOff {
    const Constraint* constraint = nullptr;
    std::int64_t slack = 0;
  };
  struct Settled {
    std::uint64_t round = 0;
    std::size_t count = 0;
  };

  bool is_left(std::uint32_t variable, std::uint32_t value) const {
    return (words_[begins_[variable] + value / kWordBits] >> (value % kWordBits) & 1) != 0;
  }
  void settle(std::uint32_t variable);   // applies what was deferred

  std::span<std::uint64_t> words(std::uint32_t variable) {
    return std::span(words_).subspan(begins_[variable], begins_[variable + 1] - begins_[variable]);
  }
  void touch(std::uint32_t variable);
  void remove(std::uint32_t variable, std::uint32_t value);
  template <class Visit>
  void for_each_value(std::uint32_t variable, const Visit& visit);
  std::int64_t least_left(const Constraint::Row& row);
  void strike(const Constraint::Row& row, std::int64_t most);
  bool propagate_linear(const Constraint& constraint);
  bool propagate_congruence(const Constraint& constraint);

  Pulse pulse_;
  std::vector<std::size_t> begins_;        // variable -> its words
  std::vector<std::uint64_t> words_;       // a bit for each value that is left
  std::vector<std::uint32_t> sizes_;       // variable -> number of its values
  std::vector<std::uint32_t> counts_;      // variable -> number of values left
  std::vector<std::uint8_t> is_touched_;   // variable -> whether it may have lost values
  std::vector<std::uint32_t> touched_;
  std::vector<Looked> looked_;     // rows of the current constraint whose variables are touched
  std::vector<PutOff> put_off_;    // constraints deferred for the variables that were free then
  std::vector<Settled> settled_;   // variable -> how many of them are applied, if it is of this round
  std::uint64_t round_ = 1;        // counts the resets
};

}   // namespace parley::proof
