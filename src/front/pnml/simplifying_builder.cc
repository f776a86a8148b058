#include "front/pnml/simplifying_builder.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>

namespace parley {

namespace {

using Literal = SimplifyingBuilder::Literal;

Literal opposite(Literal literal) {
  literal.is_negated = !literal.is_negated;
  return literal;
}

// A sum of two addends becomes connectives if one of them has at most this many levels.
constexpr std::size_t kFewLevels = 3;

// The conjunction of literals about one component, as one literal. Its set of states may be empty.
Literal conjunction(std::span<const Literal> literals) {
  std::vector<LocalState> in;
  std::vector<LocalState> out;
  std::size_t positive = 0;
  for (const Literal& literal : literals) {
    std::vector<LocalState>& list = literal.is_negated ? out : in;
    list.insert(list.end(), literal.atom.states.begin(), literal.atom.states.end());
    if (!literal.is_negated) ++positive;
  }
  std::ranges::sort(out);
  out.erase(std::ranges::unique(out).begin(), out.end());
  const ComponentId component = literals[0].atom.component;
  if (positive == 0) return {.atom = {component, std::move(out)}, .is_negated = true};
  std::ranges::sort(in);
  std::vector<LocalState> common;
  for (std::size_t i = 0, end = 0; i < in.size(); i = end) {
    while (end < in.size() && in[end] == in[i]) ++end;
    if (end - i == positive) common.push_back(in[i]);   // no atom names a state twice
  }
  std::vector<LocalState> left;
  std::ranges::set_difference(common, out, std::back_inserter(left));
  return {.atom = {component, std::move(left)}};
}

}   // namespace

template <class Make>
SimplifyingBuilder::Handle SimplifyingBuilder::shared(Key key, Node node, const Make& make) {
  const auto [at, is_new] = known_.try_emplace(std::move(key), static_cast<Handle>(nodes_.size()));
  if (is_new) {
    node.handle = make();
    nodes_.push_back(node);
  }
  return at->second;
}

SimplifyingBuilder::Handle SimplifyingBuilder::constant(bool value) {
  const Kind kind = value ? Kind::kTrue : Kind::kFalse;
  return shared({static_cast<std::int64_t>(kind)}, {.kind = kind}, [&] { return builder_.constant(value); });
}

// Chooses the form with fewer states; if both have as many, the positive one. Never introduces an error
// state: an atom with one would ask about errors, which the formula does not.
SimplifyingBuilder::Handle SimplifyingBuilder::literal(Literal literal) {
  const Lts& lts = network_.lts(literal.atom.component);
  std::vector<LocalState>& states = literal.atom.states;
  if (states.empty() || states.size() == lts.num_states()) return constant(states.empty() == literal.is_negated);
  const std::size_t others = lts.num_states() - states.size();
  if (literal.is_negated ? others <= states.size() : others < states.size()) {
    std::vector<LocalState> rest;
    for (LocalState state : lts.states())
      if (!std::ranges::binary_search(states, state)) rest.push_back(state);
    if (std::ranges::none_of(rest, [&](LocalState state) { return lts.is_error(state); })) {
      states = std::move(rest);
      literal.is_negated = !literal.is_negated;
    }
  }
  Key key = {static_cast<std::int64_t>(Kind::kLiteral), literal.is_negated ? 1 : 0, literal.atom.component.value};
  for (LocalState state : states) key.push_back(state.value);
  return shared(std::move(key), {.kind = Kind::kLiteral, .literal = static_cast<std::uint32_t>(literals_.size())}, [&] {
    literals_.push_back(literal);
    const PredicateBuilder::Handle atom = builder_.atom(literal.atom);
    return literal.is_negated ? builder_.negate(atom) : atom;
  });
}

// Merges the literals of a connective into one per component. A disjunction is treated as the negation of a
// conjunction.
std::vector<SimplifyingBuilder::Handle> SimplifyingBuilder::merged(Predicate::Kind kind, std::vector<Literal> literals) {
  const bool is_or = kind == Predicate::Kind::kOr;
  if (is_or) std::ranges::transform(literals, literals.begin(), opposite);
  std::ranges::stable_sort(literals, {}, [](const Literal& literal) { return literal.atom.component; });
  std::vector<Handle> result;
  for (std::size_t i = 0, end = 0; i < literals.size(); i = end) {
    while (end < literals.size() && literals[end].atom.component == literals[i].atom.component) ++end;
    Literal one = conjunction(std::span(literals).subspan(i, end - i));
    result.push_back(literal(is_or ? opposite(std::move(one)) : std::move(one)));
  }
  return result;
}

SimplifyingBuilder::Handle SimplifyingBuilder::over(Predicate::Kind kind, const std::vector<Handle>& operands) {
  const bool is_and = kind == Predicate::Kind::kAnd;
  std::vector<Literal> literals;
  std::vector<Handle> rest;
  for (Handle operand : operands) {
    if (nodes_[operand].kind == Kind::kLiteral) literals.push_back(literals_[nodes_[operand].literal]);
    else rest.push_back(operand);
  }
  std::ranges::copy(merged(kind, std::move(literals)), std::back_inserter(rest));
  const Kind absorbing = is_and ? Kind::kFalse : Kind::kTrue;
  const Kind neutral = is_and ? Kind::kTrue : Kind::kFalse;
  if (std::ranges::any_of(rest, [&](Handle operand) { return nodes_[operand].kind == absorbing; })) return constant(!is_and);
  std::erase_if(rest, [&](Handle operand) { return nodes_[operand].kind == neutral; });
  std::ranges::sort(rest);
  rest.erase(std::ranges::unique(rest).begin(), rest.end());
  if (rest.empty()) return constant(is_and);
  if (rest.size() == 1) return rest[0];
  const Kind own = is_and ? Kind::kAnd : Kind::kOr;
  Key key = {static_cast<std::int64_t>(own)};
  key.insert(key.end(), rest.begin(), rest.end());
  return shared(std::move(key), {.kind = own}, [&] {
    for (Handle& operand : rest) operand = nodes_[operand].handle;
    return is_and ? builder_.all_of(rest) : builder_.any_of(rest);
  });
}

// The addends, ordered by component. A component that adds the same weight in every state goes into the
// bound.
std::vector<SimplifyingBuilder::Addend> SimplifyingBuilder::addends_of(std::vector<Weight> weights, std::int64_t& bound) {
  const auto by_state = [](const Weight& weight) { return std::pair(weight.component, weight.state); };
  std::ranges::sort(weights, {}, by_state);
  std::vector<Weight> states;   // each once, without those of weight 0
  for (const Weight& weight : weights) {
    pulse_.beat();
    if (!states.empty() && by_state(states.back()) == by_state(weight)) states.back().weight += weight.weight;
    else states.push_back(weight);
  }
  std::erase_if(states, [](const Weight& weight) { return weight.weight == 0; });

  std::vector<Addend> addends;
  for (std::size_t i = 0, end = 0; i < states.size(); i = end) {
    const ComponentId component = states[i].component;
    std::map<std::int64_t, std::vector<LocalState>> levels;
    std::vector<LocalState> heavy;
    for (; end < states.size() && states[end].component == component; ++end) {
      pulse_.beat();
      levels[states[end].weight].push_back(states[end].state);
      heavy.push_back(states[end].state);
    }
    Addend addend{.component = component};
    for (auto& [weight, in] : levels) addend.levels.push_back({.weight = weight, .in = {.atom = {component, std::move(in)}}});
    if (heavy.size() < network_.lts(component).num_states())
      addend.levels.push_back({.weight = 0, .in = {.atom = {component, std::move(heavy)}, .is_negated = true}});
    std::ranges::sort(addend.levels, {}, &Level::weight);
    if (addend.levels.size() == 1) bound -= addend.levels[0].weight;
    else addends.push_back(std::move(addend));
  }
  return addends;
}

SimplifyingBuilder::Handle SimplifyingBuilder::at_most(std::vector<Weight> weights, std::int64_t bound) {
  const std::vector<Addend> addends = addends_of(std::move(weights), bound);
  std::int64_t least = 0;
  std::int64_t most = 0;
  for (const Addend& addend : addends) {
    least += addend.levels.front().weight;
    most += addend.levels.back().weight;
  }
  if (most <= bound || least > bound) return constant(most <= bound);

  // No component may be above its lightest level, because a single one would exceed the bound.
  const auto must_be_light = [&](const Addend& addend) {
    assert(addend.levels.size() >= 2);
    return least + addend.levels[1].weight - addend.levels[0].weight > bound;
  };
  // The bound is met as soon as one component is below its heaviest level.
  const auto is_enough_below = [&](const Addend& addend) {
    return most - (addend.levels.back().weight - addend.levels[addend.levels.size() - 2].weight) <= bound;
  };
  std::vector<Handle> operands;
  if (std::ranges::all_of(addends, must_be_light)) {
    for (const Addend& addend : addends) operands.push_back(literal(addend.levels.front().in));
    return all_of(operands);
  }
  if (std::ranges::all_of(addends, is_enough_below)) {
    for (const Addend& addend : addends) operands.push_back(literal(opposite(addend.levels.back().in)));
    return any_of(operands);
  }
  if (addends.size() == 1) return at_most_so_heavy(addends[0], bound);
  if (addends.size() == 2) {
    const std::size_t shorter = addends[1].levels.size() < addends[0].levels.size() ? 1 : 0;
    if (addends[shorter].levels.size() <= kFewLevels) return of_two(addends[shorter], addends[1 - shorter], bound);
  }
  return inequality(addends, bound);
}

SimplifyingBuilder::Handle SimplifyingBuilder::at_most_so_heavy(const Addend& addend, std::int64_t most) {
  std::vector<Handle> levels;
  for (const Level& level : addend.levels) {
    pulse_.beat();
    if (level.weight <= most) levels.push_back(literal(level.in));
  }
  return any_of(levels);
}

// A case per level of the first addend, which has few; the second addend gets the rest of the bound.
SimplifyingBuilder::Handle SimplifyingBuilder::of_two(const Addend& first, const Addend& second, std::int64_t bound) {
  std::vector<Handle> cases;
  cases.reserve(first.levels.size());
  for (const Level& level : first.levels)
    cases.push_back(all_of({at_most_so_heavy(first, level.weight), at_most_so_heavy(second, bound - level.weight)}));
  return any_of(cases);
}

SimplifyingBuilder::Handle SimplifyingBuilder::inequality(const std::vector<Addend>& addends, std::int64_t bound) {
  std::vector<PredicateBuilder::CountTerm> terms;
  Key key = {static_cast<std::int64_t>(Kind::kAtMost)};
  for (const Addend& addend : addends) {
    // One level needs no atom: the one of all states without a weight, if there is one.
    const auto without = std::ranges::find_if(addend.levels, [](const Level& level) { return level.in.is_negated; });
    const Level& base = without == addend.levels.end() ? addend.levels.front() : *without;
    bound -= base.weight;
    for (const Level& level : addend.levels) {
      if (&level == &base) continue;
      terms.push_back({.weight = level.weight - base.weight, .atom = level.in.atom});
      key.insert(key.end(), {level.weight - base.weight, static_cast<std::int64_t>(addend.component.value),
                             static_cast<std::int64_t>(level.in.atom.states.size())});
      for (LocalState state : level.in.atom.states) key.push_back(state.value);
    }
  }
  key.push_back(bound);
  return shared(std::move(key), {.kind = Kind::kAtMost}, [&] { return builder_.at_most(std::move(terms), bound); });
}

Predicate SimplifyingBuilder::build(Handle root) && { return std::move(builder_).build(nodes_[root].handle); }

}   // namespace parley
