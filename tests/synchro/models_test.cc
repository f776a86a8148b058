#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "engine/synchro/paper/paper_form.h"
#include "front/front.h"
#include "invariant/checks.h"

// Checks the numbers in the first comments of models/examples/pairstatic-NN.fsp, and which form proves which
// family of models/.

namespace parley::synchro {
namespace {

using enum PredicateKind;

const Limits kNoLimits;

struct System {
  Network network;

  explicit System(const std::string& path, const std::string& size = "") : network(build(path, size)) {}

  static Network build(const std::string& path, const std::string& size) {
    Progress silent;
    ReadOptions options;
    if (!size.empty()) options.definitions = {{"N", size}};
    auto model = read_model(std::string(PARLEY_MODELS) + "/" + path, options, kNoLimits, silent);
    if (!model) throw std::invalid_argument(to_text(model.diagnostics()));
    // The examples also have targets for pairs of components; only SYSTEM is tested here.
    const std::string target = path.starts_with("examples/") ? "SYSTEM" : (*model)->default_target();
    return *(*model)->build(target, "", kNoLimits, silent);
  }

  ComponentId component(std::string_view name) const { return network.find_component(name).value(); }
  RuleId rule(std::string_view label) const {
    std::vector<RuleId> found;
    for (const RuleId each : network.rules())
      if (network.label_name(each) == label) found.push_back(each);
    if (found.size() != 1) throw std::invalid_argument("no single rule " + std::string(label));
    return found[0];
  }
  LocalState state(ComponentId of, std::string_view name) const { return network.lts(of).states_named(name).at(0); }

  // A global state from the names of local states, components in the order of the network.
  std::vector<LocalState> at(std::initializer_list<std::string_view> names) const {
    std::vector<LocalState> state_of;
    for (const std::string_view name : names) state_of.push_back(state(ComponentId(state_of.size()), name));
    return state_of;
  }

  template <class Visit>
  void for_each_state(const Visit& visit) const {
    std::vector<LocalState> now(network.num_components());
    for (;;) {
      visit(now);
      std::size_t i = 0;
      while (i < now.size() && now[i].index() + 1 == network.lts(ComponentId(i)).num_states()) now[i++] = LocalState(0);
      if (i == now.size()) return;
      now[i] = LocalState(now[i].index() + 1);
    }
  }

  bool is_blocked(const std::vector<LocalState>& now) const {
    return std::ranges::none_of(network.rules(), [&](RuleId each) {
      return std::ranges::all_of(network.participants(each), [&](const Participant& part) {
        return network.lts(part.component).offers(now[part.component.index()], part.label);
      });
    });
  }

  // By the definition of the largest blocked set; these systems have no terminal states.
  bool is_locally_blocked(const std::vector<LocalState>& now) const {
    std::vector<bool> inside(network.num_components(), true);
    for (bool moved = true; moved;) {
      moved = false;
      for (const RuleId each : network.rules()) {
        const auto parts = network.participants(each);
        const bool named = std::ranges::any_of(parts, [&](const Participant& part) { return inside[part.component.index()]; });
        const bool all_offer = std::ranges::all_of(parts, [&](const Participant& part) {
          return !inside[part.component.index()] || network.lts(part.component).offers(now[part.component.index()], part.label);
        });
        if (!named || !all_offer) continue;
        for (const Participant& part : parts) inside[part.component.index()] = false;
        moved = true;
      }
    }
    return std::ranges::find(inside, true) != inside.end();
  }

  bool reaches(const std::vector<LocalState>& wanted) const {
    std::vector<std::vector<LocalState>> seen{std::vector<LocalState>()};
    for (const ComponentId each : network.components()) seen[0].push_back(network.lts(each).initial());
    for (std::size_t next = 0; next < seen.size(); ++next) {
      if (seen[next] == wanted) return true;
      for (const RuleId each : network.rules()) {
        std::vector<std::vector<LocalState>> after{seen[next]};
        for (const Participant& part : network.participants(each)) {
          std::vector<std::vector<LocalState>> longer;
          for (const auto& from : after)
            for (const Edge& edge : network.lts(part.component).edges(seen[next][part.component.index()], part.label)) {
              longer.push_back(from);
              longer.back()[part.component.index()] = edge.target;
            }
          after = std::move(longer);
        }
        for (auto& to : after)
          if (std::ranges::find(seen, to) == seen.end()) seen.push_back(std::move(to));
      }
    }
    return false;
  }

