#include "invariant/constant_sums.h"

#include <optional>

#include "invariant/linear_system.h"
#include "invariant/local_reach.h"

namespace parley {

namespace {

// The possible weights of one component, if each label changes the weight by an amount of its own: every
// weight and every amount in terms of some free amounts.
template <class Number>
struct LocalSpace {
  using Term = typename LinearSystem<Number>::Term;
  using Combination = typename LinearSystem<Number>::Combination;
  std::size_t dimension = 0;
  std::vector<Combination> weights;                  // by state; also empty for unreached states
  std::vector<std::optional<Combination>> amounts;   // by label; nothing if it is never performed
};

template <class Number>
LocalSpace<Number> local_space(const Network& network, const LocalReach& reach, ComponentId component, const Limits& limits) {
  using Term = typename LinearSystem<Number>::Term;
  const Lts& lts = network.lts(component);
  const std::size_t states = lts.num_states();
  LinearSystem<Number> system(states + lts.num_labels());
  for (LocalLabel label : lts.labels())
    system.set_weight(static_cast<std::uint32_t>(states + label.index()), std::uint64_t{1} << 32);
  system.add({{static_cast<std::uint32_t>(lts.initial().index()), Number(1)}});
  for (LocalState from : lts.states()) {
    if (!reach.is_reached(component, from)) continue;
    for (const Edge& edge : lts.edges(from))
      if (reach.is_performed(component, edge.label))
        system.add({{edge.target.value, Number(1)},
                    {from.value, Number(-1)},
                    {static_cast<std::uint32_t>(states + edge.label.index()), Number(-1)}});
  }
  system.solve(limits);

  LocalSpace<Number> space;
  std::vector<std::uint32_t> number(states + lts.num_labels());
  for (LocalLabel label : lts.labels())
    if (const auto variable = static_cast<std::uint32_t>(states + label.index());
        reach.is_performed(component, label) && system.is_free(variable))
      number[variable] = static_cast<std::uint32_t>(space.dimension++);
  const auto renumbered = [&](typename LinearSystem<Number>::Combination terms) {
    for (Term& term : terms) term.variable = number[term.variable];
    return terms;
  };
  space.weights.resize(states);
  for (LocalState state : lts.states())
    if (reach.is_reached(component, state)) space.weights[state.index()] = renumbered(system.value(state.value));
  space.amounts.resize(lts.num_labels());
  for (LocalLabel label : lts.labels())
    if (reach.is_performed(component, label))
      space.amounts[label.index()] = renumbered(system.value(static_cast<std::uint32_t>(states + label.index())));
  return space;
}

// The weights of every component in terms of free variables of the whole network.
template <class Number>
class GlobalSpace {
 public:
  using Term = typename LinearSystem<Number>::Term;
  using Combination = typename LinearSystem<Number>::Combination;

  GlobalSpace(const Network& network, const Limits& limits)
      : network_(network), limits_(limits), reach_(network, limits), system_(place(network)) {
    for (RuleId rule : network.rules()) add(rule);
    system_.solve(limits);
  }

  // For each free variable the components that depend on it: their own variables, and the factors with which
  // these depend on it.
  struct Part {
    std::uint32_t variable = 0;
    Number factor{};
  };
  std::vector<std::vector<Part>> parts() {
    Pulse pulse(limits_);
    std::vector<std::vector<Part>> result(begins_.back());
    for (std::uint32_t variable = 0; variable < begins_.back(); ++variable) {
      pulse.beat();
      for (const Term& term : system_.value(variable)) result[term.variable].push_back({variable, term.factor});
    }
    return result;
  }

  ComponentId owner(std::uint32_t variable) const {
    return ComponentId(static_cast<std::size_t>(std::upper_bound(begins_.begin(), begins_.end(), variable) - begins_.begin()) -
                       1);
  }
  std::uint32_t first(ComponentId component) const { return begins_[component.index()]; }
  const LocalSpace<Number>& space(ComponentId component) const { return spaces_[reach_.kind_of(component)]; }

 private:
  std::size_t place(const Network& network) {
    std::vector<bool> is_known(reach_.num_kinds());
    spaces_.resize(reach_.num_kinds());
    begins_.reserve(network.num_components() + 1);
    begins_.push_back(0);
    Pulse pulse(limits_);
    for (ComponentId component : network.components()) {
      pulse.beat();
      const std::uint32_t kind = reach_.kind_of(component);
      if (!is_known[kind]) spaces_[kind] = local_space<Number>(network, reach_, component, limits_);
      is_known[kind] = true;
      begins_.push_back(begins_.back() + static_cast<std::uint32_t>(spaces_[kind].dimension));
    }
    return begins_.back();
  }

  void add(RuleId rule) {
    Combination equation;
    for (const Participant& participant : network_.participants(rule)) {
      const auto& amount = space(participant.component).amounts[participant.label.index()];
      if (!amount) return;   // the rule never fires
      for (const Term& term : *amount) equation.push_back({first(participant.component) + term.variable, term.factor});
    }
    if (!equation.empty()) system_.add(std::move(equation));
  }

