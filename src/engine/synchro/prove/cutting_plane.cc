#include "engine/synchro/prove/cutting_plane.h"

#include <algorithm>
#include <map>

#include "invariant/number.h"
#include "invariant/whole_numbers.h"
#include "solve/lp.h"

namespace parley::synchro {

namespace {

class Program {
 public:
  Program(const Network& network, Question& question, const Ledger& ledger, std::span<const ConstantSum> sums,
          std::span<const std::uint32_t> given, const Limits& limits)
      : network_(network), question_(question), sums_(sums), given_(given), limits_(limits), pulse_(limits) {
    for (std::uint32_t i = 0; i < question.constraints.size(); ++i)
      if (question.constraints[i].modulus == 0 && !ledger.is_combination(i)) linear_.push_back(i);
  }

  std::span<const std::uint32_t> linear() const { return linear_; }

  // Factors of the linear constraints, then those of the constant sums, which may be negative. Empty if no
  // contradiction was found.
  std::vector<std::int64_t> factors() {
    group_variables();
    std::size_t entries = 0;
    for (const auto& [key, count] : groups_)
      entries += question_.constraints.table(key.terms[0].table).size() * (key.terms.size() + 1);
    if (entries > kMostEntries) return {};

    for (std::uint32_t constraint : linear_)
      bound(program_.add_column(0, LinearProgram::kInfinity), question_.constraints[constraint].bound);
    for (const ConstantSum& sum : sums_)
      bound(program_.add_column(-LinearProgram::kInfinity, LinearProgram::kInfinity), sum.value);
    for (const auto& [key, count] : groups_) add_group(key, static_cast<double>(count));
    // A contradiction may be multiplied by any number, so the program would be unbounded: bound the sum of
    // the factors.
    std::vector<LinearProgram::Entry> total;
    for (std::uint32_t i = 0; i < linear_.size(); ++i) total.push_back({i, 1});
    program_.add_row(total, -LinearProgram::kInfinity, 1);
    for (std::size_t i = 0; i < sums_.size(); ++i)
      program_.bound_column(static_cast<std::uint32_t>(linear_.size() + i), -kLargestFactor, kLargestFactor);

    constexpr double kSomething = 1e-7;
    if (program_.maximise(limits_) != LinearProgram::Answer::kOptimal || program_.reward() < kSomething) return {};
    std::vector<double> values;
    for (std::uint32_t i = 0; i < linear_.size() + sums_.size(); ++i) values.push_back(program_.value(i));
    return whole_numbers(values).value_or(std::vector<std::int64_t>());
  }

 private:
  static constexpr std::size_t kMostEntries = 3'000'000;
  static constexpr double kLargestFactor = 1e6;

  struct Term {
    std::uint32_t column = 0;
    std::uint32_t table = 0;
    friend auto operator<=>(const Term&, const Term&) = default;
  };
  struct Key {
    std::uint32_t given = kAnyValue;   // the only value to look at, or kAnyValue
    std::vector<Term> terms;
    friend auto operator<=>(const Key&, const Key&) = default;
  };

  void bound(std::uint32_t column, std::int64_t bound) { program_.reward(column, -static_cast<double>(bound)); }

  // Collects for each variable the columns that it occurs in. Variables with the same columns and tables form
  // a group.
  void group_variables() {
    std::vector<std::vector<Term>> terms(question_.constraints.num_variables());
    for (std::uint32_t i = 0; i < linear_.size(); ++i)
      for (const Constraints::Row& row : question_.constraints.rows(linear_[i])) {
        pulse_.beat();
        terms[row.variable].push_back({i, row.table});
      }
    for (std::size_t i = 0; i < sums_.size(); ++i)
      for (const RegionSum::Row& row : sums_[i].rows) {
        pulse_.beat();
        const std::uint32_t table = question_.constraints.add_table(spread(question_, network_, row.component, row.weights));
        terms[row.component.index()].push_back({static_cast<std::uint32_t>(linear_.size() + i), table});
      }
    for (std::size_t variable = 0; variable < terms.size(); ++variable)
      if (!terms[variable].empty()) ++groups_[{given_[variable], std::move(terms[variable])}];
  }

  // A column for the least that a variable of the group adds, over all its values.
  void add_group(const Key& key, double count) {
    const std::uint32_t least = program_.add_column(-LinearProgram::kInfinity, LinearProgram::kInfinity);
    program_.reward(least, count);
    std::vector<LinearProgram::Entry> entries;
    const std::size_t values = question_.constraints.table(key.terms[0].table).size();
    for (std::size_t value = 0; value < values; ++value) {
      pulse_.beat();
      if (key.given != kAnyValue && key.given != value) continue;
      entries.assign(1, {least, 1});
      for (const Term& term : key.terms)
        if (const std::int64_t weight = question_.constraints.table(term.table)[value]; weight != 0)
          entries.push_back({term.column, -static_cast<double>(weight)});
      program_.add_row(entries, -LinearProgram::kInfinity, 0);
    }
  }

  const Network& network_;
  Question& question_;
  std::span<const ConstantSum> sums_;
  std::span<const std::uint32_t> given_;
  const Limits& limits_;
  Pulse pulse_;
  LinearProgram program_;
  std::vector<std::uint32_t> linear_;
  std::map<Key, std::size_t> groups_;
};

// The combination that the program proposes, if any.
std::optional<std::uint32_t> combination_of(Program& program, Ledger& ledger, std::span<const ConstantSum> sums) {
  const std::vector<std::int64_t> factors = program.factors();
  if (factors.empty()) return std::nullopt;
  const std::size_t num_linear = program.linear().size();
  InvariantProof::Combination combination;
  for (std::size_t i = 0; i < factors.size(); ++i) {
    if (factors[i] == 0) continue;
    if (i < num_linear && factors[i] < 0) return std::nullopt;
    std::uint32_t constraint = 0;
    if (i < num_linear) constraint = program.linear()[i];
    else constraint = ledger.half(sums[i - num_linear], factors[i] > 0 ? Ledger::Half::kAtMost : Ledger::Half::kAtLeast);
    combination.terms.push_back({std::abs(factors[i]), constraint});
  }
  if (combination.terms.empty()) return std::nullopt;
  try {
    return ledger.add(std::move(combination));
  } catch (const TooLarge&) {
    return std::nullopt;
  }
}

}   // namespace

std::optional<std::uint32_t> find_cutting_plane(const Network& network, Question& question, Ledger& ledger,
                                                std::span<const ConstantSum> sums, std::span<const std::uint32_t> given,
                                                const Limits& limits) {
  Program program(network, question, ledger, sums, given, limits);
  const auto number = combination_of(program, ledger, sums);
  if (!number) return std::nullopt;
  // Checked in whole numbers: the smallest weight of each row is 0, except where the value of the variable is
  // given.
  std::int64_t least = 0;
  for (const Constraints::Row& row : question.constraints.rows(*number))
    if (given[row.variable] != kAnyValue) least += question.constraints.table(row.table)[given[row.variable]];
  if (least > question.constraints[*number].bound) return number;
  return std::nullopt;
}

}   // namespace parley::synchro
