#include "search/stubborn/closed_support.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/network_text.h"

namespace parley {
namespace {

using testing::network;

// A closed set around some components of a network, in its initial state.
class Closed {
 public:
  Closed(const Network& net, std::initializer_list<const char*> names, const Limits& limits)
      : net_(net), enabled_(net, limits), support_((enabled_.look(initial()), enabled_), limits) {
    for (const char* name : names) support_.insert(find(name));
    support_.close();
  }

  ComponentId find(const std::string& name) const { return *net_.find_component(name); }
  bool remove(const std::string& name) { return support_.remove_with_dependants(find(name)); }
  void keep(const std::string& name) { support_.keep(find(name)); }
  ClosedSupport& support() { return support_; }

  std::string members() const {
    std::string text;
    for (ComponentId component : net_.components())
      if (support_.contains(component)) text += std::string(net_.name(component)) + (support_.keeps(component) ? "! " : " ");
    return text;
  }

 private:
  std::span<const LocalState> initial() {
    for (ComponentId component : net_.components()) state_.push_back(net_.lts(component).initial());
    return state_;
  }

  const Network& net_;
  std::vector<LocalState> state_;
  EnabledRules enabled_;
  ClosedSupport support_;
};

// A and B wait for S, which can move alone; C is independent of them.
constexpr const char* kTwoWait = "A: 0 -a-> 1; B: 0 -b-> 1; S: 0 -s-> 1, 1 -a-> 1, 1 -b-> 1; C: 0 -c-> 1";

TEST(ClosedSupport, ClosesOverComponentsThatRefuse) {
  const Network net = network(kTwoWait);
  EXPECT_EQ(Closed(net, {"A"}, Limits()).members(), "A S ");
  EXPECT_EQ(Closed(net, {"C"}, Limits()).members(), "C ");
}

TEST(ClosedSupport, ARemovalTakesDependantsAndCanBeUndone) {
  const Network net = network(kTwoWait);
  const Limits none;
  Closed closed(net, {"A", "B", "C"}, none);
  EXPECT_EQ(closed.support().num_enabled(), 2u);
  EXPECT_TRUE(closed.remove("S"));
  EXPECT_EQ(closed.members(), "C ");
  EXPECT_EQ(closed.support().num_enabled(), 1u);
  closed.support().undo_removal();
  EXPECT_EQ(closed.members(), "A B S C ");
  EXPECT_EQ(closed.support().num_enabled(), 2u);
  EXPECT_TRUE(closed.remove("A"));
  EXPECT_EQ(closed.members(), "B S C ");
}

TEST(ClosedSupport, AKeptMemberKeepsWhatItNeeds) {
  const Network net = network(kTwoWait);
  const Limits none;
  Closed closed(net, {"A", "B", "C"}, none);
  closed.keep("A");
  EXPECT_EQ(closed.members(), "A! B S! C ");
  EXPECT_FALSE(closed.remove("S"));
  EXPECT_EQ(closed.members(), "A! B S! C ");
  EXPECT_EQ(closed.support().num_enabled(), 2u);
  EXPECT_TRUE(closed.remove("B"));
  EXPECT_TRUE(closed.remove("C"));
  EXPECT_EQ(closed.members(), "A! S! ");
}

TEST(ClosedSupport, OneOfTwoRefusersMayBeRemoved) {
  const Network net = network("A: 0 -a-> 1; B: 0 -b-> 1, 1 -a-> 1; C: 0 -c-> 1, 1 -a-> 1");
  const Limits none;
  Closed closed(net, {"A", "B", "C"}, none);
  closed.keep("A");
  EXPECT_EQ(closed.members(), "A! B C ");
  EXPECT_TRUE(closed.remove("B"));
  EXPECT_FALSE(closed.remove("C")) << "now it is the last one";
  EXPECT_EQ(closed.members(), "A! C ");
}

TEST(ClosedSupport, NothingIsKeptAfterClear) {
  const Network net = network(kTwoWait);
  const Limits none;
  Closed closed(net, {"A"}, none);
  closed.keep("A");
  closed.support().clear();
  EXPECT_EQ(closed.members(), "");
  EXPECT_EQ(closed.support().num_enabled(), 0u);
  closed.support().insert(closed.find("A"));
  closed.support().close();
  EXPECT_EQ(closed.members(), "A S ");
}

// Each philosopher takes the fork between itself and the next: no component of the ring can stay without the
// others.
std::string ring(int size) {
  std::string text;
  for (int i = 0; i < size; ++i)
    text += fmt::format("P{0}: 0 -l{0}-> 1, 1 -r{1}-> 0; F{0}: 0 -l{0}-> 1, 0 -r{0}-> 1, 1 -d{0}-> 0; ", i, (i + 1) % size);
  text.resize(text.size() - 2);
  return text;
}

TEST(ClosedSupport, ARingIsKeptAsAWhole) {
  const Network net = network(ring(50));
  const Limits none;
  Closed closed(net, {"P7"}, none);
  ASSERT_EQ(closed.support().num_enabled(), 50u);
  closed.keep("P20");
  for (int i = 0; i < 50; ++i) EXPECT_TRUE(closed.support().keeps(closed.find(fmt::format("P{}", i)))) << i;
  EXPECT_FALSE(closed.remove("P3"));
  EXPECT_EQ(closed.support().removal_work(), 0u) << "the mark ends the removal at once";
}

TEST(ClosedSupport, ChecksTheLimits) {
  const Network net = network(ring(3000));
  StopToken stop{StopRequest::kNone};
  const Limits limits({.stop = &stop});
  Closed closed(net, {"P0"}, limits);
  stop = StopRequest::kInterrupted;
  EXPECT_THROW(closed.remove("P0"), Stopped);
}

}   // namespace
}   // namespace parley
