#pragma once

#include "check/proof_constraint.h"

namespace parley::proof {

// The values that the variables may still have, while a nogood is checked: first all, then those of its literals, then what constraint after constraint leaves.
//
// A constraint costs at most its rows, and at most the variables that are not free any more and those that it restricts; so a sum over everybody
// is as cheap as a rule as long as little is known.
class Domains {
 public:
  Domains(const Variables& variables, const Limits& limits);

  bool has(std::uint32_t variable, std::uint32_t value) const {
    return (words_[begins_[variable] + value / kWordBits] >> (value % kWordBits) & 1) != 0;
  }
  std::uint32_t count(std::uint32_t variable) const { return counts_[variable]; }

  void keep(std::uint32_t variable, std::span<const std::uint32_t> values);   // no others; ascending
  // Strikes out values without which the constraint can be met as well as with them. False if it cannot be met at all.
  bool propagate(const Constraint& constraint);
  void reset();   // all values are back. Costs what was restricted

 private:
  static constexpr std::size_t kWordBits = 64;
  struct Looked {
    std::uint32_t row = 0;
    std::int64_t least = 0;   // over the values left
  };

  std::span<std::uint64_t> words(std::uint32_t variable) { return std::span(words_).subspan(begins_[variable], begins_[variable + 1] - begins_[variable]); }
  void touch(std::uint32_t variable);
  void remove(std::uint32_t variable, std::uint32_t value);
  template <class Visit>
  void for_each_value(std::uint32_t variable, const Visit& visit);
  std::int64_t least_left(const Constraint::Row& row);
  void strike(const Constraint::Row& row, std::int64_t most);
  bool propagate_linear(const Constraint& constraint);
  bool propagate_congruence(const Constraint& constraint);

  Pulse pulse_;
  std::vector<std::size_t> begins_;           // variable -> its words
  std::vector<std::uint64_t> words_;          // a bit for each value that is left
  std::vector<std::uint32_t> sizes_;          // variable -> all its values
  std::vector<std::uint32_t> counts_;         // variable -> values left
  std::vector<std::uint8_t> is_touched_;      // variable -> whether it may have lost values
  std::vector<std::uint32_t> touched_;
  std::vector<Looked> looked_;                // rows of the constraint at hand whose variables are touched
};

}  // namespace parley::proof
