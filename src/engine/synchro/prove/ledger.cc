#include "engine/synchro/prove/ledger.h"

#include <algorithm>
#include <array>
#include <map>

#include "invariant/number.h"

namespace parley::synchro {

namespace {

std::int64_t floor_of(std::int64_t number, std::int64_t divisor) {
  const std::int64_t quotient = number / divisor;
  return number % divisor < 0 ? quotient - 1 : quotient;
}

}   // namespace

std::uint32_t Ledger::row_table(ComponentId component, Weights by_state) {
  return question_.constraints.add_table(spread(question_, network_, component, std::move(by_state)));
}

std::uint32_t Ledger::note(std::uint32_t constraint, Fact fact) {
  sources_.push_back({true, static_cast<std::uint32_t>(facts_.size()), 0});
  facts_.push_back(std::move(fact));
  widths_.push_back(1);
  return constraint;
}

std::uint32_t Ledger::add(RegionSum sum) {
  std::vector<Constraints::Row> rows;
  std::vector<std::int64_t> largest;
  std::int64_t spare = sum.bound;
  const auto is_left = [](const RegionSum::Row& row, std::size_t state) {
    return std::binary_search(row.left.begin(), row.left.end(), LocalState(state));
  };
  for (const RegionSum::Row& row : sum.rows) {
    std::int64_t most = std::numeric_limits<std::int64_t>::min();
    for (std::size_t s = 0; s < row.weights.size(); ++s)
      if (!is_left(row, s)) most = std::max(most, row.weights[s]);
    largest.push_back(most);
    spare = narrow(static_cast<__int128>(spare) - most);
  }
  for (std::size_t i = 0; i < sum.rows.size(); ++i) {
    Weights weights = sum.rows[i].weights;
    for (LocalState state : sum.rows[i].left)
      weights[state.index()] = narrow(static_cast<__int128>(largest[i]) + std::min<std::int64_t>(0, spare));
    rows.push_back({sum.rows[i].component.value, row_table(sum.rows[i].component, std::move(weights))});
  }
  const std::uint32_t number = question_.constraints.add(rows, sum.bound);
  return note(number, std::move(sum));
}

std::uint32_t Ledger::half(const ConstantSum& sum, Half half) {
  const auto found = halves_.find({&sum, half});
  if (found != halves_.end()) return found->second;
  const std::uint32_t number = add(half == Half::kAtMost ? at_most(sum) : at_least(sum));
  halves_.emplace(std::pair(&sum, half), number);
  return number;
}

std::uint32_t Ledger::add(Congruence congruence) {
  std::vector<Constraints::Row> rows;
  rows.reserve(congruence.rows.size());
  for (const Congruence::Row& row : congruence.rows) rows.push_back({row.component.value, row_table(row.component, row.weights)});
  const std::uint32_t number = question_.constraints.add_congruence(rows, congruence.modulus, congruence.remainder);
  return note(number, std::move(congruence));
}

std::uint32_t Ledger::add(Trap trap) {
  std::vector<Constraints::Row> rows;
  for (const Trap::Row& row : trap.rows) {
    Weights weights(network_.lts(row.component).num_states(), 1);
    for (LocalState state : row.states) weights[state.index()] = 0;
    rows.push_back({row.component.value, row_table(row.component, std::move(weights))});
  }
  const std::uint32_t number = question_.constraints.add(rows, static_cast<std::int64_t>(rows.size()) - 1);
  return note(number, std::move(trap));
}

// Not all rows are in their states.
template <class FactOfRows>
std::uint32_t Ledger::add_never_all(FactOfRows fact) {
  std::vector<Constraints::Row> rows;
  for (const auto& row : fact.rows) {
    Weights weights(network_.lts(row.component).num_states(), 0);
    for (LocalState state : row.states) weights[state.index()] = 1;
    rows.push_back({row.component.value, row_table(row.component, std::move(weights))});
  }
  const std::uint32_t number = question_.constraints.add(rows, static_cast<std::int64_t>(rows.size()) - 1);
  return note(number, std::move(fact));
}

std::uint32_t Ledger::add(OrderFact order) { return add_never_all(std::move(order)); }
std::uint32_t Ledger::add(ApartFact apart) { return add_never_all(std::move(apart)); }

std::uint32_t Ledger::add(Ranking ranking) {
  const std::uint32_t number = question_.constraints.add({}, -1);
  return note(number, std::move(ranking));
}

std::uint32_t Ledger::add(const PairFact& pair, const PairTable& table) {
  const auto first = static_cast<std::uint32_t>(question_.constraints.size());
  const auto fact = static_cast<std::uint32_t>(facts_.size());
  const Lts& of_first = network_.lts(pair.first);
  const Lts& of_second = network_.lts(pair.second);
  for (LocalState state : of_first.states()) {
    Weights is_there(of_first.num_states(), 0);
    is_there[state.index()] = 1;
    Weights is_not_met;
    for (LocalState other : of_second.states()) is_not_met.push_back(table.reaches(state, other) ? 0 : 1);
    const std::array<Constraints::Row, 2> rows{{{pair.first.value, row_table(pair.first, std::move(is_there))},
                                                {pair.second.value, row_table(pair.second, std::move(is_not_met))}}};
    question_.constraints.add(rows, 1);
    sources_.push_back({true, fact, state.value});
  }
  facts_.emplace_back(pair);
  widths_.push_back(static_cast<std::uint32_t>(of_first.num_states()));
  return first;
}

std::uint32_t Ledger::add(InvariantProof::Combination combination) {
  std::map<std::uint32_t, Weights> tables;
  __int128 bound = 0;
  __int128 magnitude = 0;
  Constraints& constraints = question_.constraints;
  for (const auto& term : combination.terms) {
    magnitude += static_cast<__int128>(term.factor) * constraints.magnitude(term.constraint);
    if (magnitude >= kMagnitudeLimit) throw TooLarge();
    bound += static_cast<__int128>(term.factor) * constraints[term.constraint].bound;
    for (const Constraints::Row& row : constraints.rows(term.constraint)) {
      const Weights& table = constraints.table(row.table);
      const auto [found, is_new] = tables.try_emplace(row.variable, Weights(table.size(), 0));
      for (std::size_t value = 0; value < table.size(); ++value)
        found->second[value] = narrow(found->second[value] + static_cast<__int128>(term.factor) * table[value]);
    }
  }
  std::vector<Constraints::Row> rows;
  for (auto& [variable, weights] : tables) {
    const std::int64_t least = *std::min_element(weights.begin(), weights.end());
    bound -= least;
    for (std::int64_t& weight : weights) weight = narrow(static_cast<__int128>(weight) - least) / combination.divisor;
    rows.push_back({variable, constraints.add_table(std::move(weights))});
  }
  const std::uint32_t number = constraints.add(rows, floor_of(narrow(bound), combination.divisor));
  sources_.push_back({false, static_cast<std::uint32_t>(combinations_.size()), 0});
  combinations_.push_back(std::move(combination));
  return number;
}

// Finds out which facts are needed, numbers them anew, and writes the steps in order.
class Ledger::Writer {
 public:
  explicit Writer(const Ledger& ledger) : ledger_(ledger), proof_(std::make_shared<InvariantProof>()) {
    needed_.resize(ledger.facts_.size());
    is_combined_.resize(ledger.combinations_.size());
    combination_number_.resize(ledger.combinations_.size(), kNone);
  }

