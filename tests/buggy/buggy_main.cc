// Ring 6: the cross check must catch each planted mistake, and must not complain of the engine without one.
#include <cstdio>
#include <fstream>
#include <map>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "buggy/reference_engine.h"
#include "cross/campaign.h"
#include "cross/shrink.h"
#include "oracle/spec_text.h"

namespace parley::buggy {
namespace {

struct Caught {
  std::uint64_t networks = 0;   // how many it took
  cross::Failure failure;
  std::string size;             // of the shrunk network
};

std::string size_of(const oracle::Spec& spec) {
  int states = 0;
  for (int component = 0; component < spec.num_components(); ++component) states += spec.of(component).num_states();
  return fmt::format("{} components, {} local states, {} rules", spec.num_components(), states, spec.rules.size());
}

// Draws network after network and shows each to the planted engines not caught yet.
std::map<Bug, Caught> hunt(std::uint64_t seed, std::uint64_t most) {
  std::map<Bug, Caught> caught;
  for (std::uint64_t index = 0; index < most && caught.size() < bugs().size(); ++index) {
    const cross::RandomCase drawn = cross::case_at(seed, index);
    for (const BugRow& row : bugs()) {
      if (caught.count(row.bug) > 0) continue;
      const ReferenceEngine engine(row.bug);
      const cross::Setting setting = cross::setting_at(seed, index, engine);
      const std::optional<cross::Failure> failure = cross::examine({engine}, drawn.spec, drawn.exploration, setting);
      if (!failure) continue;
      const cross::Finding small = cross::shrunk({index, std::string(row.name), setting, *failure, drawn.spec}, {engine});
      caught[row.bug] = {index + 1, *failure, size_of(small.spec)};
    }
  }
  return caught;
}

bool clean(std::uint64_t seed, std::uint64_t networks) {
  const ReferenceEngine right(Bug::kNone);
  const cross::CampaignResult result =
      cross::run_campaign({.networks = networks, .first = 0, .seed = seed, .threads = 2, .subjects = {{right}}});
  if (!result.finding) return true;
  fmt::print("{}\n", cross::report_text(cross::shrunk(*result.finding, {right}), seed));
  return false;
}

int run_all(std::uint64_t seed, std::uint64_t most, std::uint64_t clean_networks) {
  if (!clean(seed, clean_networks)) {
    fmt::print("FAIL the engine without a mistake does not pass\n");
    return 1;
  }
  fmt::print("the engine without a mistake passes {} networks\n\n", clean_networks);
  const std::map<Bug, Caught> caught = hunt(seed, most);
  fmt::print("{:<66} {:>12}  {:<12} shrunk to\n", "planted", "caught after", "by");
  for (const BugRow& row : bugs()) {
    const auto found = caught.find(row.bug);
    if (found == caught.end())
      fmt::print("{:<66} {:>12}\n", row.name, "NOT CAUGHT");
    else
      fmt::print("{:<66} {:>12}  {:<12} {}\n", row.name, found->second.networks, fault_name(found->second.failure.fault),
                 found->second.size);
  }
  const bool all = caught.size() == bugs().size();
  fmt::print("{} {} of {} planted mistakes caught within {} networks\n", all ? "PASS" : "FAIL", caught.size(), bugs().size(), most);
  return all ? 0 : 1;
}

}  // namespace
}  // namespace parley::buggy

int main(int argc, char** argv) {
  std::uint64_t seed = 1;
  std::uint64_t networks = 10000;
  std::uint64_t clean_networks = 2000;
  CLI::App app("Planted wrong engines against the cross check");
  app.add_option("--seed", seed, "of the networks");
  app.add_option("--networks", networks, "within which each must be caught");
  app.add_option("--clean", clean_networks, "that the engine without a mistake must pass");
  CLI11_PARSE(app, argc, argv);
  return parley::buggy::run_all(seed, networks, clean_networks);
}
