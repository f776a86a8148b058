#include "engine/leap/inside.h"

#include <ctime>

#include <gtest/gtest.h>

#include "property/parse.h"
#include "support/network_text.h"

namespace parley::leap {
namespace {

// What Inside finds in the node with these states: the states of the components, and the step into an error
// state if there is one: "1 d END, then r>ERROR,1".
class Node {
 public:
  explicit Node(std::string_view text)
      : network_(testing::network(text)), parts_(LocalParts::find(network_, {}, limits_).value()) {
    for (ComponentId component : network_.components()) node_.emplace_back(parts_.kind(component).initial());
  }

  // Moves the component to the node of this state.
  Node& at(std::string_view name, std::string_view state) {
    const ComponentId component = network_.find_component(name).value();
    const std::uint32_t node = parts_.kind(component).node_of(network_.lts(component).states_named(state).at(0));
    EXPECT_NE(node, LocalParts::kNone) << name << " " << state;
    node_[component.index()] = LocalState(node);
    return *this;
  }

  std::string deadlock() { return find({"d", Deadlock{}}); }
  std::string local_deadlock() { return find({"l", LocalDeadlock{}}); }
  std::string reach(std::string_view formula) { return find({"r", Reach{predicate(formula)}}); }

 private:
  Predicate predicate(std::string_view formula) const {
    Result<Predicate> result = parse_predicate(SourceText("test", std::string(formula)), network_);
    if (!result) throw std::invalid_argument(to_text(result.diagnostics()));
    return *std::move(result);
  }

  std::string find(const Property& property) {
    Inside inside(network_, parts_, {&property, 1}, limits_);
    const std::optional<Finding> found = inside.find(0, node_);
    if (!found) return "none";
    std::string text;
    for (ComponentId component : network_.components())
      text += (text.empty() ? "" : " ") + network_.lts(component).state_name(found->state[component.index()]);
    if (!found->last) return text;
    text += ", then " + std::string(network_.label_name(*found->last));
    const std::span<const Participant> participants = network_.participants(*found->last);
    for (std::size_t i = 0; i < participants.size(); ++i)
      text += (i == 0 ? ">" : ",") + network_.lts(participants[i].component).state_name(found->targets[i]);
    return text;
  }

