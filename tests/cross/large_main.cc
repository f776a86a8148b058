// Ring 4, far beyond the oracle: networks of thousands of components whose verdicts are known by
// construction. Every engine is asked, and every answer judged.
#include <chrono>
#include <cstdio>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "check/judge.h"
#include "cross/declining.h"
#include "cross/large.h"
#include "engine/registry.h"
#include "oracle/spec_network.h"

namespace parley::cross {
namespace {

struct Arguments {
  std::vector<int> components{1000, 10000};
  std::uint64_t seed = 1;
  std::uint64_t networks = 3;   // per kind and size
  double seconds = 60;          // per question; less if no answer is required
  std::string engine;
  std::string only;
};

// The time for questions that need no answer is divided by this.
constexpr double kTimeDivisor = 6;

// Engines that explore all states examine all components for any question, so they may give up on any of
// these networks.
bool may_give_up(const Engine& engine, const LargeCase& large) {
  return engine.explores() || !engine.complete() || large.demand == LargeCase::Demand::kNotWrong;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Asks one question at a time; each has the full time. Returns what is wrong, or nothing.
std::optional<std::string> fault(const Engine& engine, const LargeCase& large, const Network& network, const Property& property,
                                 bool holds, double seconds) {
  if (const std::optional<std::string> declined = engine.declines(network, property))
    return refusal_fault(engine.name(), kind_of(property), *declined);
  const auto start = std::chrono::steady_clock::now();
  const Options options = all_options();
  Progress progress;
  Statistics statistics;
  const double time_limit = may_give_up(engine, large) ? seconds / kTimeDivisor : seconds;
  const Limits limits({.seconds = time_limit, .memory_bytes = std::nullopt, .stop = nullptr});
  const std::vector<Property> properties{property};
  const std::vector<Outcome> outcomes = run(engine, {network, properties}, {options, limits, progress}, statistics);
  const double answering = seconds_since(start);
  const Verdict verdict = verdict_of(outcomes.at(0));
  if (verdict == Verdict::kUnknown) {
    const std::string& reason = std::get<Unknown>(outcomes[0]).reason;
    fmt::print("  {:<4} {:<9} {:>8.2f} s  {}\n", property.name, "unknown", answering, reason);
    return may_give_up(engine, large) ? std::nullopt : std::optional("unknown: " + reason);
  }
  if (verdict != (holds ? Verdict::kHolds : Verdict::kViolated)) return fmt::format("{} is wrong", verdict_name(verdict));
  const Evidence& evidence = *evidence_of(outcomes[0]);
  if (kind_of(evidence) == EvidenceKind::kNone && !may_give_up(engine, large))
    return "no evidence: " + std::get<NotCertified>(evidence).why;
  const auto judging = std::chrono::steady_clock::now();
  if (kind_of(evidence) != EvidenceKind::kNone) {
    const Limits unlimited;
    const Judgement judgement = judge(network, property, verdict, evidence, unlimited, progress);
    if (!judgement.accepted) return fmt::format("rejected: [{}] {}", judgement.obligation, judgement.reason);
  }
  fmt::print("  {:<4} {:<9} {:>8.2f} s  {}, judged in {:.2f} s\n", property.name, verdict_name(verdict), answering,
             kind_name(kind_of(evidence)), seconds_since(judging));
  return std::nullopt;
}

bool passes(const Engine& engine, const LargeCase& large, std::uint64_t seed, double seconds) {
  const Network network = oracle::to_network(large.spec);
  const std::vector<Property> properties = oracle::to_properties(large.spec);
  fmt::print("{} on {} of {} components, seed {}\n", engine.name(), large.name, large.spec.num_components(), seed);
  bool passed = true;
  for (std::size_t i = 0; i < properties.size(); ++i) {
    const std::optional<std::string> found =
        fault(engine, large, network, properties[i], large.spec.questions[i].holds.value(), seconds);
    if (found) fmt::print("  {:<4} WRONG {}\n", properties[i].name, *found);
    passed = passed && !found;
    std::fflush(stdout);
  }
  return passed;
}

int run_all(const Arguments& arguments) {
  std::uint64_t networks = 0;
  std::uint64_t wrong = 0;
  for (const Engine* engine : engines()) {
    if (!arguments.engine.empty() && engine->name() != arguments.engine) continue;
    for (const int components : arguments.components)
      for (std::uint64_t seed = arguments.seed; seed < arguments.seed + arguments.networks; ++seed)
        for (const LargeCase& large : large_cases(seed, components)) {
          if (!arguments.only.empty() && large.name != arguments.only) continue;
          ++networks;
          wrong += passes(*engine, large, seed, arguments.seconds) ? 0 : 1;
        }
  }
  const bool passed = wrong == 0 && networks > 0;
  fmt::print("{} {} large networks, {} with a wrong or missing answer\n", passed ? "PASS" : "FAIL", networks, wrong);
  return passed ? 0 : 1;
}

}   // namespace
}   // namespace parley::cross

int main(int argc, char** argv) {
  parley::cross::Arguments arguments;
  CLI::App app("Networks of any size with verdicts known by construction");
  app.add_option("--components", arguments.components, "sizes, each at least 4");
  app.add_option("--seed", arguments.seed, "of the first network");
  app.add_option("--networks", arguments.networks, "of each kind and size");
  app.add_option("--seconds", arguments.seconds, "for one question");
  app.add_option("--engine", arguments.engine, "only this one (default: all)");
  app.add_option("--only", arguments.only, "only this kind: copies, chain, ring, pool");
  CLI11_PARSE(app, argc, argv);
  return parley::cross::run_all(arguments);
}
