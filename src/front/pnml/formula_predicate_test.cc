#include "front/pnml/formula_predicate.h"

#include <algorithm>
#include <functional>
#include <random>

#include <gtest/gtest.h>

#include "front/pnml/property_set.h"
#include "front/pnml/translate.h"
#include "property/parse.h"
#include "property/print.h"

namespace parley {
namespace {

using Marking = std::vector<bool>;

// A formula as the contest writes it, and its meaning.
struct Said {
  std::string xml;
  std::function<bool(const Marking&)> holds;
};
struct Number {
  std::string xml;
  std::function<std::int64_t(const Marking&)> value;
};

std::string element(const std::string& name, const std::string& inside) { return "<" + name + ">" + inside + "</" + name + ">"; }

// A random net of a few units with arbitrary transitions, and random formulas about it.
class RandomNet {
 public:
  explicit RandomNet(std::uint32_t seed) : random_(seed) {
    const std::uint32_t units = 1 + below(4);
    for (std::uint32_t unit = 0; unit < units; ++unit) {
      PetriNet::Unit& own = net_.units.emplace_back();
      own.id = "u" + std::to_string(unit);
      const std::uint32_t places = 1 + below(4);
      const std::uint32_t marked = below(places + 1);
      for (std::uint32_t i = 0; i < places; ++i) {
        own.places.push_back(net_.places.intern("p" + std::to_string(net_.places.size())));
        net_.is_marked.push_back(i == marked);
      }
    }
    for (std::uint32_t t = 0; t < 4; ++t) {
      net_.transitions.intern("t" + std::to_string(t));
      for (PlaceLists* lists : {&net_.presets, &net_.postsets}) {
        for (std::uint32_t place = 0; place < net_.places.size(); ++place)
          if (below(4) == 0) lists->add(place);
        lists->end_list();
      }
    }
  }

  const PetriNet& net() const { return net_; }

  Said formula(int depth) {
    switch (below(depth > 0 ? 9 : 4)) {
      case 0: return constant();
      case 1: return fireable();
      case 2:
      case 3: return comparison();
      case 4: return negation(depth);
      case 5: return implication(depth);
      case 6:
      case 7: return connective(depth, true);
      default: return connective(depth, false);
    }
  }

 private:
  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_() % bound); }
  std::string place_name(std::uint32_t place) const { return std::string(net_.places.view(place)); }

