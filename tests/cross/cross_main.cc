// Ring 4: random networks, every engine of the registry, every property and random options, compared with the
// oracle and judged.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cross/campaign.h"
#include "cross/shares.h"
#include "engine/registry.h"
#include "oracle/spec_text.h"

namespace parley::cross {
namespace {

// With fewer networks than this, the shares of the generator mean nothing.
constexpr std::uint64_t kEnoughForBounds = 1000;

struct Arguments {
  std::uint64_t networks = 20000;
  std::uint64_t first = 0;
  std::uint64_t seed = 1;
  unsigned threads = 2;
  std::vector<std::string> engines;
  std::string family;
  std::string out = "tests-out";
  int invariant_share = Draw{}.invariant_share;
  std::size_t most_states = 0;
  bool shares = false;
  std::vector<std::string> pinned;
};

// NAME=VALUE, as --set of the command line takes it.
PinnedOptions pinned_of(const Arguments& arguments) {
  PinnedOptions pinned;
  Options options = all_options();
  for (const std::string& text : arguments.pinned) {
    const std::size_t at = std::min(text.find('='), text.size());
    const std::string name = text.substr(0, at);
    if (const auto wrong = options.set(name, text.substr(std::min(at + 1, text.size()))))
      throw CLI::ValidationError("--pin", *wrong);
    for (const OptionRow& row : options.rows())
      if (row.name == name) pinned.emplace_back(name, options.number(row));
  }
  return pinned;
}

Draw draw_of(const Arguments& arguments) {
  return {
      .only = find_family(arguments.family), .invariant_share = arguments.invariant_share, .most_states = arguments.most_states};
}

// Whether the histogram has bounds for these networks.
bool is_usual(const Arguments& arguments) {
  return arguments.family.empty() && arguments.most_states == 0 && arguments.invariant_share == Draw{}.invariant_share;
}

bool is_named(const Arguments& arguments, const Engine& engine) {
  return arguments.engines.empty() ||
         std::find(arguments.engines.begin(), arguments.engines.end(), engine.name()) != arguments.engines.end();
}

// Writes the shrunk network to a file, which can become a test of tests/regress.
int report(const Finding& found, const Arguments& arguments) {
  fmt::print("FOUND, before shrinking, in network {}: {} ({})\n{}\n", found.index, fault_name(found.failure.fault),
             found.failure.detail, to_text(found.setting));
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

// The shares of proofs and traces that incomplete engines showed.
void print_shares(const Campaign& campaign, const CampaignResult& result) {
  const auto print = [](std::string_view engine, std::string_view options, const Tally::Shares& shares) {
    const auto percent = [](const Tally::Share& share) {
      return share.there == 0
                 ? std::string("-")
                 : fmt::format("{:.2f} % of {}", 100.0 * static_cast<double>(share.shown) / static_cast<double>(share.there),
                               share.there);
    };
    fmt::print("{:<12} options {:<8}  proofs {:>22}  traces {:>22}\n", engine, options, percent(shares.proofs),
               percent(shares.traces));
  };
  for (std::size_t i = 0; i < result.tallies.size(); ++i) {
    const Engine& engine = campaign.subjects[i].engine;
    if (engine.complete()) continue;
    print(engine.name(), "preset", result.tallies[i].at_presets);
    print(engine.name(), "random", result.tallies[i].at_random);
  }
}

int run_all(const Arguments& arguments) {
  Campaign campaign{.networks = arguments.networks,
                    .first = arguments.first,
                    .seed = arguments.seed,
                    .threads = arguments.threads,
                    .subjects = {},
                    .pinned = pinned_of(arguments),
                    .draw = draw_of(arguments)};
  for (const Engine* engine : engines())
    if (is_named(arguments, *engine)) campaign.subjects.push_back({*engine});
  if (campaign.subjects.empty()) {
    fmt::print("FAIL there is no such engine\n");
    return 1;
  }
  if (!arguments.family.empty() && !campaign.draw.only) {
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
    const int code = report(*result.finding, arguments);
    fmt::print("FAIL\n");
    return code;
  }
  fmt::print("{}", result.histogram.to_text());
  print_tallies(campaign, result);
  print_shares(campaign, result);
  const std::vector<std::string> complaints =
      arguments.networks >= kEnoughForBounds && is_usual(arguments) ? result.histogram.complaints() : std::vector<std::string>{};
  for (const std::string& complaint : complaints) fmt::print("out of bounds: {}\n", complaint);
  fmt::print("{:.1f} s, {:.0f} networks a second\n", seconds, static_cast<double>(arguments.networks) / std::max(seconds, 1e-9));
  fmt::print("{} {} networks, {} engine(s), seed {}\n", complaints.empty() ? "PASS" : "FAIL", arguments.networks,
             campaign.subjects.size(), arguments.seed);
  return complaints.empty() ? 0 : 1;
}

int tell_shares(const Arguments& arguments) {
  if (!arguments.family.empty() && !find_family(arguments.family)) {
    fmt::print("FAIL there is no such family\n");
    return 1;
  }
  const SharesResult result = run_shares({.networks = arguments.networks,
                                          .first = arguments.first,
                                          .seed = arguments.seed,
                                          .threads = arguments.threads,
                                          .draw = draw_of(arguments)});
  fmt::print("{}", to_text(result));
  for (const std::string& fault : result.faults) fmt::print("{}\n", fault);
  fmt::print("{} {} networks, seed {}\n", result.faults.empty() ? "PASS" : "FAIL", arguments.networks, arguments.seed);
  return result.faults.empty() ? 0 : 1;
}

}   // namespace
}   // namespace parley::cross

int main(int argc, char** argv) {
  parley::cross::Arguments arguments;
  CLI::App app("Random networks against the oracle and the judge");
  CLI::Option* networks = app.add_option("--networks", arguments.networks, "how many");
  app.add_option("--first", arguments.first, "index of the first one: to see one failure again, with --networks 1");
  app.add_option("--seed", arguments.seed, "of the whole run");
  app.add_option("--threads", arguments.threads, "that share the networks");
  app.add_option("--engine", arguments.engines, "only these (default: all)");
  app.add_option("--family", arguments.family, "only networks of this family (default: all, four of ten adversarial)");
  app.add_option("--invariant-share", arguments.invariant_share,
                 "percent of the networks of families against proofs by invariants")
      ->check(CLI::Range(0, 100));
  app.add_option("--most-states", arguments.most_states,
                 "larger networks are drawn again: for many small ones (default: 20,000, few above 2,500)");
  app.add_flag("--shares", arguments.shares, "what each set of predicates of the engine synchro proves, as a table");
  app.add_option("--pin", arguments.pinned, "NAME=VALUE: an option that is not drawn, as --set has it");
  app.add_option("--out", arguments.out, "folder for a shrunk network");
  bool campaign = false;
  app.add_flag("--campaign", campaign, "100,000 networks, unless --networks says otherwise");
  CLI11_PARSE(app, argc, argv);
  if (campaign && networks->count() == 0) arguments.networks = 100000;
  return arguments.shares ? parley::cross::tell_shares(arguments) : parley::cross::run_all(arguments);
}
