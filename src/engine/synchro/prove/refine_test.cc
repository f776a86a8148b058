#include "engine/synchro/prove/refine.h"

#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "engine/synchro/prove/ledger.h"
#include "property/parse.h"
#include "support/naive_blocked.h"
#include "support/network_text.h"

namespace parley::synchro {
namespace {

using testing::below;
using testing::GlobalState;
using testing::network;
using testing::Random;

const Limits kNoLimits;

Finding find(const Network& net, const Property& property, const Settings& settings = {}) {
  Statistics statistics;
  return lazy_form(net, property, settings, {}, kNoLimits, statistics);
}

// The rules of docs/formats/evidence/invariants.md for steps, followed to the letter, on a proof whose facts
// are checked in every reachable state.
class NaiveJudge {
 public:
  NaiveJudge(const Network& net, const Property& property)
      : net_(net), question_(make_question(net, property, kNoLimits)), ledger_(net, question_), pairs_(net, kNoLimits) {}

  std::string judge(const InvariantProof& proof) {
    for (const Fact& fact : proof.facts)
      if (std::string wrong = add(fact); !wrong.empty()) return wrong;
    for (std::size_t i = 0; i < proof.steps.size(); ++i) {
      if (const auto* combination = std::get_if<InvariantProof::Combination>(&proof.steps[i])) {
        for (const auto& term : combination->terms)
          if (term.constraint >= question_.constraints.size() || term.factor < 1 ||
              question_.constraints[term.constraint].modulus != 0)
            return "a combination of what is not there";
        ledger_.add(*combination);
        continue;
      }
      const auto& nogood = std::get<InvariantProof::Nogood>(proof.steps[i]);
      if (!is_right(nogood)) return "step " + std::to_string(i) + " is not right";
      if (i + 1 == proof.steps.size()) return nogood.literals.empty() ? "" : "no contradiction in the end";
      add(nogood);
    }
    return "no contradiction in the end";
  }

 private:
  std::string add(const Fact& fact) {
    if (std::holds_alternative<Ranking>(fact)) {
      ledger_.add(std::get<Ranking>(fact));
      return "";   // tests of rankings say what they mean
    }
    const auto first = static_cast<std::uint32_t>(question_.constraints.size());
    if (const auto* pair = std::get_if<PairFact>(&fact)) {
      for (std::size_t i = 0; i < pairs_.all().size(); ++i)
        if (pairs_.all()[i].first == pair->first && pairs_.all()[i].second == pair->second) ledger_.add(*pair, pairs_.table(i));
    }
    if (const auto* sum = std::get_if<RegionSum>(&fact)) ledger_.add(*sum);
    if (const auto* congruence = std::get_if<Congruence>(&fact)) ledger_.add(*congruence);
    if (const auto* trap = std::get_if<Trap>(&fact)) ledger_.add(*trap);
    if (const auto* order = std::get_if<OrderFact>(&fact)) ledger_.add(*order);
    if (const auto* apart = std::get_if<ApartFact>(&fact)) ledger_.add(*apart);
    if (question_.constraints.size() == first) return "a fact without constraints";
    for (const GlobalState& state : testing::reachable_states(net_)) {
      std::vector<std::uint32_t> values;
      for (LocalState local : state) values.push_back(local.value);
      for (std::uint32_t i = first; i < question_.constraints.size(); ++i)
        if (question_.constraints.is_broken(i, values)) return "a fact that is not true at " + testing::to_text(state);
    }
    return "";
  }

  void add(const InvariantProof::Nogood& nogood) {
    std::vector<Constraints::Row> rows;
    for (const auto& literal : nogood.literals) {
      Weights weights(question_.constraints.num_values(literal.variable), 0);
      for (std::uint32_t value : literal.values) weights[value] = 1;
      rows.push_back({literal.variable, question_.constraints.add_table(std::move(weights))});
    }
    question_.constraints.add(rows, static_cast<std::int64_t>(rows.size()) - 1);
  }

  using Domain = std::set<std::uint32_t>;

  bool is_right(const InvariantProof::Nogood& nogood) {
    const Constraints& constraints = question_.constraints;
    std::vector<Domain> domains(constraints.num_variables());
    for (std::uint32_t variable = 0; variable < domains.size(); ++variable)
      for (std::uint32_t value = 0; value < constraints.num_values(variable); ++value) domains[variable].insert(value);
    for (std::size_t i = 0; i < nogood.literals.size(); ++i) {
      if (i > 0 && nogood.literals[i - 1].variable >= nogood.literals[i].variable) return false;
      domains[nogood.literals[i].variable] = Domain(nogood.literals[i].values.begin(), nogood.literals[i].values.end());
    }
    for (std::uint32_t number : nogood.because) {
      if (number >= constraints.size()) return false;
      if (constraints[number].modulus == 0 ? strike_by_sum(number, domains) : strike_by_remainder(number, domains)) return true;
    }
    return false;
  }

