// Tests whether a wrong leap graph is noticed: the library is given another network than the one it is
// compared with.
#include "leap/examine.h"

#include <gtest/gtest.h>

#include "leap/leaping_spec.h"
#include "oracle/spec_text.h"

namespace parley::cover {
namespace {

// A worker that goes alone to a state where it waits, errs, or ends; and a partner.
constexpr std::string_view kModel = R"(
template worker
  state start
  state ready
  state idle
  state broken error
  state done end
  label work
  label rest
  label meet
  label drop
  edge start work ready
  edge start rest idle
  edge ready meet start
  edge ready drop broken
  edge idle meet done
template partner
  state wait
  state busy
  label meet
  label back
  edge wait meet busy
  edge busy back wait
component a worker
component b partner
rule work = a work
rule rest = a rest
rule meet = a meet , b meet
rule drop = a drop , b back
rule back = b back
check d deadlock
check l local_deadlock
check n never (and (at a done) (at b busy))
check r reach (at a broken)
)";

std::string with(std::string_view from, std::string_view to) {
  std::string text(kModel);
  const std::size_t place = text.find(from);
  if (place == std::string::npos) throw std::invalid_argument(std::string(from));
  return text.replace(place, from.size(), to);
}

// The statement that fails if the library is given 'told' and compared with 'model'.
std::string noticed(std::string_view model, std::string_view told) {
  Tally tally;
  const std::optional<Gap> gap = examine(oracle::parse_spec(model), oracle::parse_spec(told), {}, tally);
  return gap ? gap->statement : "";
}

TEST(Examine, AcceptsTheSameNetwork) {
  EXPECT_EQ(noticed(kModel, kModel), "");
  Tally tally;
  examine(oracle::parse_spec(kModel), {}, tally);
  EXPECT_EQ(tally.networks, 1u);
  EXPECT_GT(tally.states, tally.nodes);
  EXPECT_GT(tally.error_nodes, 0u);
  EXPECT_GT(tally.lifted, 0u);
}

TEST(Examine, NoticesStatesThatAreNotCovered) {
  EXPECT_EQ(noticed(kModel, with("  edge start rest idle\n", "")), "every reachable state without error is covered");
  EXPECT_EQ(noticed(kModel, with("  edge idle meet done\n", "")), "every reachable state without error is covered");
  EXPECT_EQ(noticed(kModel, with("rule back = b back\n", "")), "every reachable state without error is covered");
}

TEST(Examine, NoticesCoveredStatesThatAreUnreachable) {
  EXPECT_EQ(noticed(with("  edge start rest idle\n", ""), kModel), "only reachable states without error are covered");
  EXPECT_EQ(noticed(with("rule back = b back\n", ""), kModel), "only reachable states without error are covered");
}

TEST(Examine, NoticesMissingAndInventedErrors) {
  EXPECT_EQ(noticed(kModel, with("  edge ready drop broken\n", "")), "every error shows in a node");
  EXPECT_EQ(noticed(with("  edge ready drop broken\n", ""), kModel), "an error that a node shows can be entered");
}

TEST(Examine, NoticesWhatIsWrongAboutComponents) {
  EXPECT_EQ(noticed(kModel, with("label drop\n", "label drop\n  edge idle work idle\n")),
            "some rest offers no more than any state at rest");
  EXPECT_EQ(noticed(with("label drop\n", "label drop\n  edge idle work idle\n"), kModel),
            "a rest is a state of the reach that no local rule moves");
  EXPECT_EQ(noticed(kModel, with("rule drop = a drop , b back\n", "rule drop = a drop , b meet\n")),
            "a label is used as the rules use it");
}

TEST(Examine, NoticesWrongTerminalStates) {
  // To the library, a terminal state that it does not know is a deadlock, and the other way round.
  constexpr std::string_view kEnd = R"(
template t
  state start
  state done end
  label go
  edge start go done
component a t
component b t
rule go = a go , b go
check d deadlock
)";
  std::string open(kEnd);
  open.replace(open.find(" end"), 4, "");
  EXPECT_EQ(noticed(kEnd, open), "a rest is terminal if its state is");
  EXPECT_EQ(noticed(open, kEnd), "a rest is terminal if its state is");
}

TEST(LeapingSpec, NetworksAreNetworksAndTheSameEachTime) {
  for (std::uint64_t index = 0; index < 500; ++index) {
    const oracle::Spec spec = network_at(3, index);
    EXPECT_EQ(oracle::problem(spec), std::nullopt) << index;
    EXPECT_EQ(spec, network_at(3, index)) << index;
  }
}

}   // namespace
}   // namespace parley::cover
