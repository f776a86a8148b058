#include <cstdio>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "check/proof/facts.h"
#include "check/proof/question.h"
#include "evidence/read.h"
#include "evidence/write.h"
#include "naive.h"
#include "naive_proof.h"
#include "prove.h"

namespace parley::evidence_ring {
namespace {

constexpr std::uint64_t kNetworks = 2400;
constexpr std::array<std::string_view, std::variant_size_v<Fact>> kFactNames = {"sum",   "congruence", "trap", "pair",
                                                                                "order", "ranking",    "apart"};
constexpr std::size_t kPair = 3;
constexpr std::size_t kRanking = 5;

// The kinds of facts to draw from, as indices in Fact. Rankings have tests of their own.
std::vector<std::size_t> kinds_for(const Network& network) {
  std::vector<std::size_t> kinds;
  for (std::size_t kind = 0; kind < kFactNames.size(); ++kind)
    if (kind != kRanking && (kind != kPair || network.num_components() > 1)) kinds.push_back(kind);
  return kinds;
}

std::vector<Locals> reachable(const Naive& naive) {
  std::set<Locals> seen{naive.initial()};
  std::vector<Locals> states{naive.initial()};
  for (std::size_t i = 0; i < states.size(); ++i)
    for (const Naive::Transition& transition : naive.transitions(Locals(states[i])))
      if (seen.insert(transition.to).second) states.push_back(transition.to);
  return states;
}

Verdict proved_verdict(const Property& property) {
  return kind_of(property) == PropertyKind::kReach ? Verdict::kViolated : Verdict::kHolds;
}

bool judge_accepts(const ObligationTables& tables, const Network& network, const ProofClaim& claim) {
  const Limits limits;
  Progress silent;
  const Evidence evidence = std::make_shared<const InvariantProof>(claim.proof);
  return judge_with(tables, {.network = network,
                             .property = claim.property,
                             .claimed = claim.verdict,
                             .evidence = evidence,
                             .limits = limits,
                             .progress = silent})
      .accepted;
}

bool naive_accepts(const Network& network, const ProofClaim& claim) {
  const NaiveProof naive(network, claim.property, claim.proof);
  return claim.verdict == proved_verdict(claim.property) && naive.well_formed() && naive.facts_hold() && naive.steps_follow() &&
         naive.ends_in_contradiction();
}

bool fact_accepted(const Network& network, const Fact& fact) {
  const Property property{"d", Deadlock{}};
  const Evidence evidence = std::make_shared<const InvariantProof>(InvariantProof{.facts = {fact}, .steps = {}});
  const Limits limits;
  Progress silent;
  EXPECT_FALSE(proof::ill_formed_fact(network, fact));
  return !proof::facts_hold({.network = network,
                             .property = property,
                             .claimed = Verdict::kHolds,
                             .evidence = evidence,
                             .limits = limits,
                             .progress = silent});
}

// Facts that are true, as many as are found in a few throws of each kind.
std::vector<Fact> some_facts(Dice& dice, const Network& network) {
  std::vector<Fact> facts;
  const Property property{"d", Deadlock{}};
  const InvariantProof none;
  const NaiveProof naive(network, property, none);
  for (std::size_t kind : kinds_for(network)) {
    for (std::size_t tries = dice.below(kind == kPair ? 3 : 9); tries > 0; --tries) {
      Fact fact = any_fact(dice, network, kind);
      if (naive.fact_holds(fact)) facts.push_back(std::move(fact));
    }
  }
  return facts;
}

std::vector<ProofClaim> right_proofs(Dice& dice, const Network& network) {
  std::vector<ProofClaim> claims;
  const std::vector<Fact> facts = some_facts(dice, network);
  for (const Property& property : tiny_properties(dice, network))
    if (std::optional<InvariantProof> proof = prove(dice, network, property, facts))
      claims.push_back({property, proved_verdict(property), *std::move(proof)});
  return claims;
}

// What is accepted of a fact by itself is true in every reachable state, and it is accepted exactly if the
// naive judge says so.
TEST(ProofRing, AcceptedFactsAreTrueEverywhere) {
  struct Counts {
    int accepted = 0;
    int rejected = 0;
    int telling = 0;   // accepted, and not true of all states
  };
  std::array<Counts, kFactNames.size()> counts;
  for (std::uint64_t seed = 0; seed < kNetworks; ++seed) {
    Dice dice(seed);
    const Network network = tiny_network(dice);
    const std::vector<Locals> states = reachable(Naive(network));
    const Property property{"d", Deadlock{}};
    const InvariantProof none;
    const NaiveProof naive(network, property, none);
    for (std::size_t kind : kinds_for(network)) {
      for (int tries = 0; tries < 12; ++tries) {
        const Fact fact = any_fact(dice, network, kind);
        const bool accepted = fact_accepted(network, fact);
        ASSERT_EQ(accepted, naive.fact_holds(fact)) << "network " << seed << ", " << kFactNames[kind];
        ++(accepted ? counts[kind].accepted : counts[kind].rejected);
        if (!accepted) continue;
        bool is_telling = false;
        for (const NaiveProof::Constraint& constraint : naive.constraints(fact)) {
          for (const Locals& state : states)
            ASSERT_TRUE(NaiveProof::is_met(constraint, state)) << "network " << seed << ", " << kFactNames[kind];
          Locals any(network.num_components());
          for (ComponentId component : network.components())
            any[component.index()] = static_cast<std::uint32_t>(dice.below(network.lts(component).num_states()));
          is_telling = is_telling || !NaiveProof::is_met(constraint, any);
        }
        if (is_telling) ++counts[kind].telling;
      }
    }
  }
  for (std::size_t kind = 0; kind < kFactNames.size(); ++kind) {
    if (kind == kRanking) continue;
    std::printf("  %6d accepted, %6d of them exclude a state drawn at random, %6d rejected  %s\n", counts[kind].accepted,
                counts[kind].telling, counts[kind].rejected, std::string(kFactNames[kind]).c_str());
    EXPECT_GE(counts[kind].telling, 100) << kFactNames[kind];
    if (kind != kPair) {
      EXPECT_GE(counts[kind].rejected, 1000) << kFactNames[kind];
    }
  }
}

// Components that go mostly forward, by rules of two or three of them, each rule with labels of its own: what
// they did last is long and differs.
Network network_of_sequences(Dice& dice) {
  const std::size_t components = dice.between(2, 4);
  const std::size_t rules = dice.between(2, 6);
  std::vector<LtsBuilder> shapes(components);
  std::vector<std::vector<LocalLabel>> labels(components);
  std::vector<std::vector<std::pair<std::size_t, LocalLabel>>> participants(rules);
  for (std::size_t rule = 0; rule < rules; ++rule) {
    const std::size_t first = dice.below(components);
    for (std::size_t i = 0; i < std::min(components, dice.chance(15) ? 1 : dice.between(2, 3)); ++i) {
      const std::size_t component = (first + i) % components;
      labels[component].push_back(shapes[component].add_label("l" + std::to_string(rule)));
      participants[rule].emplace_back(component, labels[component].back());
    }
  }
  NetworkBuilder builder;
  for (std::size_t c = 0; c < components; ++c) {
    const std::size_t states = dice.between(2, 4);
    shapes[c].add_states(states);
    for (std::size_t from = 0; from < states && !labels[c].empty(); ++from) {
      const LocalLabel label = labels[c][dice.below(labels[c].size())];
      shapes[c].add_edge(LocalState(from), label, LocalState((from + 1) % states));
      if (dice.chance(30))
        shapes[c].add_edge(LocalState(from), labels[c][dice.below(labels[c].size())], LocalState(dice.below(states)));
    }
    builder.add_component("c" + std::to_string(c), builder.add_template(std::move(shapes[c]).build()));
  }
  for (std::size_t rule = 0; rule < rules; ++rule) {
    std::vector<Participant> of_rule;
    for (const auto& [component, label] : participants[rule]) of_rule.push_back({ComponentId(component), label});
    builder.add_rule(builder.intern_label("r" + std::to_string(rule)), of_rule);
  }
  return std::move(builder).build();
}

// Orders, where mistakes hide: for each choice of states, alone and together, of rules and of classes.
TEST(ProofRing, OrdersExcludeOnlyWhatIsUnreachable) {
  int cycles = 0;       // accepted although each state by itself can be reached
  int only_rules = 0;   // accepted for rules, and not for classes of them
  int only_classes = 0;
  int rejected = 0;
  int unreachable = 0;   // rejected, and yet no reachable state
  for (std::uint64_t seed = 0; seed < 4 * kNetworks; ++seed) {
    Dice dice(seed);
    const Network network = network_of_sequences(dice);
    const std::vector<Locals> states = reachable(Naive(network));
    const Property property{"d", Deadlock{}};
    const InvariantProof none;
    const NaiveProof naive(network, property, none);
    for (int tries = 0; tries < 15; ++tries) {
      OrderFact order;
      for (ComponentId component : network.components()) {
        if (!dice.chance(85)) continue;
        std::vector<LocalState> some{LocalState(dice.below(network.lts(component).num_states()))};
        if (dice.chance(20)) some.emplace_back(dice.below(network.lts(component).num_states()));
        std::sort(some.begin(), some.end());
        some.erase(std::unique(some.begin(), some.end()), some.end());
        order.rows.push_back({component, std::move(some)});
      }
      const auto is_inside = [&](const OrderFact::Row& row, const Locals& state) {
        return std::find(row.states.begin(), row.states.end(), LocalState(std::size_t{state[row.component.index()]})) !=
               row.states.end();
      };
      const bool is_reached = std::any_of(states.begin(), states.end(), [&](const Locals& state) {
        return std::all_of(order.rows.begin(), order.rows.end(),
                           [&](const OrderFact::Row& row) { return is_inside(row, state); });
      });
      const bool each_is_reached = std::all_of(order.rows.begin(), order.rows.end(), [&](const OrderFact::Row& row) {
        return std::any_of(states.begin(), states.end(), [&](const Locals& state) { return is_inside(row, state); });
      });
      std::array<bool, 2> accepted{};
      for (const bool classes : {false, true}) {
        order.classes = classes;
        accepted[classes ? 1 : 0] = fact_accepted(network, order);
        ASSERT_EQ(accepted[classes ? 1 : 0], naive.fact_holds(order)) << "network " << seed << (classes ? ", classes" : "");
        ASSERT_FALSE(accepted[classes ? 1 : 0] && is_reached) << "network " << seed << (classes ? ", classes" : "");
      }
      if (accepted[0] && each_is_reached) ++cycles;
      if (accepted[0] && !accepted[1]) ++only_rules;
      if (accepted[1] && !accepted[0]) ++only_classes;
      if (!accepted[0]) ++(is_reached ? rejected : unreachable);
    }
  }
  std::printf(
      "  %d accepted with states that can each be reached, %d only with rules, %d only with classes; %d reached, %d not reached "
      "and not excluded\n",
      cycles, only_rules, only_classes, rejected, unreachable);
  EXPECT_GE(cycles, 500);
  EXPECT_GE(only_rules, 100);
  EXPECT_GE(only_classes, 20);
  EXPECT_GE(rejected, 1000);
}

// All assignments of the variables behind the components, 'visit' until it says that it has seen enough.
template <class Visit>
bool any_assignment(const NaiveProof& naive, std::vector<std::uint32_t> values, std::size_t variable, const Visit& visit) {
  if (variable == naive.num_variables()) return visit(values);
  for (std::uint32_t value = 0; value < naive.num_values(variable); ++value) {
    values[variable] = value;
    if (any_assignment(naive, values, variable + 1, visit)) return true;
  }
  return false;
}

// The constraints of the question can be met together by exactly the bad states; and the judge's are those of
// the naive judge, one by one.
TEST(ProofRing, TheQuestionIsMetByBadStatesOnly) {
  std::map<std::string_view, std::array<int, 2>> counts;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    Dice dice(seed);
    const Network network = tiny_network(dice);
    const Naive states(network);
    for (const Property& property : tiny_properties(dice, network)) {
      const InvariantProof none;
      const NaiveProof naive(network, property, none);
      const Limits limits;
      proof::Question question(network, property, limits);
      ASSERT_EQ(question.size(), naive.question().size());
      ASSERT_EQ(question.variables().size(), naive.num_variables());
      Pulse pulse(limits);
      for (std::size_t number = 0; number < question.size(); ++number) {
        proof::Constraint made;
        question.build(number, made);
        ASSERT_TRUE(made.finish(question.variables(), pulse));
        const NaiveProof::Constraint& expected = naive.question()[number];
        ASSERT_EQ(made.bound(), expected.bound) << "network " << seed << ", " << kind_name(kind_of(property)) << ", " << number;
        std::vector<std::vector<std::int64_t>> weights(naive.num_variables());
        for (const proof::Constraint::Row& row : made.rows()) {
          ASSERT_TRUE(weights[row.variable].empty());
          weights[row.variable].assign(naive.num_values(row.variable), row.outside);
          for (std::uint32_t value : row.values) weights[row.variable][value] = row.inside;
          if (!row.weights.empty()) weights[row.variable].assign(row.weights.begin(), row.weights.end());
        }
        for (std::size_t variable = 0; variable < weights.size(); ++variable) {
          std::vector<std::int64_t> of_naive = expected.weights[variable];
          weights[variable].resize(naive.num_values(variable));
          of_naive.resize(naive.num_values(variable));
          ASSERT_EQ(weights[variable], of_naive)
              << "network " << seed << ", " << kind_name(kind_of(property)) << ", " << number << ", " << variable;
        }
      }
      if (naive.num_variables() > network.num_components() + 8) continue;   // too many to try
      const bool has_sets = kind_of(property) == PropertyKind::kLocalDeadlock;
      for (int tries = 0; tries < 10; ++tries) {
        Locals state;
        for (ComponentId component : network.components())
          state.push_back(static_cast<std::uint32_t>(dice.below(network.lts(component).num_states())));
        const auto is_met = [&](const std::vector<std::uint32_t>& values) {
          for (std::size_t c = 0; c < state.size(); ++c)
            if (values[c] % network.lts(ComponentId(c)).num_states() != state[c]) return false;
          return std::all_of(naive.question().begin(), naive.question().end(),
                             [&](const NaiveProof::Constraint& constraint) { return NaiveProof::is_met(constraint, values); });
        };
        std::vector<std::uint32_t> values(state.begin(), state.end());
        values.resize(naive.num_variables());
        const bool found = any_assignment(naive, values, has_sets ? 0 : state.size(), is_met);
        ASSERT_EQ(found, states.is_bad(property, state)) << "network " << seed << ", " << kind_name(kind_of(property));
        ++counts[kind_name(kind_of(property))][found ? 1 : 0];
      }
    }
  }
  EXPECT_EQ(counts.size(), 5U);
  for (const auto& [kind, count] : counts) {
    std::printf("  %6d bad, %6d not  %s\n", count[1], count[0], std::string(kind).c_str());
    EXPECT_GE(count[0], 100) << kind;
    EXPECT_GE(count[1], 50) << kind;
  }
}

TEST(ProofRing, RightProofsAreAcceptedAndReadBack) {
  std::map<std::string_view, int> accepted;
  int long_ones = 0;
  for (std::uint64_t seed = 0; seed < kNetworks; ++seed) {
    Dice dice(seed);
    const Network network = tiny_network(dice);
    const Naive states(network);
    for (const ProofClaim& claim : right_proofs(dice, network)) {
      ASSERT_TRUE(judge_accepts(right_judge(), network, claim))
          << "network " << seed << ", " << kind_name(kind_of(claim.property));
      ASSERT_TRUE(naive_accepts(network, claim));
      ASSERT_EQ(states.verdict(claim.property), claim.verdict) << "network " << seed;
      ++accepted[kind_name(kind_of(claim.property))];
      if (claim.proof.steps.size() > 4) ++long_ones;

      const Evidence evidence = std::make_shared<const InvariantProof>(claim.proof);
      const auto written = [&](const Evidence& what) {
        std::ostringstream out;
        const Origin origin{.files = {{"m", std::string(64, '0')}}};
        write_evidence(out, make_header(origin, network, claim.property, claim.verdict, what), network, what, Limits());
        return out.str();
      };
      const std::string text = written(evidence);
      const SourceText source("evidence", text);
      const Result<EvidenceHeader> header = read_evidence_header(source);
      ASSERT_TRUE(header) << text;
      const Result<Property> property = read_property(source, *header, network);
      ASSERT_TRUE(property) << text;
      const Result<Evidence> body = read_evidence_body(source, *header, network, Limits());
      ASSERT_TRUE(body) << text;
      ASSERT_EQ(written(*body), text);
      const ProofClaim again{*property, header->verdict, *std::get<InvariantProofRef>(*body)};
      ASSERT_TRUE(judge_accepts(right_judge(), network, again)) << text;
    }
  }
  EXPECT_EQ(accepted.size(), 5U);
  for (const auto& [kind, count] : accepted) {
    std::printf("  %6d  %s\n", count, std::string(kind).c_str());
    EXPECT_GE(count, 200) << kind;
  }
  std::printf("  %6d have more than 4 steps\n", long_ones);
  EXPECT_GE(long_ones, 50);
}

TEST(ProofRing, WrongMutantsAreRejected) {
  struct Counts {
    int right = 0;
    int wrong = 0;
  };
  std::map<std::string_view, Counts> counts;
  for (std::uint64_t seed = 0; seed < kNetworks; ++seed) {
    Dice dice(seed);
    const Network network = tiny_network(dice);
    const Naive states(network);
    for (const ProofClaim& claim : right_proofs(dice, network))
      for (const ProofMutation& mutation : proof_mutations()) {
        const std::optional<ProofClaim> mutant = mutation.mutate(dice, network, claim);
        if (!mutant) continue;
        const bool right = naive_accepts(network, *mutant);
        const bool accepted = judge_accepts(right_judge(), network, *mutant);
        ASSERT_EQ(accepted, right) << "network " << seed << ", " << kind_name(kind_of(mutant->property)) << ", " << mutation.name;
        if (accepted) {
          ASSERT_EQ(mutant->verdict, states.verdict(mutant->property)) << "network " << seed << ", " << mutation.name;
        }
        ++(right ? counts[mutation.name].right : counts[mutation.name].wrong);
      }
  }
  for (const ProofMutation& mutation : proof_mutations()) {
    std::printf("  %6d rejected, %6d still right  %s\n", counts[mutation.name].wrong, counts[mutation.name].right,
                std::string(mutation.name).c_str());
    EXPECT_GE(counts[mutation.name].right + counts[mutation.name].wrong, 100) << mutation.name;
  }
}

// Proofs of what is false, from facts that nobody checked: whatever is reachable, no proof that it is not is
// accepted.
TEST(ProofRing, NothingReachableIsProvedAway) {
  std::map<std::string_view, int> lies;
  for (std::uint64_t seed = 0; seed < 2 * kNetworks; ++seed) {
    Dice dice(seed);
    const Network network = tiny_network(dice);
    const Naive states(network);
    for (const Property& property : tiny_properties(dice, network)) {
      if (states.verdict(property) == proved_verdict(property)) continue;
      std::vector<Fact> facts;
      for (std::size_t kind : kinds_for(network)) facts.push_back(any_fact(dice, network, kind));
      const std::optional<InvariantProof> proof = prove(dice, network, property, facts);
      if (!proof) continue;
      ASSERT_FALSE(judge_accepts(right_judge(), network, {property, proved_verdict(property), *proof}))
          << "network " << seed << ", " << kind_name(kind_of(property));
      ++lies[kind_name(kind_of(property))];
    }
  }
  EXPECT_EQ(lies.size(), 5U);
  for (const auto& [kind, count] : lies) {
    std::printf("  %6d  %s\n", count, std::string(kind).c_str());
    EXPECT_GE(count, 100) << kind;
  }
}

using NaiveObligation = bool (NaiveProof::*)() const;

template <NaiveObligation obligation, ProofSlip slip>
Objection careless(const Claim& asked) {
  const InvariantProof& proof = *std::get<InvariantProofRef>(asked.evidence);
  if ((NaiveProof(asked.network, asked.property, proof, slip).*obligation)()) return std::nullopt;
  return "naively not";
}

struct Mistake {
  std::string_view name;
  std::string_view row;
  Objection (*objection)(const Claim&);
};
template <ProofSlip slip>
constexpr Mistake about_facts(std::string_view name) {
  return {name, "facts-hold", careless<&NaiveProof::facts_hold, slip>};
}
template <ProofSlip slip>
constexpr Mistake about_steps(std::string_view name) {
  return {name, "steps-follow", careless<&NaiveProof::steps_follow, slip>};
}

constexpr std::array<Mistake, 42> kMistakes{{
    about_facts<ProofSlip::kRegionIsOpen>("back into the region"),
    about_facts<ProofSlip::kRegionStart>("outside from the beginning"),
    about_facts<ProofSlip::kSumStart>("the initial sum is free"),
    about_facts<ProofSlip::kSmallestGrowth>("the smallest growth"),
    about_facts<ProofSlip::kEdgesOutsideCount>("edges outside the region count"),
    about_facts<ProofSlip::kFirstRemainder>("the first edge's remainder"),
    about_facts<ProofSlip::kRemainderStart>("the initial remainder is free"),
    about_facts<ProofSlip::kOneEdgeFills>("one edge fills the trap"),
    about_facts<ProofSlip::kOneStays>("one stays in the trap"),
    about_facts<ProofSlip::kTrapStart>("the trap may be empty at first"),
    about_facts<ProofSlip::kFirstStateOnly>("the first state of a row"),
    about_facts<ProofSlip::kShortestPath>("the shortest path"),
    about_facts<ProofSlip::kEverythingBefore>("everything before"),
    about_facts<ProofSlip::kOrderless>("whoever takes part"),
    about_facts<ProofSlip::kErrorsGoOnApart>("errors go on apart"),
    about_facts<ProofSlip::kOthersRefuseApart>("others refuse apart"),
    about_facts<ProofSlip::kFirstMovesApart>("the first moves apart"),
    about_facts<ProofSlip::kRefusersStayApart>("refusers stay apart"),
    about_facts<ProofSlip::kFirstEdgeApart>("the first edge apart"),
    about_facts<ProofSlip::kStartsApart>("starts apart"),
    about_facts<ProofSlip::kNobodyIsApart>("nobody is apart"),
    about_facts<ProofSlip::kFirstStateApart>("the first state apart"),
    about_steps<ProofSlip::kErrorsForgotten>("errors forgotten"),
    about_steps<ProofSlip::kEndForgotten>("the end forgotten"),
    about_steps<ProofSlip::kEndedMayBeStuck>("the ended may be stuck"),
    about_steps<ProofSlip::kObserversBlock>("observers block"),
    about_steps<ProofSlip::kNegationForgotten>("negation forgotten"),
    about_steps<ProofSlip::kAllIsAny>("all is any"),
    about_steps<ProofSlip::kBoundOfNegation>("the bound of a negation"),
    about_steps<ProofSlip::kLeftWeighsNothing>("outside the region nothing is weighed"),
    about_steps<ProofSlip::kOthersRefuseInPairs>("others refuse in pairs"),
    about_steps<ProofSlip::kErrorsGoOnInPairs>("errors go on in pairs"),
    about_steps<ProofSlip::kTrapNeedsAll>("a trap needs all"),
    about_steps<ProofSlip::kBoundIsTooMuch>("the bound is too much"),
    about_steps<ProofSlip::kStrikesTheLast>("strikes the last one out"),
    about_steps<ProofSlip::kNeedsNoContradiction>("needs no contradiction"),
    about_steps<ProofSlip::kAnyReason>("any reason"),
    about_steps<ProofSlip::kFactorsForgotten>("factors forgotten"),
    about_steps<ProofSlip::kWeightsRoundUp>("weights round up"),
    about_steps<ProofSlip::kNoShift>("no shift"),
    about_steps<ProofSlip::kBoundRoundsDown>("the bound rounds down"),
    about_steps<ProofSlip::kCongruenceGuesses>("congruences guess"),
}};

TEST(ProofRing, EveryWrongJudgeIsFoundOut) {
  struct Judge {
    std::string name;
    std::vector<Obligation> rows;
  };
  const auto all = invariant_obligations();
  ASSERT_EQ(all.size(), 4U);
  std::vector<Judge> judges;
  for (std::size_t row = 0; row < all.size(); ++row) {
    Judge judge{"without " + std::string(all[row].name), {all.begin(), all.end()}};
    judge.rows.erase(judge.rows.begin() + static_cast<std::ptrdiff_t>(row));
    judges.push_back(std::move(judge));
  }
  for (const Mistake& mistake : kMistakes) {
    Judge judge{std::string(mistake.row) + ": " + std::string(mistake.name), {all.begin(), all.end()}};
    bool is_there = false;
    for (Obligation& row : judge.rows)
      if (row.name == mistake.row) {
        row.objection = mistake.objection;
        is_there = true;
      }
    ASSERT_TRUE(is_there) << mistake.name;
    judges.push_back(std::move(judge));
  }
  std::map<std::string, std::string> found;
  for (std::uint64_t seed = 0; seed < kNetworks && found.size() < judges.size(); ++seed) {
    Dice dice(seed);
    const Network network = tiny_network(dice);
    const auto examine = [&](const ProofClaim& claim, std::string_view what) {
      const bool right = naive_accepts(network, claim);
      for (const Judge& judge : judges) {
        if (found.contains(judge.name)) continue;
        ObligationTables tables = right_judge();
        tables.invariants = judge.rows;
        if (judge_accepts(tables, network, claim) != right)
          found[judge.name] = (right ? "rejects " : "accepts ") + std::string(what) + ", network " + std::to_string(seed);
      }
    };
    for (const ProofClaim& claim : right_proofs(dice, network)) {
      examine(claim, "a right proof");
      for (const ProofMutation& mutation : proof_mutations())
        if (const std::optional<ProofClaim> mutant = mutation.mutate(dice, network, claim)) examine(*mutant, mutation.name);
    }
  }
  for (const Judge& judge : judges) {
    EXPECT_TRUE(found.contains(judge.name)) << judge.name;
    std::printf("  %-60s %s\n", judge.name.c_str(), found[judge.name].c_str());
  }
}

}   // namespace
}   // namespace parley::evidence_ring
