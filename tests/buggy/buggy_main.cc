// Ring 6: the cross check must catch each planted bug, and must accept the engines without one.
#include <cstdio>
#include <fstream>
#include <map>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "buggy/partial_engine.h"
#include "buggy/reference_engine.h"
#include "cross/campaign.h"
#include "cross/shrink.h"
#include "oracle/spec_text.h"

namespace parley::buggy {
namespace {

struct Caught {
  std::uint64_t networks = 0;   // drawn until it was caught
  cross::Family family = cross::Family::kDense;
  cross::Failure failure;
  std::string size;   // of the shrunk network
};

struct Planted {
  std::string_view name;
  std::unique_ptr<const Engine> engine;
};

std::vector<Planted> all_planted() {
  std::vector<Planted> list;
  for (const BugRow& row : bugs()) list.push_back({row.name, std::make_unique<ReferenceEngine>(row.bug)});
  for (const PartialBugRow& row : partial_bugs()) list.push_back({row.name, std::make_unique<PartialEngine>(row.bug)});
  return list;
}

std::string size_of(const oracle::Spec& spec) {
  int states = 0;
  for (int component = 0; component < spec.num_components(); ++component) states += spec.of(component).num_states();
  return fmt::format("{} components, {} local states, {} rules", spec.num_components(), states, spec.rules.size());
}

// Draws networks and checks with each all planted engines that are not caught yet.
std::map<std::string_view, Caught> hunt(const std::vector<Planted>& planted, std::uint64_t seed, std::uint64_t most) {
  std::map<std::string_view, Caught> caught;
  for (std::uint64_t index = 0; index < most && caught.size() < planted.size(); ++index) {
    const cross::RandomCase drawn = cross::case_at(seed, index);
    for (const auto& [name, engine] : planted) {
      if (caught.count(name) > 0) continue;
      const cross::Setting setting = cross::setting_at(seed, index, *engine);
      const std::optional<cross::Failure> failure = cross::examine({*engine}, drawn.spec, drawn.exploration, setting);
      if (!failure) continue;
      const cross::Finding small = cross::shrunk({index, std::string(name), setting, *failure, drawn.spec}, {*engine});
      caught[name] = {index + 1, drawn.family, *failure, size_of(small.spec)};
    }
  }
  return caught;
}

bool clean(const Engine& right, std::uint64_t seed, std::uint64_t networks) {
  const cross::CampaignResult result =
      cross::run_campaign({.networks = networks, .first = 0, .seed = seed, .threads = 2, .subjects = {{right}}});
  if (!result.finding) return true;
  fmt::print("{}\n", cross::report_text(cross::shrunk(*result.finding, {right}), seed));
  return false;
}

int run_all(std::uint64_t seed, std::uint64_t most, std::uint64_t clean_networks) {
  if (!clean(ReferenceEngine(Bug::kNone), seed, clean_networks) ||
      !clean(PartialEngine(PartialBug::kNone), seed, clean_networks)) {
    fmt::print("FAIL an engine without a mistake does not pass\n");
    return 1;
  }
  fmt::print("the engines without a mistake pass {} networks\n\n", clean_networks);
  const std::vector<Planted> planted = all_planted();
  const std::map<std::string_view, Caught> caught = hunt(planted, seed, most);
  fmt::print("{:<66} {:>12}  {:<9}  {:<12} shrunk to\n", "planted", "caught after", "family", "by");
  for (const Planted& one : planted) {
    const auto found = caught.find(one.name);
    if (found == caught.end()) fmt::print("{:<66} {:>12}\n", one.name, "NOT CAUGHT");
    else
      fmt::print("{:<66} {:>12}  {:<9}  {:<12} {}\n", one.name, found->second.networks, family_name(found->second.family),
                 fault_name(found->second.failure.fault), found->second.size);
  }
  const bool all = caught.size() == planted.size();
  fmt::print("{} {} of {} planted mistakes caught within {} networks\n", all ? "PASS" : "FAIL", caught.size(), planted.size(),
             most);
  return all ? 0 : 1;
}

}   // namespace
}   // namespace parley::buggy

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
