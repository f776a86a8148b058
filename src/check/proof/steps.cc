#include "check/proof/steps.h"

#include <algorithm>
#include <map>
#include <memory>

#include <fmt/format.h>

#include "check/proof/domains.h"
#include "check/proof/pairs.h"
#include "check/proof/question.h"

namespace parley::proof {

namespace {

using Nogood = InvariantProof::Nogood;
using Combination = InvariantProof::Combination;

const InvariantProof& proof_of(const Claim& asked) { return *std::get<InvariantProofRef>(asked.evidence); }

std::size_t num_constraints(const Network& network, const Fact& fact) {
  const auto* pair = std::get_if<PairFact>(&fact);
  return pair == nullptr ? 1 : network.lts(pair->first).num_states();
}

template <class Visit>
void for_each_number(const InvariantProof::Step& step, const Visit& visit) {
  if (const auto* nogood = std::get_if<Nogood>(&step))
    for (std::uint32_t number : nogood->because) visit(number);
  if (const auto* combination = std::get_if<Combination>(&step))
    for (const Combination::Term& term : combination->terms) visit(term.constraint);
}

// The constraints of a proof by their numbers, built on first use.
class Constraints {
 public:
  explicit Constraints(const Claim& asked)
      : network_(asked.network),
        limits_(asked.limits),
        proof_(proof_of(asked)),
        pulse_(asked.limits),
        question_(asked.network, asked.property, asked.limits) {
    fact_begins_.reserve(proof_.facts.size() + 1);
    std::size_t next = question_.size();
    for (const Fact& fact : proof_.facts) {
      fact_begins_.push_back(next);
      next += num_constraints(network_, fact);
    }
    fact_begins_.push_back(next);
    limits_.expect((next + proof_.steps.size()) * sizeof(std::unique_ptr<Constraint>));
    known_.resize(next + proof_.steps.size());
  }

  const Variables& variables() const { return question_.variables(); }
  std::size_t size() const { return known_.size(); }
  std::size_t first_step() const { return fact_begins_.back(); }

  // The number is below that of the current step. Null if the weights are too large.
  const Constraint* find(std::size_t number) {
    if (known_[number] == nullptr) {
      auto made = std::make_unique<Constraint>(0, modulus_of(number));
      build(number, *made);
      if (!made->finish(variables(), pulse_)) return nullptr;
      known_[number] = std::move(made);
    }
    return known_[number].get();
  }
  bool keep(std::size_t number, std::unique_ptr<Constraint> made) {   // of a combination
    if (!made->finish(variables(), pulse_)) return false;
    known_[number] = std::move(made);
    return true;
  }
  void forget(std::size_t number) { known_[number].reset(); }

 private:
  std::size_t fact_of(std::size_t number) const {
    return static_cast<std::size_t>(std::upper_bound(fact_begins_.begin(), fact_begins_.end(), number) - fact_begins_.begin()) -
           1;
  }
  std::int64_t modulus_of(std::size_t number) const {
    if (number < question_.size() || number >= first_step()) return 0;
    const auto* congruence = std::get_if<Congruence>(&proof_.facts[fact_of(number)]);
    return congruence == nullptr ? 0 : congruence->modulus;
  }

  void build(std::size_t number, Constraint& into) {
    if (number < question_.size()) return question_.build(number, into);
    if (number >= first_step()) return build(std::get<Nogood>(proof_.steps[number - first_step()]), into);
    const std::size_t fact = fact_of(number);
    if (const auto* pair = std::get_if<PairFact>(&proof_.facts[fact]))
      return build(*pair, LocalState(number - fact_begins_[fact]), into);
    if (const auto* sum = std::get_if<RegionSum>(&proof_.facts[fact])) return build(*sum, into);
    if (const auto* sum = std::get_if<Congruence>(&proof_.facts[fact])) return build(*sum, into);
    if (const auto* trap = std::get_if<Trap>(&proof_.facts[fact])) return build_places(trap->rows, 0, 1, into);
    if (const auto* order = std::get_if<OrderFact>(&proof_.facts[fact])) return build_places(order->rows, 1, 0, into);
    if (const auto* apart = std::get_if<ApartFact>(&proof_.facts[fact])) return build_places(apart->rows, 1, 0, into);
    into.set_bound(-1);   // a ranking contradicts the question by itself
  }

