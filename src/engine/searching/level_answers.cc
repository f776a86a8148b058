#include "engine/searching/level_answers.h"

#include "search/shorten/shorten.h"

namespace parley {

Trace PlainView::trace(std::size_t property, Trace run, std::span<const LocalState>, Seen seen) const {
  if (seen == Seen::kSomeSuccessors) return shorten(task_.network, task_.properties[property], run, limits_);
  run.claim_shortest();
  return run;
}

namespace {

// Visits all states of a network, with one watch per thread, from 'make_watch'. Then calls 'use' for each
// watch.
template <StateWatch Watch, class Make, class Use>
void watch_states(PreparedNetwork& prepared, const LevelSearchSettings& settings, Run& run, const Make& make_watch,
                  const Use& use) {
  with_full_space(prepared, [&]<StateSpace Space>(Space& space) {
    using Search = LevelSearch<Space, Watch>;
    Search search(prepared.network, space, prepared.keys, settings, run.limits, run.progress, make_watch);
    const CountRecorder<Search> counting(search, run.statistics);
    search.run(~std::uint64_t{0}, [] { return true; });
    search.for_each_watch(use);
  });
}

}   // namespace

void count_states(PreparedNetwork& prepared, const LevelSearchSettings& settings, Run& run) {
  std::uint64_t errors = 0;
  const auto count_errors = [&] {
    if (prepared.tables.has_errors()) run.statistics.set(Statistic::kErrors, static_cast<double>(errors));
  };
  if (!run.tokens.empty()) {
    std::uint64_t most = 0;
    watch_states<TokenWatch>(
        prepared, settings, run, [&] { return TokenWatch(prepared.watch_tables(), run.tokens); },
        [&](const TokenWatch& watch) {
          most = std::max(most, watch.most());
          errors += watch.errors();
        });
    run.statistics.set(Statistic::kMostTokens, static_cast<double>(most));
    count_errors();
    return;
  }
  std::uint64_t deadlocks = 0;
  std::uint64_t local_deadlocks = 0;
  watch_states<CountingWatch>(
      prepared, settings, run, [&] { return CountingWatch(prepared.watch_tables()); },
      [&](const CountingWatch& watch) {
        deadlocks += watch.deadlocks();
        local_deadlocks += watch.local_deadlocks();
        errors += watch.errors();
      });
  run.statistics.set(Statistic::kDeadlocks, static_cast<double>(deadlocks));
  run.statistics.set(Statistic::kLocalDeadlocks, static_cast<double>(local_deadlocks));
  count_errors();
}

bool can_reduce(const Network& network, std::span<const Property> properties) {
  return std::ranges::none_of(properties,
                              [&](const Property& property) { return stubborn_declines(network, property).has_value(); });
}

}   // namespace parley
