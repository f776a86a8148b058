#include "check/assumption.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/judge_text.h"

namespace parley {
namespace {

using namespace testing;

// The second 'go' in a row is an error of M. N never is in error.
constexpr std::string_view kUnsafe =
    "P: 0 -go-> 1 -go-> 2, 1 -back-> 0\n"
    "M: 0 -go-> 1 -back-> 0, 1 -go-> ERROR\n"
    "N: 0 -go-> 1 -back-> 0, 1 -go-> 1, 0 -back-> ERROR";
// The same, but P never does 'go' twice.
constexpr std::string_view kSafe =
    "P: 0 -go-> 1 -back-> 0, 2\n"
    "M: 0 -go-> 1 -back-> 0, 1 -go-> ERROR\n"
    "N: 0 -go-> 1 -back-> 0, 1 -go-> 1, 0 -back-> ERROR";
const std::string kToError = "go P>1 M>1 N>1; go P>2 M>ERROR N>1";

Assumption assume(const Network& net, const std::string& automata) {
  return {.property = safety(net, automata), .if_violated = "not safe", .culprit = "blame", .if_unknown = "perhaps safe"};
}

std::string text(const Judgement& judgement) {
  if (!judgement.accepted) return "rejected: " + judgement.obligation;
  return std::string("accepted") + (judgement.is_conditional ? ", conditional" : "") +
         (judgement.shows_assumption ? ", shows it" : "");
}

std::string by(Judge& judge, const Property& property, Verdict claimed, const Evidence& evidence) {
  Progress silent;
  return text(judge(property, claimed, evidence, Limits(), silent));
}

// What a new judge says, under the assumption that M and N are never in error.
std::string said(const Network& net, const Property& property, Verdict claimed, const Evidence& evidence) {
  const Assumption assumption = assume(net, "M N");
  Judge judge(net, &assumption);
  return by(judge, property, claimed, evidence);
}

TEST(Assumption, ATraceThatAvoidsErrorsCountsByItself) {
  const Network net = network(kUnsafe);
  EXPECT_EQ(said(net, never(net, "P@1"), Verdict::kViolated, trace(net, "go P>1 M>1 N>1")), "accepted");
  EXPECT_EQ(said(net, reach(net, "P@1"), Verdict::kHolds, trace(net, "go P>1 M>1 N>1")), "accepted");
  EXPECT_EQ(said(net, reach(net, "P@0"), Verdict::kHolds, Trace()), "accepted");
}

TEST(Assumption, ATraceThatEndsInAnErrorIsRejectedUnlessErrorsAreAskedFor) {
  const Network net = network(kUnsafe);
  const Evidence run = trace(net, kToError);
  EXPECT_EQ(said(net, never(net, "P@2"), Verdict::kViolated, run), "rejected: assumption");
  EXPECT_EQ(said(net, reach(net, "P@2"), Verdict::kHolds, run), "rejected: assumption");
  EXPECT_EQ(said(net, reach(net, "P@2 || M@ERROR"), Verdict::kHolds, run), "rejected: assumption");
  EXPECT_EQ(said(net, reach(net, "!M@0 && !M@1"), Verdict::kHolds, run), "rejected: assumption");
  EXPECT_EQ(said(net, reach(net, "P@2 && M@ERROR"), Verdict::kHolds, run), "accepted");
  EXPECT_EQ(said(net, never(net, "count(M@ERROR, N@ERROR) >= 1"), Verdict::kViolated, run), "accepted");
  EXPECT_EQ(said(net, safety(net, "M"), Verdict::kViolated, run), "accepted");
  EXPECT_EQ(said(net, safety(net, "M N"), Verdict::kViolated, run), "accepted");
}

// No step leads there, so the error is not among the moves of the trace.
TEST(Assumption, ANetworkThatBeginsInAnErrorShowsNothingElse) {
  const Network net = network("P: 0 -a-> 0\nM: ERROR\nN: 0 -a-> 0, 1 -a-> ERROR");
  EXPECT_EQ(said(net, reach(net, "P@0"), Verdict::kHolds, Trace()), "rejected: assumption");
  EXPECT_EQ(said(net, never(net, "P@0"), Verdict::kViolated, Trace()), "rejected: assumption");
  EXPECT_EQ(said(net, safety(net, "M N"), Verdict::kViolated, Trace()), "accepted");
  EXPECT_EQ(said(net, reach(net, "M@ERROR"), Verdict::kHolds, Trace()), "accepted");
}

TEST(Assumption, TheRejectionSaysWhatTheTraceShows) {
  const Network net = network(kUnsafe);
  const Assumption assumption = assume(net, "M N");
  Judge judge(net, &assumption);
  Progress silent;
  EXPECT_EQ(judge(never(net, "P@2"), Verdict::kViolated, trace(net, kToError), Limits(), silent).reason,
            "ends in a state that only shows that the model is not safe");
}

TEST(Assumption, SetsAreConditional) {
  const Network net = network(kSafe);
  for (const Evidence& set :
       {closed_set(net, "P M N", "000 111"), reduced_set(net, "000:012 111:012"), leap_set(net, "000 111")}) {
    EXPECT_EQ(said(net, deadlock(), Verdict::kHolds, set), "accepted, conditional");
    EXPECT_EQ(said(net, never(net, "P@2"), Verdict::kHolds, set), "accepted, conditional");
    EXPECT_EQ(said(net, reach(net, "P@2"), Verdict::kViolated, set), "accepted, conditional");
  }
  EXPECT_EQ(said(net, never(net, "P@2"), Verdict::kHolds, cases(net, "P: 0 1", "0")), "accepted, conditional");
}

TEST(Assumption, EvidenceOfEveryKindButATraceIsConditional) {
  const Network net = network(kSafe);
  const Assumption assumption = assume(net, "M N");
  const std::vector<Evidence> all = {NotCertified{"too large"},   trace(net, "go P>1 M>1 N>1"),
                                     closed_set(net, "P", "0 1"), reduced_set(net, "000:012"),
                                     cases(net, "P: 0 1", "0"),   std::make_shared<const InvariantProof>(),
                                     leap_set(net, "000")};
  ASSERT_EQ(all.size(), std::variant_size_v<Evidence>);
  for (std::size_t i = 0; i < all.size(); ++i) {
    ASSERT_EQ(all[i].index(), i);
    EXPECT_EQ(is_conditional(assumption, deadlock(), all[i]), kind_of(all[i]) != EvidenceKind::kTrace) << i;
    EXPECT_FALSE(is_conditional(assumption, safety(net, "N P M"), all[i])) << i;
  }
}

TEST(Assumption, AcceptedEvidenceThatCoversTheAssumptionShowsIt) {
  const Network net = network(kSafe);
  const Evidence set = closed_set(net, "P M N", "000 111");
  EXPECT_EQ(said(net, safety(net, "M N"), Verdict::kHolds, set), "accepted, shows it");
  EXPECT_EQ(said(net, safety(net, "N P M"), Verdict::kHolds, set), "accepted, shows it");
  EXPECT_EQ(said(net, safety(net, "M"), Verdict::kHolds, set), "accepted, conditional");
  EXPECT_EQ(said(net, safety(net, "N P"), Verdict::kHolds, set), "accepted, conditional");
  EXPECT_EQ(said(net, never(net, "M@ERROR || N@ERROR"), Verdict::kHolds, set), "accepted, conditional");
}

TEST(Assumption, NothingIsConditionalOnceTheAssumptionWasShown) {
  const Network net = network(kSafe);
  const Assumption assumption = assume(net, "M N");
  const Evidence set = closed_set(net, "P M N", "000 111");
  Judge judge(net, &assumption);
  EXPECT_TRUE(judge.is_conditional(deadlock(), set));
  EXPECT_EQ(by(judge, deadlock(), Verdict::kHolds, set), "accepted, conditional");
  EXPECT_FALSE(judge.is_assumption_shown());
  EXPECT_EQ(by(judge, safety(net, "M N"), Verdict::kHolds, set), "accepted, shows it");
  EXPECT_TRUE(judge.is_assumption_shown());
  EXPECT_FALSE(judge.is_conditional(deadlock(), set));
  EXPECT_EQ(by(judge, deadlock(), Verdict::kHolds, set), "accepted");
}

TEST(Assumption, ItMayHaveBeenShownElsewhere) {
  const Network net = network(kSafe);
  const Assumption assumption = assume(net, "M N");
  Judge judge(net, &assumption);
  judge.set_assumption_shown();
  EXPECT_EQ(by(judge, deadlock(), Verdict::kHolds, closed_set(net, "P M N", "000 111")), "accepted");
}

TEST(Assumption, RejectedEvidenceShowsNothing) {
  const Network net = network(kSafe);
  const Assumption assumption = assume(net, "M N");
  Judge judge(net, &assumption);
  EXPECT_EQ(by(judge, safety(net, "M N"), Verdict::kHolds, closed_set(net, "P M N", "000")), "rejected: closed");
  EXPECT_EQ(by(judge, safety(net, "M N"), Verdict::kHolds, NotCertified{"too large"}), "rejected: fits-verdict");
  EXPECT_EQ(by(judge, deadlock(), Verdict::kHolds, closed_set(net, "P M N", "000 111")), "accepted, conditional");
}

TEST(Assumption, AViolationDoesNotShowIt) {
  const Network net = network(kUnsafe);
  const Assumption assumption = assume(net, "M N");
  Judge judge(net, &assumption);
  EXPECT_EQ(by(judge, safety(net, "M N"), Verdict::kViolated, trace(net, kToError)), "accepted");
  EXPECT_FALSE(judge.is_assumption_shown());
  EXPECT_EQ(by(judge, never(net, "N@ERROR"), Verdict::kHolds, closed_set(net, "P M N", "000 111 221")), "accepted, conditional");
}

TEST(Assumption, NetworksWithoutOneAreUnaffected) {
  const Network net = network(kUnsafe);
  Judge judge(net);
  const Evidence set = closed_set(net, "P M N", "000 111 221");
  EXPECT_FALSE(judge.is_conditional(deadlock(), set));
  EXPECT_EQ(by(judge, deadlock(), Verdict::kHolds, set), "accepted");
  EXPECT_EQ(by(judge, safety(net, "N"), Verdict::kHolds, set), "accepted");
  EXPECT_EQ(by(judge, never(net, "P@2"), Verdict::kViolated, trace(net, kToError)), "accepted");
}

// A second version of the rule, from the text of ADR 16 alone: by enumeration where the right one reasons.
class NaiveRule {
 public:
  NaiveRule(const Network& network, const Assumption& assumption) : network_(network), assumption_(assumption) {}