  void build(const Nogood& nogood, Constraint& into) {
    into.reserve(nogood.literals.size());
    for (const Nogood::Literal& literal : nogood.literals) into.add_values(literal.variable, literal.values, 1, 0);
    into.set_bound(static_cast<std::int64_t>(nogood.literals.size()) - 1);
  }

  // The weight of a component outside the region is so small that the sum stays within its bound, whatever
  // the others weigh.
  void build(const RegionSum& sum, Constraint& into) {
    __int128 spare = sum.bound;
    std::vector<std::int64_t> most(sum.rows.size());   // inside the region
    for (std::size_t i = 0; i < sum.rows.size(); ++i) {
      pulse_.beat();
      most[i] = most_inside(sum.rows[i]);
      spare -= most[i];
    }
    const auto relief = static_cast<std::int64_t>(std::min<__int128>(0, spare));
    into.reserve(sum.rows.size());
    for (std::size_t i = 0; i < sum.rows.size(); ++i) {
      const RegionSum::Row& row = sum.rows[i];
      if (row.left.empty()) {
        into.add_state_weights(variables(), row.component, row.weights);
        continue;
      }
      const std::span<std::int64_t> weights = into.room<std::int64_t>(row.weights.size());
      std::copy(row.weights.begin(), row.weights.end(), weights.begin());
      for (LocalState state : row.left) weights[state.index()] = most[i] + relief;
      into.add_state_weights(variables(), row.component, weights);
    }
    into.set_bound(sum.bound);
  }
  static std::int64_t most_inside(const RegionSum::Row& row) {
    std::int64_t most = std::numeric_limits<std::int64_t>::min();
    auto left = row.left.begin();
    for (std::size_t state = 0; state < row.weights.size(); ++state) {
      if (left != row.left.end() && left->index() == state) ++left;
      else most = std::max(most, row.weights[state]);
    }
    return most == std::numeric_limits<std::int64_t>::min() ? 0 : most;
  }

  void build(const Congruence& sum, Constraint& into) {
    into.reserve(sum.rows.size());
    for (const Congruence::Row& row : sum.rows) into.add_state_weights(variables(), row.component, row.weights);
    into.set_bound(sum.remainder);
  }

  template <class Rows>
  void build_places(const Rows& rows, std::int64_t inside, std::int64_t outside, Constraint& into) {
    into.reserve(rows.size());
    for (const auto& row : rows) into.add_states(variables(), network_, row.component, row.states, inside, outside);
    into.set_bound(static_cast<std::int64_t>(rows.size()) - 1);
  }

  void build(const PairFact& pair, LocalState first, Constraint& into) {
    std::shared_ptr<const PairReach>& reach = pairs_[{pair.first, pair.second}];   // several facts may be about the same pair
    if (reach == nullptr) reach = std::make_shared<const PairReach>(network_, pair.first, pair.second, limits_);
    std::vector<LocalState> partners;
    for (LocalState second : network_.lts(pair.second).states())
      if (reach->has(first, second)) partners.push_back(second);
    const auto add_first = [&] { into.add_states(variables(), network_, pair.first, {&first, 1}, 1, 0); };
    if (pair.first < pair.second) add_first();
    into.add_states(variables(), network_, pair.second, partners, 0, 1);
    if (pair.second < pair.first) add_first();
    into.set_bound(1);
  }

  const Network& network_;
  const Limits& limits_;
  const InvariantProof& proof_;
  Pulse pulse_;
  Question question_;
  std::vector<std::size_t> fact_begins_;   // fact -> its first number; then the number of the first step
  std::map<std::pair<ComponentId, ComponentId>, std::shared_ptr<const PairReach>> pairs_;
  std::vector<std::unique_ptr<Constraint>> known_;   // by number
};

class StepChecker {
 public:
  explicit StepChecker(const Claim& asked)
      : asked_(asked),
        proof_(proof_of(asked)),
        pulse_(asked.limits),
        constraints_(asked),
        domains_(constraints_.variables(), asked.limits),
        last_uses_(constraints_.size(), 0),
        slots_(constraints_.variables().size(), kNone) {
    for (std::uint32_t i = 0; i < proof_.steps.size(); ++i)
      for_each_number(proof_.steps[i], [&](std::uint32_t number) { last_uses_[number] = i; });
  }

