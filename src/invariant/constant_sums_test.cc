#include "invariant/constant_sums.h"

#include <gtest/gtest.h>

#include "invariant/linear_system.h"
#include "invariant/local_reach.h"
#include "support/naive_states.h"
#include "support/network_text.h"
#include "support/sample_network.h"

namespace parley {
namespace {

using testing::GlobalState;
using testing::network;

const Limits kNoLimits;
constexpr std::size_t kRoom = 1'000'000;

// A sum and what is missing to the largest it could be say the same: the one of the smaller value is shown.
std::string text_of(const Network& net, ConstantSum sum) {
  std::int64_t largest = 0;
  for (const RegionSum::Row& row : sum.rows) largest += *std::max_element(row.weights.begin(), row.weights.end());
  const bool is_turned = largest - sum.value < sum.value;
  std::string text = std::to_string(is_turned ? largest - sum.value : sum.value) + " =";
  for (const RegionSum::Row& row : sum.rows) {
    const std::int64_t most = *std::max_element(row.weights.begin(), row.weights.end());
    text += " " + std::string(net.name(row.component)) + "(";
    for (std::size_t s = 0; s < row.weights.size(); ++s)
      text += (s > 0 ? " " : "") + std::to_string(is_turned ? most - row.weights[s] : row.weights[s]);
    text += ")";
  }
  return text;
}

std::vector<std::string> texts(const Network& net) {
  std::vector<std::string> result;
  for (const ConstantSum& sum : constant_sums(net, kRoom, kNoLimits)) result.push_back(text_of(net, sum));
  return result;
}

template <class Rows>
std::int64_t sum_at(const Rows& rows, const GlobalState& state) {
  std::int64_t sum = 0;
  for (const auto& row : rows) sum += row.weights[state[row.component.index()].index()];
  return sum;
}

using Strings = std::vector<std::string>;

TEST(ConstantSums, ATokenRingHasOneToken) {
  const Network net = network(
      "A: 0 -out-> 1 -in-> 0; B: 1 -in-> 0 -out-> 1; C: 1 -in-> 0 -out-> 1\n"
      "ab = A.out B.in; bc = B.out C.in; ca = C.out A.in");
  // B and C call the state without the token by their first one.
  EXPECT_EQ(texts(net), Strings{"1 = A(1 0) B(0 1) C(0 1)"});
}

TEST(ConstantSums, AForkIsHeldByWhoUsesIt) {
  const Network net = testing::sample_philosophers(3);
  EXPECT_EQ(texts(net),
            (Strings{"1 = phil.0(0 0 1 1 0) phil.2(0 0 0 1 1) fork.0(1 0)", "1 = phil.0(0 0 0 1 1) phil.1(0 0 1 1 0) fork.1(1 0)",
                     "1 = phil.1(0 0 0 1 1) phil.2(0 0 1 1 0) fork.2(1 0)"}));
}

// A butler lets two of three sit down: his state is their number.
TEST(ConstantSums, AButlerWeighsWhoSits) {
  const Network net = network(
      "B: 0 -sit-> 1 -sit-> 2 -up-> 1 -up-> 0; P: t -sit-> e -up-> t; Q: t -sit-> e -up-> t; R: t -sit-> e -up-> t\n"
      "p.sit = B.sit P.sit; q.sit = B.sit Q.sit; r.sit = B.sit R.sit\n"
      "p.up = B.up P.up; q.up = B.up Q.up; r.up = B.up R.up");
  EXPECT_EQ(texts(net), Strings{"2 = B(2 1 0) P(0 1) Q(0 1) R(0 1)"});
}

TEST(ConstantSums, WeightsAreWholeAndWithoutACommonDivisor) {
  // Two steps of A are three of B.
  const Network net = network("A: 0 -x-> 1 -x-> 2 -y-> 3; B: 0 -x-> 1 -x-> 2; C: 0 -y-> 1 -z-> 0 ; D: 0 -z-> 1");
  for (const ConstantSum& sum : constant_sums(net, kRoom, kNoLimits)) {
    std::int64_t divisor = 0;
    for (const RegionSum::Row& row : sum.rows) {
      EXPECT_EQ(*std::min_element(row.weights.begin(), row.weights.end()), 0) << text_of(net, sum);
      for (std::int64_t weight : row.weights) divisor = std::gcd(divisor, weight);
    }
    EXPECT_EQ(divisor, 1) << text_of(net, sum);
  }
}

TEST(ConstantSums, NothingIsConstantWhereEverybodyIsFree) {
  EXPECT_EQ(texts(network("A: 0 -a-> 1 -b-> 0; B: 0 -c-> 1 -d-> 0")), Strings{});
}

// Each step of one is two of the next: after 62 of them the weights leave what can be written down, and such
// a sum is left out rather than wrong.
Network halving(int length) {
  std::string text = "S: 0 -out-> 1\n";
  std::string rules;
  std::string before = "S.out";
  for (int i = 0; i < length; ++i) {
    const std::string name = "C" + std::to_string(i);
    text += name + ": 0 -in-> 1 -out-> 2 -out-> 0\n";
    rules += "r" + std::to_string(i) + " = " + before + " " + name + ".in\n";
    before = name + ".out";
  }
  return network(text + rules + "end = " + before + " T.in\nT: 0 -in-> 1");
}

TEST(ConstantSums, SumsThatCannotBeWrittenAreLeftOut) {
  EXPECT_EQ(texts(halving(2)), Strings{"4 = S(4 0) C0(0 4 2) C1(0 2 1) T(0 1)"});
  EXPECT_EQ(constant_sums(halving(50), kRoom, kNoLimits).size(), 1u);
  EXPECT_EQ(constant_sums(halving(80), kRoom, kNoLimits).size(), 0u);
  for (int length = 55; length < 66; ++length)
    for (const ConstantSum& sum : constant_sums(halving(length), kRoom, kNoLimits)) {
      __int128 magnitude = sum.value;
      for (const RegionSum::Row& row : sum.rows) magnitude += *std::max_element(row.weights.begin(), row.weights.end());
      EXPECT_LT(magnitude, kMagnitudeLimit) << length << ": docs/formats/evidence/invariants.md";
    }
}

TEST(ConstantSums, LongOnesGoFirstWhereThereIsNoRoom) {
  const Network net = network(
      "A: 0 -x-> 1 -y-> 0; B: 0 -x-> 1 -y-> 0\n"
      "P: 0 -out-> 1 -in-> 0; Q: 1 -in-> 0 -out-> 1; R: 1 -in-> 0 -out-> 1\n"
      "x = A.x B.x; y = A.y B.y; pq = P.out Q.in; qr = Q.out R.in; rp = R.out P.in");
  EXPECT_EQ(constant_sums(net, kRoom, kNoLimits).size(), 2u);
  const auto few = constant_sums(net, 4, kNoLimits);
  ASSERT_EQ(few.size(), 1u);
  EXPECT_EQ(few[0].rows.size(), 2u) << text_of(net, few[0]);
  EXPECT_EQ(constant_sums(net, 1, kNoLimits).size(), 0u);
}

TEST(Congruences, FindAParityThatIsNoSum) {
  // A and B step together; A counts modulo 2, B modulo 4: nothing is constant but what is left modulo 2.
  const Network net = network("A: 0 -x-> 1 -x-> 0; B: 0 -x-> 1 -x-> 2 -x-> 3 -x-> 0");
  EXPECT_EQ(texts(net), Strings{});
  const auto found = congruences(net, kRoom, kNoLimits);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].modulus, 2);
  EXPECT_EQ(found[0].remainder, 0);
  ASSERT_EQ(found[0].rows.size(), 2u);
  EXPECT_EQ(found[0].rows[0].weights, (std::vector<std::int64_t>{0, 1}));
  EXPECT_EQ(found[0].rows[1].weights, (std::vector<std::int64_t>{0, 1, 0, 1}));
}

