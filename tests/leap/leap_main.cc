// Tests the coverage theorem of leaps on any number of random networks.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <thread>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cross/shrink.h"
#include "leap/examine.h"
#include "leap/leaping_spec.h"
#include "oracle/spec_text.h"

namespace parley::cover {
namespace {

constexpr std::uint64_t kOneInOracle = 50;   // one network in so many compares the product itself with the oracle
constexpr std::uint64_t kProgress = 100'000;

struct Arguments {
  std::uint64_t networks = 20'000;
  std::uint64_t first = 0;
  std::uint64_t seed = 1;
  unsigned threads = 2;
  std::string out = "tests-out";
};

struct Failure {
  std::uint64_t index = 0;
  oracle::Spec spec;
  Gap gap;
};

struct Shared {
  std::atomic<std::uint64_t> next;
  std::atomic<std::uint64_t> end;
  std::atomic<std::uint64_t> done{0};
  std::mutex mutex;
  Tally tally;
  std::optional<Failure> failure;   // the one with the lowest index, for any number of threads
};

void work(const Arguments& arguments, Shared& shared) {
  Tally tally;
  for (std::uint64_t index = shared.next++; index < shared.end.load(); index = shared.next++) {
    const oracle::Spec spec = network_at(arguments.seed, index);
    std::optional<Gap> gap = examine(spec, settings_at(arguments.seed, index), tally);
    if (!gap && index % kOneInOracle == 1) gap = examine_product(spec);
    if (gap) {
      const std::lock_guard lock(shared.mutex);
      shared.end = std::min(shared.end.load(), index);
      if (!shared.failure || index < shared.failure->index) shared.failure = Failure{index, spec, *std::move(gap)};
    }
    if (++shared.done % kProgress != 0) continue;
    const std::lock_guard lock(shared.mutex);
    fmt::print("{} networks\n", shared.done.load());
    std::fflush(stdout);
  }
  const std::lock_guard lock(shared.mutex);
  shared.tally.add(tally);
}

// Writes the shrunk network to a file of the output folder.
void tell(const Failure& failure, const Arguments& arguments) {
  fmt::print("network {} of seed {}: not so: {} ({})\n", failure.index, arguments.seed, failure.gap.statement, failure.gap.where);
  std::fflush(stdout);
  Gap gap = failure.gap;
  const oracle::Spec small = cross::shrink(failure.spec, [&](const oracle::Spec& spec) {
    Tally unused;
    const std::optional<Gap> found = examine(spec, settings_at(arguments.seed, failure.index), unused);
    if (!found || found->statement != failure.gap.statement) return false;
    gap = *found;
    return true;
  });
  std::filesystem::create_directories(arguments.out);
  const std::string path = fmt::format("{}/leap-{}-{}.net", arguments.out, arguments.seed, failure.index);
  std::ofstream(path) << oracle::to_text(small);
  fmt::print("{} ({})\n{}\nkept in {}\nFAIL\n", gap.statement, gap.where, oracle::to_readable(small), path);
}

int run(const Arguments& arguments) {
  Shared shared;
  shared.next = arguments.first;
  shared.end = arguments.first + arguments.networks;
  const auto start = std::chrono::steady_clock::now();
  std::vector<std::thread> workers;
  for (unsigned i = 1; i < arguments.threads; ++i) workers.emplace_back([&] { work(arguments, shared); });
  work(arguments, shared);
  for (std::thread& worker : workers) worker.join();
  if (shared.failure) {
    tell(*shared.failure, arguments);
    return 1;
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  fmt::print("{}", shared.tally.to_text());
  fmt::print("{:.1f} s, {:.0f} networks a second\n", seconds, static_cast<double>(arguments.networks) / std::max(seconds, 1e-9));
  // Every network must have been examined.
  const bool complete = shared.tally.networks == arguments.networks;
  fmt::print("{} {} networks, seed {}\n", complete ? "PASS" : "FAIL", shared.tally.networks, arguments.seed);
  return complete ? 0 : 1;
}

}   // namespace
}   // namespace parley::cover

int main(int argc, char** argv) {
  parley::cover::Arguments arguments;
  CLI::App app("Random networks: leaps against the full product");
  app.add_option("--networks", arguments.networks, "how many");
  app.add_option("--first", arguments.first, "index of the first one: to see one failure again, with --networks 1");
  app.add_option("--seed", arguments.seed, "of the whole run");
  app.add_option("--threads", arguments.threads, "that share the networks");
  app.add_option("--out", arguments.out, "folder for a shrunk network");
  CLI11_PARSE(app, argc, argv);
  return parley::cover::run(arguments);
}
