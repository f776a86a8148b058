#include "front/pnml/parse.h"

#include <gtest/gtest.h>

namespace parley {
namespace {

// A correct net with 'inside' in its page. The text of 'inside' begins on line 2.
std::string net_with(const std::string& inside) {
  return "<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\"><net id=\"n\" "
         "type=\"http://www.pnml.org/version-2009/grammar/ptnet\"><page id=\"g\">\n" +
         inside + "</page></net></pnml>\n";
}

// The nets as "p* q; t: p -> q; unit u: p q", or the diagnostics as "line:column code".
std::string parsed(const std::string& text) {
  Progress silent;
  const Result<std::vector<PetriNet>> nets = parse_pnml("x.pnml", text, Limits(), silent);
  std::string all;
  if (!nets) {
    for (const Diagnostic& d : nets.diagnostics().list())
      all += (all.empty() ? "" : ", ") + std::to_string(d.line) + ":" + std::to_string(d.column) + " " + d.code;
    return all;
  }
  for (const PetriNet& net : *nets) {
    if (!all.empty()) all += " / ";
    const auto names = [&](std::span<const std::uint32_t> places) {
      for (std::uint32_t place : places) all += " " + std::string(net.places.view(place));
    };
    for (std::uint32_t place = 0; place < net.num_places(); ++place)
      all += (place == 0 ? "" : " ") + std::string(net.places.view(place)) + (net.is_marked[place] ? "*" : "");
    for (std::uint32_t transition = 0; transition < net.num_transitions(); ++transition) {
      all += "; " + std::string(net.transitions.view(transition)) + ":";
      names(net.pre(transition));
      all += " ->";
      names(net.post(transition));
    }
    for (const PetriNet::Unit& unit : net.units) {
      all += "; unit " + unit.id + ":";
      names(unit.places);
    }
  }
  return all;
}

std::string inside(const std::string& text) { return parsed(net_with(text)); }

const std::string kNodes =
    "<place id='p'><initialMarking><text>1</text></initialMarking></place><place id='q'/><transition id='t'/>\n";   // one line

TEST(ParsePnml, ArcsBecomePresetsAndPostsets) {
  EXPECT_EQ(inside(kNodes + "<arc id='a' source='p' target='t'/><arc id='b' source='t' target='q'/>"), "p* q; t: p -> q");
  EXPECT_EQ(inside("<arc source='t' target='q'/>" + kNodes), "p* q; t: -> q");   // arcs may come first and need no id
  EXPECT_EQ(inside(kNodes + "<arc source='t' target='p'/><arc source='p' target='t'/>"), "p* q; t: p -> p");
}

TEST(ParsePnml, BlanksAroundNumbersAreIgnored) {
  EXPECT_EQ(inside("<place id='p'><initialMarking><text> 0\n</text></initialMarking></place>"), "p");
  EXPECT_EQ(inside("<place id='p'><initialMarking><text>\n 1 </text></initialMarking></place>"), "p*");
  EXPECT_EQ(inside(kNodes + "<arc source='p' target='t'><inscription><text> 1 </text></inscription></arc>"), "p* q; t: p ->");
  EXPECT_EQ(inside("<place id='p'><initialMarking><text><![CDATA[1]]></text></initialMarking></place>"), "p*");
}

TEST(ParsePnml, WhatIsDrawnOrMeantForOthersIsIgnored) {
  EXPECT_EQ(
      inside("<name><text>a net</text></name><graphics><position x='1' y='2'/></graphics><toolspecific tool='x' "
             "version='1'><place id='p'/></toolspecific>"
             "<place id='p'><name><text>the place</text><graphics><offset x='1' y='2'/></graphics></name><toolspecific tool='y' "
             "version='1'><capacity/></toolspecific></place>"
             "<transition id='t'><graphics/></transition><arc id='a' type='normal' source='p' target='t'><graphics/></arc>"),
      "p; t: p ->");
}

TEST(ParsePnml, ReferencesStandForNodesOfOtherPages) {
  EXPECT_EQ(inside("<place id='p'/><page id='h'><referencePlace id='r' ref='s'/><transition id='t'/><arc source='r' target='t'/>"
                   "<page id='i'><referencePlace id='s' ref='p'/><referenceTransition id='u' ref='t'/><place id='q'/><arc "
                   "source='u' target='q'/></page></page>"),
            "p q; t: p -> q");
}

TEST(ParsePnml, PagesMayBeNestedDeeply) {
  constexpr std::size_t kDepth = 200'000;
  std::string text;
  for (std::size_t i = 0; i < kDepth; ++i) text += "<page id='g'>";
  text += "<place id='p'/>";
  for (std::size_t i = 0; i < kDepth; ++i) text += "</page>";
  EXPECT_EQ(inside(text), "p");
}

TEST(ParsePnml, LongChainsOfReferencesAreResolved) {
  std::string text = "<place id='p'/><transition id='t'/>";
  for (int i = 100'000; i-- > 0;)
    text += "<referencePlace id='r" + std::to_string(i) + "' ref='" + (i == 0 ? "p" : "r" + std::to_string(i - 1)) + "'/>";
  EXPECT_EQ(inside(text + "<arc source='r99999' target='t'/>"), "p; t: p ->");
}

TEST(ParsePnml, BadReferencesAreErrors) {
  EXPECT_EQ(inside("<referencePlace id='r' ref='x'/>\n<transition id='t'/><referencePlace id='s' ref='t'/>\n<referenceTransition "
                   "id='u'/>"),
            "2:29 pnml-reference, 3:49 pnml-reference, 4:2 pnml-attribute");
  EXPECT_EQ(inside("<place id='p'/><referencePlace id='r' ref='s'/><referencePlace id='s' ref='r'/>"), "2:44 pnml-reference");
  EXPECT_EQ(inside("<place id='p'/><referencePlace id='r' ref='r'/>"), "2:44 pnml-reference");
}

TEST(ParsePnml, BadNodesAreErrors) {
  EXPECT_EQ(inside("<place/>\n<transition id=''/>\n<place id='p'/><transition id='p'/>"),
            "2:2 pnml-attribute, 3:2 pnml-attribute, 4:32 pnml-id");
  EXPECT_EQ(inside("<place id='p' id='q'/>"), "2:19 pnml-xml");
  EXPECT_EQ(inside("<place id='&p;'/>"), "2:12 pnml-entity");
  EXPECT_EQ(inside("<place id='a&amp;&#98;&#x63;'/>"), "a&bc");
  EXPECT_EQ(inside("<place id='p'><capacity/></place>\n<transition id='t'><priority/></transition>\n<inhibitorArc/>"),
            "2:16 pnml-element, 3:21 pnml-element, 4:2 pnml-element");
}

TEST(ParsePnml, BadMarkingsAreErrors) {
  const auto marked = [](const std::string& text) {
    return inside("<place id='p'><initialMarking>" + text + "</initialMarking></place>");
  };
  EXPECT_EQ(marked("<text>2</text>"), "2:16 pnml-unsafe");
  EXPECT_EQ(marked("<text>99999999999999999999999</text>"), "2:16 pnml-unsafe");
  EXPECT_EQ(marked("<text>-1</text>"), "2:32 pnml-number");
  EXPECT_EQ(marked("<text>1<!-- and -->0</text>"), "2:16 pnml-unsafe");
  EXPECT_EQ(marked("<text>1<![CDATA[0]]></text>"), "2:16 pnml-unsafe");
  EXPECT_EQ(marked("<text>1<?and?>x</text>"), "2:32 pnml-number");
  EXPECT_EQ(marked("<text>1</text><text>1</text>"), "2:46 pnml-element");
  EXPECT_EQ(marked("<text>1.0</text>"), "2:32 pnml-number");
  EXPECT_EQ(marked("<text/>"), "2:32 pnml-number");
  EXPECT_EQ(marked(""), "2:16 pnml-number");
  EXPECT_EQ(
      inside(
          "<place id='p'><initialMarking><text>1</text></initialMarking><initialMarking><text>1</text></initialMarking></place>"),
      "2:63 pnml-element");
}

TEST(ParsePnml, BadArcsAreErrors) {
  const auto arc = [](const std::string& text) { return inside(kNodes + text); };
  EXPECT_EQ(arc("<arc source='p' target='x'/>\n<arc source='y' target='t'/>\n<arc target='t'/>"),
            "3:25 pnml-arc, 4:14 pnml-arc, 5:2 pnml-attribute");
  EXPECT_EQ(arc("<arc source='p' target='q'/><arc source='t' target='t'/>"), "3:2 pnml-arc, 3:30 pnml-arc");
  EXPECT_EQ(arc("<arc source='p' target='t' type='inhibitor'/>"), "3:34 pnml-arc");
  EXPECT_EQ(arc("<arc source='p' target='t'><type value='test'/></arc>"), "3:29 pnml-element");
}

TEST(ParsePnml, WeightsOtherThanOneAreErrors) {
  const auto weight = [](const std::string& text) {
    return inside(kNodes + "<arc source='p' target='t'><inscription><text>" + text + "</text></inscription></arc>");
  };
  EXPECT_EQ(weight("2"), "3:29 pnml-weight");
  EXPECT_EQ(weight("0"), "3:29 pnml-weight");
  EXPECT_EQ(weight("x"), "3:42 pnml-number");
  EXPECT_EQ(inside(kNodes + "<arc source='p' target='t'/>\n<arc source='p' target='t'/>"), "4:2 pnml-weight");
  // The same through a reference.
  EXPECT_EQ(inside(kNodes + "<referencePlace id='r' ref='p'/><arc source='t' target='p'/>\n<arc source='t' target='r'/>"),
            "4:2 pnml-weight");
}

TEST(ParsePnml, AFileHasOneOrMorePlaceTransitionNets) {
  EXPECT_EQ(parsed("<pnml/>"), "1:2 pnml-empty");
  EXPECT_EQ(parsed("<pnml>\n<net id='n' type='http://www.pnml.org/version-2009/grammar/symmetricnet'><page "
                   "id='g'><declaration/></page></net></pnml>"),
            "2:19 pnml-type");
  EXPECT_EQ(parsed("<pnml>\n<net id='n'/></pnml>"), "2:2 pnml-attribute");
  EXPECT_EQ(inside(""), "1:62 pnml-empty");
  const std::string one =
      "<x:net id='a' type='http://www.pnml.org/version-2009/grammar/ptnet'><x:page id='g'><x:place id='p'/></x:page></x:net>";
  EXPECT_EQ(parsed("<x:pnml xmlns:x='http://www.pnml.org/version-2009/grammar/pnml'>" + one + "</x:pnml>"), "p");
  EXPECT_EQ(parsed("<x:pnml>" + one + "\n" + one + "</x:pnml>"), "2:2 pnml-id");
  EXPECT_EQ(parsed("<x:pnml>" + one +
                   "<x:net id='b' type='http://www.pnml.org/version-2009/grammar/ptnet'><x:transition id='t'/></x:net></x:pnml>"),
            "p / ; t: ->");
}

std::string units(const std::string& text, const std::string& safe = "true") {
  return inside(
      "<place id='p'><initialMarking><text>1</text></initialMarking></place><place id='q'/><transition id='t'/><arc source='p' "
      "target='t'/>\n"
      "<toolspecific tool='nupn' version='1.1'><size places='2' transitions='1' arcs='1'/>\n<structure units='2' root='u' "
      "safe='" +
      safe + "'>\n" + text + "</structure></toolspecific>");
}

TEST(ParsePnml, UnitsAreReadIfTheyAreSafe) {
  EXPECT_EQ(units("<unit id='u'><places/><subunits>v w</subunits></unit><unit id='v'><places> "
                  "p\n</places><subunits/></unit><unit id='w'><places>q</places></unit>"),
            "p* q; t: p ->; unit v: p; unit w: q");
  EXPECT_EQ(units("<unit id='u'><places>q p</places></unit>"), "p* q; t: p ->; unit u: q p");
  EXPECT_EQ(units("<unit id='u'><places>q <!-- and --> p</places></unit>"), "p* q; t: p ->; unit u: q p");
  EXPECT_EQ(units("<unit id='u'><places>x</places></unit>", "false"), "p* q; t: p ->");
}

TEST(ParsePnml, BadUnitsAreErrors) {
  EXPECT_EQ(units("<unit id='u'><places>p x</places></unit>"), "5:15 pnml-unit");
  EXPECT_EQ(units("<unit id='u'><places>p p q</places></unit>"), "5:15 pnml-unit");
  EXPECT_EQ(units("<unit id='u'><places>p</places></unit>\n<unit id='u'><places>q</places></unit>"), "6:11 pnml-unit");
  EXPECT_EQ(units("<unit id='u'><places>p</places></unit>"), "4:2 pnml-unit");
  EXPECT_EQ(units("<unit><places>p q</places></unit>"), "5:2 pnml-attribute");
}

TEST(ParsePnml, PromisesThatAreObviouslyWrongAreErrors) {
  const std::string two =
      "<place id='p'><initialMarking><text>1</text></initialMarking></place><place "
      "id='q'><initialMarking><text>1</text></initialMarking></place>";
  const std::string structure =
      "<toolspecific tool='nupn' version='1.1'><structure safe='true'><unit id='u'><places>p "
      "q</places></unit></structure></toolspecific>";
  EXPECT_EQ(inside(two + "\n" + structure), "3:65 pnml-unsafe");
  EXPECT_EQ(inside(kNodes + "<arc source='t' target='q'/>\n" + structure), "4:58 pnml-unsafe");
  EXPECT_EQ(inside(kNodes + structure + "\n" + structure), "4:42 pnml-unit");
}

TEST(ParsePnml, ReadingStopsAfterTheMostDiagnostics) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "<place/>\n";
  Progress silent;
  const Result<std::vector<PetriNet>> nets = parse_pnml("x.pnml", net_with(text), Limits(), silent);
  ASSERT_FALSE(nets);
  EXPECT_EQ(nets.diagnostics().list().size(), Diagnostics::kMost);
}

TEST(ParsePnml, SeveralNetsAreAnErrorWhereOneIsExpected) {
  Progress silent;
  EXPECT_EQ(read_net("x.pnml", net_with(kNodes), Limits(), silent)->id, "n");
  const std::string net = "<net id='%' type='http://www.pnml.org/version-2009/grammar/ptnet'><place id='p'/></net>";
  std::string second = net;
  second.replace(second.find('%'), 1, "m");
  const Result<PetriNet> two = read_net("x.pnml", "<pnml>" + net + second + "</pnml>", Limits(), silent);
  ASSERT_FALSE(two);
  EXPECT_EQ(two.diagnostics().list()[0].code, "pnml-several");
}

TEST(ParsePnml, StopsAtALimit) {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += "<place id='p" + std::to_string(i) + "'/>";
  const StopToken stop(StopRequest::kTerminated);
  Progress silent;
  EXPECT_TRUE(parse_pnml("x.pnml", net_with(text), Limits(), silent));
  EXPECT_THROW((void)parse_pnml("x.pnml", net_with(text), Limits({.stop = &stop}), silent), Stopped);
}

}   // namespace
}   // namespace parley
