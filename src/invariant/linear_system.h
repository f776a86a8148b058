#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/limits.h"
#include "invariant/number.h"

namespace parley {

// Homogeneous linear equations over many variables, few in each equation. Finds which variables are free, and
// expresses the others in terms of them.
//
// Equations of one or two variables go first. Those with two variables are union-find with factors, so a
// network in which values are passed along a chain costs about its length, not the square. Longer equations
// wait until they have become short, or until no shorter one is left. Exact; throws TooLarge and Stopped.
template <class Number>
class LinearSystem {
 public:
  struct Term {
    std::uint32_t variable = 0;
    Number factor{};
  };
  using Combination = std::vector<Term>;   // by variable, ascending; no factor is zero

  explicit LinearSystem(std::size_t variables) : known_(variables), values_(variables), weights_(variables, 1) {}

  // A variable with a large weight is kept free rather than expressed by others.
  void set_weight(std::uint32_t variable, std::uint64_t weight) { weights_[variable] = weight; }

  // Adds the equation "the sum of the terms is 0". The terms may be in any order.
  void add(Combination equation) { waiting_.push_back(sorted(std::move(equation))); }

  void solve(const Limits& limits) {
    Pulse pulse(limits);
    std::size_t longest = 2;
    while (!waiting_.empty()) {
      const std::size_t before = waiting_.size();
      std::vector<Combination> rest;
      for (Combination& equation : waiting_) {
        pulse.beat();
        Combination reduced = in_free_variables(std::move(equation));
        if (reduced.empty()) continue;
        if (reduced.size() <= longest) eliminate(std::move(reduced));
        else rest.push_back(std::move(reduced));
      }
      waiting_ = std::move(rest);
      if (waiting_.size() * 10 > before * 9) longest *= 2;
    }
  }

  bool is_free(std::uint32_t variable) const { return !known_[variable]; }

  // After solve(): the variable in terms of free ones; a free variable is itself.
  Combination value(std::uint32_t variable) {
    assert(waiting_.empty());
    if (is_free(variable)) return {{variable, Number(1)}};
    resolve(variable);
    return values_[variable];
  }

 private:
  static Combination sorted(Combination terms) {
    std::sort(terms.begin(), terms.end(), [](const Term& a, const Term& b) { return a.variable < b.variable; });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < terms.size();) {
      Term sum = terms[i++];
      while (i < terms.size() && terms[i].variable == sum.variable) sum.factor = sum.factor + terms[i++].factor;
      if (!sum.factor.is_zero()) terms[kept++] = sum;
    }
    terms.resize(kept);
    return terms;
  }

  bool is_resolved(std::uint32_t variable) const {
    return std::all_of(values_[variable].begin(), values_[variable].end(),
                       [&](const Term& term) { return is_free(term.variable); });
  }

  // Expresses a known variable, and all that its value depends on, in free variables. An explicit stack,
  // because chains may be as long as the network.
  void resolve(std::uint32_t variable) {
    if (is_resolved(variable)) return;
    std::vector<std::uint32_t> stack{variable};
    while (!stack.empty()) {
      const std::uint32_t top = stack.back();
      const std::size_t depth = stack.size();
      for (const Term& term : values_[top])
        if (!is_free(term.variable) && !is_resolved(term.variable)) stack.push_back(term.variable);
      if (stack.size() > depth) continue;
      values_[top] = substituted(std::move(values_[top]));
      stack.pop_back();
    }
  }

  // Replaces known variables by their values once; these values must be in free variables.
  Combination substituted(Combination terms) const {
    Combination result;
    result.reserve(terms.size());
    for (const Term& term : terms) {
      if (is_free(term.variable)) {
        result.push_back(term);
        continue;
      }
      for (const Term& part : values_[term.variable]) result.push_back({part.variable, term.factor * part.factor});
    }
    return sorted(std::move(result));
  }

  Combination in_free_variables(Combination equation) {
    if (std::all_of(equation.begin(), equation.end(), [&](const Term& term) { return is_free(term.variable); })) return equation;
    for (const Term& term : equation)
      if (!is_free(term.variable)) resolve(term.variable);
    return substituted(std::move(equation));
  }

  void eliminate(Combination equation) {
    const auto lightest = std::min_element(equation.begin(), equation.end(), [&](const Term& a, const Term& b) {
      return weights_[a.variable] < weights_[b.variable];
    });
    const Term pivot = *lightest;
    equation.erase(lightest);
    const Number factor = negative_inverse(pivot.factor);
    for (Term& term : equation) {
      term.factor = term.factor * factor;
      weights_[term.variable] += weights_[pivot.variable];
    }
    known_[pivot.variable] = true;
    values_[pivot.variable] = std::move(equation);
  }

  std::vector<bool> known_;
  std::vector<Combination> values_;
  std::vector<std::uint64_t> weights_;   // number of variables that depend on it, or more by set_weight()
  std::vector<Combination> waiting_;
};

}   // namespace parley
