// Tests the coverage theorem of covering steps on random networks, and the verdicts that follow from it:
// docs/algorithms/covering-steps.md.

#include <atomic>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cross/random_spec.h"
#include "cross/shrink.h"
#include "leap/covering_theorem.h"
#include "leap/covering_verdicts.h"
#include "leap/covering_walkers.h"
#include "oracle/spec_text.h"

namespace {

using namespace parley;

struct Totals {
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t nodes = 0;
  std::uint64_t edges = 0;
  std::uint64_t places = 0;
  std::uint64_t with_deadlock = 0;
  std::uint64_t with_local_deadlock = 0;
  std::uint64_t with_error = 0;
  std::uint64_t met = 0;
  std::uint64_t never_met = 0;
  std::uint64_t unknown = 0;
};

struct Drawn {
  std::string_view family;
  oracle::Spec spec;
  oracle::Exploration exploration;
};

// Half of the networks are walkers, half are of all families of tests/cross.
Drawn draw(std::uint64_t seed, std::size_t most_states) {
  if (seed % 2 == 0) {
    const auto family = static_cast<cross::Family>(seed / 2 % cross::kFamilies);
    cross::RandomCase drawn = cross::random_case(seed, family, most_states);
    return {cross::family_name(family), std::move(drawn.spec), std::move(drawn.exploration)};
  }
  cross::Random random(seed);
  for (;;) {
    oracle::Spec spec = leap::random_walkers(random);
    if (auto exploration = oracle::explore(spec, most_states)) return {"walkers", std::move(spec), std::move(*exploration)};
  }
}

// Which statement fails for this network; nothing if none does.
std::optional<std::string> problem_of(const oracle::Spec& spec, const oracle::Exploration& exploration) {
  if (auto problem = leap::check_coverage(spec, exploration).problem) return problem;
  return leap::check_verdicts(spec, exploration).problem;
}

// The smallest network found by shrinking for which some statement still fails, as text.
std::string explain(const oracle::Spec& spec, const std::string& problem) {
  const oracle::Spec small = cross::shrink(spec, [](const oracle::Spec& candidate) {
    const auto exploration = oracle::explore(candidate, 20'000);
    return exploration && problem_of(candidate, *exploration);
  });
  const std::string now = problem_of(small, *oracle::explore(small, 20'000)).value_or("nothing");
  return fmt::format("{}\nshrunk, {}:\n{}", problem, now, oracle::to_text(small));
}

}   // namespace

int main(int argc, char** argv) {
  std::uint64_t networks = 2000;
  std::uint64_t seed = 1;
  unsigned threads = 1;
  std::size_t most_states = 300;
  CLI::App app("Covering steps on random networks, against the full product");
  app.add_option("--networks", networks, "how many");
  app.add_option("--seed", seed, "which: those of another seed are others");
  app.add_option("--threads", threads);
  app.add_option("--most-states", most_states, "of a network");
  CLI11_PARSE(app, argc, argv);

  std::atomic<std::uint64_t> next = 0;
  std::atomic<std::uint64_t> failures = 0;
  std::mutex guard;
  Totals totals;
  const auto work = [&] {
    Totals own;
    for (std::uint64_t i = next++; i < networks; i = next++) {
      const std::uint64_t one = seed * 1'000'000'000 + i;
      Drawn drawn = draw(one, most_states);
      cross::Random random(one);
      drawn.spec.questions = leap::questions_for_steps(random, drawn.spec, drawn.exploration);
      leap::Coverage coverage = leap::check_coverage(drawn.spec, drawn.exploration);
      const leap::Verdicts verdicts = leap::check_verdicts(drawn.spec, drawn.exploration);
      if (!coverage.problem) coverage.problem = verdicts.problem;
      own.met += verdicts.met;
      own.never_met += verdicts.never_met;
      own.unknown += verdicts.unknown;
      own.states += drawn.exploration.states.size();
      own.transitions += drawn.exploration.transitions;
      own.nodes += coverage.nodes;
      own.edges += coverage.edges;
      own.places += coverage.places;
      own.with_deadlock += drawn.exploration.deadlocks() > 0 ? 1 : 0;
      own.with_local_deadlock += drawn.exploration.local_deadlocks() > 0 ? 1 : 0;
      for (const bool error : drawn.exploration.error)
        if (error) {
          ++own.with_error;
          break;
        }
      if (!coverage.problem) continue;
      const std::string text = ++failures <= 5 ? explain(drawn.spec, *coverage.problem) : "";
      const std::lock_guard lock(guard);
      fmt::print("network {} ({}): {}\n", one, drawn.family, text);
      std::fflush(stdout);   // visible even if a long run is ended early
    }
    const std::lock_guard lock(guard);
    totals.states += own.states;
    totals.transitions += own.transitions;
    totals.nodes += own.nodes;
    totals.edges += own.edges;
    totals.places += own.places;
    totals.with_deadlock += own.with_deadlock;
    totals.with_local_deadlock += own.with_local_deadlock;
    totals.with_error += own.with_error;
    totals.met += own.met;
    totals.never_met += own.never_met;
    totals.unknown += own.unknown;
  };
  const auto begin = std::chrono::steady_clock::now();
  std::vector<std::thread> workers;
  for (unsigned i = 0; i < threads; ++i) workers.emplace_back(work);
  for (std::thread& each : workers) each.join();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;

  const auto percent = [](std::uint64_t part, std::uint64_t of) {
    return of == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(of);
  };
  fmt::print("{} networks, {} wrong, {:.0f} a second\n", networks, failures.load(), static_cast<double>(networks) / took.count());
  fmt::print("  with a deadlock {}, a local deadlock {}, an error {}\n", totals.with_deadlock, totals.with_local_deadlock,
             totals.with_error);
  fmt::print("  states {}, nodes {} ({:.1f} %), places {}\n", totals.states, totals.nodes, percent(totals.nodes, totals.states),
             totals.places);
  fmt::print("  transitions {}, edges {} ({:.1f} %)\n", totals.transitions, totals.edges,
             percent(totals.edges, totals.transitions));
  fmt::print("  formulas met {}, never met {}, not known to be stable {}\n", totals.met, totals.never_met, totals.unknown);
  // A run without deadlocks, errors or formulas would test nothing.
  const bool is_telling =
      networks < 1000 || (totals.with_deadlock > 0 && totals.with_local_deadlock > 0 && totals.with_error > 0 &&
                          totals.nodes < totals.states && totals.met > networks / 2 && totals.never_met > networks / 2);
  return failures == 0 && is_telling ? 0 : 1;
}