  std::string says(const Property& property, Verdict claimed, const Evidence& evidence) const {
    if (const auto* run = std::get_if<Trace>(&evidence))
      return has_error(last_state(*run)) && !asks_for_errors(property) ? "rejected: assumption" : "accepted";
    const bool says_as_much = implies_assumption(property);
    if (!says_as_much) return "accepted, conditional";
    return claimed == Verdict::kHolds ? "accepted, shows it" : "accepted";
  }

 private:
  using State = std::vector<LocalState>;

  State last_state(const Trace& run) const {
    State state;
    for (ComponentId component : network_.components()) state.push_back(network_.lts(component).initial());
    for (std::size_t i = 0; i < run.size(); ++i)
      for (const Move& move : run[i].moves) state[move.component.index()] = move.to;
    return state;
  }
  bool in_error(const State& state, ComponentId component) const {
    return network_.lts(component).is_error(state[component.index()]);
  }
  bool has_error(const State& state) const {
    return std::ranges::any_of(network_.components(), [&](ComponentId component) { return in_error(state, component); });
  }
  std::vector<State> all_states() const {
    std::vector<State> states(1);
    for (ComponentId component : network_.components()) {
      std::vector<State> longer;
      for (const State& state : states)
        for (LocalState local : network_.lts(component).states()) {
          longer.push_back(state);
          longer.back().push_back(local);
        }
      states = std::move(longer);
    }
    return states;
  }
  // Whether every state that the property asks for has a component in an error state.
  bool asks_for_errors(const Property& property) const {
    if (std::holds_alternative<Safety>(property.ask)) return true;
    const Predicate* formula = nullptr;
    if (const auto* reach = std::get_if<Reach>(&property.ask)) formula = &reach->goal;
    if (const auto* never = std::get_if<Never>(&property.ask)) formula = &never->bad;
    if (formula == nullptr) return false;
    PredicateEvaluator is_true(*formula);
    return std::ranges::none_of(all_states(), [&](const State& state) {
      return !has_error(state) && is_true([&](ComponentId component) { return state[component.index()]; });
    });
  }
  // Whether the assumption is met in every state in which the property is.
  bool implies_assumption(const Property& property) const {
    const auto* said = std::get_if<Safety>(&property.ask);
    if (said == nullptr) return false;
    const auto is_met = [&](const Safety& safety, const State& state) {
      return std::ranges::none_of(safety.automata, [&](ComponentId automaton) { return in_error(state, automaton); });
    };
    const auto& assumed = std::get<Safety>(assumption_.property.ask);
    return std::ranges::all_of(all_states(), [&](const State& state) { return !is_met(*said, state) || is_met(assumed, state); });
  }

