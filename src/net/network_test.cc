#include "net/network.h"

#include <stdexcept>

#include <gtest/gtest.h>

#include "net/lint.h"
#include "net/shape.h"
#include "support/network_text.h"

namespace parley {
namespace {

using testing::lts;
using testing::network;

std::string labels(const Network& net, std::span<const RuleId> rules) {
  std::string text;
  for (RuleId rule : rules) text += (text.empty() ? "" : " ") + std::string(net.label_name(rule));
  return text;
}

TEST(Network, IsIndexedBothWays) {
  const Network net = network("A: 0 -a-> 1, 1 -b-> 0; B: 0 -a-> 0, 0 -c-> 0, 0 -tau-> 0");
  EXPECT_EQ(testing::to_text(net),
            "A: 0 -a-> 1, 1 -b-> 0\n"
            "B: 0 -a-> 0, 0 -c-> 0, 0 -tau-> 0\n"
            "a = A.a * B.a\n"
            "b = A.b\n"
            "c = B.c\n"
            "tau = B.tau\n");
  const ComponentId a = *net.find_component("A");
  const ComponentId b = *net.find_component("B");
  EXPECT_EQ(labels(net, net.rules(a)), "a b");
  EXPECT_EQ(labels(net, net.rules(b)), "a c tau");
  EXPECT_EQ(labels(net, net.rules(b, LocalLabel(1))), "c");
  EXPECT_EQ(net.find_component("C"), std::nullopt);
  EXPECT_EQ(net.find_label("b"), net.label(RuleId(1)));
  EXPECT_EQ(net.total_states(), 3u);
}

TEST(Network, TemplatesAreShared) {
  NetworkBuilder builder;
  const TemplateId one = builder.add_template(lts("0 -a-> 1, 1 -b-> 0"));
  for (int i = 0; i < 3; ++i) {
    const ComponentId c = builder.add_component("c." + std::to_string(i), one);
    builder.add_rule(builder.intern_label("a." + std::to_string(i)), std::vector{Participant{c, LocalLabel(0)}});
  }
  const Network net = std::move(builder).build();
  EXPECT_EQ(net.num_templates(), 1u);
  EXPECT_EQ(&net.lts(ComponentId(0)), &net.lts(ComponentId(2)));
  EXPECT_EQ(labels(net, net.rules(ComponentId(2))), "a.2");
  EXPECT_TRUE(net.rules(ComponentId(1), LocalLabel(1)).empty());
}

TEST(Network, MakesEqualLabelsOne) {
  NetworkBuilder builder;
  const ComponentId c = builder.add_component("c", builder.add_template(lts("0 -a-> 0, 0 -b-> 0, 0 -d-> 0")));
  builder.add_rule(builder.add_label("x"), std::vector{Participant{c, LocalLabel(0)}});
  builder.add_rule(builder.add_label("x"), std::vector{Participant{c, LocalLabel(1)}});
  builder.add_rule(builder.add_label("y"), std::vector{Participant{c, LocalLabel(2)}});
  const Network net = std::move(builder).build();
  EXPECT_EQ(net.num_labels(), 2u);
  EXPECT_EQ(labels(net, net.rules(c)), "x x y");
  EXPECT_EQ(net.find_label("x"), net.label(RuleId(1)));
  EXPECT_EQ(net.find_label("y"), net.label(RuleId(2)));
}

TEST(Network, KnowsWhetherItCanTerminate) {
  EXPECT_FALSE(network("A: 0 -a-> 0").can_terminate());
  EXPECT_TRUE(network("A: 0 -a-> END; B: 0 -a-> 0").can_terminate());
  EXPECT_FALSE(network("A: 0 -a-> END; B: 0 -a-> 0, 0 -b-> 0").can_terminate());   // b can still fire when A has ended
  EXPECT_FALSE(network("A: 0 -a-> 0; ?P: 0, END").can_terminate()) << "the end of an observer does not count";
}

TEST(NetworkBuilder, RejectsWhatIsNoNetwork) {
  EXPECT_THROW(NetworkBuilder().build(), std::invalid_argument);
  EXPECT_THROW(network("A: 0; A: 0"), std::invalid_argument);
  EXPECT_THROW(network("?P: 0 -a-> 0"), std::invalid_argument) << "a rule with observers only";
  EXPECT_THROW(network("A: 0 -a-> 0; ?P: 0 -a-> 1"), std::invalid_argument) << "an observer that refuses";
  EXPECT_NO_THROW(network("A: 0 -a-> 0; ?P: 0 -a-> ERROR"));

  const auto with_rule = [](std::vector<Participant> participants) {
    NetworkBuilder builder;
    builder.add_component("A", builder.add_template(lts("0 -a-> 0, 0 -b-> 0")));
    builder.add_rule(builder.intern_label("x"), participants);
    return std::move(builder).build();
  };
  EXPECT_NO_THROW(with_rule({{ComponentId(0), LocalLabel(0)}}));
  EXPECT_THROW(with_rule({}), std::invalid_argument);
  EXPECT_THROW(with_rule({{ComponentId(0), LocalLabel(0)}, {ComponentId(0), LocalLabel(1)}}), std::invalid_argument);
  EXPECT_THROW(with_rule({{ComponentId(1), LocalLabel(0)}}), std::invalid_argument);
  EXPECT_THROW(with_rule({{ComponentId(0), LocalLabel(2)}}), std::invalid_argument);
}

// A million small components take seconds, and a few hundred bytes each.
TEST(Network, AMillionComponentsTakeAFewHundredBytesEach) {
  constexpr std::size_t kHalf = 500'000;
  NetworkBuilder builder;
  builder.reserve(2 * kHalf, 4 * kHalf, 8 * kHalf);
  const TemplateId phil = builder.add_template(lts("0 -l-> 1, 1 -r-> 2, 2 -x-> 3, 3 -y-> 0"));
  const TemplateId fork = builder.add_template(lts("0 -l-> 1, 0 -r-> 2, 1 -x-> 0, 2 -y-> 0"));
  for (std::size_t i = 0; i < kHalf; ++i) builder.add_component("phil." + std::to_string(i), phil);
  for (std::size_t i = 0; i < kHalf; ++i) builder.add_component("fork." + std::to_string(i), fork);
  for (std::size_t i = 0; i < kHalf; ++i) {
    const ComponentId me(i);
    const ComponentId left(kHalf + i);
    const ComponentId right(kHalf + (i + 1) % kHalf);
    const std::string name = "phil." + std::to_string(i);
    const auto rule = [&](const char* label, std::size_t local, ComponentId with) {
      builder.add_rule(builder.intern_label(name + label),
                       std::vector{Participant{me, LocalLabel(local)}, Participant{with, LocalLabel(local)}});
    };
    rule(".l", 0, left);
    rule(".r", 1, right);
    rule(".x", 2, left);
    rule(".y", 3, right);
  }
  const Network net = std::move(builder).build();
  EXPECT_EQ(net.num_components(), 2 * kHalf);
  EXPECT_LT(net.bytes() / net.num_components(), 300u);
  EXPECT_EQ(net.rules(*net.find_component("fork.7")).size(), 4u);
  EXPECT_EQ(shape_of(net, Limits()).form, "a ring");
}

TEST(Shape, IsNamedByItsGraph) {
  const auto form = [](std::string_view text) { return shape_of(network(text), Limits()).form; };
  EXPECT_EQ(form("A: 0 -a-> 0"), "a single component");
  EXPECT_EQ(form("A: 0 -a-> 0; B: 0 -b-> 0"), "components that never synchronise");
  EXPECT_EQ(form("A: 0 -a-> 0; B: 0 -a-> 0"), "a pair");
  EXPECT_EQ(form("A: 0 -a-> 0; B: 0 -a-> 0, 0 -b-> 0; C: 0 -b-> 0"), "a line");
  EXPECT_EQ(form("A: 0 -a-> 0; B: 0 -a-> 0, 0 -b-> 0, 0 -c-> 0; C: 0 -b-> 0; D: 0 -c-> 0"), "a star");
  EXPECT_EQ(form("A: 0 -a-> 0; B: 0 -a-> 0, 0 -b-> 0; C: 0 -b-> 0, 0 -c-> 0, 0 -d-> 0; D: 0 -c-> 0; E: 0 -d-> 0"), "a tree");
  EXPECT_EQ(form("A: 0 -a-> 0, 0 -d-> 0; B: 0 -a-> 0, 0 -b-> 0; C: 0 -b-> 0, 0 -c-> 0; D: 0 -c-> 0, 0 -d-> 0"), "a ring");
  EXPECT_EQ(form("A: 0 -a-> 0; B: 0 -a-> 0; C: 0 -a-> 0"), "a complete graph");
  EXPECT_EQ(form("A: 0 -a-> 0; B: 0 -a-> 0; C: 0 -c-> 0; D: 0 -c-> 0"), "a forest");
}

TEST(Shape, CountsPartsRulesAndArities) {
  const Shape shape = shape_of(network("A: 0 -a-> 0, 0 -x-> 0; B: 0 -a-> 0; C: 0 -c-> 0"), Limits());
  EXPECT_EQ(shape.parts, 2u);
  EXPECT_EQ(shape.largest_part, 2u);
  EXPECT_EQ(shape.most_rules, 2u);
  EXPECT_EQ(shape.rules_by_arity, (std::vector<std::size_t>{0, 2, 1}));
}

TEST(Lint, FindsRulesThatCannotFire) {
  const Network net = network("A: 0 -a-> 0, 1 -b-> 0; B: 0 -a-> 0, 0 -b-> 0; C: 0");
  const Lints lints = lint(net, Limits());
  ASSERT_EQ(lints.dead_rules.size(), 1u);
  EXPECT_EQ(net.label_name(lints.dead_rules[0].rule), "b");
  EXPECT_EQ(net.name(lints.dead_rules[0].refuses), "A");
  ASSERT_EQ(lints.idle_components.size(), 1u);
  EXPECT_EQ(net.name(lints.idle_components[0]), "C");
  EXPECT_TRUE(lints.dead_labels.empty());
}

TEST(Lint, FindsLabelsThatNoRuleUses) {
  NetworkBuilder builder;
  builder.add_component("A", builder.add_template(lts("0 -a-> 0")));
  const Lints lints = lint(std::move(builder).build(), Limits());
  EXPECT_EQ(lints.dead_labels.size(), 1u);
}

}   // namespace
}   // namespace parley