TEST(Congruences, FindWhatIsLeftModuloThree) {
  const Network net = network("A: 0 -x-> 1 -x-> 2 -x-> 0; B: 0 -x-> 1 -x-> 2 -x-> 0");
  const auto found = congruences(net, kRoom, kNoLimits);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].modulus, 3);
  EXPECT_EQ(found[0].rows.size(), 2u);
}

// How many independent sums there are by the equations as the header says them, solved without any of its
// shortcuts.
template <class Number>
std::size_t naive_dimension(const Network& net) {
  const LocalReach reach(net, kNoLimits);
  std::vector<std::uint32_t> state_begins;
  std::vector<std::uint32_t> label_begins;
  std::uint32_t variables = 0;
  for (ComponentId component : net.components()) {
    state_begins.push_back(variables);
    variables += static_cast<std::uint32_t>(net.lts(component).num_states());
    label_begins.push_back(variables);
    variables += static_cast<std::uint32_t>(net.lts(component).num_labels());
  }
  LinearSystem<Number> system(variables);
  const auto is_zero = [&](std::uint32_t variable) { system.add({{variable, Number(1)}}); };
  for (ComponentId component : net.components()) {
    const Lts& lts = net.lts(component);
    const std::uint32_t state = state_begins[component.index()];
    const std::uint32_t label = label_begins[component.index()];
    is_zero(state + lts.initial().value);
    for (LocalLabel each : lts.labels())
      if (!reach.is_performed(component, each)) is_zero(label + each.value);
    for (LocalState from : lts.states()) {
      if (!reach.is_reached(component, from)) {
        is_zero(state + from.value);
        continue;
      }
      for (const Edge& edge : lts.edges(from))
        if (reach.is_performed(component, edge.label))
          system.add(
              {{state + edge.target.value, Number(1)}, {state + from.value, Number(-1)}, {label + edge.label.value, Number(-1)}});
    }
  }
  for (RuleId rule : net.rules()) {
    if (!reach.could_fire(net, rule)) continue;
    typename LinearSystem<Number>::Combination terms;
    for (const Participant& participant : net.participants(rule))
      terms.push_back({label_begins[participant.component.index()] + participant.label.value, Number(1)});
    system.add(std::move(terms));
  }
  system.solve(kNoLimits);
  std::size_t free = 0;
  for (std::uint32_t variable = 0; variable < variables; ++variable) free += system.is_free(variable) ? 1 : 0;
  return free;
}