  const Network& network_;
  const Assumption& assumption_;
};

bool watches_one_of(const Assumption& assumption, const Property& property) {
  const auto* said = std::get_if<Safety>(&property.ask);
  return said != nullptr && std::ranges::any_of(std::get<Safety>(assumption.property.ask).automata, [&](ComponentId automaton) {
           return std::ranges::count(said->automata, automaton) > 0;
         });
}

struct WrongRule {
  std::string name;
  AssumptionRule rule;
};

// The right rule with one function replaced.
std::vector<WrongRule> wrong_rules() {
  std::vector<WrongRule> rules;
  const auto outside = [&](const std::string& name, Objection (*wrong)(const Claim&)) {
    rules.push_back({name, assumption_rule()});
    rules.back().rule.outside = wrong;
  };
  const auto conditional = [&](const std::string& name, bool (*wrong)(const Assumption&, const Property&, const Evidence&)) {
    rules.push_back({name, assumption_rule()});
    rules.back().rule.is_conditional = wrong;
  };
  const auto shows = [&](const std::string& name, bool (*wrong)(const Assumption&, const Property&, Verdict)) {
    rules.push_back({name, assumption_rule()});
    rules.back().rule.shows = wrong;
  };
  outside("traces to errors are accepted", [](const Claim&) { return Objection(); });
  outside("traces to errors are rejected, whatever is asked", [](const Claim& claim) -> Objection {
    const auto* run = std::get_if<Trace>(&claim.evidence);
    if (run == nullptr || run->size() == 0) return std::nullopt;
    for (const Move& move : (*run)[run->size() - 1].moves)
      if (claim.network.lts(move.component).is_error(move.to)) return "ends in an error";
    return std::nullopt;
  });
  outside("only errors of monitors are seen, not of other components", [](const Claim& claim) -> Objection {
    const auto* run = std::get_if<Trace>(&claim.evidence);
    if (run == nullptr || run->size() == 0) return std::nullopt;
    const auto& monitors = std::get<Safety>(claim.assumption->property.ask).automata;
    for (const Move& move : (*run)[run->size() - 1].moves)
      if (std::ranges::count(monitors, move.component) > 0) return assumption_rule().outside(claim);
    return std::nullopt;
  });
  outside("errors at the beginning are not seen", [](const Claim& claim) -> Objection {
    const auto* run = std::get_if<Trace>(&claim.evidence);
    return run != nullptr && run->size() == 0 ? std::nullopt : assumption_rule().outside(claim);
  });
  conditional("nothing is conditional", [](const Assumption&, const Property&, const Evidence&) { return false; });
  conditional("everything but the assumption is conditional",
              [](const Assumption& assumption, const Property& property, const Evidence&) {
                return is_conditional(assumption, property, NotCertified{});
              });
  conditional("a property about one monitor is not conditional",
              [](const Assumption& assumption, const Property& property, const Evidence& evidence) {
                return is_conditional(assumption, property, evidence) && !watches_one_of(assumption, property);
              });
  conditional("the assumption itself is conditional", [](const Assumption&, const Property&, const Evidence& evidence) {
    return !std::holds_alternative<Trace>(evidence);
  });
  conditional("only closed sets are conditional",
              [](const Assumption& assumption, const Property& property, const Evidence& evidence) {
                return std::holds_alternative<ClosedSetRef>(evidence) && is_conditional(assumption, property, evidence);
              });
  shows("any safety property shows it", [](const Assumption&, const Property& property, Verdict accepted) {
    return accepted == Verdict::kHolds && std::holds_alternative<Safety>(property.ask);
  });
  shows("a property about one monitor shows it", [](const Assumption& assumption, const Property& property, Verdict accepted) {
    return accepted == Verdict::kHolds && watches_one_of(assumption, property);
  });
  shows("a violation shows it", [](const Assumption& assumption, const Property& property, Verdict) {
    return assumption_rule().shows(assumption, property, Verdict::kHolds);
  });
  shows("anything that holds shows it",
        [](const Assumption&, const Property&, Verdict accepted) { return accepted == Verdict::kHolds; });
  shows("nothing shows it", [](const Assumption&, const Property&, Verdict) { return false; });
  return rules;
}

// Claims over a few networks with monitors. The tables are empty, so that they accept whatever is well-formed
// and the rule alone decides.
class RandomClaims {
 public:
  explicit RandomClaims(std::uint64_t seed) : rng_(seed) {}