  // Both say whether there is a contradiction.
  bool strike_by_sum(std::uint32_t number, std::vector<Domain>& domains) {
    const Constraints& constraints = question_.constraints;
    const auto weight = [&](const Constraints::Row& row, std::uint32_t value) { return constraints.table(row.table)[value]; };
    const auto least = [&](const Constraints::Row& row) {
      std::int64_t result = std::numeric_limits<std::int64_t>::max();
      for (std::uint32_t value : domains[row.variable]) result = std::min(result, weight(row, value));
      return result;
    };
    std::int64_t sum = 0;
    for (const Constraints::Row& row : constraints.rows(number)) sum += least(row);
    if (sum > constraints[number].bound) return true;
    std::vector<Domain> after = domains;
    for (const Constraints::Row& row : constraints.rows(number))
      for (std::uint32_t value : domains[row.variable])
        if (sum - least(row) + weight(row, value) > constraints[number].bound) after[row.variable].erase(value);
    domains = std::move(after);
    return false;
  }

  bool strike_by_remainder(std::uint32_t number, std::vector<Domain>& domains) {
    const Constraints& constraints = question_.constraints;
    const std::int64_t modulus = constraints[number].modulus;
    std::int64_t closed = 0;
    std::vector<Constraints::Row> open;
    for (const Constraints::Row& row : constraints.rows(number)) {
      std::set<std::int64_t> weights;
      for (std::uint32_t value : domains[row.variable]) weights.insert(constraints.table(row.table)[value]);
      if (weights.size() > 1) open.push_back(row);
      else closed += *weights.begin();
    }
    if (open.size() > 1) return false;
    if (open.empty()) return (closed - constraints[number].bound) % modulus != 0;
    std::erase_if(domains[open[0].variable], [&](std::uint32_t value) {
      return (closed + constraints.table(open[0].table)[value] - constraints[number].bound) % modulus != 0;
    });
    return domains[open[0].variable].empty();
  }

