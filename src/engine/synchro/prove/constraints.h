#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "evidence/invariant_proof.h"

namespace parley::synchro {

using Weights = std::vector<std::int64_t>;

// Constraints over variables with finitely many values, as docs/formats/evidence/invariants.md numbers them:
// what the question asks of a bad state, what facts say of every reachable one, and what was derived from
// both. A linear constraint adds up one weight for the value of each of its variables and bounds the sum.
//
// Rows share tables of weights: a million components with one template have a few tables.
class Constraints {
 public:
  struct Row {
    std::uint32_t variable = 0;
    std::uint32_t table = 0;
  };
  struct Constraint {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::int64_t bound = 0;     // the remainder of a congruence
    std::int64_t modulus = 0;   // 0: linear
  };

  std::uint32_t add_variable(std::uint32_t values);
  std::uint32_t add_table(Weights weights);   // equal tables are one
  // Rows by variable, ascending, none twice. Throws TooLarge where magnitude() would be 2^62 or more: nobody
  // could check it, and sums could wrap around.
  std::uint32_t add(std::span<const Row> rows, std::int64_t bound);
  std::uint32_t add_congruence(std::span<const Row> rows, std::int64_t modulus, std::int64_t remainder);

  std::size_t num_variables() const { return num_values_.size(); }
  std::uint32_t num_values(std::uint32_t variable) const { return num_values_[variable]; }
  std::size_t size() const { return constraints_.size(); }
  const Constraint& operator[](std::uint32_t number) const { return constraints_[number]; }
  std::span<const Row> rows(std::uint32_t number) const {
    return std::span(rows_).subspan(constraints_[number].first, constraints_[number].count);
  }
  const Weights& table(std::uint32_t table) const { return tables_[table]; }
  std::int64_t least(std::uint32_t table) const { return least_[table]; }
  std::int64_t most(std::uint32_t table) const { return most_[table]; }

  // The absolute value of the bound and the largest one of each row's weights, added up:
  // docs/formats/evidence/invariants.md bounds it.
  std::int64_t magnitude(std::uint32_t number) const;

  // Whether the constraint is broken where 'values' gives each variable's value.
  bool is_broken(std::uint32_t number, std::span<const std::uint32_t> values) const;

 private:
  __int128 magnitude(std::span<const Row> rows, std::int64_t bound) const;

  std::vector<std::uint32_t> num_values_;
  std::vector<Weights> tables_;
  std::vector<std::int64_t> least_;
  std::vector<std::int64_t> most_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> tables_by_hash_;
  std::vector<Row> rows_;
  std::vector<Constraint> constraints_;
};

// Why a constraint is broken: few of its variables, and for each as many values as possible, its own
// included, such that no matter what the others are the constraint is broken. The constraint must be broken.
std::vector<InvariantProof::Nogood::Literal> explain(const Constraints& constraints, std::uint32_t number,
                                                     std::span<const std::uint32_t> values);

}   // namespace parley::synchro
