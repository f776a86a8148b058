#include "prove.h"

#include <algorithm>
#include <array>

#include "naive_proof.h"

namespace parley::evidence_ring {

namespace {

using Nogood = InvariantProof::Nogood;
using Combination = InvariantProof::Combination;

std::int64_t small(Dice& dice) { return static_cast<std::int64_t>(dice.below(5)) - 2; }

std::vector<LocalState> some_states(Dice& dice, const Lts& lts, std::size_t percent) {
  std::vector<LocalState> some;
  for (LocalState state : lts.states())
    if (dice.chance(percent)) some.push_back(state);
  if (some.empty()) some.emplace_back(dice.below(lts.num_states()));
  return some;
}

// Whatever can be reached from a state.
std::vector<LocalState> future(const Lts& lts, LocalState from) {
  std::vector<LocalState> found{from};
  for (std::size_t i = 0; i < found.size(); ++i)
    for (const Edge& edge : lts.edges(found[i]))
      if (std::find(found.begin(), found.end(), edge.target) == found.end()) found.push_back(edge.target);
  std::sort(found.begin(), found.end());
  return found;
}

RegionSum any_sum(Dice& dice, const Network& network) {
  RegionSum sum;
  for (ComponentId component : network.components()) {
    if (!dice.chance(60)) continue;
    const Lts& lts = network.lts(component);
    RegionSum::Row row{.component = component, .weights = {}, .left = {}};
    for (std::size_t i = 0; i < lts.num_states(); ++i)
      row.weights.push_back(dice.chance(60) ? static_cast<std::int64_t>(dice.below(2)) : small(dice));
    if (dice.chance(35))
      row.left = dice.chance(80) ? future(lts, LocalState(dice.below(lts.num_states()))) : some_states(dice, lts, 40);
    for (LocalState state : row.left) row.weights[state.index()] = 0;
    sum.bound += row.weights[lts.initial().index()];
    sum.rows.push_back(std::move(row));
  }
  if (dice.chance(10)) sum.bound += small(dice);
  return sum;
}

Congruence any_congruence(Dice& dice, const Network& network) {
  Congruence sum;
  sum.modulus = static_cast<std::int64_t>(dice.between(2, 3));
  for (ComponentId component : network.components()) {
    if (!dice.chance(60)) continue;
    Congruence::Row row{.component = component, .weights = {}};
    for (std::size_t i = 0; i < network.lts(component).num_states(); ++i)
      row.weights.push_back(static_cast<std::int64_t>(dice.below(static_cast<std::size_t>(sum.modulus))));
    sum.remainder = (sum.remainder + row.weights[network.lts(component).initial().index()]) % sum.modulus;
    sum.rows.push_back(std::move(row));
  }
  if (dice.chance(10)) sum.remainder = (sum.remainder + 1) % sum.modulus;
  return sum;
}

template <class Places>
Places any_places(Dice& dice, const Network& network, std::size_t percent) {
  Places places;
  for (ComponentId component : network.components())
    if (dice.chance(60)) places.rows.push_back({component, some_states(dice, network.lts(component), percent)});
  return places;
}

// Goes through all cases. It knows the constraints so far, and adds what it finds. One in a hurry overlooks
// most of them as long as there is something to split, so that its proofs have many steps.
class Prover {
 public:
  enum class Pace : std::uint8_t { kCareful, kHurried };
  Prover(Dice& dice, const Network& network, const Property& property, Pace pace, InvariantProof& proof)
      : dice_(dice),
        proof_(proof),
        naive_(network, property, proof),
        hurries_(pace == Pace::kHurried),
        last_first_(dice.chance(50)),
        known_(naive_.question()) {
    for (const Fact& fact : proof.facts)
      for (auto& constraint : naive_.constraints(fact)) known_.push_back(std::move(constraint));
    for (std::size_t i = dice.below(3); i > 0 && !known_.empty(); --i) add_sum();
  }
  bool run() { return refute({}).has_value(); }

 private:
  void add_sum() {
    Combination sum{.terms = {}, .divisor = static_cast<std::int64_t>(dice_.between(1, 3))};
    for (std::size_t i = dice_.between(1, 3); i > 0; --i) {
      const auto number = static_cast<std::uint32_t>(dice_.below(known_.size()));
      if (known_[number].modulus == 0) sum.terms.push_back({static_cast<std::int64_t>(dice_.between(1, 3)), number});
    }
    known_.push_back(naive_.constraint(sum, known_));
    proof_.steps.emplace_back(std::move(sum));
  }

