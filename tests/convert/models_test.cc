// Our models, third-party models, and automata in Aldebaran's format are written as FSP and read again.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "convert/round_trip.h"
#include "front/aut/parse.h"

namespace parley::testing {
namespace {

namespace fs = std::filesystem;
using Definitions = std::vector<std::pair<std::string, std::string>>;

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> list;
  if (!fs::exists(folder)) return list;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".fsp" || entry.path().extension() == ".lts") list.push_back(entry.path());
  std::sort(list.begin(), list.end());
  return list;
}

// Whether a file of tests/language declares that it is refused, or that it needs flags.
bool is_special(const fs::path& path) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("// diagnostic: ") || line.starts_with("// flags: ")) return true;
  return false;
}

// What the round trip loses of the default target of a file, and of every target that its checks name. "" =
// nothing.
std::string lost_of(const fs::path& path, const Definitions& definitions, bool ltsa_compat = false) {
  Progress silent;
  const auto model = read_model(path.string(), {.definitions = definitions, .ltsa_compat = ltsa_compat}, Limits(), silent);
  if (!model) return to_text(model.diagnostics());
  std::vector<std::string> targets{(*model)->default_target()};
  if (const auto requests = (*model)->checks("", Limits()))
    for (const CheckRequest& request : *requests)
      if (!request.target.empty() && std::find(targets.begin(), targets.end(), request.target) == targets.end())
        targets.push_back(request.target);
  for (const std::string& target : targets) {
    const auto network = (*model)->build(target, "", Limits(), silent);
    if (!network) return target + ": " + to_text(network.diagnostics());
    const std::string lost = lost_on_the_way(*network, target);
    if (!lost.empty()) return target + ": " + lost;
  }
  return "";
}

TEST(Models, AreReadAsTheyWereWritten) {
  const std::vector<fs::path> ours = files_in(fs::path(PARLEY_SOURCE_FOLDER) / "models");
  constexpr std::size_t kLeast = 40;
  EXPECT_GE(ours.size(), kLeast);
  for (const fs::path& path : ours) EXPECT_EQ(lost_of(path, {}), "") << path;
}

TEST(Models, OfEachConstructAreReadAsTheyWereWritten) {
  std::size_t done = 0;
  for (const fs::path& path : files_in(fs::path(PARLEY_SOURCE_FOLDER) / "tests" / "language")) {
    if (is_special(path)) continue;
    EXPECT_EQ(lost_of(path, {}), "") << path;
    ++done;
  }
  constexpr std::size_t kLeast = 60;
  EXPECT_GE(done, kLeast);
}

TEST(Models, InOtherSizesAreReadAsTheyWereWritten) {
  const std::vector<std::pair<std::string, Definitions>> sizes = {
      {"philosophers", {{"N", "2"}}},
      {"philosophers", {{"N", "50"}}},
      {"philosophers-safe", {{"N", "2"}}},
      {"philosophers-safe", {{"N", "7"}}},
      {"milner", {{"N", "2"}}},
      {"milner", {{"N", "9"}}},
      {"token-ring", {{"N", "2"}}},
      {"token-ring", {{"N", "9"}}},
      {"alternating-bit", {{"D", "1"}}},
      {"alternating-bit", {{"D", "5"}}},
      {"readers-writers", {{"R", "1"}, {"W", "1"}}},
      {"readers-writers", {{"R", "5"}, {"W", "4"}}},
      {"client-server", {{"N", "1"}, {"K", "1"}}},
      {"client-server", {{"N", "5"}, {"K", "4"}}},
  };
  for (const auto& [name, definitions] : sizes)
    EXPECT_EQ(lost_of(fs::path(PARLEY_SOURCE_FOLDER) / "models" / (name + ".fsp"), definitions), "")
        << name << " " << definitions[0].first << "=" << definitions[0].second;
}

TEST(Models, OfThirdPartiesAreReadAsTheyWereWritten) {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): the environment never changes
  const char* given = std::getenv("PARLEY_MODELS");
  const fs::path folder = given != nullptr ? fs::path(given) : fs::path(PARLEY_SOURCE_FOLDER).parent_path() / "shared" / "models";
  const std::vector<fs::path> theirs = files_in(folder / "fsp");
  if (theirs.empty()) GTEST_SKIP() << "no models in " << folder;
  for (const fs::path& path : theirs) EXPECT_EQ(lost_of(path, {}, /*ltsa_compat=*/true), "") << path;
}

TEST(Models, AutomataInAldebaransFormatAreReadAsTheyWereWritten) {
  for (const char* text : {"des (0, 0, 1)\n", "des (0, 2, 2)\n(0, \"a\", 1)\n(1, \"b\", 0)\n",
                           "des (1, 4, 3)\n(0, i, 1)\n(1, tau, 2)\n(2, \"x !1 !2\", 0)\n(2, PUT, 1)\n",
                           "des (0, 3, 3)\n(2, \"c\", 0)\n(0, \"say \"\"hi\"\"\", 2)\n(1, \"a.b.0\", 1)\n"}) {
    Progress silent;
    const auto lts = parse_aut(SourceText("a.aut", text), Limits(), silent);
    ASSERT_TRUE(lts) << to_text(lts.diagnostics());
    EXPECT_EQ(lost_on_the_way(alone("a", *lts)), "") << text;
    EXPECT_EQ(lost_on_the_way(alone("tau", *lts)), "") << text;   // a file may have this name
    EXPECT_EQ(lost_on_the_way(alone("", *lts)), "") << text;
  }
}

}   // namespace
}   // namespace parley::testing