  Said constant() {
    switch (below(8)) {
      case 0: return {"<true/>", [](const Marking&) { return true; }};
      case 1: return {"<false/>", [](const Marking&) { return false; }};
      case 2: return {"<deadlock/>", [this](const Marking& marking) { return !some(marking, {0, 1, 2, 3}); }};
      default: return fireable();
    }
  }
  bool some(const Marking& marking, const std::vector<std::uint32_t>& transitions) const {
    for (std::uint32_t transition : transitions) {
      bool all = true;
      for (std::uint32_t place : net_.pre(transition)) all = all && marking[place];
      if (all) return true;
    }
    return false;
  }
  Said fireable() {
    std::vector<std::uint32_t> transitions;
    std::string inside;
    for (std::uint32_t count = 1 + below(3); count > 0; --count) {
      transitions.push_back(below(4));
      inside += element("transition", "t" + std::to_string(transitions.back()));
    }
    return {element("is-fireable", inside), [this, transitions](const Marking& marking) { return some(marking, transitions); }};
  }
  Number number(int depth) {
    const std::uint32_t kind = below(depth > 0 ? 6 : 3);
    if (kind == 0) {
      const std::int64_t value = static_cast<std::int64_t>(below(7)) - 2;
      return {element("integer-constant", std::to_string(value)), [value](const Marking&) { return value; }};
    }
    if (kind < 3) {
      std::vector<std::uint32_t> places;
      std::string inside;
      for (std::uint32_t count = 1 + below(4); count > 0; --count) {
        places.push_back(below(static_cast<std::uint32_t>(net_.places.size())));
        inside += element("place", place_name(places.back()));
      }
      return {element("tokens-count", inside), [places](const Marking& marking) {
                std::int64_t sum = 0;
                for (std::uint32_t place : places) sum += marking[place] ? 1 : 0;
                return sum;
              }};
    }
    const Number left = number(depth - 1);
    const Number right = number(depth - 1);
    if (kind == 3)
      return {element("integer-sum", left.xml + right.xml), [=](const Marking& m) { return left.value(m) + right.value(m); }};
    if (kind == 4)
      return {element("integer-difference", left.xml + right.xml),
              [=](const Marking& m) { return left.value(m) - right.value(m); }};
    const std::int64_t factor = static_cast<std::int64_t>(below(5)) - 2;
    return {element("integer-product", element("integer-constant", std::to_string(factor)) + right.xml),
            [=](const Marking& m) { return factor * right.value(m); }};
  }
  Said comparison() {
    const Number left = number(2);
    const Number right = number(2);
    const std::string both = left.xml + right.xml;
    switch (below(8)) {
      case 0: return {element("integer-lt", both), [=](const Marking& m) { return left.value(m) < right.value(m); }};
      case 1: return {element("integer-ge", both), [=](const Marking& m) { return left.value(m) >= right.value(m); }};
      case 2: return {element("integer-gt", both), [=](const Marking& m) { return left.value(m) > right.value(m); }};
      case 3: return {element("integer-eq", both), [=](const Marking& m) { return left.value(m) == right.value(m); }};
      case 4: return {element("integer-ne", both), [=](const Marking& m) { return left.value(m) != right.value(m); }};
      default: return {element("integer-le", both), [=](const Marking& m) { return left.value(m) <= right.value(m); }};
    }
  }
  Said negation(int depth) {
    const Said inner = formula(depth - 1);
    return {element("negation", inner.xml), [=](const Marking& m) { return !inner.holds(m); }};
  }
  Said implication(int depth) {
    const Said left = formula(depth - 1);
    const Said right = formula(depth - 1);
    return {element("implication", left.xml + right.xml), [=](const Marking& m) { return !left.holds(m) || right.holds(m); }};
  }
  Said connective(int depth, bool is_and) {
    std::vector<Said> operands;
    std::string inside;
    for (std::uint32_t count = 1 + below(4); count > 0; --count) {
      operands.push_back(formula(depth - 1));
      inside += operands.back().xml;
    }
    return {element(is_and ? "conjunction" : "disjunction", inside), [=](const Marking& m) {
              bool result = is_and;
              for (const Said& operand : operands) result = is_and ? result && operand.holds(m) : result || operand.holds(m);
              return result;
            }};
  }

  std::mt19937 random_;
  PetriNet net_;
};

// Calls 'visit(states)' for every combination of local states, reachable or not.
void for_each_state(const Network& network, const std::function<void(const std::vector<LocalState>&)>& visit) {
  std::vector<LocalState> state(network.num_components(), LocalState(std::size_t{0}));
  for (;;) {
    visit(state);
    std::size_t i = 0;
    for (; i < state.size(); ++i) {
      const std::size_t next = state[i].index() + 1;
      state[i] = LocalState(next % network.lts(ComponentId(i)).num_states());
      if (state[i].index() != 0) break;
    }
    if (i == state.size()) return;
  }
}

Formula read(const std::string& xml, const PetriNet& net) {
  const std::string text = "<property-set><property><id>q</id><formula><exists-path><finally>" + xml +
                           "</finally></exists-path></formula></property></property-set>";
  Result<std::vector<ContestProperty>> properties = parse_properties("x.xml", text, net, Limits());
  EXPECT_TRUE(properties && (*properties)[0].refused.empty()) << text;
  return properties ? std::move((*properties)[0].formula) : Formula{};
}