  // Calls visit(network, assumption, property, claimed, evidence) for so many claims.
  template <class Visit>
  void each(std::size_t count, const Visit& visit) {
    constexpr std::string_view kError =   // of R, which is no monitor
        "P: 0 -a-> 1 -b-> 0\nM: 0 -a-> 0, 0 -b-> ERROR\nN: 0 -a-> 1 -a-> ERROR, 1 -b-> 0\nR: 0 -c-> 1 -c-> ERROR";
    constexpr std::string_view kBegins = "P: 0 -a-> 0\nM: ERROR, 0 -a-> ERROR\nN: 0 -a-> 0, 1 -a-> ERROR";
    std::vector<Network> nets;
    for (std::string_view text : {kUnsafe, kSafe, kError, kBegins}) nets.push_back(network(text));
    for (std::size_t i = 0; i < count; ++i) {
      const Network& net = nets[below(nets.size())];
      const Assumption assumption = assume(net, std::vector{"M", "N", "M N", "N M"}[below(4)]);
      const Evidence found = evidence(net);
      const bool is_trace = std::holds_alternative<Trace>(found);
      const Property asked = property(net);
      visit(net, assumption, asked, is_trace == trace_means_holds(kind_of(asked)) ? Verdict::kHolds : Verdict::kViolated, found);
    }
  }

