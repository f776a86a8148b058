#include "front/pnml/property_set.h"

#include <gtest/gtest.h>

#include "front/pnml/parse.h"

namespace parley {
namespace {

// Three places in a ring; transition ti moves the token from pi to the next place.
PetriNet ring() {
  PetriNet net;
  net.id = "ring";
  for (const char* name : {"p0", "p1", "p2"}) net.places.intern(name);
  for (const char* name : {"t0", "t1", "t2"}) net.transitions.intern(name);
  net.is_marked = {true, false, false};
  for (std::uint32_t t = 0; t < 3; ++t) {
    net.presets.add(t);
    net.presets.end_list();
    net.postsets.add((t + 1) % 3);
    net.postsets.end_list();
  }
  return net;
}

std::string to_text(const Formula& formula) {
  std::vector<std::string> texts;
  const auto joined = [](std::string_view word, const std::vector<std::string>& list) {
    std::string all = std::string(word) + "(";
    for (std::size_t i = 0; i < list.size(); ++i) all += (i == 0 ? "" : " ") + list[i];
    return all + ")";
  };
  for (const Formula::Node& node : formula.nodes) {
    std::vector<std::string> list;
    switch (node.kind) {
      case Formula::Kind::kConstant: texts.emplace_back(node.value ? "true" : "false"); continue;
      case Formula::Kind::kDeadlock: texts.emplace_back("deadlock"); continue;
      case Formula::Kind::kFireable:
        for (std::uint32_t transition : formula.transitions_of(node)) list.push_back("t" + std::to_string(transition));
        texts.push_back(joined("fireable", list));
        continue;
      case Formula::Kind::kAtMost:
        for (const Formula::Term& term : formula.terms_of(node))
          list.push_back(std::to_string(term.weight) + "*p" + std::to_string(term.place));
        texts.push_back(joined("sum", list) + "<=" + std::to_string(node.bound));
        continue;
      case Formula::Kind::kNot:
      case Formula::Kind::kAnd:
      case Formula::Kind::kOr:
        for (std::uint32_t child : formula.children_of(node)) list.push_back(texts[child]);
        texts.push_back(joined(node.kind == Formula::Kind::kNot ? "not" : node.kind == Formula::Kind::kAnd ? "and" : "or", list));
    }
  }
  return texts.empty() ? "" : texts.back();
}

// Each property as "id: EF formula" or "id: why it is refused"; or the diagnostics as "line:column code".
std::string parsed(const std::string& text) {
  const Result<std::vector<ContestProperty>> properties = parse_properties("x.xml", text, ring(), Limits());
  std::string all;
  if (!properties) {
    for (const Diagnostic& d : properties.diagnostics().list())
      all += (all.empty() ? "" : "; ") + std::to_string(d.line) + ":" + std::to_string(d.column) + " " + d.code;
    return all;
  }
  for (const ContestProperty& property : *properties) {
    all += (all.empty() ? "" : "; ") + property.id + ": ";
    if (!property.refused.empty()) all += "refused, " + property.refused;
    else all += (property.quantifier == ContestProperty::Quantifier::kSomeMarking ? "EF " : "AG ") + to_text(property.formula);
  }
  return all;
}

std::string property(const std::string& formula) {
  return "<property><id>q</id><description>words</description><formula>" + formula + "</formula></property>";
}
std::string set(const std::string& inside) {
  return "<?xml version=\"1.0\"?>\n<property-set xmlns=\"http://mcc.lip6.fr/\">\n" + inside + "</property-set>\n";
}
std::string exists(const std::string& formula) { return "<exists-path><finally>" + formula + "</finally></exists-path>"; }
std::string always(const std::string& formula) { return "<all-paths><globally>" + formula + "</globally></all-paths>"; }
std::string asked(const std::string& formula) { return parsed(set(property(formula))); }
std::string one(const std::string& formula) { return asked(exists(formula)); }

const std::string kP0 = "<tokens-count><place>p0</place></tokens-count>";
const std::string kTwo = "<integer-constant> 2\n</integer-constant>";
const std::string kFire = "<is-fireable><transition>t1</transition></is-fireable>";

TEST(PropertySet, TheQuantifierIsThePathOperator) {
  EXPECT_EQ(asked(exists(kFire)), "q: EF fireable(t1)");
  EXPECT_EQ(asked(always(kFire)), "q: AG fireable(t1)");
  EXPECT_EQ(asked("<negation>" + exists(kFire) + "</negation>"), "q: AG not(fireable(t1))");
  EXPECT_EQ(asked("<negation><negation>" + always(kFire) + "</negation></negation>"), "q: AG fireable(t1)");
}

TEST(PropertySet, AtomsAreFireabilityConstantsAndComparisons) {
  EXPECT_EQ(one("<is-fireable><transition>t2</transition><transition> t0 </transition></is-fireable>"), "q: EF fireable(t2 t0)");
  EXPECT_EQ(one("<true/>"), "q: EF true");
  EXPECT_EQ(one("<false></false>"), "q: EF false");
  EXPECT_EQ(one("<deadlock/>"), "q: EF deadlock");
  EXPECT_EQ(
      one("<integer-le>" + kP0 + "<tokens-count><place>p1</place><place>p2</place><place>p1</place></tokens-count></integer-le>"),
      "q: EF sum(-1*p1 -1*p2 -1*p1 1*p0)<=0");
}

TEST(PropertySet, EveryComparisonIsAnInequality) {
  EXPECT_EQ(one("<integer-le>" + kP0 + kTwo + "</integer-le>"), "q: EF sum(1*p0)<=2");
  EXPECT_EQ(one("<integer-le>" + kTwo + kP0 + "</integer-le>"), "q: EF sum(-1*p0)<=-2");
  EXPECT_EQ(one("<integer-lt>" + kP0 + kTwo + "</integer-lt>"), "q: EF sum(1*p0)<=1");
  EXPECT_EQ(one("<integer-ge>" + kP0 + kTwo + "</integer-ge>"), "q: EF sum(-1*p0)<=-2");
  EXPECT_EQ(one("<integer-gt>" + kP0 + kTwo + "</integer-gt>"), "q: EF sum(-1*p0)<=-3");
  EXPECT_EQ(one("<integer-eq>" + kP0 + kTwo + "</integer-eq>"), "q: EF and(sum(1*p0)<=2 sum(-1*p0)<=-2)");
  EXPECT_EQ(one("<integer-ne>" + kP0 + kTwo + "</integer-ne>"), "q: EF not(and(sum(1*p0)<=2 sum(-1*p0)<=-2))");
}

TEST(PropertySet, SumsAreFlat) {
  EXPECT_EQ(one("<integer-le><integer-sum>" + kP0 + kTwo + kP0 + "</integer-sum>" + kTwo + "</integer-le>"),
            "q: EF sum(1*p0 1*p0)<=0");
  EXPECT_EQ(one("<integer-le><integer-difference>" + kTwo + kP0 + "</integer-difference>" + kP0 + "</integer-le>"),
            "q: EF sum(-1*p0 -1*p0)<=-2");
  EXPECT_EQ(one("<integer-le><integer-product>" + kTwo + kP0 + kTwo + "</integer-product>" + kTwo + "</integer-le>"),
            "q: EF sum(4*p0)<=2");
}

TEST(PropertySet, ConnectivesTakeAnyNumber) {
  EXPECT_EQ(one("<conjunction>" + kFire + "<disjunction>" + kFire + "</disjunction>" + kFire + "</conjunction>"),
            "q: EF and(fireable(t1) or(fireable(t1)) fireable(t1))");
  EXPECT_EQ(one("<implication>" + kFire + "<true/></implication>"), "q: EF or(not(fireable(t1)) true)");
  EXPECT_EQ(one("<negation>" + kFire + "</negation>"), "q: EF not(fireable(t1))");
}

TEST(PropertySet, CommentsAndCdataAreNoElements) {
  EXPECT_EQ(one("<!-- a --><is-fireable><!-- b --><transition><![CDATA[t1]]></transition></is-fireable>"), "q: EF fireable(t1)");
}

TEST(PropertySet, ThePrefixOfTheNamespaceIsIgnored) {
  EXPECT_EQ(parsed("<m:property-set "
                   "xmlns:m='http://mcc.lip6.fr/'><m:property><m:id>q</m:id><m:formula><m:exists-path><m:finally><m:is-fireable>"
                   "<m:transition>t1</m:transition></m:is-fireable></m:finally></m:exists-path></m:formula></m:property></"
                   "m:property-set>"),
            "q: EF fireable(t1)");
}

TEST(PropertySet, OtherLogicsAreRefusedOneByOne) {
  const std::string next = "<property><id>ctl</id><formula><all-paths><next><true/></next></all-paths></formula></property>";
  EXPECT_EQ(parsed(set(next + property(exists(kFire)))),
            "ctl: refused, <next> within <all-paths> is not answered, only A G; q: EF fireable(t1)");
  EXPECT_EQ(one(exists(kFire)), "q: refused, it has <exists-path> inside, which is not answered");
  EXPECT_EQ(asked("<all-paths><finally>" + kFire + "</finally></all-paths>"),
            "q: refused, <finally> within <all-paths> is not answered, only A G");
  EXPECT_EQ(asked("<conjunction>" + exists(kFire) + exists(kFire) + "</conjunction>"),
            "q: refused, it has <exists-path> inside, which is not answered");
  EXPECT_EQ(asked(kFire), "q: refused, it does not ask about all reachable markings: there is no path operator");
  EXPECT_EQ(one("<integer-le><integer-product>" + kP0 + kP0 + "</integer-product>" + kTwo + "</integer-le>"),
            "q: refused, it multiplies numbers of tokens with one another");
}

TEST(PropertySet, NumbersTooLargeAreRefused) {
  const auto number = [](const std::string& text) { return "<integer-constant>" + text + "</integer-constant>"; };
  EXPECT_EQ(one("<integer-le>" + kP0 + number("99999999999999999999") + "</integer-le>"),
            "q: refused, it has a number beyond 2^60");
  EXPECT_EQ(one("<integer-le>" + kP0 + number("-9223372036854775808") + "</integer-le>"),
            "q: refused, it has a number beyond 2^60");
  EXPECT_EQ(one("<integer-le>" + number("1000000000000000000") + number("1000000000000000000") + "</integer-le>"),
            "q: refused, the numbers of a comparison add up to more than 2^60");
  EXPECT_EQ(one("<integer-le><integer-product>" + number("1000000000000") + number("1000000000000") + kP0 + "</integer-product>" +
                kP0 + "</integer-le>"),
            "q: refused, the numbers of a sum add up to more than 2^60");
  EXPECT_EQ(one("<integer-le><integer-sum>" + number("1000000000000000000") + number("1000000000000000000") + "</integer-sum>" +
                kP0 + "</integer-le>"),
            "q: refused, the numbers of a sum add up to more than 2^60");
}

TEST(PropertySet, WhatIsNoFormulaIsAnError) {
  EXPECT_EQ(parsed("<nonsense/>"), "1:2 pnml-element");
  EXPECT_EQ(parsed("<property-set>"), "1:14 pnml-xml");
  EXPECT_EQ(parsed(set("<thing/>")), "3:2 mcc-element");
  EXPECT_EQ(parsed(set("<property><id>a</id></property>")), "3:2 mcc-missing");
  EXPECT_EQ(parsed(set("<property><formula/></property>")), "3:2 mcc-missing");
  EXPECT_EQ(parsed(set("<property><id> </id><formula>" + exists(kFire) + "</formula></property>")), "3:12 mcc-id");
  EXPECT_EQ(parsed(set("<property><id>a b</id><formula>" + exists(kFire) + "</formula></property>")), "3:12 mcc-id");
  EXPECT_EQ(parsed(set(property(exists(kFire)) + "\n" + property(exists(kFire)))), "4:12 mcc-duplicate");
  EXPECT_EQ(asked(""), "3:54 mcc-missing");
  EXPECT_EQ(asked(exists("")), "3:76 mcc-missing");
  EXPECT_EQ(asked(exists(kFire + kFire)), "3:139 mcc-operand");
  EXPECT_EQ(one("<surprise/>"), "3:85 mcc-element");
  EXPECT_EQ(one("<conjunction/>"), "3:85 mcc-operand");
  EXPECT_EQ(one("<negation>" + kFire + kFire + "</negation>"), "3:85 mcc-operand");
  EXPECT_EQ(one("<conjunction>" + kP0 + "</conjunction>"), "3:85 mcc-operand");
  EXPECT_EQ(one("<integer-le>" + kP0 + kFire + "</integer-le>"), "3:85 mcc-operand");
  EXPECT_EQ(one("<integer-le>" + kP0 + "</integer-le>"), "3:85 mcc-operand");
  EXPECT_EQ(one(kP0), "3:85 mcc-operand");
  EXPECT_EQ(one("<is-fireable/>"), "3:85 mcc-operand");
  EXPECT_EQ(one("<is-fireable><place>p0</place></is-fireable>"), "3:98 mcc-element");
  EXPECT_EQ(one("<is-fireable><transition>t9</transition></is-fireable>"), "3:98 mcc-transition");
  EXPECT_EQ(one("<integer-le><tokens-count><place>q</place></tokens-count>" + kTwo + "</integer-le>"), "3:111 mcc-place");
  EXPECT_EQ(one("<integer-le>" + kP0 + "<integer-constant>2x</integer-constant></integer-le>"), "3:143 mcc-number");
  EXPECT_EQ(one("<true><false/></true>"), "3:91 mcc-element");
}

TEST(PropertySet, SeveralErrorsAreReportedInOneRun) {
  std::string many;
  for (int i = 0; i < 3; ++i)
    many += "<property><id>q" + std::to_string(i) + "</id><formula>" + exists("<surprise/>") + "</formula></property>\n";
  EXPECT_EQ(parsed(set(many)), "3:54 mcc-element; 4:54 mcc-element; 5:54 mcc-element");
}

TEST(PropertySet, NoNestingIsTooDeep) {
  constexpr int kDepth = 300'000;
  std::string formula = kFire;
  std::string open;
  std::string close;
  for (int i = 0; i < kDepth; ++i) {
    open += "<negation>";
    close += "</negation>";
  }
  const Result<std::vector<ContestProperty>> read =
      parse_properties("x.xml", set(property(exists(open + formula + close))), ring(), Limits());
  ASSERT_TRUE(read);
  EXPECT_EQ((*read)[0].formula.nodes.size(), kDepth + 1U);
}

TEST(PropertySet, NestedSumsAreNotQuadratic) {
  constexpr int kDepth = 100'000;
  std::string open;
  std::string close;
  for (int i = 0; i < kDepth; ++i) {
    open += "<integer-difference>" + kP0;
    close += "</integer-difference>";
  }
  const Result<std::vector<ContestProperty>> read =
      parse_properties("x.xml", set(property(exists("<integer-le>" + open + kTwo + close + kTwo + "</integer-le>"))), ring(),
                       Limits({.seconds = 20}));
  ASSERT_TRUE(read);
  ASSERT_EQ((*read)[0].formula.terms.size(), static_cast<std::size_t>(kDepth));
  std::int64_t sum = 0;
  for (const Formula::Term& term : (*read)[0].formula.terms) sum += term.weight;
  EXPECT_EQ(sum, 0);   // p0 - (p0 - (p0 - ...
}

TEST(PropertySet, StopsAtALimit) {
  std::string many;
  for (int i = 0; i < 3000; ++i) many += kFire;
  const std::string text = set(property(exists("<conjunction>" + many + "</conjunction>")));
  const StopToken stop(StopRequest::kTerminated);
  EXPECT_TRUE(parse_properties("x.xml", text, ring(), Limits()));
  EXPECT_THROW((void)parse_properties("x.xml", text, ring(), Limits({.stop = &stop})), Stopped);
}

}   // namespace
}   // namespace parley
