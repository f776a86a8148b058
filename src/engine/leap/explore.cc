#include "engine/leap/explore.h"

#include <array>

#include "engine/leap/leap_view.h"
#include "engine/leap/product.h"

namespace parley::leap {

namespace {

// Counts the nodes that have a deadlock, or a local deadlock, inside. One per thread.
class NodeCensus {
 public:
  NodeCensus(const LeapTask& task, const Limits& limits) : watch_(task, kBoth, limits) {}
  bool visit(const ExpandedState& at) {
    const bool is_stuck = watch_.visit(at);
    if (!watch_.take(0).empty()) ++deadlocks_;
    if (!watch_.take(1).empty()) ++local_deadlocks_;
    return is_stuck;
  }
  std::uint64_t deadlocks() const { return deadlocks_; }
  std::uint64_t local_deadlocks() const { return local_deadlocks_; }

 private:
  inline static const std::vector<std::uint8_t> kBoth = {1, 1};
  LeapWatch watch_;
  std::uint64_t deadlocks_ = 0;
  std::uint64_t local_deadlocks_ = 0;
};

}   // namespace

void explore_leaps(const Network& network, const Settings& settings, Run& run) {
  std::optional<LocalParts> parts = find_local_parts(network, settings.parts, run.limits);
  if (!parts || parts->is_trivial()) {
    PreparedNetwork prepared(network, run.limits, settings.search.word_bits);
    count_states(prepared, settings.search.answers.search, run);
  } else {
    const std::array<Property, 2> both = {Property{"deadlock", Deadlock{}}, Property{"local", LocalDeadlock{}}};
    const Task task{network, both};
    LeapTask leaps(task, *std::move(parts), {.word_bits = settings.search.word_bits, .only_leaps = true}, run.limits);
    with_full_space(leaps.prepared(), [&]<class Space>(Space& space) {
      using Search = LevelSearch<Space, NodeCensus>;
      Search search(leaps.prepared().network, space, leaps.prepared().keys, settings.search.answers.search, run.limits,
                    run.progress, [&] { return NodeCensus(leaps, run.limits); });
      const CountRecorder<Search> counting(search, run.statistics);
      search.run(~std::uint64_t{0}, [] { return true; });
      std::uint64_t deadlocks = 0;
      std::uint64_t local_deadlocks = 0;
      search.for_each_watch([&](const NodeCensus& census) {
        deadlocks += census.deadlocks();
        local_deadlocks += census.local_deadlocks();
      });
      run.statistics.set(Statistic::kDeadlocks, static_cast<double>(deadlocks));
      run.statistics.set(Statistic::kLocalDeadlocks, static_cast<double>(local_deadlocks));
    });
  }
  const auto counted = [&](Statistic statistic) {
    return static_cast<std::uint64_t>(run.statistics.value(statistic).value_or(0));
  };
  if (settings.count_full) compare_with_product(network, counted(Statistic::kStates), counted(Statistic::kTransitions), run);
}

}   // namespace parley::leap
