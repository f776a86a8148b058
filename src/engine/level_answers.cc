#include "engine/level_answers.h"

#include "search/shorten.h"

namespace parley {

Trace PlainView::trace(std::size_t property, Trace run, std::span<const LocalState>, Seen seen) const {
  if (seen == Seen::kSomeSuccessors) return shorten(task_.network, task_.properties[property], run, limits_);
  run.claim_shortest();
  return run;
}

void count_states(Ground& ground, const LevelSearchSettings& settings, Run& run) {
  with_full_space(ground, [&]<class Space>(Space& space) {
    using Search = LevelSearch<Space, CensusWatch>;
    Search search(ground.network, space, ground.keys, settings, run.limits, run.progress, [&] { return CensusWatch(ground.watched()); });
    const Counting<Search> counting(search, run.statistics);
    search.run(~std::uint64_t{0}, [] { return true; });
    std::uint64_t deadlocks = 0;
    std::uint64_t local_deadlocks = 0;
    std::uint64_t errors = 0;
    search.for_each_watch([&](const CensusWatch& watch) {
      deadlocks += watch.deadlocks();
      local_deadlocks += watch.local_deadlocks();
      errors += watch.errors();
    });
    run.statistics.set(Statistic::kDeadlocks, static_cast<double>(deadlocks));
    run.statistics.set(Statistic::kLocalDeadlocks, static_cast<double>(local_deadlocks));
    if (ground.tables.has_errors()) run.statistics.set(Statistic::kErrors, static_cast<double>(errors));
  });
}

bool can_reduce(const Network& network, std::span<const Property> properties) {
  return std::ranges::none_of(properties, [&](const Property& property) { return stubborn_declines(network, property).has_value(); });
}

}  // namespace parley