 private:
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(rng_() % bound); }

  // A formula is a conjunction over different components: three-valued logic is exact there.
  Property property(const Network& net) {
    std::string names;
    std::string formula;
    for (ComponentId component : net.components()) {
      if (below(2) == 0) names += std::string(net.name(component)) + " ";
      if (below(2) == 0) continue;
      const Lts& lts = net.lts(component);
      const std::string state = lts.state_name(LocalState(below(lts.num_states())));
      formula += (formula.empty() ? "" : " && ") + std::string(net.name(component)) + "@" + state;
    }
    if (formula.empty()) formula = "true";
    switch (below(5)) {
      case 0: return deadlock();
      case 1: return reach(net, formula);
      case 2: return never(net, formula);
      default: return safety(net, names);
    }
  }

  // Runs of the network and sets with its initial state. No leap set has a state with a component in error.
  Evidence evidence(const Network& net) {
    const std::string initial(net.num_components(), '0');
    switch (below(5)) {
      case 0: return closed_set(net, "P", "0");
      case 1: return reduced_set(net, initial + ":0");
      case 2: return net.lts(ComponentId(1U)).is_error(LocalState(0U)) ? closed_set(net, "M", "0") : leap_set(net, initial);
      default: return walk(net);
    }
  }
  Trace walk(const Network& net) {
    Trace run;
    std::vector<LocalState> state;
    for (ComponentId component : net.components()) state.push_back(net.lts(component).initial());
    for (std::size_t left = below(5); left > 0; --left) {
      std::vector<RuleId> enabled;
      for (RuleId rule : net.rules())
        if (std::ranges::all_of(net.participants(rule), [&](const Participant& p) {
              return net.lts(p.component).offers(state[p.component.index()], p.label);
            }))
          enabled.push_back(rule);
      const bool is_error = std::ranges::any_of(
          net.components(), [&](ComponentId component) { return net.lts(component).is_error(state[component.index()]); });
      if (enabled.empty() || is_error) break;
      const RuleId rule = enabled[below(enabled.size())];
      std::vector<Move> moves;
      for (const Participant& p : net.participants(rule)) {
        state[p.component.index()] = net.lts(p.component).edges(state[p.component.index()], p.label)[0].target;
        moves.push_back({p.component, state[p.component.index()]});
      }
      run.add(net.label(rule), moves);
    }
    return run;
  }

