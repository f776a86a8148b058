#include "engine/synchro/prove/cutting_plane.h"

#include <gtest/gtest.h>

#include "property/parse.h"
#include "support/naive_states.h"
#include "support/network_text.h"

namespace parley::synchro {
namespace {

using testing::below;
using testing::GlobalState;
using testing::network;
using testing::Random;

const Limits kNoLimits;

Property never(const Network& net, const std::string& text) {
  return {"", Never{*parse_predicate(SourceText("test", text), net)}};
}

struct Asked {
  Question question;
  Ledger ledger;
  std::vector<ConstantSum> sums;
  Asked(const Network& net, const Property& property)
      : question(make_question(net, property, kNoLimits)),
        ledger(net, question),
        sums(constant_sums(net, 1'000'000, kNoLimits)) {}
  std::vector<std::uint32_t> anything() const {
    return std::vector<std::uint32_t>(question.constraints.num_variables(), kAnyValue);
  }
  std::optional<std::uint32_t> contradiction(const Network& net) {
    return find_cutting_plane(net, question, ledger, sums, anything(), kNoLimits);
  }
};

std::string users_of_a_lock(int users) {
  std::string text = "K: 0 -take-> 1 -give-> 0\n";
  std::string rules;
  for (int i = 0; i < users; ++i) {
    const std::string name = "U" + std::to_string(i);
    text += name + ": 0 -take-> 1 -give-> 0\n";
    rules += "t" + std::to_string(i) + " = K.take " + name + ".take\ng" + std::to_string(i) + " = K.give " + name + ".give\n";
  }
  return text + rules;
}

TEST(CuttingPlane, TwoUsersOfALockAreACutWithoutCases) {
  const Network net = network(users_of_a_lock(50));
  Asked both(net, never(net, "U3@1 && U7@1"));
  const auto number = both.contradiction(net);
  ASSERT_TRUE(number.has_value());
  EXPECT_LT(both.question.constraints[*number].bound, 0) << "all weights are at least 0";
  Asked one(net, never(net, "U3@1 && U7@0"));
  EXPECT_FALSE(one.contradiction(net).has_value());
}

TEST(CuttingPlane, PigeonsAreCountedNotPlaced) {
  const Network net = network(users_of_a_lock(60));
  PredicateBuilder builder;
  std::vector<PredicateBuilder::CountTerm> terms;
  for (std::size_t i = 1; i <= 60; ++i) terms.push_back({-1, {ComponentId(i), {LocalState(1)}}});
  const auto two = builder.at_most(std::move(terms), -2);
  Asked asked(net, {"", Never{std::move(builder).build(two)}});
  EXPECT_TRUE(asked.contradiction(net).has_value());
}

// A case of the formula: with its helpers fixed, every state breaks the sum.
TEST(CuttingPlane, CasesAreCutWithTheirHelpersFixed) {
  const Network net = network(users_of_a_lock(4));
  Asked asked(net, never(net, "(U0@1 && U1@1) || (U2@1 && U3@1)"));
  const std::size_t helpers = net.num_components();
  ASSERT_EQ(asked.question.constraints.num_variables(), helpers + 3);
  std::vector<std::uint32_t> values = asked.anything();
  values[helpers] = 1;
  values[helpers + 1] = 1;   // the first conjunction
  values[helpers + 2] = 0;
  const auto number = find_cutting_plane(net, asked.question, asked.ledger, asked.sums, values, kNoLimits);
  ASSERT_TRUE(number.has_value());
  for (const GlobalState& state : testing::all_states(net)) {
    for (std::size_t i = 0; i < helpers; ++i) values[i] = state[i].value;
    ASSERT_TRUE(asked.question.constraints.is_broken(*number, values)) << testing::to_text(state);
  }
}

// If a sum is found, no assignment meets the question and the constant sums; all assignments are tried.
TEST(CuttingPlane, FoundMeansThatNothingMeetsAllConstraints) {
  std::size_t found = 0;
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    Random random(seed);
    const Network net = testing::tiny_network(random);
    PredicateBuilder builder;
    std::vector<PredicateBuilder::CountTerm> terms;
    for (ComponentId component : net.components())
      for (LocalState state : net.lts(component).states())
        terms.push_back({static_cast<std::int64_t>(below(random, 5)) - 2, {component, {state}}});
    const auto root = builder.at_most(std::move(terms), static_cast<std::int64_t>(below(random, 5)) - 4);
    Asked asked(net, {"", Never{std::move(builder).build(root)}});
    const std::size_t of_question = asked.question.size;
    const auto number = asked.contradiction(net);
    if (!number) continue;
    ++found;
    for (const GlobalState& state : testing::all_states(net))
      for (std::uint32_t helper = 0; helper < 2; ++helper) {
        std::vector<std::uint32_t> values;
        for (LocalState local : state) values.push_back(local.value);
        values.resize(asked.question.constraints.num_variables(), helper);
        bool is_met = true;
        for (std::uint32_t i = 0; i < of_question; ++i) is_met = is_met && !asked.question.constraints.is_broken(i, values);
        for (const ConstantSum& sum : asked.sums) {
          std::int64_t now = 0;
          for (const RegionSum::Row& row : sum.rows) now += row.weights[state[row.component.index()].index()];
          is_met = is_met && now == sum.value;
        }
        ASSERT_FALSE(is_met) << "seed " << seed << " at " << testing::to_text(state) << "\n" << testing::to_text(net);
        ASSERT_TRUE(asked.question.constraints.is_broken(*number, values)) << "seed " << seed;
      }
  }
  EXPECT_GT(found, 100u);
}

TEST(CuttingPlane, StopsAtLimits) {
  StopToken stop = StopRequest::kInterrupted;
  const Limits limits({.stop = &stop});
  const Network net = network(users_of_a_lock(1500));
  Asked asked(net, never(net, "U3@1 && U7@1"));
  EXPECT_THROW(find_cutting_plane(net, asked.question, asked.ledger, asked.sums, asked.anything(), limits), Stopped);
}

}   // namespace
}   // namespace parley::synchro