  Limits limits_;
  Network network_;
  LocalParts parts_;
  std::vector<LocalState> node_;
};

// The counterexample of docs/algorithms/leap.md: the deadlock lies in a node that still has leaps.
TEST(Inside, FindsADeadlockInANodeThatStillHasLeaps) {
  Node node("A: 0 -loc-> d, 0 -r1-> 1 -spin-> 1; B: 0 -r1-> 1; C: 0 -r2-> 1; D: 0 -r2-> 1");
  EXPECT_EQ(node.deadlock(), "none") << "r2 is always possible";
  EXPECT_EQ(node.at("C", "1").at("D", "1").deadlock(), "d 0 1 1");
  EXPECT_EQ(node.at("A", "1").at("B", "1").deadlock(), "none") << "A spins";
}

TEST(Inside, AComponentThatNeverRestsIsInNoDeadlockButOthersMayBeBlocked) {
  Node node("A: 0 -a-> 0; B: 0 -b-> 1 -r-> 0; C: 0 -r-> 1 -s-> 0; D: 0");
  EXPECT_EQ(node.deadlock(), "none");
  EXPECT_EQ(node.at("C", "0").local_deadlock(), "none");
  EXPECT_EQ(Node("A: 0 -a-> 0; B: 0 -b-> 1 -r-> 0; C: 0; D: 0 -r-> 1 -s-> 0; E: 0 -s-> 0 -r-> 0").at("D", "1").local_deadlock(),
            "none");
  EXPECT_EQ(Node("A: 0 -a-> 0; B: 0 -b-> 1 -r-> 0; C: 1 -r-> 0, 0 -s-> 1").local_deadlock(), "none");
  EXPECT_EQ(Node("A: 0 -a-> 0; B: 0 -b-> 1 -r-> 0, 0 -r-> 0; C: 0 -s-> 1 -r-> 0; D: 0 -t-> 1 -s-> 0; E: 0 -s-> 1 -t-> 0")
                .local_deadlock(),
            "0 1 0 0 0")
      << "each waits for the next one";
}

TEST(Inside, OfSeveralRestsTheFittingOnesAreChosen) {
  // A rests in a state that offers r or in one that offers s; so does B. A deadlock: one offers r, the other
  // s.
  constexpr const char* kChoosers = "A: 0 -a-> 1 -r-> 3, 0 -a-> 2 -s-> 3; B: 0 -b-> 1 -r-> 3, 0 -b-> 2 -s-> 3";
  const std::string found = Node(kChoosers).deadlock();
  EXPECT_TRUE(found == "1 2" || found == "2 1") << found;
  EXPECT_NE(Node(kChoosers).local_deadlock(), "none");
  // With a third component that takes part in each of them there is none.
  EXPECT_EQ(
      Node("A: 0 -a-> 1 -r-> 0, 0 -a-> 2 -s-> 0; B: 0 -b-> 1 -u-> 0, 0 -b-> 2 -v-> 0; C: 0 -r-> 0, 0 -s-> 0, 0 -u-> 0, 0 -v-> 0")
          .deadlock(),
      "none");
  EXPECT_EQ(
      Node("A: 0 -a-> 1 -r-> 0, 0 -a-> 2 -s-> 0; B: 0 -b-> 1 -u-> 0, 0 -b-> 2 -v-> 0; C: 0 -r-> 0, 0 -s-> 0, 0 -u-> 0, 0 -v-> 0")
          .local_deadlock(),
      "none");
}

TEST(Inside, ALocalDeadlockMayNeedAChoiceThatIsNotTheFirst) {
  // A and B wait for each other only if A has gone to 2; C always goes on.
  EXPECT_EQ(Node("A: 0 -a-> 1 -r-> 0, 0 -a-> 2 -s-> 0; B: 0 -r-> 0, 1 -s-> 0; C: 0 -c-> 0").local_deadlock(), "2 0 0");
}

TEST(Inside, TerminationIsNoDeadlock) {
  EXPECT_EQ(Node("A: 0 -a-> END; B: 0 -b-> END").deadlock(), "none");
  EXPECT_EQ(Node("A: 0 -a-> END; B: 0 -b-> END").local_deadlock(), "none");
  EXPECT_EQ(Node("A: 0 -a-> END; B: 0 -b-> 1").deadlock(), "END 1") << "b names no component that can terminate";
  EXPECT_EQ(Node("A: 0 -a-> END, 0 -a-> 1 -r-> 0; B: 0 -b-> END, 0 -r-> 0").deadlock(), "1 END");
  EXPECT_EQ(Node("A: 0 -a-> END, 0 -a-> 1 -r-> 0; B: 0 -b-> END, 0 -r-> 0").local_deadlock(), "1 END");
}

TEST(Inside, AStateWithALocalRuleIntoAnErrorIsNoRest) {
  EXPECT_EQ(Node("A: 0 -a-> ERROR; B: 0").deadlock(), "none");
  EXPECT_EQ(Node("A: 0 -a-> ERROR, 0 -b-> 1; B: 0").deadlock(), "1 0");
}

TEST(Inside, FormulasAreSearchedInTheWholeReach) {
  Node node("A: 0 -a-> 1 -a-> 2 -r-> 3; B: 0 -b-> 1 -r-> 2");
  EXPECT_EQ(node.reach("A@1 && B@1"), "1 1");
  EXPECT_EQ(node.reach("A@3"), "none");
  EXPECT_EQ(node.reach("!A@0 && !A@1 && count(A@2, B@0) >= 2"), "2 0");
  EXPECT_EQ(node.at("A", "3").at("B", "2").reach("A@3 && B@2"), "3 2");
}

TEST(Inside, FormulasAreAlsoSearchedAfterAStepIntoAnError) {
  Node node("A: 0 -a-> 1 -r-> ERROR, 1 -r-> 2; B: 0 -b-> 1 -r-> 2 -s-> 3, 1 -r-> ERROR; C: 0 -c-> 1; D: 0 -s-> 0");
  EXPECT_EQ(node.reach("A@ERROR"), "1 1 0 0, then r>ERROR,2");
  EXPECT_EQ(node.reach("A@ERROR && B@2 && C@1"), "1 1 1 0, then r>ERROR,2");
  EXPECT_EQ(node.reach("A@ERROR && B@ERROR"), "1 1 0 0, then r>ERROR,ERROR");
  EXPECT_EQ(node.reach("A@2 && B@ERROR && C@0"), "1 1 0 0, then r>2,ERROR");
  EXPECT_EQ(node.reach("A@ERROR && B@1"), "none") << "B moves with A";
  EXPECT_EQ(node.reach("A@2 && B@2"), "none") << "that is another node";
  EXPECT_EQ(node.reach("B@2"), "1 1 0 0, then r>ERROR,2")
      << "the formula holds after the step, although it does not name the error";
}

TEST(Inside, LocalRulesLeadIntoErrorsToo) {
  Node node("A: 0 -a-> 1 -b-> ERROR; B: 0 -c-> 1");
  EXPECT_EQ(node.reach("A@ERROR && B@1"), "1 1, then b>ERROR");
  EXPECT_EQ(node.reach("A@ERROR && A@1"), "none");
}

TEST(Inside, ManyRulesOfAComponentThatMayErrAreExaminedOnce) {
  // Each of 1,500 states has 1,500 labels: one pass per rule would be billions of edges.
  constexpr std::size_t kLabels = 1500;
  const Limits limits;
  NetworkBuilder builder;
  LtsBuilder wide;
  wide.add_states(kLabels + 1);
  LtsBuilder idle;
  idle.add_states(2);
  for (std::size_t label = 0; label < kLabels; ++label) {
    wide.add_label(std::to_string(label));
    idle.add_label(std::to_string(label));
    idle.add_edge(LocalState(0), LocalLabel(label), LocalState(0));
    for (std::size_t state = 0; state < kLabels; ++state) wide.add_edge(LocalState(state), LocalLabel(label), LocalState(label));
  }
  wide.add_edge(LocalState(0), LocalLabel(0), LocalState(kLabels));
  wide.set_error(LocalState(kLabels));
  builder.add_component("W", builder.add_template(std::move(wide).build()), Role::kProcess);
  builder.add_component("I", builder.add_template(std::move(idle).build()), Role::kProcess);
  for (std::size_t label = 0; label < kLabels; ++label) {
    const std::vector<Participant> both{{ComponentId(0), LocalLabel(label)}, {ComponentId(1), LocalLabel(label)}};
    builder.add_rule(builder.add_label(std::to_string(label)), both);
  }
  const Network network = std::move(builder).build();
  const LocalParts parts = LocalParts::find(network, {}, limits).value();
  PredicateBuilder formula;
  const PredicateBuilder::Handle in_error = formula.atom({ComponentId(0), {LocalState(kLabels)}});
  const Property property{"r", Reach{std::move(formula).build(in_error)}};
  const std::clock_t begin = std::clock();
  Inside inside(network, parts, {&property, 1}, limits);
  const std::vector<LocalState> initial{LocalState(parts.kind(ComponentId(0)).initial()),
                                        LocalState(parts.kind(ComponentId(1)).initial())};
  const std::optional<Finding> found = inside.find(0, initial);
  EXPECT_LT(std::clock() - begin, 2 * CLOCKS_PER_SEC);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->last, RuleId(0));
}

}   // namespace
}   // namespace parley::leap