  std::optional<std::uint32_t> refute(std::vector<Nogood::Literal> literals) {
    if (proof_.steps.size() > 100) return std::nullopt;
    Nogood nogood{.literals = literals, .because = {}};
    std::sort(nogood.literals.begin(), nogood.literals.end(),
              [](const auto& a, const auto& b) { return a.variable < b.variable; });
    NaiveProof::Domain domain = naive_.everything();
    for (const auto& literal : literals) {
      domain[literal.variable].assign(naive_.num_values(literal.variable), false);
      for (std::uint32_t value : literal.values) domain[literal.variable][value] = true;
    }
    const bool is_decided = literals.size() == naive_.num_variables();
    for (bool is_new = true; is_new;) {
      is_new = false;
      for (std::uint32_t i = 0; i < known_.size(); ++i) {
        if (hurries_ && !is_decided && !dice_.chance(5)) continue;
        const std::uint32_t number = last_first_ ? static_cast<std::uint32_t>(known_.size()) - 1 - i : i;
        const NaiveProof::Domain before = domain;
        const bool is_possible = naive_.propagate(known_[number], domain);
        if (is_possible && domain == before) continue;
        nogood.because.push_back(number);
        is_new = true;
        if (!is_possible) return add(std::move(nogood));
      }
    }
    for (std::uint32_t variable = 0; variable < domain.size(); ++variable) {
      const auto left = std::count(domain[variable].begin(), domain[variable].end(), true);
      const bool is_fixed =
          std::any_of(literals.begin(), literals.end(), [&](const auto& literal) { return literal.variable == variable; });
      if (hurries_ ? is_fixed : left < 2) continue;
      for (std::uint32_t value = 0; value < domain[variable].size(); ++value) {
        if (!domain[variable][value]) continue;
        std::vector<Nogood::Literal> with = literals;
        std::erase_if(with, [&](const auto& literal) { return literal.variable == variable; });
        with.push_back({.variable = variable, .values = {value}});
        const auto number = refute(std::move(with));
        if (!number) return std::nullopt;
        nogood.because.push_back(*number);
      }
      return add(std::move(nogood));
    }
    return std::nullopt;   // a state that nothing excludes
  }

  std::uint32_t add(Nogood nogood) {
    known_.push_back(naive_.constraint(nogood));
    proof_.steps.emplace_back(std::move(nogood));
    return static_cast<std::uint32_t>(known_.size() - 1);
  }

