#include "property/predicate.h"

#include <stdexcept>

#include <gtest/gtest.h>

#include "property/parse.h"
#include "property/print.h"

namespace parley {
namespace {

Network three_switches() {
  LtsBuilder lts;
  lts.add_state("Off");
  lts.add_state("On");
  NetworkBuilder builder;
  const TemplateId id = builder.add_template(std::move(lts).build());
  for (const char* name : {"a", "b", "c"}) builder.add_component(name, id);
  return std::move(builder).build();
}

// The truth of 'text' in all eight states; component a is the lowest bit.
std::string table(const std::string& text) {
  const Network network = three_switches();
  const Result<Predicate> predicate = parse_predicate(SourceText("text", text), network);
  if (!predicate) return to_text(predicate.diagnostics());
  PredicateEvaluator evaluate(*predicate);
  std::string values;
  for (unsigned state = 0; state < 8; ++state)
    values += evaluate([&](ComponentId c) { return LocalState(std::size_t{(state >> c.value) & 1}); }) ? '1' : '0';
  return values;
}

TEST(Predicate, IsEvaluatedInEveryState) {
  EXPECT_EQ(table("a@On"), "01010101");
  EXPECT_EQ(table("!a@On || b@On && c@On"), "10101011");
  EXPECT_EQ(table("a@{On,Off}"), "11111111");
  EXPECT_EQ(table("count(a@On, b@On, c@On) <= 1"), "11101000");
  EXPECT_EQ(table("count(a@On, b@On, c@On) == 2"), "00010110");
  EXPECT_EQ(table("count(a@On, b@On, c@On) != 2"), "11101001");
  EXPECT_EQ(table("2*count(a@On) >= count(b@On, c@On) + 1"), "01010100");
  EXPECT_EQ(table("2*count(a@On) > count(b@On, c@On)"), "01010100");
  EXPECT_EQ(table("count(a@On, a@On) < 2"), "10101010");
}

TEST(Predicate, WhatTheRootDoesNotUseIsDropped) {
  const Network network = three_switches();
  PredicateBuilder builder;
  const auto on = [&](std::size_t c) { return Atom{.component = ComponentId(c), .states = {LocalState(std::size_t{1})}}; };
  const PredicateBuilder::Handle b = builder.atom(on(1));
  builder.atom(on(0));
  const PredicateBuilder::Handle root = builder.negate(b);
  builder.constant(true);
  const Predicate predicate = std::move(builder).build(root);
  EXPECT_EQ(to_text(predicate, network), "!b@On");
  EXPECT_EQ(predicate.nodes().size(), 2U);
  EXPECT_EQ(predicate.components(), std::vector{ComponentId(std::size_t{1})});
}

TEST(Predicate, RejectsWhatWouldOverflow) {
  const std::int64_t huge = std::int64_t{1} << 62;
  const Atom atom{.component = ComponentId(std::size_t{0}), .states = {LocalState(std::size_t{0})}};
  PredicateBuilder builder;
  EXPECT_NO_THROW(builder.at_most({{-huge, atom}}, huge));
  EXPECT_THROW(builder.at_most({{huge, atom}, {-1, atom}}, 0), std::invalid_argument);
  EXPECT_THROW(builder.at_most({}, huge + 1), std::invalid_argument);
  EXPECT_THROW(builder.atom({.component = ComponentId(std::size_t{0}), .states = {}}), std::invalid_argument);
  EXPECT_THROW(builder.negate(99), std::invalid_argument);
}

}   // namespace
}   // namespace parley
