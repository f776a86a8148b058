#include "engine/synchro/synchro.h"

#include <gtest/gtest.h>

#include "engine/registry.h"
#include "property/parse.h"
#include "support/naive_blocked.h"
#include "support/network_text.h"
#include "support/sample_network.h"

namespace parley {
namespace {

using testing::GlobalState;
using testing::network;

Property never(const Network& net, const std::string& text) {
  return {"", Never{*parse_predicate(SourceText("test", text), net)}};
}
Property reach(const Network& net, const std::string& text) {
  return {"", Reach{*parse_predicate(SourceText("test", text), net)}};
}
const Property kDeadlock{"", Deadlock{}};
const Property kLocalDeadlock{"", LocalDeadlock{}};

using Set = std::vector<std::pair<std::string, std::string>>;

Outcome ask(const Network& net, const Property& property, const Set& set = {}) {
  Options options = all_options();
  for (const auto& [name, value] : set) EXPECT_EQ(options.set(name, value), std::nullopt);
  const std::vector<Property> properties = {property};
  Progress silent;
  const Limits none;
  Statistics statistics;
  return run(SynchroEngine(), {net, properties, {}}, {options, none, silent}, statistics)[0];
}

// "holds by 3 facts", "violated by 10 steps", "holds by nothing: ...", "unknown at 0 1".
std::string answer(const Network& net, const Property& property, const Set& set = {}) {
  const Outcome outcome = ask(net, property, set);
  if (const auto* unknown = std::get_if<Unknown>(&outcome)) {
    std::string text = "unknown at";
    for (LocalState local : unknown->candidate) text += " " + std::to_string(local.value);
    return text;
  }
  const std::string text = std::string(verdict_name(verdict_of(outcome))) + " by ";
  const Evidence& evidence = *evidence_of(outcome);
  if (const auto* trace = std::get_if<Trace>(&evidence)) return text + std::to_string(trace->size()) + " steps";
  if (const auto* proof = std::get_if<InvariantProofRef>(&evidence))
    return text + std::to_string((*proof)->facts.size()) + " facts";
  return text + "nothing: " + std::get<NotCertified>(evidence).why;
}

Network token_ring(int members) {
  std::string text = "M0: 1 -out-> 0 -in-> 1\n";
  std::string rules;
  for (int i = 1; i < members; ++i) text += "M" + std::to_string(i) + ": 0 -in-> 1 -out-> 0\n";
  for (int i = 0; i < members; ++i)
    rules += "pass" + std::to_string(i) + " = M" + std::to_string(i) + ".out M" + std::to_string((i + 1) % members) + ".in\n";
  return network(text + rules);
}

TEST(Synchro, ATokenRingGoesOnAndHasOneToken) {
  for (const int members : {2, 3, 40}) {
    const Network net = token_ring(members);
    EXPECT_EQ(answer(net, kDeadlock).substr(0, 8), "holds by") << members;
    EXPECT_EQ(answer(net, kLocalDeadlock).substr(0, 8), "holds by") << members;
    EXPECT_EQ(answer(net, never(net, "M0@1 && M1@1")), "holds by 1 facts") << members;
    EXPECT_EQ(answer(net, reach(net, "M0@1 && M1@1")), "violated by 1 facts") << members;
    EXPECT_EQ(answer(net, reach(net, "M1@1")), "holds by 1 steps") << members;
    EXPECT_EQ(answer(net, never(net, "M1@1")), "violated by 1 steps") << members;
  }
}

TEST(Synchro, PhilosophersStarve) {
  const Network net = testing::sample_philosophers(4);
  EXPECT_EQ(answer(net, kDeadlock), "violated by 8 steps");
  EXPECT_EQ(answer(net, kLocalDeadlock), "violated by 8 steps");
  EXPECT_EQ(answer(net, never(net, "\"phil.0\"@EAT && \"phil.1\"@EAT")).substr(0, 8), "holds by") << "they share a fork";
  EXPECT_EQ(answer(net, never(net, "\"phil.0\"@EAT && \"phil.2\"@EAT")), "violated by 6 steps");
}

TEST(Synchro, AnObserverIsAskedForItsError) {
  const Network net = network("A: 0 -a-> 1 -b-> 0; ?P: 0 -a-> 1 -b-> 0, 1 -a-> ERROR, 0 -b-> ERROR");
  const Property safety{"", Safety{{*net.find_component("P")}}};
  EXPECT_EQ(answer(net, safety).substr(0, 8), "holds by");
  const Network wrong = network("A: 0 -a-> 1 -b-> 0, 1 -a-> 1; ?P: 0 -a-> 1 -b-> 0, 1 -a-> ERROR, 0 -b-> ERROR");
  EXPECT_EQ(answer(wrong, {"", Safety{{*wrong.find_component("P")}}}), "violated by 2 steps");
}

TEST(Synchro, AnUnknownCarriesItsCandidate) {
  const Network net = testing::sample_philosophers(3);
  const Outcome outcome = ask(net, kDeadlock, {{"synchro.confirm", "off"}, {"synchro.last-resort", "off"}});
  const auto* unknown = std::get_if<Unknown>(&outcome);
  ASSERT_NE(unknown, nullptr);
  ASSERT_EQ(unknown->candidate.size(), net.num_components());
  EXPECT_TRUE(testing::is_deadlock(net, unknown->candidate)) << testing::to_text(unknown->candidate);
  EXPECT_FALSE(unknown->survived.empty());
}

TEST(Synchro, WithoutMethodsNothingIsProvedThatNeedsOne) {
  const Network net = token_ring(4);
  Set off = {{"synchro.confirm", "off"}, {"synchro.groups", "0"}};
  for (const char* name : {"pair", "order", "order-data", "sums", "traps", "congruences", "ranking", "last-resort"})
    off.emplace_back("synchro." + std::string(name), "off");
  EXPECT_EQ(answer(net, kDeadlock, off).substr(0, 7), "unknown");
  for (std::size_t i = 0; i < off.size(); ++i) {
    if (off[i].first != "synchro.traps" && off[i].first != "synchro.sums") continue;
    Set one = off;
    one[i].second = "on";
    EXPECT_EQ(answer(net, kDeadlock, one).substr(0, 8), "holds by") << off[i].first << " is enough";
  }
}

// The forms of the paper: what both prove, what neither does; and what they prove is true.
TEST(Synchro, FormsAgreeOnSmallExamples) {
  struct Example {
    const char* text;
    bool is_proved;
  };
  const Example examples[] = {
      {"A: 0 -a-> 1 -b-> 0; B: 0 -a-> 1 -b-> 0", true},
      {"A: 0 -a-> 1 -b-> 0; B: 0 -b-> 1 -a-> 0", false},
      {"A: 0 -x-> 1 -y-> 0; B: 0 -y-> 1 -z-> 0; C: 0 -z-> 1 -x-> 0", false},
      {"A: 0 -x-> 1 -y-> 0; B: 0 -y-> 1 -z-> 0; C: 0 -x-> 1 -z-> 0", true},
      {"A: 0 -a-> 1 -b-> 2 -c-> 0; B: 0 -a-> 1 -b-> 0; C: 0 -b-> 1 -c-> 0", true},
  };
  for (const Example& example : examples) {
    const Network net = network(example.text);
    const bool is_deadlock_reachable = std::ranges::any_of(
        testing::reachable_states(net), [&](const GlobalState& state) { return testing::is_deadlock(net, state); });
    ASSERT_EQ(!is_deadlock_reachable, example.is_proved) << example.text;
    for (const char* form : {"lazy", "sat", "smt"}) {
      const std::string got = answer(net, kDeadlock, {{"synchro.form", form}});
      EXPECT_EQ(got.substr(0, got.find(' ')), example.is_proved ? "holds" : "violated") << form << ": " << example.text;
    }
  }
}

// Each takes two of the one before: the sum that never changes has weights up to 2^length, and beyond 2^62
// nobody can check it.
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
  return network(text + "T: 0 -in-> 1\n" + rules + "end = " + before + " T.in\n");
}

bool is_writable(const InvariantProof& proof) {
  for (const Fact& fact : proof.facts) {
    const auto* sum = std::get_if<RegionSum>(&fact);
    if (sum == nullptr) continue;
    __int128 size = sum->bound < 0 ? -static_cast<__int128>(sum->bound) : sum->bound;
    for (const RegionSum::Row& row : sum->rows) {
      std::int64_t most = 0;
      for (std::int64_t weight : row.weights) most = std::max(most, weight < 0 ? -weight : weight);
      size += most;
    }
    if (size >= static_cast<__int128>(1) << 62) return false;
  }
  return true;
}

TEST(Synchro, NumbersBeyondWhatEvidenceCarriesAreNotUsed) {
  for (int length = 56; length <= 66; ++length) {
    const Network net = halving(length);
    for (const Property& property : {kDeadlock, never(net, "S@0 && T@1"), never(net, "S@0 && C3@1 && C9@2")}) {
      const Outcome outcome = ask(net, property, {{"synchro.budget", "1000"}, {"synchro.last-resort", "off"}});
      const Evidence* evidence = evidence_of(outcome);
      if (evidence == nullptr) continue;
      const auto* proof = std::get_if<InvariantProofRef>(evidence);
      EXPECT_TRUE(proof == nullptr || is_writable(**proof)) << length;
    }
  }
}

// A formula may have weights up to 2^62 and a bound of that size: no answer is better than one from numbers
// that wrapped around.
TEST(Synchro, HugeWeightsInFormulasDoNotWrapAround) {
  const Network net = network("A: 0 -a-> 1 -b-> 0; B: 0 -c-> 1 -d-> 0");
  for (const int bits : {40, 59, 60, 61, 62})
    for (const int sign : {-1, 1})
      for (const std::int64_t shift : {-1, 0}) {
        const std::int64_t huge = std::int64_t{1} << bits;
        PredicateBuilder builder;
        const auto root = builder.at_most(
            {{sign * (huge / 2), {ComponentId(0), {LocalState(1)}}}, {sign * (huge / 2), {ComponentId(1), {LocalState(1)}}}},
            sign > 0 ? -huge : -huge - (bits < 62 ? shift : 0));
        const Property property{"", Never{std::move(builder).build(root)}};
        bool is_reachable = false;
        PredicateEvaluator evaluator(std::get<Never>(property.ask).bad);
        for (const GlobalState& state : testing::reachable_states(net))
          is_reachable = is_reachable || evaluator([&](ComponentId component) { return state[component.index()]; });
        const std::string got = answer(net, property);
        EXPECT_EQ(got.substr(0, got.find(' ')), is_reachable                               ? "violated"
                                                : got.starts_with("unknown") && bits >= 60 ? "unknown"
                                                                                           : "holds")
            << bits << " " << sign << " " << shift;
      }
}

TEST(Synchro, DeclinesWhatItDoesNotAnswer) {
  const Network net = network("A: 0 -a-> 0");
  EXPECT_EQ(SynchroEngine().declines(net, kDeadlock), std::nullopt);
  EXPECT_NE(SynchroEngine().declines(net, {"", Undecided{PropertyKind::kProgress, "no"}}), std::nullopt);
}

}   // namespace
}   // namespace parley
