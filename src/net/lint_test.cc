#include "net/lint.h"

#include <gtest/gtest.h>

#include "support/network_text.h"

namespace parley {
namespace {

using testing::network;

std::string names(const Network& net, const std::vector<ComponentId>& components) {
  std::string text;
  for (const ComponentId component : components) text += (text.empty() ? "" : " ") + std::string(net.name(component));
  return text;
}

TEST(Lint, FindsProcessesThatMeetNoOther) {
  const Network net = network("A: 0 -a-> 0; B: 0 -a-> 0, 0 -b-> 0; C: 0 -c-> 0; D: 0; ?W: 0 -c-> 0");
  const Lints lints = lint(net, Limits());
  EXPECT_EQ(names(net, lints.lone_components), "C");   // the observer W does not count
  EXPECT_EQ(names(net, lints.idle_components), "D");
  EXPECT_TRUE(lints.apart.empty());
}

TEST(Lint, TheOnlyProcessIsNotReported) {
  const Network net = network("A: 0 -a-> 0; ?W: 0 -a-> 0");
  EXPECT_TRUE(lint(net, Limits()).lone_components.empty());
}

TEST(Lint, FindsPartsThatNeverMeet) {
  const Network net = network("A: 0 -a-> 0; B: 0 -b-> 0; C: 0 -a-> 0; D: 0 -b-> 0");
  const Lints lints = lint(net, Limits());
  EXPECT_TRUE(lints.lone_components.empty());
  ASSERT_EQ(lints.apart.size(), 1u);
  EXPECT_EQ(net.name(lints.apart[0].first), "A");
  EXPECT_EQ(net.name(lints.apart[0].second), "B");
  EXPECT_TRUE(lint(network("A: 0 -a-> 0, 0 -b-> 0; B: 0 -b-> 0; C: 0 -a-> 0"), Limits()).apart.empty());
}

}   // namespace
}   // namespace parley
