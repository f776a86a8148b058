// Runs every example of docs/formats/fsp.md.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "front/file_error.h"
#include "support/fsp_text.h"

namespace parley::fsp {
namespace {

std::optional<std::string> page() {
  for (std::filesystem::path at = std::filesystem::current_path(); at != at.root_path(); at = at.parent_path()) {
    if (!std::filesystem::exists(at / "docs/formats/fsp.md")) continue;
    std::ifstream input(at / "docs/formats/fsp.md");
    std::stringstream text;
    text << input.rdbuf();
    return text.str();
  }
  return std::nullopt;
}

std::vector<std::string> examples(const std::string& text) {
  std::vector<std::string> found;
  const std::string open = "```fsp\n";
  for (std::size_t at = text.find(open); at != std::string::npos; at = text.find(open, at)) {
    at += open.size();
    found.push_back(text.substr(at, text.find("```", at) - at));
  }
  return found;
}

// The verdict by exhaustive exploration: true for holds. Local deadlock is left to the tests of the engines;
// so is deadlock in a network that can terminate.
std::optional<bool> verdict(const Network& network, const Property& property) {
  if (const auto* reach = std::get_if<Reach>(&property.ask)) return explore(network, &reach->goal).holds_reach;
  if (const auto* never = std::get_if<Never>(&property.ask)) return !explore(network, &never->bad).holds_reach;
  if (const auto* safety = std::get_if<Safety>(&property.ask)) {
    PredicateBuilder builder;
    std::vector<PredicateBuilder::Handle> any;
    for (const ComponentId component : safety->automata) {
      const Lts& lts = network.lts(component);
      for (const LocalState state : lts.states())
        if (lts.is_error(state)) any.push_back(builder.atom({component, {state}}));
    }
    const Predicate bad = std::move(builder).build(builder.any_of(any));
    return !explore(network, &bad).holds_reach;
  }
  if (std::holds_alternative<Deadlock>(property.ask)) {
    if (network.can_terminate()) return std::nullopt;
    return explore(network).stuck == 0;
  }
  return std::nullopt;
}

void run_checks(const std::string& example) {
  const auto model = read(example);
  ASSERT_TRUE(model.ok()) << to_text(model.diagnostics()) << example;
  const auto checks = (*model)->checks("", Limits());
  ASSERT_TRUE(checks.ok()) << to_text(checks.diagnostics()) << example;
  EXPECT_FALSE(checks->empty());
  for (const CheckRequest& request : *checks) {
    Progress silent;
    const std::string observer = observer_of(request);
    const bool adds = !observer.empty() && *(*model)->needs_observer(request.target, observer, Limits());
    const auto network = (*model)->build(request.target, adds ? observer : "", Limits(), silent);
    ASSERT_TRUE(network.ok()) << to_text(network.diagnostics()) << example;
    const auto property = (*model)->bind(request, *network, Limits());
    ASSERT_TRUE(property.ok()) << to_text(property.diagnostics()) << example;
    const std::optional<bool> holds = verdict(*network, *property);
    if (std::holds_alternative<Undecided>(property->ask)) {
      EXPECT_EQ(request.expect, Expectation::kUnknown) << request.name << " of\n" << example;
    }
    if (holds) {
      EXPECT_EQ(*holds, request.expect == Expectation::kHolds) << request.name << " of\n" << example;
    }
  }
}

void run_diagnostic(const std::string& code, const std::string& example) {
  std::set<std::string> said;
  Asked asked;
  asked.options.open = [](const std::string& path) -> Result<std::string> {
    return file_error(path, "file-missing", "there is no such file");
  };
  const std::string all = diagnose(example, asked);
  std::istringstream words(all);
  for (std::string word, place; words >> word >> place;) said.insert(word);
  EXPECT_EQ(said, std::set<std::string>{code}) << all << "\n" << example;
}

TEST(FspPage, EveryExampleDoesWhatItsFirstLineSays) {
  const auto text = page();
  ASSERT_TRUE(text) << "run it inside the source tree: there is no docs/formats/fsp.md above the working directory";
  const std::vector<std::string> all = examples(*text);
  EXPECT_GE(all.size(), 15u);
  for (const std::string& example : all) {
    const std::string first = example.substr(0, example.find('\n'));
    const std::string diagnostic = "// diagnostic: ";
    if (first == "// checks") run_checks(example);
    else if (first.starts_with(diagnostic)) run_diagnostic(first.substr(diagnostic.size()), example);
    else ADD_FAILURE() << "an example must say what is tested:\n" << example;
  }
}

}   // namespace
}   // namespace parley::fsp