  Objection objection() {
    for (std::uint32_t i = 0; i < proof_.steps.size(); ++i) {
      if (pulse_.beat()) asked_.progress.report({.phase = "judging", .done = i, .total = proof_.steps.size()});
      const std::size_t number = constraints_.first_step() + i;
      Objection found;
      for_each_number(proof_.steps[i], [&](std::uint32_t used) {
        if (!found && used >= number)
          found = fmt::format("it is number {} and leans on number {}, which is not shown yet", number, used);
      });
      if (!found) {
        const auto* combination = std::get_if<Combination>(&proof_.steps[i]);
        found = combination == nullptr ? nogood_objection(std::get<Nogood>(proof_.steps[i]))
                                       : combination_objection(*combination, number);
      }
      if (found) return fmt::format("step {}: {}", i + 1, *found);
      for_each_number(proof_.steps[i], [&](std::uint32_t used) {
        if (last_uses_[used] == i) constraints_.forget(used);
      });
      if (last_uses_[number] <= i) constraints_.forget(number);   // no later step uses it
    }
    return std::nullopt;
  }

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  static std::string too_large(std::size_t number) {
    return fmt::format("the numbers of constraint {} add up beyond 2^62", number);
  }

  Objection nogood_objection(const Nogood& nogood) {
    domains_.reset();
    for (const Nogood::Literal& literal : nogood.literals) domains_.keep(literal.variable, literal.values);
    for (std::uint32_t number : nogood.because) {
      pulse_.beat();
      const Constraint* constraint = constraints_.find(number);
      if (constraint == nullptr) return too_large(number);
      if (!domains_.propagate(*constraint)) return std::nullopt;
    }
    return "what it leans on can all be met";
  }

  Objection combination_objection(const Combination& combination, std::size_t number) {
    const Variables& variables = constraints_.variables();
    __int128 size = 0;
    std::int64_t bound = 0;
    std::vector<std::uint32_t> used;                  // variables
    std::vector<std::vector<std::int64_t>> weights;   // by slot
    Objection found;
    for (const Combination::Term& term : combination.terms) {
      const Constraint* constraint = constraints_.find(term.constraint);
      if (constraint == nullptr) found = too_large(term.constraint);
      else if (constraint->modulus() != 0)
        found = fmt::format("number {} is a congruence, which is no part of a sum", term.constraint);
      if (found) break;
      size += static_cast<__int128>(term.factor) * constraint->size();
      if (size >= Constraint::kSumLimit) found = too_large(number);
      if (found) break;
      bound += term.factor * constraint->bound();
      for (const Constraint::Row& row : constraint->rows()) {
        pulse_.beat();
        std::uint32_t& slot = slots_[row.variable];
        if (slot == kNone) {
          slot = static_cast<std::uint32_t>(used.size());
          used.push_back(row.variable);
          weights.emplace_back(variables.num_values(row.variable), 0);
        }
        add(row, term.factor, weights[slot]);
      }
    }
    if (!found && !keep(number, combination.divisor, bound, used, weights)) found = too_large(number);
    for (std::uint32_t variable : used) slots_[variable] = kNone;
    return found;
  }

  static void add(const Constraint::Row& row, std::int64_t factor, std::vector<std::int64_t>& to) {
    if (!row.weights.empty()) {
      for (std::size_t value = 0; value < to.size(); ++value) to[value] += factor * row.weights[value];
      return;
    }
    for (std::int64_t& weight : to) weight += factor * row.outside;
    for (std::uint32_t value : row.values) to[value] += factor * (row.inside - row.outside);
  }

  static std::int64_t floor_of(std::int64_t number, std::int64_t divisor) {
    return number >= 0 ? number / divisor : -((-number + divisor - 1) / divisor);
  }

