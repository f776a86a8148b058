#include "check/proof/domains.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <random>

#include <gtest/gtest.h>

#include "check/judge.h"
#include "check/proof/question.h"
#include "support/judge_text.h"

namespace parley::proof {
namespace {

using namespace testing;
using Values = std::vector<std::vector<bool>>;   // variable -> value -> whether it is left

// What a constraint leaves, row by row, without an index.
bool naively(const Constraint& constraint, const Variables& variables, Values& left) {
  const auto weight = [](const Constraint::Row& row, std::uint32_t value) {
    if (!row.weights.empty()) return row.weights[value];
    return std::find(row.values.begin(), row.values.end(), value) != row.values.end() ? row.inside : row.outside;
  };
  std::int64_t sum = 0;
  std::vector<std::int64_t> least;
  for (const Constraint::Row& row : constraint.rows()) {
    std::int64_t here = std::numeric_limits<std::int64_t>::max();
    for (std::uint32_t value = 0; value < variables.num_values(row.variable); ++value)
      if (left[row.variable][value]) here = std::min(here, weight(row, value));
    least.push_back(here);
    sum += here;
  }
  if (sum > constraint.bound()) return false;
  for (std::size_t i = 0; i < least.size(); ++i) {
    const Constraint::Row& row = constraint.rows()[i];
    for (std::uint32_t value = 0; value < variables.num_values(row.variable); ++value)
      if (sum - least[i] + weight(row, value) > constraint.bound()) left[row.variable][value] = false;
  }
  return true;
}

// Few rows and many, of both kinds, in sequence: an index must not change the result.
TEST(Domains, ManyRowsAreTreatedLikeFew) {
  std::string text;
  for (int i = 0; i < 70; ++i) text += "C" + std::to_string(i) + ": 0 -a-> 1 -a-> 2 -a-> 3\n";
  const Network net = network(text + "a = C0.a\n");
  const Variables variables(net, Variables::Sets::kNo);
  std::mt19937 random(7);
  const auto below = [&](std::uint32_t bound) { return static_cast<std::uint32_t>(random() % bound); };
  const Limits limits;
  Domains domains(variables, limits);
  int contradictions = 0;
  int struck = 0;
  for (int round = 0; round < 3000; ++round) {
    domains.reset();
    std::deque<Constraint> constraints;   // deferred constraints need them
    Values left(70, std::vector<bool>(4, true));
    for (std::uint32_t i = below(6); i > 0; --i) {
      const std::uint32_t variable = below(70);
      const std::vector<std::uint32_t> values =
          below(2) == 0 ? std::vector<std::uint32_t>{1, 3} : std::vector<std::uint32_t>{0, 1, 3};
      domains.keep(variable, values);
      for (std::uint32_t value = 0; value < 4; ++value)
        if (std::find(values.begin(), values.end(), value) == values.end()) left[variable][value] = false;
    }
    for (int turn = 0; turn < 5; ++turn) {
      Constraint& constraint = constraints.emplace_back();
      std::int64_t most = 0;
      std::int64_t least = 0;
      const std::uint32_t density = below(130);
      for (std::uint32_t variable = 0; variable < 70; ++variable) {
        if (below(100) >= density) continue;
        if (below(2) == 0) {
          const std::span<std::int64_t> weights = constraint.room<std::int64_t>(4);
          for (std::int64_t& weight : weights) weight = static_cast<std::int64_t>(below(7)) - 3;
          constraint.add_weights(variable, weights);
          most += 3;
          least += *std::min_element(weights.begin(), weights.end());
        } else {
          const std::span<std::uint32_t> values = constraint.room<std::uint32_t>(2);
          values[0] = below(2);
          values[1] = 2 + below(2);
          const std::int64_t inside = below(3);
          const std::int64_t outside = below(3);
          constraint.add_values(variable, values, inside, outside);
          most += 2;
          least += std::min(inside, outside);
        }
      }
      // Every other time it is so tight that nearly all variables lose values.
      constraint.set_bound(least + below(2 + (turn % 2 == 0 ? 0 : static_cast<std::uint32_t>(most - least))));
      Pulse pulse(limits);
      ASSERT_TRUE(constraint.finish(variables, pulse));
      const bool expected = naively(constraint, variables, left);
      ASSERT_EQ(domains.propagate(constraint), expected);
      if (!expected) {
        ++contradictions;
        break;
      }
      const bool is_looked_at = turn == 4 || below(3) == 0;   // otherwise it stays deferred
      for (std::uint32_t variable = 0; variable < 70; ++variable)
        for (std::uint32_t value = 0; value < 4; ++value) {
          if (is_looked_at) {
            ASSERT_EQ(domains.has(variable, value), static_cast<bool>(left[variable][value]))
                << round << " " << variable << " " << value;
          }
          if (!left[variable][value]) ++struck;
        }
    }
  }
  EXPECT_GE(contradictions, 100);
  EXPECT_GE(struck, 1000);
}

// A token ring: each component has the token or not, and exactly one has it.
Network token_ring(std::size_t size) {
  LtsBuilder shape;
  shape.add_states(2);
  const LocalLabel get = shape.add_label("get");
  const LocalLabel put = shape.add_label("put");
  shape.add_edge(LocalState(std::size_t{0}), get, LocalState(std::size_t{1}));
  shape.add_edge(LocalState(std::size_t{1}), put, LocalState(std::size_t{0}));
  LtsBuilder first = shape;
  first.set_initial(LocalState(std::size_t{1}));
  NetworkBuilder builder;
  const TemplateId with = builder.add_template(std::move(first).build());
  const TemplateId without = builder.add_template(std::move(shape).build());
  for (std::size_t i = 0; i < size; ++i) builder.add_component("n" + std::to_string(i), i == 0 ? with : without);
  for (std::size_t i = 0; i < size; ++i)
    builder.add_rule(builder.add_label("r" + std::to_string(i)),
                     std::vector<Participant>{{ComponentId(i), put}, {ComponentId((i + 1) % size), get}});
  return std::move(builder).build();
}

// No deadlock: some component has the token, and it can pass the token on because no other component has it.
// One step per component that uses a sum over all components.
double seconds_for_ring(std::size_t size, bool sum_first) {
  const Network net = token_ring(size);
  RegionSum at_most;
  RegionSum at_least;
  for (ComponentId component : net.components()) {
    at_most.rows.push_back({component, {0, 1}, {}});
    at_least.rows.push_back({component, {0, -1}, {}});
  }
  at_most.bound = 1;
  at_least.bound = -1;
  InvariantProof proof{.facts = {at_most, at_least}, .steps = {}};
  const auto rules = static_cast<std::uint32_t>(size);
  InvariantProof::Nogood last;
  for (std::uint32_t i = 0; i < size; ++i) {
    // If i has the token, the next one has not: two tokens exceed the bound. So the rule of i is enabled.
    proof.steps.emplace_back(InvariantProof::Nogood{.literals = {{.variable = i, .values = {1}}},
                                                    .because = sum_first ? std::vector{rules, i} : std::vector{i, rules}});
    last.because.push_back(rules + 2 + i);
  }
  last.because.push_back(rules + 1);
  proof.steps.emplace_back(std::move(last));
  const Evidence evidence = std::make_shared<const InvariantProof>(std::move(proof));
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(judged(net, deadlock(), Verdict::kHolds, evidence), "accepted");
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

TEST(Domains, SumsOverAllComponentsAreFastInAHundredThousandSteps) {
  for (const bool sum_first : {false, true}) {   // then it strikes out a value of every other component
    const double small = seconds_for_ring(10'000, sum_first);
    const double large = seconds_for_ring(100'000, sum_first);
    std::printf("  %.3f s for 10,000, %.3f s for 100,000\n", small, large);
    EXPECT_LT(large, 40 * small + 1);   // reading the sum row by row in each step would take a hundred times as long
  }
}

}   // namespace
}   // namespace parley::proof
