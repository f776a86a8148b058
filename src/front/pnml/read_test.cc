#include "front/pnml/read.h"

#include <gtest/gtest.h>

#include "base/sha256.h"
#include "property/print.h"

namespace parley {
namespace {

// In kUnsafe, 'make' can give q a second token. kCycle is a state machine.
const std::string kUnsafe =
    "<net id='unsafe' type='http://www.pnml.org/version-2009/grammar/ptnet'><page id='g'><place "
    "id='p'><initialMarking><text>1</text></initialMarking></place>"
    "<place id='q'/><transition id='make'/><arc source='p' target='make'/><arc source='make' target='p'/><arc source='make' "
    "target='q'/></page></net>";
const std::string kCycle =
    "<net id='cycle' type='http://www.pnml.org/version-2009/grammar/ptnet'><page id='g'><place "
    "id='a'><initialMarking><text>1</text></initialMarking></place>"
    "<place id='b'/><transition id='t'/><arc source='a' target='t'/><arc source='t' target='b'/></page></net>";

std::unique_ptr<Model> model(const std::string& nets) {
  Progress silent;
  Result<std::unique_ptr<Model>> read = read_pnml("some/dir/x.pnml", "<pnml>" + nets + "</pnml>", {}, Limits(), silent);
  return read ? std::move(*read) : nullptr;
}

Network network(const Model& model, const std::string& target = "") {
  Progress silent;
  return std::move(*model.build(target, "", Limits(), silent));
}

template <class T>
std::string code(const Result<T>& result) {
  return result ? "ok" : result.diagnostics().list().at(0).code;
}

TEST(ReadPnml, TheOnlyNetIsTheDefault) {
  const std::unique_ptr<Model> read = model(kCycle);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->default_target(), "cycle");
  EXPECT_EQ(read->files().at(0).sha256, sha256_hex("<pnml>" + kCycle + "</pnml>"));
  EXPECT_EQ(network(*read).num_components(), 1U);
  EXPECT_EQ(read->checks("cycle", Limits())->at(0).kind, PropertyKind::kDeadlock);
  Progress silent;
  EXPECT_EQ(code(read->build("other", "", Limits(), silent)), "pnml-target");
  EXPECT_EQ(code(read->build("", "P", Limits(), silent)), "pnml-property");
  EXPECT_EQ(code(read->needs_observer("", "P", Limits())), "pnml-property");
  EXPECT_EQ(code(read_pnml("x.pnml", "<pnml>" + kCycle + "</pnml>", {.definitions = {{"N", "1"}}}, Limits(), silent)),
            "pnml-definition");
}

TEST(ReadPnml, OfSeveralNetsOneIsChosen) {
  const std::unique_ptr<Model> read = model(kCycle + kUnsafe);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->default_target(), "");
  const Result<std::vector<CheckRequest>> unclear = read->checks("", Limits());
  ASSERT_FALSE(unclear);
  EXPECT_EQ(unclear.diagnostics().list()[0].code, "pnml-several");
  EXPECT_EQ(unclear.diagnostics().list()[0].hint, "choose one with --target: 'cycle', 'unsafe'");
  EXPECT_EQ(network(*read, "cycle").num_components(), 1U);
  EXPECT_EQ(network(*read, "unsafe").num_components(), 2U);
}

TEST(ReadPnml, NothingIsAssumedWhereEveryPlaceIsInAStateMachine) {
  const std::unique_ptr<Model> read = model(kCycle);
  EXPECT_FALSE(read->assumed(network(*read)));
}

TEST(ReadPnml, AMonitoredNetIsAssumedToBeOneSafe) {
  const std::unique_ptr<Model> read = model(kUnsafe);
  const Network of = network(*read);
  const std::optional<Assumption> assumption = read->assumed(of);
  ASSERT_TRUE(assumption);
  EXPECT_EQ(assumption->property.name, "1-safe");
  EXPECT_EQ(std::get<Safety>(assumption->property.ask).automata, std::vector<ComponentId>{ComponentId(1u)});
}

std::string asked(const std::string& nets, const std::string& expression) {
  const std::unique_ptr<Model> read = model(nets);
  const Network of = network(*read);
  CheckRequest request;
  request.kind = PropertyKind::kReach;
  request.expression = expression;
  request.flag = "--reach";
  const Result<Property> property = read->bind(request, of, Limits());
  if (!property) return property.diagnostics().list()[0].code;
  return to_text(std::get<Reach>(property->ask).goal, of);
}

TEST(ReadPnml, PredicatesSpeakOfPlaces) {
  EXPECT_EQ(asked(kCycle, "a@b"), "a@b");
  EXPECT_EQ(asked(kCycle, "b@b"), "predicate-unknown-component");
}

// A trace to a state with a second token would show nothing about the net.
TEST(ReadPnml, PredicatesAreAskedOfStatesWithoutASecondToken) {
  EXPECT_EQ(asked(kUnsafe, "p@p"), "p@p && count(q@twice) <= 0");
  EXPECT_EQ(asked(kUnsafe, "!(p@p || count(q@q) >= 1)"), "!(p@p || count(q@q) >= 1) && count(q@twice) <= 0");
  EXPECT_EQ(asked(kUnsafe, "q@twice"), "q@twice");
  EXPECT_EQ(asked(kUnsafe, "p@p && count(q@twice, p@p) >= 2"), "p@p && count(q@twice, p@p) >= 2");
  EXPECT_EQ(asked(kUnsafe, "!q@twice"), "!q@twice && count(q@twice) <= 0");
  EXPECT_EQ(asked(kUnsafe, "p@p || q@twice"), "(p@p || q@twice) && count(q@twice) <= 0");
}

}   // namespace
}   // namespace parley