  bool passes(PredicateKind kind, const std::vector<LocalState>& now) const {
    switch (kind) {
      case kPair: return PairCheck(network, kNoLimits).passes(now);
      case kOrder: return OrderCheck(network, Grouping::kRules, kNoLimits).passes(now);
      case kOrderData: return OrderCheck(network, Grouping::kData, kNoLimits).passes(now);
      case kRelation: return CountCheck(network, CountCheck::Kind::kRelation, Grouping::kRules, kNoLimits).passes(now);
      case kRelationData: return CountCheck(network, CountCheck::Kind::kRelation, Grouping::kData, kNoLimits).passes(now);
      case kDifference: return CountCheck(network, CountCheck::Kind::kDifference, Grouping::kRules, kNoLimits).passes(now);
      case kDifferenceData: return CountCheck(network, CountCheck::Kind::kDifference, Grouping::kData, kNoLimits).passes(now);
      case kDifferenceComponent: {
        // By a question that only this state answers.
        PredicateBuilder builder;
        std::vector<PredicateBuilder::Handle> atoms;
        for (std::size_t i = 0; i < now.size(); ++i) atoms.push_back(builder.atom({ComponentId(i), {now[i]}}));
        const auto all = builder.all_of(atoms);
        return !smt_form(network, {"here", Never{std::move(builder).build(all)}}, {kDifferenceComponent}, kNoLimits).is_proved;
      }
    }
    return false;
  }
  bool all_states_pass(PredicateKind kind) const {
    bool pass = true;
    for_each_state([&](const auto& now) { pass = pass && passes(kind, now); });
    return pass;
  }

  // The suffix of a state, as "rule rule".
  std::string suffix(Grouping grouping, std::string_view name, std::string_view of) const {
    WiringTables<SuffixTable> tables(network, grouping, kNoLimits);
    const ComponentId who = component(name);
    std::string text;
    for (const std::uint32_t event : tables.of(who).at(state(who, of))) {
      if (!text.empty()) text += " ";
      text += network.label_name(RuleId(tables.projections().counter(who, event)));
    }
    return text;
  }

  // The number in a difference set, for events that count these rules; nothing if the set is not a single
  // number.
  std::optional<std::int64_t> difference(Grouping grouping, std::string_view name, std::string_view of, std::string_view plus,
                                         std::string_view minus) const {
    WiringTables<DifferenceTable> tables(network, grouping, kNoLimits);
    const ComponentId who = component(name);
    return tables.of(who).difference(state(who, of), event_of(tables.projections(), grouping, who, plus),
                                     event_of(tables.projections(), grouping, who, minus));
  }

  std::uint32_t event_of(const Projections& projections, Grouping grouping, ComponentId who, std::string_view label) const {
    const Wiring& wiring = projections.wiring(projections.wiring_of(who));
    for (const Participant& part : network.participants(rule(label)))
      if (part.component == who)
        for (const std::uint32_t event : wiring.events_of(part.label)) {
          if (grouping == Grouping::kData) return event;   // here all rules of a label have the same participants
          if (std::ranges::count(projections.counters(who, event), rule(label).value) > 0) return event;
        }
    throw std::invalid_argument("no event " + std::string(label));
  }

  // The rules of each component class, by name.
  std::vector<std::vector<std::string>> component_classes(std::string_view name) const {
    const Projections projections(network, Grouping::kComponent, kNoLimits);
    std::vector<std::vector<std::string>> classes;
    for (std::uint32_t event = 0; event < projections.num_events(component(name)); ++event) {
      auto& rules = classes.emplace_back();
      for (const std::uint32_t each : projections.counters(component(name), event))
        rules.emplace_back(network.label_name(RuleId(each)));
      std::ranges::sort(rules);
    }
    std::ranges::sort(classes);
    return classes;
  }

  bool sat_proves(PredicateSet set) const {
    return both([&](const Property& property) { return sat_form(network, property, set, kNoLimits).is_proved; });
  }
  bool smt_proves(PredicateSet set) const {
    return both([&](const Property& property) { return smt_form(network, property, set, kNoLimits).is_proved; });
  }