  Dice& dice_;
  InvariantProof& proof_;
  NaiveProof naive_;
  bool hurries_;
  bool last_first_;
  std::vector<NaiveProof::Constraint> known_;
};

using Mutant = std::optional<ProofClaim>;

template <class Kind, class Change>
Mutant change_fact(Dice& dice, const ProofClaim& right, const Change& change) {
  ProofClaim claim = right;
  std::vector<Kind*> all;
  for (Fact& fact : claim.proof.facts)
    if (auto* of_kind = std::get_if<Kind>(&fact)) all.push_back(of_kind);
  if (all.empty() || !change(*all[dice.below(all.size())])) return std::nullopt;
  return claim;
}
template <class Kind, class Change>
Mutant change_step(Dice& dice, const ProofClaim& right, const Change& change) {
  ProofClaim claim = right;
  std::vector<Kind*> all;
  for (auto& step : claim.proof.steps)
    if (auto* of_kind = std::get_if<Kind>(&step)) all.push_back(of_kind);
  if (all.empty() || !change(*all[dice.below(all.size())])) return std::nullopt;
  return claim;
}
template <class Items>
auto& any(Dice& dice, Items& items) {
  return items[dice.below(items.size())];
}
template <class Items>
void drop_any(Dice& dice, Items& items) {
  items.erase(items.begin() + static_cast<std::ptrdiff_t>(dice.below(items.size())));
}

Mutant other_weight(Dice& dice, const Network&, const ProofClaim& right) {
  return change_fact<RegionSum>(dice, right, [&](RegionSum& sum) {
    if (sum.rows.empty()) return false;
    RegionSum::Row& row = any(dice, sum.rows);
    const std::size_t state = dice.below(row.weights.size());
    if (std::find(row.left.begin(), row.left.end(), LocalState(state)) != row.left.end()) return false;
    row.weights[state] += dice.chance(50) ? 1 : -1;
    return true;
  });
}
Mutant other_bound(Dice& dice, const Network&, const ProofClaim& right) {
  return change_fact<RegionSum>(dice, right, [&](RegionSum& sum) {
    sum.bound += dice.chance(50) ? 1 : -1;
    return true;
  });
}
Mutant other_region(Dice& dice, const Network& network, const ProofClaim& right) {
  return change_fact<RegionSum>(dice, right, [&](RegionSum& sum) {
    if (sum.rows.empty()) return false;
    RegionSum::Row& row = any(dice, sum.rows);
    if (!row.left.empty() && dice.chance(50)) {
      drop_any(dice, row.left);
      return true;
    }
    row.left = some_states(dice, network.lts(row.component), 40);
    for (LocalState state : row.left) row.weights[state.index()] = 0;
    return true;
  });
}
Mutant other_remainder(Dice& dice, const Network&, const ProofClaim& right) {
  return change_fact<Congruence>(dice, right, [&](Congruence& sum) {
    if (sum.rows.empty() || dice.chance(20)) sum.remainder = (sum.remainder + 1) % sum.modulus;
    else {
      std::int64_t& weight = any(dice, any(dice, sum.rows).weights);
      weight = (weight + 1) % sum.modulus;
    }
    return true;
  });
}
template <class Kind>
Mutant other_places(Dice& dice, const Network& network, const ProofClaim& right) {
  return change_fact<Kind>(dice, right, [&](Kind& places) {
    if (places.rows.empty()) return false;
    auto& row = any(dice, places.rows);
    row.states = some_states(dice, network.lts(row.component), 50);
    return true;
  });
}
template <class Kind>
Mutant dropped_row(Dice& dice, const Network&, const ProofClaim& right) {
  return change_fact<Kind>(dice, right, [&](Kind& of_rows) {
    if (of_rows.rows.empty()) return false;
    drop_any(dice, of_rows.rows);
    return true;
  });
}
Mutant other_classes(Dice& dice, const Network&, const ProofClaim& right) {
  return change_fact<OrderFact>(dice, right, [](OrderFact& order) {
    order.classes = !order.classes;
    return true;
  });
}
Mutant turned_pair(Dice& dice, const Network& network, const ProofClaim& right) {
  return change_fact<PairFact>(dice, right, [&](PairFact& pair) {
    if (network.lts(pair.first).num_states() != network.lts(pair.second).num_states())
      return false;   // it would change all numbers
    std::swap(pair.first, pair.second);
    return true;
  });
}
// A fact that nobody checked, and a proof that leans on it.
Mutant false_fact(Dice& dice, const Network& network, const ProofClaim& right) {
  std::vector<Fact> facts = right.proof.facts;
  facts.push_back(any_fact(dice, network, dice.below(std::variant_size_v<Fact>)));
  if (std::optional<InvariantProof> proof = prove(dice, network, right.property, std::move(facts)))
    return ProofClaim{right.property, right.verdict, *std::move(proof)};
  return std::nullopt;
}
Mutant other_value(Dice& dice, const Network& network, const ProofClaim& right) {
  return change_step<Nogood>(dice, right, [&](Nogood& nogood) {
    if (nogood.literals.empty()) return false;
    Nogood::Literal& literal = any(dice, nogood.literals);
    const std::size_t values = NaiveProof(network, right.property, right.proof).num_values(literal.variable);
    const auto value = static_cast<std::uint32_t>(dice.below(values));
    const auto at = std::lower_bound(literal.values.begin(), literal.values.end(), value);
    if (at != literal.values.end() && *at == value) return false;
    literal.values.insert(at, value);
    return true;
  });
}
Mutant dropped_literal(Dice& dice, const Network&, const ProofClaim& right) {
  return change_step<Nogood>(dice, right, [&](Nogood& nogood) {
    if (nogood.literals.empty()) return false;
    drop_any(dice, nogood.literals);
    return true;
  });
}
Mutant dropped_reason(Dice& dice, const Network&, const ProofClaim& right) {
  return change_step<Nogood>(dice, right, [&](Nogood& nogood) {
    if (nogood.because.empty()) return false;
    drop_any(dice, nogood.because);
    return true;
  });
}
Mutant other_reason(Dice& dice, const Network&, const ProofClaim& right) {
  return change_step<Nogood>(dice, right, [&](Nogood& nogood) {
    if (nogood.because.empty()) return false;
    any(dice, nogood.because) += static_cast<std::uint32_t>(dice.between(1, 3));
    return true;
  });
}
Mutant leans_on_itself(Dice& dice, const Network& network, const ProofClaim& right) {
  ProofClaim claim = right;
  std::size_t numbers = NaiveProof(network, right.property, right.proof).question().size();
  for (const Fact& fact : claim.proof.facts) numbers += NaiveProof(network, right.property, right.proof).constraints(fact).size();
  const std::size_t step = dice.below(claim.proof.steps.size());
  auto* nogood = std::get_if<Nogood>(&claim.proof.steps[step]);
  if (nogood == nullptr) return std::nullopt;
  nogood->because = {static_cast<std::uint32_t>(numbers + dice.between(step, claim.proof.steps.size() - 1))};
  return claim;
}
Mutant dropped_step(Dice& dice, const Network&, const ProofClaim& right) {
  ProofClaim claim = right;
  drop_any(dice, claim.proof.steps);
  return claim;
}
Mutant dropped_end(Dice&, const Network&, const ProofClaim& right) {
  ProofClaim claim = right;
  claim.proof.steps.pop_back();
  return claim;
}
Mutant other_factor(Dice& dice, const Network&, const ProofClaim& right) {
  return change_step<Combination>(dice, right, [&](Combination& sum) {
    if (sum.terms.empty()) return false;
    any(dice, sum.terms).factor = static_cast<std::int64_t>(dice.between(1, 4));
    return true;
  });
}
Mutant other_divisor(Dice& dice, const Network&, const ProofClaim& right) {
  return change_step<Combination>(dice, right, [&](Combination& sum) {
    sum.divisor = static_cast<std::int64_t>(dice.between(1, 4));
    return true;
  });
}
Mutant other_verdict(Dice&, const Network&, const ProofClaim& right) {
  ProofClaim claim = right;
  claim.verdict = right.verdict == Verdict::kHolds ? Verdict::kViolated : Verdict::kHolds;
  return claim;
}

constexpr std::array<ProofMutation, 24> kProofMutations{{
    {"another weight", other_weight},
    {"another bound", other_bound},
    {"another region", other_region},
    {"another remainder", other_remainder},
    {"another trap", other_places<Trap>},
    {"another order", other_places<OrderFact>},
    {"others apart", other_places<ApartFact>},
    {"a row less in a sum", dropped_row<RegionSum>},
    {"a row less in a trap", dropped_row<Trap>},
    {"a row less in an order", dropped_row<OrderFact>},
    {"one less apart", dropped_row<ApartFact>},
    {"classes or rules", other_classes},
    {"a pair turned round", turned_pair},
    {"a fact that nobody checked", false_fact},
    {"another value", other_value},
    {"a literal less", dropped_literal},
    {"a reason less", dropped_reason},
    {"another reason", other_reason},
    {"leans on itself", leans_on_itself},
    {"a step less", dropped_step},
    {"the last step less", dropped_end},
    {"another factor", other_factor},
    {"another divisor", other_divisor},
    {"another verdict", other_verdict},
}};

}   // namespace

Fact any_fact(Dice& dice, const Network& network, std::size_t kind) {
  switch (kind) {
    case 0: return any_sum(dice, network);
    case 1: return any_congruence(dice, network);
    case 2: return any_places<Trap>(dice, network, 50);
    case 3: {
      const std::size_t components = network.num_components();
      if (components == 1) return any_sum(dice, network);   // nobody to be a pair with
      const std::size_t first = dice.below(components);
      return PairFact{ComponentId(first), ComponentId((first + dice.between(1, components - 1)) % components)};
    }
    case 6: return any_places<ApartFact>(dice, network, 35);
    default: {
      auto order = any_places<OrderFact>(dice, network, 25);
      order.classes = dice.chance(50);
      return order;
    }
  }
}

std::optional<InvariantProof> prove(Dice& dice, const Network& network, const Property& property, std::vector<Fact> facts) {
  InvariantProof proof{.facts = std::move(facts), .steps = {}};
  if (dice.chance(40) && Prover(dice, network, property, Prover::Pace::kHurried, proof).run()) return proof;
  proof.steps.clear();
  if (!Prover(dice, network, property, Prover::Pace::kCareful, proof).run()) return std::nullopt;
  return proof;
}

std::span<const ProofMutation> proof_mutations() { return kProofMutations; }

}   // namespace parley::evidence_ring