// The rank of the weights, each row counted from its initial state: none of the sums follows from others.
template <class Number, class Sums>
std::size_t rank_of(const Network& net, const Sums& sums) {
  std::vector<std::uint32_t> begins;
  std::uint32_t places = 0;
  for (ComponentId component : net.components()) {
    begins.push_back(places);
    places += static_cast<std::uint32_t>(net.lts(component).num_states());
  }
  // Sums are variables, places equations: what is left free are dependencies.
  std::vector<typename LinearSystem<Number>::Combination> columns(places);
  for (std::uint32_t i = 0; i < sums.size(); ++i)
    for (const auto& row : sums[i].rows)
      for (std::size_t s = 0; s < row.weights.size(); ++s)
        columns[begins[row.component.index()] + s].push_back(
            {i, Number(row.weights[s] - row.weights[net.lts(row.component).initial().index()])});
  LinearSystem<Number> system(sums.size());
  for (auto& column : columns) system.add(std::move(column));
  system.solve(kNoLimits);
  std::size_t rank = 0;
  for (std::uint32_t i = 0; i < sums.size(); ++i) rank += system.is_free(i) ? 0 : 1;
  return rank;
}

template <std::int64_t Prime>
void expect_all_congruences(const Network& net, const std::vector<Congruence>& all, const std::string& message) {
  std::vector<Congruence> found;
  for (const Congruence& congruence : all)
    if (congruence.modulus == Prime) found.push_back(congruence);
  ASSERT_EQ(found.size(), naive_dimension<Residue<Prime>>(net)) << message;
  ASSERT_EQ(rank_of<Residue<Prime>>(net, found), found.size()) << message;
}

TEST(ConstantSums, AreConstantInAllReachableStatesAndABasis) {
  std::size_t sums_seen = 0;
  std::size_t congruences_seen = 0;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    testing::Random random(seed);
    const Network net =
        seed % 2 == 0 ? testing::random_network(random) : testing::tiny_network(random, {.has_ends = seed % 4 == 1});
    const std::string message = "seed " + std::to_string(seed) + "\n" + testing::to_text(net);
    const auto states = testing::reachable_states(net);
    const auto sums = constant_sums(net, kRoom, kNoLimits);
    for (const ConstantSum& sum : sums) {
      ASSERT_FALSE(sum.rows.empty());
      for (const GlobalState& state : states)
        ASSERT_EQ(sum_at(sum.rows, state), sum.value) << text_of(net, sum) << "\n" << message;
      for (std::size_t i = 0; i < sum.rows.size(); ++i) {
        ASSERT_TRUE(sum.rows[i].left.empty());
        ASSERT_EQ(*std::min_element(sum.rows[i].weights.begin(), sum.rows[i].weights.end()), 0) << message;
        ASSERT_TRUE(i == 0 || sum.rows[i - 1].component < sum.rows[i].component) << message;
      }
      ASSERT_EQ(sum_at(at_most(sum).rows, *states.begin()), at_most(sum).bound);
      ASSERT_EQ(sum_at(at_least(sum).rows, *states.begin()), at_least(sum).bound);
    }
    ASSERT_EQ(sums.size(), naive_dimension<Rational>(net)) << message;
    ASSERT_EQ(rank_of<Rational>(net, sums), sums.size()) << message;
    sums_seen += sums.size();

    const auto found = congruences(net, kRoom, kNoLimits);
    for (const Congruence& congruence : found) {
      for (const GlobalState& state : states)
        ASSERT_EQ(sum_at(congruence.rows, state) % congruence.modulus, congruence.remainder) << message;
      for (const Congruence::Row& row : congruence.rows)
        for (std::int64_t weight : row.weights) ASSERT_TRUE(weight >= 0 && weight < congruence.modulus) << message;
    }
    expect_all_congruences<2>(net, found, message);
    expect_all_congruences<3>(net, found, message);
    congruences_seen += found.size();
  }
  EXPECT_GT(sums_seen, 300u);
  EXPECT_GT(congruences_seen, 900u);
}

TEST(ConstantSums, StopAtLimits) {
  StopToken stop = StopRequest::kInterrupted;
  const Limits limits({.stop = &stop});
  const Network net = testing::sample_philosophers(2000);
  EXPECT_THROW(constant_sums(net, kRoom, limits), Stopped);
  EXPECT_THROW(congruences(net, kRoom, limits), Stopped);
}

}   // namespace
}   // namespace parley