  std::mt19937_64 rng_;
};

// How often the rule says something else than the naive one.
std::size_t differences(const AssumptionRule& rule, std::size_t claims, bool is_expected) {
  std::size_t found = 0;
  RandomClaims(18).each(claims, [&](const Network& net, const Assumption& assumption, const Property& property, Verdict claimed,
                                    const Evidence& evidence) {
    Progress silent;
    const Limits limits;
    const std::string by_rule = text(judge_with({.trace = {},
                                                 .closed_set = {},
                                                 .reduced_set = {},
                                                 .case_split = {},
                                                 .invariants = {},
                                                 .leap_set = {},
                                                 .assumption = &rule},
                                                {.network = net,
                                                 .property = property,
                                                 .claimed = claimed,
                                                 .evidence = evidence,
                                                 .limits = limits,
                                                 .progress = silent,
                                                 .assumption = &assumption}));
    const std::string naive = NaiveRule(net, assumption).says(property, claimed, evidence);
    if (by_rule == naive) return;
    ++found;
    if (!is_expected)
      ADD_FAILURE() << to_text(net) << kind_name(kind_of(property)) << ", " << kind_name(kind_of(evidence)) << ": " << by_rule
                    << ", naively " << naive;
  });
  return found;
}

TEST(AssumptionRule, SaysWhatANaiveOneSays) { EXPECT_EQ(differences(assumption_rule(), 5'000, false), 0U); }

TEST(AssumptionRule, EveryWrongRuleIsFoundOut) {
  for (const WrongRule& wrong : wrong_rules()) EXPECT_GT(differences(wrong.rule, 1'000, true), 0U) << wrong.name;
}

}   // namespace
}   // namespace parley
