#include "front/pnml/document.h"

#include <gtest/gtest.h>

namespace parley {
namespace {

// "ok", or the diagnostic as "line:column code".
std::string parsed(const std::string& text) {
  const Result<XmlDocument> document = XmlDocument::parse("x.pnml", text, "pnml", Limits());
  if (document) return "ok";
  const Diagnostic& d = document.diagnostics().list().at(0);
  return std::to_string(d.line) + ":" + std::to_string(d.column) + " " + d.code;
}

std::string name_in(const std::string& text) {
  const Result<XmlDocument> document = XmlDocument::parse("x.pnml", text, "pnml", Limits());
  return document ? document->root().attribute("name").value() : "refused";
}

TEST(XmlDocument, OnlyCommentsAndInstructionsPrecedeTheOutermostElement) {
  EXPECT_EQ(parsed("<pnml/>"), "ok");
  EXPECT_EQ(parsed("\xEF\xBB\xBF<?xml version='1.0'?>\n<!-- <net> -->\n<?tool x?> <p:pnml></p:pnml>\n"), "ok");
  EXPECT_EQ(parsed(""), "1:1 pnml-empty");
  EXPECT_EQ(parsed(" \n <!-- nothing -->\n"), "3:1 pnml-empty");
  EXPECT_EQ(parsed("des (0,0,1)"), "1:1 pnml-xml");
  EXPECT_EQ(parsed("<?xml version='1.0'?>\n<svg/>"), "2:2 pnml-element");
  EXPECT_EQ(parsed("\n<!-- and so on"), "2:1 pnml-xml");
}

TEST(XmlDocument, BrokenTextsAreReportedAtTheirPlace) {
  EXPECT_EQ(parsed("<pnml>\n<net></pnml>"), "2:8 pnml-xml");
  EXPECT_EQ(parsed("<pnml>\n<net>"), "2:5 pnml-xml");
  EXPECT_EQ(parsed("<pnml"), "1:5 pnml-xml");
  EXPECT_EQ(parsed("<pnml a=1/>").substr(4), "pnml-xml");
  EXPECT_EQ(parsed("<pnml/>\n<pnml/>"), "2:2 pnml-xml");
  EXPECT_EQ(parsed("<pnml/>\n and more"), "2:2 pnml-xml");
  EXPECT_EQ(parsed("<pnml/><![CDATA[x]]>").substr(5), "pnml-xml");
  EXPECT_EQ(parsed("<pnml/>\n<!-- and more --> \n<?tool x?>\n"), "ok");
}

TEST(XmlDocument, ReferencesMustNameCharactersOfXml) {
  EXPECT_EQ(name_in("<pnml name='&#65;&#x42;&#9;&#x10FFFF;'/>"), "AB\t\xF4\x8F\xBF\xBF");
  EXPECT_EQ(parsed("<pnml name='a&#0;b'/>"), "1:14 pnml-encoding");
  EXPECT_EQ(parsed("<pnml>\n&#x0;</pnml>"), "2:1 pnml-encoding");
  EXPECT_EQ(parsed("<pnml>&#8;</pnml>"), "1:7 pnml-encoding");
  EXPECT_EQ(parsed("<pnml>&#xD800;</pnml>"), "1:7 pnml-encoding");
  EXPECT_EQ(parsed("<pnml>&#xfffe;</pnml>"), "1:7 pnml-encoding");
  EXPECT_EQ(parsed("<pnml>&#1114112;</pnml>"), "1:7 pnml-encoding");
  EXPECT_EQ(parsed("<pnml>&#99999999999999999999;</pnml>"), "1:7 pnml-encoding");
  EXPECT_EQ(parsed("<!-- &#0; --><pnml><![CDATA[&#0;]]><?x &#0;?><!-- &#0; --></pnml>"), "ok");
  EXPECT_EQ(parsed("<!-- x --><pnml><![CDATA[<!-- ]]>&#0;</pnml>"), "1:34 pnml-encoding");
  EXPECT_EQ(parsed("<!-- <![CDATA[ --><pnml>&#0;</pnml>"), "1:25 pnml-encoding");
}

TEST(XmlDocument, EntitiesAreNeverDefined) {
  EXPECT_EQ(parsed("<?xml version='1.0'?>\n<!DOCTYPE lolz [<!ENTITY a 'ha'><!ENTITY b '&a;&a;'>]>\n<pnml>&b;</pnml>"),
            "2:1 pnml-doctype");
  EXPECT_EQ(parsed("<!DOCTYPE pnml SYSTEM 'http://localhost/x.dtd'><pnml/>"), "1:1 pnml-doctype");
  EXPECT_NE(parsed("<pnml><!DOCTYPE a></pnml>"), "ok");
}

TEST(XmlDocument, OnlyUtf8AndLatin1AreRead) {
  EXPECT_EQ(name_in("<?xml version='1.0' encoding='utf-8'?><pnml name='\xC3\xA4'/>"), "\xC3\xA4");
  EXPECT_EQ(name_in("<?xml version='1.0' encoding='ISO-8859-1'?><pnml name='\xE4'/>"), "\xC3\xA4");
  EXPECT_EQ(name_in("<?xml version='1.0' encoding='US-ASCII'?><pnml name='a'/>"), "a");
  EXPECT_EQ(parsed("<?xml version='1.0'?>\n<pnml name='\xE4'/>"), "2:13 pnml-encoding");
  EXPECT_EQ(parsed("<?xml version='1.0' encoding='Shift_JIS'?><pnml/>"), "1:31 pnml-encoding");
  EXPECT_EQ(parsed(std::string("\xFF\xFE<\0p\0", 6)), "1:1 pnml-encoding");
  EXPECT_EQ(parsed(std::string("\0<\0p", 4)), "1:1 pnml-encoding");
  EXPECT_EQ(parsed(std::string("<pnml>\0</pnml>", 14)), "1:7 pnml-encoding");
  EXPECT_EQ(parsed("<pnml>\x01</pnml>"), "1:7 pnml-encoding");
}

TEST(XmlDocument, KnowsThePlacesOfElementsAndValues) {
  const Result<XmlDocument> document =
      XmlDocument::parse("x.pnml", "<pnml>\n <net  id = 'a&amp;b' x=\"\"/>\n</pnml>", "pnml", Limits());
  ASSERT_TRUE(document);
  const pugi::xml_node net = document->root().child("net");
  const Diagnostic element = document->at(net, "c", "m");
  EXPECT_EQ(element.line, 2U);
  EXPECT_EQ(element.column, 3U);
  EXPECT_EQ(element.length, 3U);
  const Diagnostic value = document->at(net, net.attribute("id"), "c", "m");
  EXPECT_EQ(value.column, 14U);
  EXPECT_EQ(value.length, 7U);
  EXPECT_EQ(document->written(net, net.attribute("id")), "a&amp;b");
  EXPECT_EQ(document->at(net, net.attribute("x"), "c", "m").column, 26U);
}

TEST(XmlDocument, NoNestingIsTooDeep) {
  constexpr std::size_t kDepth = 1'000'000;
  std::string text = "<pnml>";
  for (std::size_t i = 0; i < kDepth; ++i) text += "<a>";
  const std::string open = text;
  for (std::size_t i = 0; i < kDepth; ++i) text += "</a>";
  EXPECT_EQ(parsed(text + "</pnml>"), "ok");
  EXPECT_EQ(parsed(open).substr(0, 2), "1:");
}

TEST(XmlDocument, ChecksTheMemoryLimitBeforeItBuildsTheTree) {
  std::string text = "<pnml>";
  for (int i = 0; i < 3'000'000; ++i) text += "<a/>";
  EXPECT_THROW(
      (void)XmlDocument::parse("x.pnml", text + "</pnml>", "pnml", Limits({.memory_bytes = resident_bytes() + 100'000'000})),
      Stopped);
}

}   // namespace
}   // namespace parley