TEST(FormulaPredicate, RandomFormulasMeanTheSame) {
  std::size_t sometimes = 0;
  for (std::uint32_t seed = 0; seed < 3000; ++seed) {
    RandomNet random(seed);
    const Said said = random.formula(3);
    const PetriNetwork translated = translate(random.net(), Limits());
    const Network& network = translated.network;
    const Formula formula = read(said.xml, random.net());
    const Predicate yes = to_predicate(formula, Truth::kFormula, random.net(), network, translated.marked, Limits());
    const Predicate no = to_predicate(formula, Truth::kNegation, random.net(), network, translated.marked, Limits());
    PredicateEvaluator is_true(yes);
    PredicateEvaluator is_false(no);
    bool seen[2] = {false, false};
    for_each_state(network, [&](const std::vector<LocalState>& state) {
      const auto local = [&](ComponentId component) { return state[component.index()]; };
      Marking marking;
      for (const Atom& atom : translated.marked)
        marking.push_back(std::ranges::find(atom.states, local(atom.component)) != atom.states.end());
      const bool truth = said.holds(marking);
      seen[truth ? 1 : 0] = true;
      ASSERT_EQ(is_true(local), truth) << seed << ": " << said.xml << "\n" << to_text(yes, network);
      ASSERT_EQ(is_false(local), !truth) << seed << ": " << said.xml << "\n" << to_text(no, network);
    });
    if (seen[0] && seen[1]) ++sometimes;
    const Result<Predicate> again = parse_predicate(SourceText("x", to_text(yes, network)), network);
    ASSERT_TRUE(again);
    EXPECT_EQ(to_text(*again, network), to_text(yes, network));
  }
  EXPECT_GT(sometimes, 1000U);   // otherwise the test would show little
}

// Two units of two places, and a place alone; each may be empty.
class Small : public ::testing::Test {
 protected:
  Small() {
    net_.id = "n";
    const std::vector<std::vector<std::string>> units = {{"a", "b"}, {"c", "d"}, {"e"}};
    for (const std::vector<std::string>& unit : units) {
      PetriNet::Unit& own = net_.units.emplace_back();
      own.id = "u" + std::to_string(net_.units.size());
      for (const std::string& place : unit) {
        own.places.push_back(net_.places.intern(place));
        net_.is_marked.push_back(false);
      }
    }
    for (std::uint32_t place = 0; place < 5; ++place) {   // fills a place
      net_.transitions.intern("fill_" + std::string(net_.places.view(place)));
      net_.presets.end_list();
      net_.postsets.add(place);
      net_.postsets.end_list();
    }
    net_.transitions.intern("ace");
    for (std::uint32_t place : {0U, 2U, 4U}) net_.presets.add(place);
    net_.presets.end_list();
    net_.postsets.end_list();
    net_.transitions.intern("ab");
    for (std::uint32_t place : {0U, 1U}) net_.presets.add(place);
    net_.presets.end_list();
    net_.postsets.end_list();
  }
  std::string made(const std::string& xml, Truth truth = Truth::kFormula) {
    const PetriNetwork translated = translate(net_, Limits());
    return to_text(to_predicate(read(xml, net_), truth, net_, translated.network, translated.marked, Limits()),
                   translated.network);
  }
  static std::string tokens(const std::string& places) {
    std::string inside;
    for (char place : places) inside += element("place", std::string(1, place));
    return element("tokens-count", inside);
  }
  static std::string at_most(const std::string& left, const std::string& right) { return element("integer-le", left + right); }
  static std::string number(int value) { return element("integer-constant", std::to_string(value)); }
  static std::string fireable(const std::string& name) { return element("is-fireable", element("transition", name)); }

  PetriNet net_;
};

TEST_F(Small, NegationsStandAtAtoms) {
  EXPECT_EQ(made(fireable("ace")), "u1@a && u2@c && u3@e");
  EXPECT_EQ(made(fireable("ace"), Truth::kNegation), "!u1@a || !u2@c || u3@idle");
  EXPECT_EQ(made(element("negation", element("conjunction", fireable("ace") + element("negation", fireable("ace"))))),
            made(element("disjunction", element("negation", fireable("ace")) + fireable("ace"))));
}

