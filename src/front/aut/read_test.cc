#include "front/aut/read.h"

#include <gtest/gtest.h>

#include "base/sha256.h"
#include "property/print.h"

namespace parley {
namespace {

const std::string kText = "des (0, 3, 3)\n(0, go, 1)\n(1, i, 2)\n(1, go, 0)\n";

std::unique_ptr<Model> model() {
  Progress silent;
  Result<std::unique_ptr<Model>> read = read_aut("some/dir/lift.aut", kText, {}, Limits(), silent);
  return read ? std::move(*read) : nullptr;
}

Network network(const Model& model) {
  Progress silent;
  return std::move(*model.build("", "", Limits(), silent));
}

template <class T>
std::string code(const Result<T>& result) {
  return result ? "ok" : result.diagnostics().list().at(0).code;
}

TEST(ReadAut, TheNetworkIsOneComponentNamedLikeTheFile) {
  const Network net = network(*model());
  ASSERT_EQ(net.num_components(), 1U);
  EXPECT_EQ(net.name(ComponentId(std::size_t{0})), "lift");
  EXPECT_EQ(net.lts(ComponentId(std::size_t{0})).num_states(), 3U);
  EXPECT_FALSE(net.can_terminate());
  std::string rules;
  for (RuleId rule : net.rules()) {
    EXPECT_EQ(net.participants(rule).size(), 1U);
    rules += std::string(net.label_name(rule)) + " ";
  }
  EXPECT_EQ(rules, "go tau ");
}

TEST(ReadAut, RecordsItsFile) {
  const std::unique_ptr<Model> read = model();
  ASSERT_EQ(read->files().size(), 1U);
  EXPECT_EQ(read->files()[0].path, "some/dir/lift.aut");
  EXPECT_EQ(read->files()[0].sha256, sha256_hex(kText));
  EXPECT_EQ(read->default_target(), "");
}

TEST(ReadAut, AsksForDeadlock) {
  const Result<std::vector<CheckRequest>> checks = model()->checks("", Limits());
  ASSERT_TRUE(checks);
  ASSERT_EQ(checks->size(), 1U);
  EXPECT_EQ((*checks)[0].kind, PropertyKind::kDeadlock);
}

TEST(ReadAut, OtherTargetsAndDefinitionsAreRefused) {
  Progress silent;
  const std::unique_ptr<Model> read = model();
  EXPECT_EQ(code(read->build("lift", "", Limits(), silent)), "ok");
  EXPECT_EQ(code(read->build("LIFT", "", Limits(), silent)), "aut-target");
  EXPECT_EQ(code(read->build("", "MUTEX", Limits(), silent)), "aut-property");
  EXPECT_EQ(code(read->checks("LIFT", Limits())), "aut-target");
  EXPECT_EQ(code(read->needs_observer("", "MUTEX", Limits())), "aut-property");
  EXPECT_EQ(code(read_aut("x.aut", kText, {.definitions = {{"N", "5"}}}, Limits(), silent)), "aut-definition");
  EXPECT_EQ(code(read_aut("x.aut", "nonsense", {}, Limits(), silent)), "aut-header");
}

TEST(ReadAut, BindsQuestions) {
  const std::unique_ptr<Model> read = model();
  const Network net = network(*read);
  const Result<Property> never = read->bind(
      {.name = "n", .kind = PropertyKind::kNever, .expression = "lift@2 || lift[0]@1", .flag = "--never"}, net, Limits());
  EXPECT_EQ(code(never), "predicate-unknown-component");
  EXPECT_EQ(never.diagnostics().list()[0].file, "--never");

  const Result<Property> reach =
      read->bind({.name = "r", .kind = PropertyKind::kReach, .expression = "lift@{2,1}", .flag = "--reach"}, net, Limits());
  ASSERT_TRUE(reach);
  EXPECT_EQ(reach->name, "r");
  EXPECT_EQ(to_text(std::get<Reach>(reach->ask).goal, net), "lift@{1,2}");
  EXPECT_EQ(kind_of(*read->bind({.kind = PropertyKind::kDeadlock}, net, Limits())), PropertyKind::kDeadlock);
  EXPECT_EQ(kind_of(*read->bind({.kind = PropertyKind::kLocalDeadlock}, net, Limits())), PropertyKind::kLocalDeadlock);
  EXPECT_EQ(code(read->bind({.kind = PropertyKind::kSafety, .automaton = "P"}, net, Limits())), "aut-property");
}

}   // namespace
}   // namespace parley