 private:
  // For deadlock and local deadlock, which must agree here.
  template <class Ask>
  bool both(const Ask& ask) const {
    const bool deadlock = ask(Property{"deadlock", Deadlock{}});
    const bool local = ask(Property{"local", LocalDeadlock{}});
    EXPECT_EQ(deadlock, local);
    return deadlock && local;
  }
};

std::vector<std::vector<LocalState>> states_where(const System& system, const auto& is) {
  std::vector<std::vector<LocalState>> found;
  system.for_each_state([&](const auto& now) {
    if (is(now)) found.push_back(now);
  });
  return found;
}

using States = std::vector<std::vector<LocalState>>;

TEST(PaperExamples, Section31PairsCountTheAs) {
  const System system("examples/pairstatic-00.fsp");
  // Both components are chains, so a suffix is the whole history.
  EXPECT_EQ(system.suffix(Grouping::kRules, "l.1", "S0"), "");
  EXPECT_EQ(system.suffix(Grouping::kRules, "l.1", "S1"), "");
  EXPECT_EQ(system.suffix(Grouping::kRules, "l.1", "S2"), "a");
  EXPECT_EQ(system.suffix(Grouping::kRules, "l.2", "S0"), "");
  EXPECT_EQ(system.suffix(Grouping::kRules, "l.2", "S1"), "a");
  EXPECT_EQ(system.suffix(Grouping::kRules, "l.2", "S2"), "a a");
  EXPECT_EQ(system.difference(Grouping::kEveryRule, "l.1", "S2", "a", "l.1.b"), 0);
  EXPECT_FALSE(system.reaches(system.at({"S2", "S2"})));
  EXPECT_FALSE(system.passes(kPair, system.at({"S2", "S2"})));
  EXPECT_TRUE(system.reaches(system.at({"S2", "S1"})));
  for (const PredicateKind kind : kAllPredicates)
    EXPECT_TRUE(system.passes(kind, system.at({"S2", "S1"}))) << predicate_name(kind);
}

TEST(PaperExamples, Example1MilnerIsProvedByPairs) {
  const System system("examples/pairstatic-01.fsp");
  std::map<std::string, std::size_t> participants;
  for (const RuleId rule : system.network.rules())
    participants[std::string(system.network.label_name(rule))] = system.network.participants(rule).size();
  EXPECT_EQ(participants,
            (std::map<std::string, std::size_t>{{"a.0", 1}, {"b.0", 1}, {"a.1", 1}, {"b.1", 1}, {"c.0", 2}, {"c.1", 2}}));
  EXPECT_TRUE(system.sat_proves({kPair}));
  EXPECT_TRUE(system.smt_proves({kPair}));
}

TEST(PaperExamples, Example2NonFillableRingNeedsOrders) {
  const System system("examples/pairstatic-02.fsp");
  const auto full = system.at({"S6", "S6", "S6"});
  EXPECT_EQ(system.network.lts(ComponentId(0)).num_states(), 7u);
  EXPECT_EQ(std::ranges::count_if(system.network.rules(), [&](RuleId rule) { return system.network.label_name(rule) == kTau; }),
            3);
  for (const RuleId rule : system.network.rules())
    EXPECT_EQ(system.network.participants(rule).size(), system.network.label_name(rule).starts_with("ring") ? 2u : 1u);
  for (const std::string node : {"0", "1", "2"}) {
    EXPECT_EQ(system.suffix(Grouping::kEveryRule, "l." + node, "S6"), "tau ring." + node + " tau");
    EXPECT_EQ(system.suffix(Grouping::kRules, "l." + node, "S6"), "ring." + node);
  }
  EXPECT_EQ(states_where(system, [&](const auto& now) { return system.is_blocked(now); }), States{full});
  EXPECT_EQ(states_where(system, [&](const auto& now) { return system.is_locally_blocked(now); }), States{full});
  EXPECT_FALSE(system.reaches(full));
  EXPECT_TRUE(system.passes(kPair, full));
  EXPECT_FALSE(system.passes(kOrder, full));
  // The cycle goes through all three components, whether rules of one participant count or not.
  for (const Grouping grouping : {Grouping::kEveryRule, Grouping::kRules, Grouping::kData})
    EXPECT_EQ(OrderCheck(system.network, grouping, kNoLimits).contradiction(full),
              (std::vector{ComponentId(0), ComponentId(1), ComponentId(2)}));
  EXPECT_TRUE(system.sat_proves({kOrder}));
  EXPECT_TRUE(system.smt_proves({kOrder}));
  EXPECT_FALSE(system.sat_proves({kPair, kRelation, kRelationData}));
}

TEST(PaperExamples, Example3TokenRingNeedsRelations) {
  const System system("examples/pairstatic-03.fsp");
  EXPECT_EQ(system.difference(Grouping::kRules, "l.0", "S3", "tk.0", "tk.1"), 0);
  EXPECT_EQ(system.difference(Grouping::kRules, "l.1", "S2", "tk.1", "tk.2"), 1);
  EXPECT_EQ(system.difference(Grouping::kRules, "l.2", "S2", "tk.2", "tk.0"), 1);
  EXPECT_EQ(system.difference(Grouping::kRules, "l.0", "S1", "tk.0", "tk.1"), 0);
  for (const auto& now : {system.at({"S3", "S2", "S2"}), system.at({"S1", "S2", "S2"})}) {
    EXPECT_FALSE(system.reaches(now));
    EXPECT_FALSE(system.passes(kRelation, now));
  }
  EXPECT_TRUE(system.passes(kPair, system.at({"S3", "S2", "S2"})));
  EXPECT_TRUE(system.sat_proves({kRelation}));
}

TEST(PaperExamples, Example4TwoTokensNeedDifferences) {
  const System system("examples/pairstatic-04.fsp");
  const auto three = system.at({"S4", "S2", "S2"});
  EXPECT_FALSE(system.reaches(three));
  EXPECT_FALSE(system.passes(kDifference, three));
  EXPECT_TRUE(system.passes(kRelation, three));
  EXPECT_EQ(system.difference(Grouping::kRules, "l.0", "S4", "tk.1", "tk.0"), 1);
  EXPECT_EQ(system.difference(Grouping::kRules, "l.0", "S1", "tk.1", "tk.0"), 0);
  EXPECT_EQ(system.difference(Grouping::kRules, "l.1", "S2", "tk.1", "tk.2"), 1);
  EXPECT_EQ(system.difference(Grouping::kRules, "l.2", "S2", "tk.2", "tk.0"), 1);
  EXPECT_TRUE(system.smt_proves({kDifference}));
  for (const auto& now :
       states_where(system, [&](const auto& each) { return system.is_blocked(each) || system.is_locally_blocked(each); }))
    EXPECT_FALSE(system.passes(kDifference, now));
}

TEST(PaperExamples, Example5DataOnTheTokenNeedsDataClasses) {
  const System system("examples/pairstatic-05.fsp");
  EXPECT_TRUE(system.all_states_pass(kRelation));
  EXPECT_TRUE(system.all_states_pass(kDifference));
  EXPECT_EQ(system.difference(Grouping::kRules, "l.1", "S2", "tk.1.0", "tk.2.0"), std::nullopt);
  EXPECT_EQ(system.difference(Grouping::kRules, "l.0", "S1", "tk.0.0", "tk.1.0"), 0);   // S1 is left for good
  EXPECT_EQ(system.difference(Grouping::kData, "l.0", "S3", "tk.0.0", "tk.1.0"), 0);
  EXPECT_EQ(system.difference(Grouping::kData, "l.1", "S2", "tk.1.0", "tk.2.0"), 1);
  EXPECT_EQ(system.difference(Grouping::kData, "l.2", "S2", "tk.2.0", "tk.0.0"), 1);
  const auto full = system.at({"S3", "S2", "S2"});
  EXPECT_TRUE(system.is_blocked(full));
  EXPECT_FALSE(system.passes(kRelationData, full));
  EXPECT_FALSE(system.passes(kDifferenceData, full));
  EXPECT_TRUE(system.sat_proves({kRelationData}));
  EXPECT_TRUE(system.smt_proves({kDifferenceData}));
  EXPECT_FALSE(system.sat_proves({kRelation}));
  EXPECT_FALSE(system.smt_proves({kDifference}));
}

TEST(PaperExamples, Example6FullyConnectedNeedsComponentClasses) {
  const System system("examples/pairstatic-06.fsp");
  EXPECT_TRUE(system.all_states_pass(kDifference));
  EXPECT_TRUE(system.all_states_pass(kDifferenceData));
  using Classes = std::vector<std::vector<std::string>>;
  EXPECT_EQ(system.component_classes("l.0"), (Classes{{"tk.0.1", "tk.0.2"}, {"tk.1.0", "tk.2.0"}}));
  EXPECT_EQ(system.component_classes("l.1"), (Classes{{"tk.0.1", "tk.2.1"}, {"tk.1.0", "tk.1.2"}}));
  EXPECT_EQ(system.component_classes("l.2"), (Classes{{"tk.0.2", "tk.1.2"}, {"tk.2.0", "tk.2.1"}}));
  EXPECT_EQ(system.difference(Grouping::kComponent, "l.0", "S3", "tk.1.0", "tk.0.1"), 0);
  EXPECT_EQ(system.difference(Grouping::kComponent, "l.1", "S2", "tk.0.1", "tk.1.0"), 1);
  EXPECT_EQ(system.difference(Grouping::kComponent, "l.2", "S2", "tk.0.2", "tk.2.0"), 1);
  const auto full = system.at({"S3", "S2", "S2"});
  EXPECT_TRUE(system.is_blocked(full));
  EXPECT_FALSE(system.passes(kDifferenceComponent, full));
  EXPECT_TRUE(system.smt_proves({kDifferenceComponent}));
  EXPECT_FALSE(system.smt_proves({kPair, kOrder, kOrderData, kDifference, kDifferenceData}));
}

TEST(PaperExamples, Example7DefeatsAllPredicates) {
  const System system("examples/pairstatic-07.fsp");
  const auto stuck = system.at({"P0", "Q0", "R3"});
  const auto names = [&](std::string_view label) {
    std::string text;
    for (const Participant& part : system.network.participants(system.rule(label)))
      text += std::string(system.network.name(part.component)) + " ";
    return text;
  };
  EXPECT_EQ(names("a"), "L1 L3 ");
  EXPECT_EQ(names("b"), "L1 L2 ");
  EXPECT_EQ(names("c"), "L2 L3 ");
  EXPECT_EQ(states_where(system, [&](const auto& now) { return system.is_blocked(now); }), States{stuck});
  EXPECT_EQ(states_where(system, [&](const auto& now) { return system.is_locally_blocked(now); }), States{stuck});
  EXPECT_FALSE(system.reaches(stuck));
  for (const PredicateKind kind : kAllPredicates) EXPECT_TRUE(system.passes(kind, stuck)) << predicate_name(kind);
  for (const auto form : {sat_form, smt_form}) {
    EXPECT_EQ(form(system.network, {"d", Deadlock{}}, PredicateSet::all(), kNoLimits).candidate, stuck);
    EXPECT_EQ(form(system.network, {"l", LocalDeadlock{}}, PredicateSet::all(), kNoLimits).candidate, stuck);
  }
}

TEST(PaperExamples, Example8CheckedMessagesAreProvedByOrders) {
  const System system("examples/pairstatic-08.fsp");
  const auto full = system.at({"S8", "S8", "S8"});
  for (const std::string node : {"0", "1", "2"}) {
    EXPECT_EQ(system.suffix(Grouping::kEveryRule, "l." + node, "S8"), "tau ring." + node + " chk." + node + " tau");
    EXPECT_EQ(system.network.participants(system.rule("chk." + node)).size(), 1u);
  }
  EXPECT_TRUE(system.is_blocked(full));
  EXPECT_FALSE(OrderCheck(system.network, Grouping::kEveryRule, kNoLimits).passes(full));
  EXPECT_FALSE(system.passes(kOrder, full));
  EXPECT_TRUE(system.sat_proves({kOrder}));
  EXPECT_TRUE(system.smt_proves({kOrder}));
}

TEST(PaperExamples, Example9SystolicArrayNeedsRelations) {
  const System system("examples/pairstatic-09.fsp");
  EXPECT_EQ(system.network.num_components(), 4u);
  Pairs pairs(system.network, kNoLimits);
  const auto unreachable = [&](std::string_view one, std::string_view other) {
    int count = 0;
    for (std::size_t i = 0; i < pairs.all().size(); ++i) {
      if (pairs.all()[i] != Pairs::Pair{system.component(one), system.component(other)}) continue;
      for (const LocalState s : system.network.lts(system.component(one)).states())
        for (const LocalState t : system.network.lts(system.component(other)).states())
          if (!pairs.table(i).reaches(s, t)) {
            ++count;
            // Only if one of them has not begun.
            EXPECT_TRUE(s == system.state(system.component(one), "S0") || t == system.state(system.component(other), "S0"));
          }
    }
    return count;
  };
  EXPECT_EQ(pairs.all().size(), 4u);
  EXPECT_EQ(unreachable("l.1.1", "l.2.1"), 10);
  EXPECT_EQ(unreachable("l.1.2", "l.2.2"), 10);
  EXPECT_EQ(unreachable("l.1.1", "l.1.2"), 6);
  EXPECT_EQ(unreachable("l.2.1", "l.2.2"), 6);
  EXPECT_TRUE(system.sat_proves({kRelation}));
  EXPECT_FALSE(system.sat_proves({kPair}));
}

TEST(PaperExamples, Example10TokenRingWithWorkIsBeyondPairs) {
  const System system("examples/pairstatic-10.fsp");
  EXPECT_TRUE(system.sat_proves({kRelation}));
  EXPECT_TRUE(system.smt_proves({kDifference}));
  EXPECT_FALSE(system.sat_proves({kPair}));
}

// The tables of the paper, at sizes that take no time: the predicate that completes the proof in each form,
// "" if there is no proof.
struct Family {
  const char* model;
  const char* size;
  const char* sat;
  const char* smt;
};
class PaperFamilies : public ::testing::TestWithParam<Family> {};

TEST_P(PaperFamilies, AreProvedByWhatThePaperSays) {
  const System system(GetParam().model, GetParam().size);
  for (const Property& property : {Property{"deadlock", Deadlock{}}, Property{"local", LocalDeadlock{}}}) {
    EXPECT_EQ(sat_form(system.network, property, PredicateSet::all(), kNoLimits).last, GetParam().sat) << property.name;
    EXPECT_EQ(smt_form(system.network, property, PredicateSet::all(), kNoLimits).last, GetParam().smt) << property.name;
  }
  EXPECT_FALSE(system.sat_proves({kPair})) << "the paper's systems are beyond pairs";
}

INSTANTIATE_TEST_SUITE_P(
    Tables, PaperFamilies,
    ::testing::Values(
        Family{"but.fsp", "5", "", "difference-component"}, Family{"ddb.fsp", "4", "relation-data", "difference-data"},
        Family{"hex-sys.fsp", "2", "relation-data", "difference-data"},
        Family{"mat.fsp", "3", "relation-data", "difference-data"}, Family{"ring-p.fsp", "5", "relation-data", "difference-data"},
        Family{"ring.fsp", "10", "order-data", "order-data"}, Family{"sched.fsp", "10", "relation-data", "difference-data"},
        Family{"ts.fsp", "3", "", "difference-component"}, Family{"m-vote.fsp", "3", "", ""},
        Family{"msg-grid.fsp", "6", "", "difference-component"}, Family{"ring2.fsp", "5", "relation-data", "difference-data"},
        Family{"ring2-hf.fsp", "6", "relation-data", "difference-data"},
        Family{"ring2-s.fsp", "6", "relation-data", "difference-data"},
        Family{"ring2-s-hf.fsp", "6", "relation-data", "difference-data"}, Family{"track.fsp", "8", "", ""},
        Family{"track-hf.fsp", "8", "", ""}, Family{"tk-fully.fsp", "5", "", "difference-component"},
        Family{"tk-fully-hf.fsp", "6", "", "difference-component"}, Family{"tk-grid.fsp", "8", "", "difference-component"},
        Family{"tk-grid-hf.fsp", "8", "", "difference-component"}, Family{"tk-ring.fsp", "8", "", "difference-component"},
        Family{"tk-ring-hf.fsp", "8", "", "difference-component"}),
    [](const auto& family) {
      std::string name;
      for (const char* letter = family.param.model; *letter != '.'; ++letter) name += *letter == '-' ? '_' : *letter;
      return name;
    });

}   // namespace
}   // namespace parley::synchro
