#include "engine/lazy/fragment.h"

#include <gtest/gtest.h>

#include "engine/lazy/memo.h"
#include "support/network_text.h"

namespace parley::lazy {
namespace {

using testing::network;

std::vector<std::uint32_t> described(const Network& net, const std::vector<const char*>& revealed) {
  FragmentTables tables(net);
  Fragment fragment(tables);
  for (const char* name : revealed) fragment.reveal(*net.find_component(name));
  return {fragment.description().begin(), fragment.description().end()};
}

TEST(Fragment, IsomorphicPartsHaveEqualDescriptions) {
  NetworkBuilder builder;
  const TemplateId user = builder.add_template(testing::lts("0 -take-> 1 -put-> 0"));
  const TemplateId thing = builder.add_template(testing::lts("0 -take-> 1 -put-> 0"));
  std::vector<ComponentId> users;
  std::vector<ComponentId> things;
  for (int i = 0; i < 3; ++i) {
    users.push_back(builder.add_component("u" + std::to_string(i), user));
    things.push_back(builder.add_component("t" + std::to_string(i), thing));
  }
  for (std::size_t i = 0; i < 3; ++i) {
    builder.add_rule(builder.intern_label("take" + std::to_string(i)),
                     std::vector<Participant>{{users[i], LocalLabel(0)}, {things[i], LocalLabel(0)}});
    builder.add_rule(builder.intern_label("put" + std::to_string(i)),
                     std::vector<Participant>{{users[i], LocalLabel(1)}, {things[i], LocalLabel(1)}});
  }
  // One more rule for the last thing.
  builder.add_rule(builder.intern_label("drop"), std::vector<Participant>{{things[2], LocalLabel(1)}});
  const Network net = std::move(builder).build();
  EXPECT_EQ(described(net, {"u0", "t0"}), described(net, {"u1", "t1"}));
  EXPECT_EQ(described(net, {"u1"}), described(net, {"u2"})) << "what an outside component can do besides is not seen";
  EXPECT_NE(described(net, {"u1", "t1"}), described(net, {"u2", "t2"}));
  EXPECT_NE(described(net, {"u0"}), described(net, {"t0"}));
}

TEST(Fragment, AComponentThatNeverRefusesIsWillingUnlessItHasALocalGoal) {
  const Network net = network("A: 0 -x-> 1; W: 0 -x-> 1, 1 -x-> 0; E: 0 -x-> 0, 0 -x-> ERROR; T: 0 -x-> END");
  FragmentTables tables(net);
  const auto never_refuses = [&](const char* name) {
    const ComponentId component = *net.find_component(name);
    return tables.never_refuses(net.template_of(component), LocalLabel(0));
  };
  EXPECT_FALSE(never_refuses("A"));
  EXPECT_TRUE(never_refuses("W"));
  EXPECT_TRUE(never_refuses("E")) << "it can stay out of its error state";
  EXPECT_FALSE(never_refuses("T"));
  Fragment fragment(tables);
  fragment.reveal(*net.find_component("A"));
  EXPECT_TRUE(fragment.parts(0)[1].never_refuses);
  fragment.clear();
  tables.set_local_goal({*net.find_component("W"), 1});
  fragment.reveal(*net.find_component("A"));
  EXPECT_FALSE(fragment.parts(0)[1].never_refuses);
}

TEST(MemoTable, ADescriptionIsFoundAgainByItsPieces) {
  MemoTable memory;
  const std::vector<std::uint32_t> one = {1, 2};
  const std::vector<std::uint32_t> two = {3};
  const MemoTable::Node first = memory.next(MemoTable::kRoot, one);
  const MemoTable::Node second = memory.next(first, two);
  EXPECT_EQ(memory.find(second), nullptr);
  Finding finding;
  finding.needed = {7};
  memory.remember(second, std::move(finding));
  EXPECT_EQ(memory.next(memory.next(MemoTable::kRoot, one), two), second);
  EXPECT_EQ(memory.find(second)->needed, std::vector<LocalComponent>{7});
  EXPECT_NE(memory.next(MemoTable::kRoot, two), second) << "the same piece after another beginning";
  EXPECT_EQ(memory.find(first), nullptr);
}

}   // namespace
}   // namespace parley::lazy