  void need(std::uint32_t constraint) {
    if (constraint < ledger_.question_.size) return;
    const Source& source = ledger_.sources_[constraint - ledger_.question_.size];
    if (source.is_fact) {
      needed_[source.index] = true;
      return;
    }
    if (is_combined_[source.index]) return;   // combinations of combinations: each once, not once for each way to it
    is_combined_[source.index] = true;
    for (const auto& term : ledger_.combinations_[source.index].terms) need(term.constraint);
  }

  // After all needs are known.
  void number_facts() {
    auto next = static_cast<std::uint32_t>(ledger_.question_.size);
    first_number_.resize(needed_.size(), kNone);
    for (std::size_t i = 0; i < needed_.size(); ++i) {
      if (!needed_[i]) continue;
      first_number_[i] = next;
      next += ledger_.widths_[i];
      proof_->facts.push_back(ledger_.facts_[i]);
    }
    first_step_ = next;
  }

  // The number of a constraint in the proof; a combination becomes a step when it is first asked for.
  std::uint32_t number(std::uint32_t constraint) {
    if (constraint < ledger_.question_.size) return constraint;
    const Source& source = ledger_.sources_[constraint - ledger_.question_.size];
    if (source.is_fact) return first_number_[source.index] + source.offset;
    std::uint32_t& known = combination_number_[source.index];
    if (known != kNone) return known;
    InvariantProof::Combination combination = ledger_.combinations_[source.index];
    for (auto& term : combination.terms) term.constraint = number(term.constraint);
    return known = add(std::move(combination));
  }

