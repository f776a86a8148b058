#include "engine/synchro/whole_sum.h"

#include <algorithm>
#include <map>

#include "invariant/number.h"
#include "invariant/whole_numbers.h"
#include "solve/lp.h"

namespace parley::synchro {

namespace {

class Program {
 public:
  Program(const Network& network, Question& question, std::span<const ConstantSum> sums, const Limits& limits)
      : network_(network), question_(question), sums_(sums), limits_(limits), pulse_(limits) {}

  // Factors of the question's constraints, then of the sums, which may be negative; empty if there are none.
  std::vector<std::int64_t> factors() {
    group_variables();
    std::size_t rows = 0;
    for (const auto& [terms, count] : groups_) rows += question_.constraints.table(terms[0].table).size() * (terms.size() + 1);
    if (rows > kMostEntries) return {};

    for (std::size_t i = 0; i < question_.size; ++i) bound(program_.add_column(0, LinearProgram::kInfinity), question_.constraints[static_cast<std::uint32_t>(i)].bound);
    for (const ConstantSum& sum : sums_) bound(program_.add_column(-LinearProgram::kInfinity, LinearProgram::kInfinity), sum.value);
    for (const auto& [terms, count] : groups_) add_group(terms, static_cast<double>(count));
    // Any contradiction can be made as large as one likes: a total that may be used makes it finite.
    std::vector<LinearProgram::Entry> total;
    for (std::uint32_t i = 0; i < question_.size; ++i) total.push_back({i, 1});
    program_.add_row(total, -LinearProgram::kInfinity, 1);
    for (std::size_t i = 0; i < sums_.size(); ++i) program_.bound_column(static_cast<std::uint32_t>(question_.size + i), -kLargestFactor, kLargestFactor);

    constexpr double kSomething = 1e-7;
    if (program_.maximise(limits_) != LinearProgram::Answer::kOptimal || program_.reward() < kSomething) return {};
    std::vector<double> values;
    for (std::uint32_t i = 0; i < question_.size + sums_.size(); ++i) values.push_back(program_.value(i));
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

  void bound(std::uint32_t column, std::int64_t bound) { program_.reward(column, -static_cast<double>(bound)); }

  // For each variable where it stands; variables that stand alike make a group.
  void group_variables() {
    std::vector<std::vector<Term>> terms(question_.constraints.num_variables());
    for (std::uint32_t i = 0; i < question_.size; ++i)
      for (const Constraints::Row& row : question_.constraints.rows(i)) {
        pulse_.beat();
        terms[row.variable].push_back({i, row.table});
      }
    for (std::size_t i = 0; i < sums_.size(); ++i)
      for (const RegionSum::Row& row : sums_[i].rows) {
        pulse_.beat();
        const std::uint32_t table = question_.constraints.add_table(spread(question_, network_, row.component, row.weights));
        terms[row.component.index()].push_back({static_cast<std::uint32_t>(question_.size + i), table});
      }
    for (std::vector<Term>& of_variable : terms)
      if (!of_variable.empty()) ++groups_[std::move(of_variable)];
  }

  // The least that the variable can add, whatever its value.
  void add_group(const std::vector<Term>& terms, double count) {
    const std::uint32_t least = program_.add_column(-LinearProgram::kInfinity, LinearProgram::kInfinity);
    program_.reward(least, count);
    std::vector<LinearProgram::Entry> entries;
    std::vector<Weights> seen;
    const std::size_t values = question_.constraints.table(terms[0].table).size();
    for (std::size_t value = 0; value < values; ++value) {
      pulse_.beat();
      entries.assign(1, {least, 1});
      for (const Term& term : terms)
        if (const std::int64_t weight = question_.constraints.table(term.table)[value]; weight != 0) entries.push_back({term.column, -static_cast<double>(weight)});
      program_.add_row(entries, -LinearProgram::kInfinity, 0);
    }
  }

  const Network& network_;
  Question& question_;
  std::span<const ConstantSum> sums_;
  const Limits& limits_;
  Pulse pulse_;
  LinearProgram program_;
  std::map<std::vector<Term>, std::size_t> groups_;
};

}  // namespace

std::optional<std::uint32_t> contradictory_sum(const Network& network, Question& question, Ledger& ledger, std::span<const ConstantSum> sums, const Limits& limits) {
  const std::vector<std::int64_t> factors = Program(network, question, sums, limits).factors();
  if (factors.empty()) return std::nullopt;
  InvariantProof::Combination combination;
  for (std::size_t i = 0; i < factors.size(); ++i) {
    if (factors[i] == 0) continue;
    if (i < question.size) {
      if (factors[i] < 0) return std::nullopt;
      combination.terms.push_back({factors[i], static_cast<std::uint32_t>(i)});
      continue;
    }
    const ConstantSum& sum = sums[i - question.size];
    const std::uint32_t fact = ledger.add(factors[i] > 0 ? at_most(sum) : at_least(sum));
    combination.terms.push_back({std::abs(factors[i]), fact});
  }
  try {
    const std::uint32_t number = ledger.add(std::move(combination));
    if (question.constraints[number].bound < 0) return number;   // its smallest weights are 0
  } catch (const TooLarge&) {
    return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace parley::synchro