TEST_F(Small, WhatNoMarkingSatisfiesIsFalse) {
  EXPECT_EQ(made(fireable("ab")), "false");
  EXPECT_EQ(made(fireable("fill_a")), "true");
  EXPECT_EQ(made("<deadlock/>"), "false");
  EXPECT_EQ(made(at_most(number(2), tokens("ab"))), "false");
  EXPECT_EQ(made(at_most(tokens("abcd"), number(2))), "true");
  EXPECT_EQ(made(at_most(number(1), number(2))), "true");
}

TEST_F(Small, AtomsOfOneComponentAreMerged) {
  const auto has = [](const std::string& place) { return at_most(number(1), tokens(place)); };
  EXPECT_EQ(made(element("disjunction", has("a") + has("c") + has("b"))), "u2@c || !u1@idle");
  EXPECT_EQ(made(element("conjunction", has("a") + element("negation", has("b")))), "u1@a");
  EXPECT_EQ(
      made(element("conjunction", has("a") + element("conjunction", has("c") + element("conjunction", has("e") + has("e"))))),
      "u1@a && u2@c && u3@e");
}

TEST_F(Small, ShortComparisonsAreConnectives) {
  EXPECT_EQ(made(at_most(tokens("e"), number(0))), "u3@idle");
  EXPECT_EQ(made(at_most(tokens("a"), tokens("c"))), "!u1@a || u2@c");
  EXPECT_EQ(made(at_most(number(1), tokens("ace"))), "u1@a || u2@c || u3@e");
  EXPECT_EQ(made(at_most(tokens("ace"), number(0))), "!u1@a && !u2@c && u3@idle");
  EXPECT_EQ(made(at_most(number(3), tokens("ace"))), "u1@a && u2@c && u3@e");
  EXPECT_EQ(made(at_most(tokens("aa"), tokens("b"))), "!u1@a");
}

TEST_F(Small, OtherComparisonsAreOneInequality) {
  EXPECT_EQ(made(at_most(tokens("acee"), number(2))), "count(u1@a, u2@c) + 2*count(u3@e) <= 2");
  EXPECT_EQ(made(at_most(tokens("abce"), number(1))), "count(u1@{a,b}, u2@c, u3@e) <= 1");
}

TEST_F(Small, LongChainsTakeLinearTime) {
  constexpr int kDepth = 100'000;
  std::string same;
  std::string other;
  std::string ends;
  std::string other_ends;
  for (int i = 0; i < kDepth; ++i) {
    same += "<conjunction>" + fireable("ace");
    ends += "</conjunction>";
    other += "<negation><conjunction>" + at_most(number(1), tokens(i % 4 == 0 ? "a" : "ace"));
    other_ends += "</conjunction></negation>";
  }
  EXPECT_EQ(made(same + fireable("ace") + ends), "u1@a && u2@c && u3@e");
  EXPECT_GT(made(other + fireable("ace") + other_ends).size(), 10'000U);
}

// One unit, and each place with a weight of its own.
TEST(FormulaPredicate, ManyWeightsOfOneComponentAreOneAtom) {
  constexpr std::uint32_t kPlaces = 12'000;
  PetriNet net;
  PetriNet::Unit& unit = net.units.emplace_back();
  unit.id = "u";
  std::string sum;
  for (std::uint32_t place = 0; place < kPlaces; ++place) {
    const std::string name = "p" + std::to_string(place);
    unit.places.push_back(net.places.intern(name));
    net.is_marked.push_back(place == 0);
    sum += element("integer-product",
                   element("integer-constant", std::to_string(place + 1)) + element("tokens-count", element("place", name)));
  }
  const PetriNetwork translated = translate(net, Limits());
  const Formula formula =
      read(element("integer-le", element("integer-sum", sum) + element("integer-constant", std::to_string(kPlaces / 4))), net);
  Limits::Settings settings;
  settings.seconds = 5;   // it took more than a minute before
  const Predicate predicate =
      to_predicate(formula, Truth::kFormula, net, translated.network, translated.marked, Limits(settings));
  ASSERT_EQ(predicate.nodes().size(), 1U);
  EXPECT_EQ(predicate.atoms()[0].states.size(), kPlaces / 4);
}

}   // namespace
}   // namespace parley