  std::uint32_t add(InvariantProof::Step step) {
    proof_->steps.push_back(std::move(step));
    return first_step_ + static_cast<std::uint32_t>(proof_->steps.size() - 1);
  }

  InvariantProofRef done() { return proof_; }

  static constexpr std::uint32_t kNone = 0xffff'ffff;

 private:
  const Ledger& ledger_;
  std::shared_ptr<InvariantProof> proof_;
  std::vector<bool> needed_;
  std::vector<bool> is_combined_;
  std::vector<std::uint32_t> first_number_;
  std::vector<std::uint32_t> combination_number_;
  std::uint32_t first_step_ = 0;
};

namespace {

// What the clause excludes; nothing if it excludes nothing, because a variable would need to have no value at
// all.
std::optional<std::vector<InvariantProof::Nogood::Literal>> excluded(const Proposer& proposer,
                                                                     std::span<const SatLiteral> clause) {
  std::map<std::uint32_t, std::vector<std::uint32_t>> values;
  for (SatLiteral literal : clause) {
    InvariantProof::Nogood::Literal meant = proposer.meaning(-literal);
    const auto [found, is_new] = values.try_emplace(meant.variable, meant.values);
    if (is_new) continue;
    std::vector<std::uint32_t> both;
    std::set_intersection(found->second.begin(), found->second.end(), meant.values.begin(), meant.values.end(),
                          std::back_inserter(both));
    found->second = std::move(both);
  }
  std::vector<InvariantProof::Nogood::Literal> literals;
  for (auto& [variable, of_variable] : values) {
    if (of_variable.empty()) return std::nullopt;
    literals.push_back({.variable = variable, .values = std::move(of_variable)});
  }
  return literals;
}

}   // namespace

InvariantProofRef Ledger::proof(const Proposer& proposer, const Trimmed& trimmed) const {
  Writer writer(*this);
  const ClauseLog& log = proposer.log();
  for (std::size_t i = 0; i < log.size(); ++i)
    if (trimmed.is_needed[i] &&
        (log.origins[i].kind == Origin::Kind::kConstraint || log.origins[i].kind == Origin::Kind::kNogood))
      writer.need(log.origins[i].constraint);
  writer.number_facts();

  std::vector<std::uint32_t> number(log.size(), Writer::kNone);   // of what stands for the clause in the proof
  const auto numbers = [&](std::span<const std::uint32_t> clauses) {
    std::vector<std::uint32_t> because;
    for (std::uint32_t clause : clauses)
      if (number[clause] != Writer::kNone) because.push_back(number[clause]);
    return because;
  };
  for (std::size_t i = 0; i < log.size(); ++i) {
    if (!trimmed.is_needed[i]) continue;
    switch (log.origins[i].kind) {
      case Origin::Kind::kStructure: break;
      case Origin::Kind::kConstraint: number[i] = writer.number(log.origins[i].constraint); break;
      case Origin::Kind::kNogood:
        if (auto literals = excluded(proposer, log.clause(i))) {
          const std::uint32_t constraint = writer.number(log.origins[i].constraint);
          number[i] = writer.add(InvariantProof::Nogood{.literals = *std::move(literals), .because = {constraint}});
        }
        break;
      case Origin::Kind::kDerived:
        if (auto literals = excluded(proposer, log.clause(i)))
          number[i] =
              writer.add(InvariantProof::Nogood{.literals = *std::move(literals), .because = numbers(trimmed.because[i])});
        break;
    }
  }
  writer.add(InvariantProof::Nogood{.literals = {}, .because = numbers(trimmed.conflict)});
  return writer.done();
}

InvariantProofRef Ledger::proof(std::uint32_t contradiction) const {
  Writer writer(*this);
  writer.need(contradiction);
  writer.number_facts();
  const std::uint32_t number = writer.number(contradiction);
  writer.add(InvariantProof::Nogood{.literals = {}, .because = {number}});
  return writer.done();
}

}   // namespace parley::synchro
