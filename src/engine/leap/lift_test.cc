#include "engine/leap/lift.h"

#include <gtest/gtest.h>

#include "engine/leap/leap_network.h"
#include "support/network_text.h"

namespace parley::leap {
namespace {

class Lifting {
 public:
  explicit Lifting(std::string_view text)
      : network_(testing::network(text)),
        parts_(LocalParts::find(network_, {}, limits_).value()),
        leaps_(leap_network(network_, parts_, {}, limits_)) {}

  // Adds a leap by the rule with this label. The participants go to the nodes of these states, in the order
  // of the rule.
  Lifting& leap(std::string_view label, const std::vector<std::string>& to) {
    const RuleId rule = rule_of(label);
    std::vector<Move> moves;
    for (std::size_t i = 0; i < to.size(); ++i) {
      const Participant& participant = network_.participants(rule)[i];
      moves.push_back(
          {participant.component, LocalState(parts_.kind(participant.component).node_of(state(participant.component, to[i])))});
    }
    run_.add(leaps_.label(rule), moves);
    return *this;
  }

  // The run of single steps: "a A>1; r A>0 B>2". With a finding, every component ends in these states.
  std::string run() const { return to_text(lift(network_, parts_, run_, nullptr, limits_)); }
  std::string run_to(const std::vector<std::string>& states) const {
    return to_text(lift(network_, parts_, run_, &finding(states), limits_));
  }
  std::string run_to(const std::vector<std::string>& states, std::string_view last,
                     const std::vector<std::string>& targets) const {
    Finding with_step = finding(states);
    with_step.last = rule_of(last);
    for (std::size_t i = 0; i < targets.size(); ++i)
      with_step.targets.push_back(state(network_.participants(*with_step.last)[i].component, targets[i]));
    return to_text(lift(network_, parts_, run_, &with_step, limits_));
  }

 private:
  LocalState state(ComponentId component, const std::string& name) const {
    return network_.lts(component).states_named(name).at(0);
  }
  RuleId rule_of(std::string_view label) const {
    for (RuleId rule : network_.rules())
      if (network_.label_name(rule) == label) return rule;
    throw std::invalid_argument(std::string(label));
  }
  const Finding& finding(const std::vector<std::string>& states) const {
    finding_ = {};
    for (ComponentId component : network_.components()) finding_.state.push_back(state(component, states[component.index()]));
    return finding_;
  }
  std::string to_text(const Trace& trace) const {
    std::string text;
    for (std::size_t i = 0; i < trace.size(); ++i) {
      text += (text.empty() ? "" : "; ") + std::string(network_.label_name(trace[i].label));
      for (const Move& move : trace[i].moves)
        text += " " + std::string(network_.name(move.component)) + ">" + network_.lts(move.component).state_name(move.to);
    }
    return text;
  }

  Limits limits_;
  Network network_;
  LocalParts parts_;
  Network leaps_;
  Trace run_;
  mutable Finding finding_;
};

constexpr const char* kWorkers = "A: 0 -a-> 1 -b-> 2 -r-> 0; B: 0 -c-> 1 -r-> 2 -d-> 3";

TEST(Lift, ParticipantsGoToAStateWhereTheyCanTakePart) {
  EXPECT_EQ(Lifting(kWorkers).run(), "");
  EXPECT_EQ(Lifting(kWorkers).leap("r", {"0", "2"}).run(), "a A>1; b A>2; c B>1; r A>0 B>2");
}

TEST(Lift, AtTheEndEveryComponentGoesToItsStateInTheFinding) {
  EXPECT_EQ(Lifting(kWorkers).run_to({"1", "1"}), "a A>1; c B>1");
  EXPECT_EQ(Lifting(kWorkers).run_to({"0", "0"}), "");
  EXPECT_EQ(Lifting(kWorkers).leap("r", {"0", "2"}).run_to({"2", "3"}), "a A>1; b A>2; c B>1; r A>0 B>2; a A>1; b A>2; d B>3");
}

TEST(Lift, TheLocalPathIsAShortestOne) {
  EXPECT_EQ(Lifting("A: 0 -a-> 1 -a-> 2 -a-> 3, 0 -b-> 3, 3 -r-> 0; B: 0 -r-> 0").leap("r", {"0", "0"}).run(),
            "b A>3; r A>0 B>0");
}

TEST(Lift, AStepIntoANodeMayEnterAnyAlikeState) {
  // r enters 2, whose representative is 1: it has the smaller number.
  const std::string run = Lifting("A: 0 -s-> 1 -a-> 2 -a-> 1, 0 -r-> 2 -t-> 0; B: 0 -r-> 0, 0 -s-> 0, 0 -t-> 0")
                              .leap("r", {"1", "0"})
                              .leap("t", {"0", "0"})
                              .run();
  EXPECT_EQ(run, "r A>2 B>0; t A>0 B>0");
}

TEST(Lift, ErrorsAreEnteredByLocalAndBySharedRules) {
  EXPECT_EQ(Lifting("A: 0 -a-> 1 -b-> ERROR; B: 0 -c-> 1").leap("b", {"ERROR"}).run(), "a A>1; b A>ERROR");
  EXPECT_EQ(Lifting("A: 0 -a-> 1 -r-> ERROR; B: 0 -c-> 1 -r-> 0").leap("r", {"ERROR", "0"}).run(), "a A>1; c B>1; r A>ERROR B>0");
}

TEST(Lift, AFindingMayHaveALastStep) {
  EXPECT_EQ(Lifting("A: 0 -a-> 1 -r-> ERROR; B: 0 -c-> 1 -r-> 0; C: 0 -d-> 1").run_to({"1", "1", "1"}, "r", {"ERROR", "0"}),
            "a A>1; c B>1; d C>1; r A>ERROR B>0");
}

TEST(Lift, ALabelOfBothKindsOfRulesMovesAloneByTheLocalOne) {
  EXPECT_EQ(Lifting("A: 0 -a-> 1 -a-> 2; B: 0 -b-> 0\ntogether = A.a B.b\nalone = A.a").run_to({"2", "0"}),
            "alone A>1; alone A>2");
  EXPECT_EQ(Lifting("A: 0 -a-> 1 -a-> 2; B: 0 -b-> 0\ntogether = A.a B.b\nalone = A.a").leap("together", {"1", "0"}).run(),
            "together A>1 B>0");
}

TEST(Lift, RulesOfManyMoveAllAtOnce) {
  EXPECT_EQ(
      Lifting("A: 0 -a-> 1 -r-> 0; B: 0 -r-> 1; C: 0 -c-> 1 -r-> 2; ?W: 0 -r-> 1 -r-> 1").leap("r", {"0", "1", "2", "1"}).run(),
      "a A>1; c C>1; r A>0 B>1 C>2 W>1");
}

}   // namespace
}   // namespace parley::leap
