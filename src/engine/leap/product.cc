#include "engine/leap/product.h"

#include <new>

#include <fmt/format.h>

#include "engine/searching/level_answers.h"

namespace parley::leap {

namespace {

// Watches nothing: the search itself counts states and transitions.
struct NoWatch {
  static bool visit(const ExpandedState&) { return false; }
};

struct Product {
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
};

Product count_product(const Network& network, Run& run) {
  PreparedNetwork prepared(network, run.limits, StateLayout::kWordBits);
  Product product;
  with_full_space(prepared, [&]<class Space>(Space& space) {
    LevelSearch<Space, NoWatch> search(network, space, prepared.keys, {.threads = run.threads}, run.limits, run.progress,
                                       [] { return NoWatch(); });
    search.run(~std::uint64_t{0}, [] { return true; });
    product = {search.size(), search.num_transitions()};
  });
  return product;
}

double reduction(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100 * (1 - static_cast<double>(part) / static_cast<double>(whole));
}

}   // namespace

void compare_with_product(const Network& network, std::uint64_t nodes, std::uint64_t edges, Run& run) {
  constexpr std::string_view kWhen = ", while counting the full product; the smaller graph is complete";
  Product product;
  try {
    product = count_product(network, run);
  } catch (const Stopped& stopped) {
    throw Stopped(fmt::format("{}{}", stopped.reason(), kWhen));
  } catch (const std::bad_alloc&) {
    throw Stopped(fmt::format("out of memory{}", kWhen));
  }
  run.statistics.set(Statistic::kFullStates, static_cast<double>(product.states));
  run.statistics.set(Statistic::kFullTransitions, static_cast<double>(product.transitions));
  run.statistics.set(Statistic::kNodeReduction, reduction(nodes, product.states));
  run.statistics.set(Statistic::kEdgeReduction, reduction(edges, product.transitions));
}

}   // namespace parley::leap
