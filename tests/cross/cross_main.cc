// Ring 4: random networks, every engine of the registry, every property, random options, against the oracle and the judge.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cross/campaign.h"
#include "engine/registry.h"
#include "oracle/spec_text.h"

namespace parley::cross {
namespace {

// Fewer networks than this say nothing about the generator's shares.
constexpr std::uint64_t kEnoughForBounds = 1000;

struct Arguments {
  std::uint64_t networks = 20000;
  std::uint64_t first = 0;
  std::uint64_t seed = 1;
  unsigned threads = 2;
  std::vector<std::string> engines;
  std::string family;
  std::string out = "tests-out";
};

bool is_named(const Arguments& arguments, const Engine& engine) {
  return arguments.engines.empty() ||
         std::find(arguments.engines.begin(), arguments.engines.end(), engine.name()) != arguments.engines.end();
}

// Leaves the shrunk network where a person can pick it up for tests/regress.
int tell(const Finding& found, const Arguments& arguments) {
  fmt::print("FOUND, before shrinking, in network {}: {} ({})\n{}\n", found.index, fault_name(found.failure.fault), found.failure.detail,
             to_text(found.setting));
  std::fflush(stdout);
  const Subject subject{*find_engine(found.engine)};
  const Finding small = shrunk(found, subject);
  std::filesystem::create_directories(arguments.out);
  const std::string path = fmt::format("{}/{}-{}-{}.net", arguments.out, small.engine, arguments.seed, small.index);
  std::ofstream(path) << file_text(small, arguments.seed);
  fmt::print("{}\nkept in {}\n", report_text(small, arguments.seed), path);
  return 1;
}

void print_tallies(const Campaign& campaign, const CampaignResult& result) {
  fmt::print("{:<12} {:>8} {:>8} {:>8}", "engine", "asked", "declined", "unknown");
  for (std::size_t kind = 0; kind < kEvidenceKinds; ++kind) fmt::print(" {:>11}", kind_name(static_cast<EvidenceKind>(kind)));
  fmt::print(" {:>8} {:>8}\n", "files", "explored");
  for (std::size_t i = 0; i < result.tallies.size(); ++i) {
    const Tally& tally = result.tallies[i];
    fmt::print("{:<12} {:>8} {:>8} {:>8}", campaign.subjects[i].engine.name(), tally.asked, tally.declined, tally.unknown);
    for (const std::uint64_t number : tally.evidence) fmt::print(" {:>11}", number);
    fmt::print(" {:>8} {:>8}\n", tally.files, tally.explored);
  }
}

int run_all(const Arguments& arguments) {
  Campaign campaign{.networks = arguments.networks, .first = arguments.first, .seed = arguments.seed, .threads = arguments.threads,
                    .subjects = {}, .only = find_family(arguments.family)};
  for (const Engine* engine : engines())
    if (is_named(arguments, *engine)) campaign.subjects.push_back({*engine});
  if (campaign.subjects.empty()) {
    fmt::print("FAIL there is no such engine\n");
    return 1;
  }
  if (!arguments.family.empty() && !campaign.only) {
    fmt::print("FAIL there is no such family\n");
    return 1;
  }
  campaign.on_progress = [&](std::uint64_t done) {
    if (done % 5000 != 0) return;
    fmt::print("{} networks\n", done);
    std::fflush(stdout);
  };
  const auto start = std::chrono::steady_clock::now();
  const CampaignResult result = run_campaign(campaign);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (result.finding) {
    const int code = tell(*result.finding, arguments);
    fmt::print("FAIL\n");
    return code;
  }
  fmt::print("{}", result.histogram.to_text());
  print_tallies(campaign, result);
  const std::vector<std::string> complaints =
      arguments.networks >= kEnoughForBounds && !campaign.only ? result.histogram.complaints() : std::vector<std::string>{};
  for (const std::string& complaint : complaints) fmt::print("out of bounds: {}\n", complaint);
  fmt::print("{:.1f} s, {:.0f} networks a second\n", seconds, static_cast<double>(arguments.networks) / std::max(seconds, 1e-9));
  fmt::print("{} {} networks, {} engine(s), seed {}\n", complaints.empty() ? "PASS" : "FAIL", arguments.networks,
             campaign.subjects.size(), arguments.seed);
  return complaints.empty() ? 0 : 1;
}

}  // namespace
}  // namespace parley::cross

int main(int argc, char** argv) {
  parley::cross::Arguments arguments;
  CLI::App app("Random networks against the oracle and the judge");
  CLI::Option* networks = app.add_option("--networks", arguments.networks, "how many");
  app.add_option("--first", arguments.first, "index of the first one: to see one failure again, with --networks 1");
  app.add_option("--seed", arguments.seed, "of the whole run");
  app.add_option("--threads", arguments.threads, "that share the networks");
  app.add_option("--engine", arguments.engines, "only these (default: all)");
  app.add_option("--family", arguments.family, "only networks of this family (default: all, four of ten adversarial)");
  app.add_option("--out", arguments.out, "folder for a shrunk network");
  bool campaign = false;
  app.add_flag("--campaign", campaign, "100,000 networks, unless --networks says otherwise");
  CLI11_PARSE(app, argc, argv);
  if (campaign && networks->count() == 0) arguments.networks = 100000;
  return parley::cross::run_all(arguments);
}