  const Network& net_;
  Question question_;
  Ledger ledger_;
  Pairs pairs_;
};

bool is_bad(const Network& net, const Property& property, const GlobalState& state) {
  if (std::holds_alternative<Deadlock>(property.ask)) return testing::is_deadlock(net, state);
  if (std::holds_alternative<LocalDeadlock>(property.ask)) return testing::is_local_deadlock(net, state);
  if (const auto* safety = std::get_if<Safety>(&property.ask))
    return std::ranges::any_of(safety->automata,
                               [&](ComponentId component) { return net.lts(component).is_error(state[component.index()]); });
  return PredicateEvaluator(std::get<Never>(property.ask).bad)([&](ComponentId component) { return state[component.index()]; });
}

Property random_property(Random& random, const Network& net) {
  switch (below(random, 5)) {
    case 0: return {"", Deadlock{}};
    case 1: return {"", LocalDeadlock{}};
    case 2: return {"", Safety{{ComponentId(below(random, net.num_components()))}}};
    default: break;
  }
  PredicateBuilder builder;
  std::vector<PredicateBuilder::Handle> cases;
  for (std::size_t i = 0; i < 1 + below(random, 3); ++i) {
    std::vector<PredicateBuilder::Handle> parts;
    for (ComponentId component : net.components())
      if (below(random, 3) != 0)
        parts.push_back(builder.atom({component, {LocalState(below(random, net.lts(component).num_states()))}}));
    std::vector<PredicateBuilder::CountTerm> terms;
    for (ComponentId component : net.components())
      terms.push_back({static_cast<std::int64_t>(below(random, 5)) - 2,
                       {component, {LocalState(below(random, net.lts(component).num_states()))}}});
    if (below(random, 2) == 0)
      parts.push_back(builder.at_most(std::move(terms), static_cast<std::int64_t>(below(random, 5)) - 2));
    cases.push_back(builder.all_of(parts));
  }
  const auto root = builder.any_of(cases);
  return {"", Never{std::move(builder).build(root)}};
}

Settings random_settings(Random& random) {
  Settings settings;
  const std::size_t choice = below(random, 6);
  if (choice < 2) return settings;
  if (choice == 2) {   // orders alone: with others beside them they are hardly ever needed
    settings.pair = settings.sums = settings.traps = settings.congruences = settings.ranking = false;
    return settings;
  }
  if (choice == 3) {   // groups alone, likewise
    settings.pair = settings.order = settings.order_data = settings.sums = settings.traps = settings.congruences =
        settings.ranking = false;
    settings.groups = 100'000;
    return settings;
  }
  for (bool* each : {&settings.pair, &settings.order, &settings.order_data, &settings.sums, &settings.traps,
                     &settings.congruences, &settings.ranking})
    *each = below(random, 3) != 0;
  settings.groups = 100'000 * below(random, 3);
  return settings;
}

TEST(LazyForm, ProvesOnlyWhatIsTrueAndItsProofsFollow) {
  std::size_t proved = 0;
  std::size_t with_facts = 0;
  std::size_t candidates = 0;
  std::map<std::size_t, std::size_t> kinds;
  for (std::uint64_t seed = 0; seed < 8000; ++seed) {
    Random random(seed);
    const Network net =
        seed % 3 == 0 ? testing::random_network(random) : testing::tiny_network(random, {.has_ends = seed % 3 == 1});
    const Property property = random_property(random, net);
    const std::string message = "seed " + std::to_string(seed) + "\n" + testing::to_text(net);
    const auto reachable = testing::reachable_states(net);
    const bool is_bad_reachable =
        std::ranges::any_of(reachable, [&](const GlobalState& state) { return is_bad(net, property, state); });
    const Finding finding = find(net, property, random_settings(random));
    if (!finding.is_proved) {
      ++candidates;
      ASSERT_EQ(finding.candidate.size(), net.num_components()) << message;
      ASSERT_TRUE(is_bad(net, property, finding.candidate)) << testing::to_text(finding.candidate) << message;
      continue;
    }
    ASSERT_FALSE(is_bad_reachable) << message;
    ++proved;
    const auto* proof = std::get_if<InvariantProofRef>(&finding.proof);
    ASSERT_NE(proof, nullptr) << message;
    ASSERT_EQ(NaiveJudge(net, property).judge(**proof), "") << message;
    if (!(*proof)->facts.empty()) ++with_facts;
    for (const Fact& fact : (*proof)->facts) ++kinds[fact.index()];
  }
  EXPECT_GT(proved, 600u);
  EXPECT_GT(with_facts, 300u);
  EXPECT_GT(candidates, 300u);
  for (std::size_t kind = 0; kind < std::variant_size_v<Fact>; ++kind)
    EXPECT_GT(kinds[kind], 0u) << "no proof has a fact of kind " << kind;
}

// What survives is a candidate that each method was asked about; a reachable bad state always survives.
TEST(LazyForm, SaysWhatCouldNotExcludeTheCandidate) {
  const Network net = network("A: 0 -a-> 1; B: 0 -a-> 1");
  const Finding all = find(net, {"", Deadlock{}});
  EXPECT_FALSE(all.is_proved);
  EXPECT_EQ(all.candidate, (std::vector<LocalState>{LocalState(1), LocalState(1)}));
  EXPECT_EQ(all.survived, (std::vector<std::string>{"sums", "traps", "pair", "congruences", "order-data", "order"}));
  Settings settings;
  settings.sums = settings.pair = settings.order = settings.order_data = settings.congruences = false;
  EXPECT_EQ(find(net, {"", Deadlock{}}, settings).survived, std::vector<std::string>{"traps"});
  settings.groups = 1'000;
  EXPECT_EQ(find(net, {"", Deadlock{}}, settings).survived, (std::vector<std::string>{"traps", "groups"}));
}

// A number written in two digits, each a component, and a third one that should be there when it is 3.
TEST(LazyForm, SomeThingsOnlyThreeKnow) {
  const Network net =
      network("high: 0 -b-> 1 -d-> 0, 0 -c-> 0; low: 0 -a-> 1 -b-> 0 -c-> 1 -d-> 0; seen: 0 -a-> 1 -b-> 2 -c-> 3 -d-> 0");
  const Property apart{"", Never{*parse_predicate(SourceText("test", "high@1 && low@1 && seen@1"), net)}};
  Settings settings;
  settings.sums = settings.traps = settings.congruences = settings.pair = settings.order = settings.order_data = false;
  EXPECT_FALSE(find(net, apart, settings).is_proved);
  settings.groups = 10'000;
  EXPECT_TRUE(find(net, apart, settings).is_proved);
}

TEST(LazyForm, ParityNeedsCongruences) {
  const Network net = network("A: 0 -x-> 1 -x-> 0; B: 0 -x-> 1 -x-> 2 -x-> 3 -x-> 0; C: 0 -x-> 1 -x-> 2 -x-> 3 -x-> 0");
  const Property odd{"", Never{*parse_predicate(SourceText("test", "A@1 && (B@0 || B@2)"), net)}};
  EXPECT_TRUE(find(net, odd).is_proved);
  Settings settings;
  settings.pair = settings.order = settings.order_data = false;
  EXPECT_TRUE(find(net, odd, settings).is_proved);
  settings.congruences = false;
  EXPECT_FALSE(find(net, odd, settings).is_proved);
}

TEST(LazyForm, StopsAtLimits) {
  StopToken stop = StopRequest::kInterrupted;
  const Limits limits({.stop = &stop});
  std::string text;
  for (int i = 0; i < 2000; ++i)
    text += "A" + std::to_string(i) + ": 0 -a" + std::to_string(i) + "-> 1 -b" + std::to_string(i) + "-> 0\n";
  const Network net = network(text);
  Statistics statistics;
  EXPECT_THROW(lazy_form(net, {"", Deadlock{}}, {}, {}, limits, statistics), Stopped);
}

}   // namespace
}   // namespace parley::synchro