  const Network& network_;
  const Limits& limits_;
  LocalReach reach_;
  std::vector<LocalSpace<Number>> spaces_;   // by kind of component
  std::vector<std::uint32_t> begins_;
  LinearSystem<Number> system_;
};

// The weights of one component, given the values of its own variables.
template <class Number>
std::vector<Number> weights_at(const LocalSpace<Number>& space, std::span<const Number> variables) {
  std::vector<Number> weights(space.weights.size());
  for (std::size_t s = 0; s < weights.size(); ++s)
    for (const auto& term : space.weights[s]) weights[s] = weights[s] + term.factor * variables[term.variable];
  return weights;
}

// Calls 'row' with the weights of each component in the sum, component by component.
template <class Number, class Row>
void for_each_row(const GlobalSpace<Number>& space, std::span<const typename GlobalSpace<Number>::Part> parts, const Row& row) {
  std::vector<Number> variables;
  for (std::size_t i = 0; i < parts.size();) {
    const ComponentId component = space.owner(parts[i].variable);
    const LocalSpace<Number>& local = space.space(component);
    variables.assign(local.dimension, Number());
    for (; i < parts.size() && space.owner(parts[i].variable) == component; ++i)
      variables[parts[i].variable - space.first(component)] = parts[i].factor;
    row(component, weights_at<Number>(local, variables));
  }
}

// Whole numbers in the same proportions, without a common divisor; the smallest of each row is 0.
ConstantSum whole(const Network& network, std::span<const std::pair<ComponentId, std::vector<Rational>>> rows) {
  __int128 common = 1;
  for (const auto& [component, weights] : rows)
    for (const Rational& weight : weights)
      common = narrow(common / std::gcd(static_cast<std::int64_t>(common), weight.denominator()) * weight.denominator());
  ConstantSum sum;
  std::int64_t divisor = 0;
  for (const auto& [component, weights] : rows) {
    RegionSum::Row row{.component = component};
    row.weights.reserve(weights.size());
    for (const Rational& weight : weights) row.weights.push_back(narrow(common / weight.denominator() * weight.numerator()));
    const std::int64_t least = *std::min_element(row.weights.begin(), row.weights.end());
    for (std::int64_t& weight : row.weights) {
      weight = narrow(static_cast<__int128>(weight) - least);
      divisor = std::gcd(divisor, weight);
    }
    sum.rows.push_back(std::move(row));
  }
  __int128 value = 0;
  for (RegionSum::Row& row : sum.rows) {
    for (std::int64_t& weight : row.weights) weight /= std::max<std::int64_t>(divisor, 1);
    value += row.weights[network.lts(row.component).initial().index()];
  }
  __int128 magnitude = value;
  for (const RegionSum::Row& row : sum.rows) magnitude += *std::max_element(row.weights.begin(), row.weights.end());
  if (magnitude >= kMagnitudeLimit) throw TooLarge();
  sum.value = narrow(value);
  return sum;
}

// Short sums first, as many as 'most_rows' allows.
template <class Part>
std::vector<std::vector<Part>> shortest(std::vector<std::vector<Part>> all, std::size_t most_rows) {
  std::erase_if(all, [](const auto& parts) { return parts.empty(); });
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
  std::size_t kept = 0;
  for (; kept < all.size() && all[kept].size() <= most_rows; ++kept) most_rows -= all[kept].size();
  all.resize(kept);
  return all;
}

template <std::int64_t Prime>
void add_congruences(const Network& network, std::size_t most_rows, const Limits& limits, std::vector<Congruence>& found) {
  GlobalSpace<Residue<Prime>> space(network, limits);
  for (const auto& parts : shortest(space.parts(), most_rows)) {
    Congruence congruence{.modulus = Prime};
    std::int64_t sum = 0;
    for_each_row<Residue<Prime>>(space, parts, [&](ComponentId component, const std::vector<Residue<Prime>>& weights) {
      Congruence::Row row{.component = component};
      bool is_constant = true;
      for (const Residue<Prime>& weight : weights) {
        row.weights.push_back(weight.value());
        is_constant = is_constant && weight == weights[0];
      }
      if (is_constant) return;
      sum += row.weights[network.lts(component).initial().index()];
      congruence.rows.push_back(std::move(row));
    });
    congruence.remainder = sum % Prime;
    if (!congruence.rows.empty()) found.push_back(std::move(congruence));
  }
}

}   // namespace

std::vector<ConstantSum> constant_sums(const Network& network, std::size_t most_rows, const Limits& limits) {
  std::vector<ConstantSum> sums;
  try {
    GlobalSpace<Rational> space(network, limits);
    std::vector<std::pair<ComponentId, std::vector<Rational>>> rows;
    for (const auto& parts : shortest(space.parts(), most_rows)) {
      rows.clear();
      for_each_row<Rational>(space, parts, [&](ComponentId component, std::vector<Rational> weights) {
        if (std::any_of(weights.begin(), weights.end(), [&](Rational weight) { return !(weight == weights[0]); }))
          rows.emplace_back(component, std::move(weights));
      });
      if (rows.empty()) continue;
      try {
        sums.push_back(whole(network, rows));
      } catch (const TooLarge&) {   // this sum is too large for evidence
        continue;
      }
    }
  } catch (const TooLarge&) {
    return sums;
  }
  return sums;
}

std::vector<Congruence> congruences(const Network& network, std::size_t most_rows, const Limits& limits) {
  std::vector<Congruence> found;
  add_congruences<2>(network, most_rows, limits, found);
  add_congruences<3>(network, most_rows, limits, found);
  return found;
}

RegionSum at_most(const ConstantSum& sum) { return {.rows = sum.rows, .bound = sum.value}; }

RegionSum at_least(const ConstantSum& sum) {
  RegionSum result{.rows = sum.rows, .bound = -sum.value};
  for (RegionSum::Row& row : result.rows)
    for (std::int64_t& weight : row.weights) weight = -weight;
  return result;
}

}   // namespace parley