  // Shifts every row so that its smallest weight is 0, divides, and rounds down. Rows whose weights are then
  // all 0 are left out.
  bool keep(std::size_t number, std::int64_t divisor, std::int64_t bound, std::vector<std::uint32_t> used,
            std::vector<std::vector<std::int64_t>>& weights) {
    std::sort(used.begin(), used.end());
    auto made = std::make_unique<Constraint>();
    __int128 shifted_bound = bound;
    for (std::uint32_t variable : used) {
      pulse_.beat();
      const std::vector<std::int64_t>& row = weights[slots_[variable]];
      const auto [least, most] = std::minmax_element(row.begin(), row.end());
      shifted_bound -= *least;
      if ((*most - *least) / divisor == 0) continue;
      const std::span<std::int64_t> kept = made->room<std::int64_t>(row.size());
      for (std::size_t value = 0; value < row.size(); ++value) kept[value] = (row[value] - *least) / divisor;
      made->add_weights(variable, kept);
    }
    if (shifted_bound >= Constraint::kSumLimit || shifted_bound <= -Constraint::kSumLimit) return false;
    made->set_bound(floor_of(static_cast<std::int64_t>(shifted_bound), divisor));
    return constraints_.keep(number, std::move(made));
  }

  const Claim& asked_;
  const InvariantProof& proof_;
  Pulse pulse_;
  Constraints constraints_;
  Domains domains_;
  std::vector<std::uint32_t> last_uses_;   // number -> the last step that uses it
  std::vector<std::uint32_t> slots_;       // variable -> its weights in the current sum
};

Objection ill_formed_nogood(const Nogood& nogood, const Variables& variables) {
  for (std::size_t i = 0; i < nogood.literals.size(); ++i) {
    const Nogood::Literal& literal = nogood.literals[i];
    if (literal.variable >= variables.size()) return fmt::format("there is no variable {}", literal.variable);
    if (i > 0 && nogood.literals[i - 1].variable >= literal.variable)
      return "its variables are out of order, or one is there twice";
    if (literal.values.empty()) return fmt::format("no value of variable {} is given", literal.variable);
    for (std::size_t v = 0; v < literal.values.size(); ++v) {
      if (literal.values[v] >= variables.num_values(literal.variable))
        return fmt::format("variable {} has no value {}", literal.variable, literal.values[v]);
      if (v > 0 && literal.values[v - 1] >= literal.values[v])
        return fmt::format("the values of variable {} are out of order", literal.variable);
    }
  }
  return std::nullopt;
}

Objection ill_formed_combination(const Combination& combination) {
  if (combination.divisor < 1 || combination.divisor >= Constraint::kSumLimit)
    return "the divisor is not a number from 1 to 2^62";
  for (const Combination::Term& term : combination.terms)
    if (term.factor < 1 || term.factor >= Constraint::kSumLimit) return "a factor is not a number from 1 to 2^62";
  return std::nullopt;
}

}   // namespace

Objection ill_formed_steps(const Claim& asked) {
  const InvariantProof& proof = proof_of(asked);
  if (!Question::is_possible(asked.property))
    return fmt::format("there are no proofs about '{}'", kind_name(kind_of(asked.property)));
  const Question question(asked.network, asked.property, asked.limits);
  std::uint64_t numbers = question.size();
  for (const Fact& fact : proof.facts) numbers += num_constraints(asked.network, fact);
  numbers += proof.steps.size();
  if (numbers > std::numeric_limits<std::uint32_t>::max() ||
      question.variables().size() > std::numeric_limits<std::uint32_t>::max())
    return "there are more constraints than numbers for them";
  Pulse pulse(asked.limits);
  for (std::size_t i = 0; i < proof.steps.size(); ++i) {
    pulse.beat();
    Objection found;
    if (const auto* nogood = std::get_if<Nogood>(&proof.steps[i])) found = ill_formed_nogood(*nogood, question.variables());
    else found = ill_formed_combination(std::get<Combination>(proof.steps[i]));
    for_each_number(proof.steps[i], [&](std::uint32_t number) {
      if (!found && number >= numbers) found = fmt::format("there is no constraint {}", number);
    });
    if (found) return fmt::format("step {}: {}", i + 1, *found);
  }
  return std::nullopt;
}

Objection steps_follow(const Claim& asked) { return StepChecker(asked).objection(); }

}   // namespace parley::proof
