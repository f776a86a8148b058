// Measures how often the finder finds an existing witness, and what a step costs.
//
//   walks_measure random NETWORKS STEPS
//       random networks with a witness, by kind of property
//   walks_measure steps FILE STEPS [NAME=VALUE]
//       the cost of a unit of work, by manner of walking, in a search for a state that does not exist
//   walks_measure shorten FILE STEPS [NAME=VALUE]
//       shortens a random walk of STEPS steps, for the state where it ends
//   walks_measure model FILE STEPS [NAME=VALUE]
//       the properties of a model: found or not, time, lengths of the traces
#include <cstdio>
#include <ctime>
#include <map>
#include <string>

#include "cross/random_spec.h"
#include "oracle/spec_network.h"
#include "search/shorten/shorten.h"
#include "search/walk/witness.h"
#include "walks/asked_model.h"

namespace parley {

using Definitions = std::vector<std::pair<std::string, std::string>>;

namespace {

// Processor time: the machine may be busy with other work.
double now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

void measure_random(std::uint64_t networks, std::uint64_t steps) {
  struct Count {
    int there = 0;
    int found = 0;
  };
  std::map<std::string, Count> counts;
  const Limits limits;
  Progress silent;
  const double start = now();
  double searching = 0;
  for (std::uint64_t seed = 0; seed < networks; ++seed) {
    const cross::RandomCase drawn = cross::random_case(seed);
    const Network network = oracle::to_network(drawn.spec);
    const std::vector<Property> properties = oracle::to_properties(drawn.spec);
    const double before = now();
    WitnessFinder finder(network, properties, seed, limits, silent);
    for (std::size_t i = 0; i < properties.size(); ++i) {
      if (!oracle::answer(drawn.spec, drawn.exploration, drawn.spec.questions[i]).distance) finder.drop(i);
    }
    for (std::size_t i = 0; i < properties.size(); ++i)
      if (finder.is_open(i)) ++counts[std::string(kind_name(kind_of(properties[i])))].there;
    finder.run(steps, 1, [&](std::size_t property, const Trace&) {
      ++counts[std::string(kind_name(kind_of(properties[property])))].found;
    });
    searching += now() - before;
    for (std::size_t i = 0; i < properties.size(); ++i)
      if (finder.is_open(i) && oracle::answer(drawn.spec, drawn.exploration, drawn.spec.questions[i]).distance)
        std::printf("seed %llu: %s not found at distance %d of %zu states\n", static_cast<unsigned long long>(seed),
                    properties[i].name.c_str(), *oracle::answer(drawn.spec, drawn.exploration, drawn.spec.questions[i]).distance,
                    drawn.exploration.states.size());
  }
  for (const auto& [kind, count] : counts) std::printf("%-16s %6d of %6d\n", kind.c_str(), count.found, count.there);
  std::printf("%.1f s, searching %.1f s\n", now() - start, searching);
}

void measure_steps(const std::string& path, std::uint64_t steps, const Definitions& definitions) {
  const testing::AskedModel asked = testing::asked_model(path, definitions);
  const Network& network = asked.network;
  const Limits limits;
  PredicateBuilder builder;
  std::vector<PredicateBuilder::Handle> parts;
  for (ComponentId component : network.components()) {
    parts.push_back(builder.atom({component, {network.lts(component).initial()}}));
    if (component.index() == 0) parts.push_back(builder.negate(parts[0]));
  }
  const PredicateBuilder::Handle root = builder.all_of(parts);
  const Predicate nowhere = std::move(builder).build(root);
  WalkTargets sought;
  sought.goals = {0};
  sought.formulas = {&nowhere};
  const std::vector<std::uint32_t> kinds = action_kinds(network);
  Walk walk(network, sought, kinds, 1, limits);
  std::printf("%s: %zu components, %zu rules\n", path.c_str(), network.num_components(), network.num_rules());
  for (const auto& [name, strategy] : {std::pair{"uniform", WalkStrategy::kUniform},
                                       {"by action", WalkStrategy::kByAction},
                                       {"by component", WalkStrategy::kByComponent},
                                       {"by rule", WalkStrategy::kByRule},
                                       {"guided", WalkStrategy::kGuided},
                                       {"chase", WalkStrategy::kBackwardChaining},
                                       {"depth first", WalkStrategy::kDepthFirst}}) {
    const double start = now();
    std::uint64_t work = 0;
    std::uint64_t fired = 0;
    for (std::uint64_t number = 0; work < steps; ++number) {
      work += walk.run({.number = number, .strategy = strategy, .length = steps - work}, [] { return true; });
      fired += walk.walk_run().steps();
    }
    const double seconds = now() - start;
    std::printf("  %-12s %6.0f ns a unit of work, %6.0f ns a step\n", name, seconds * 1e9 / static_cast<double>(work),
                seconds * 1e9 / static_cast<double>(fired));
  }
}

void measure_shorten(const std::string& path, std::uint64_t steps, const Definitions& definitions) {
  const testing::AskedModel asked = testing::asked_model(path, definitions);
  const Network& network = asked.network;
  const Limits limits;
  const WalkTargets nothing;
  WalkRun walk_run(network, nothing, limits);
  walk_run.begin({}, WalkRun::Keep::kPath);
  Rng rng(1);
  while (walk_run.steps() < steps && walk_run.position().can_step()) {
    const std::span<const RuleId> enabled = walk_run.position().lane(0);
    walk_run.fire(enabled[rng.below(static_cast<std::uint32_t>(enabled.size()))], rng);
  }
  const Trace trace = walk_run.path();
  PredicateBuilder builder;
  std::vector<PredicateBuilder::Handle> parts;
  for (ComponentId component : network.components())
    parts.push_back(builder.atom({component, {walk_run.position().at(component)}}));
  const PredicateBuilder::Handle first = parts[0];
  const PredicateBuilder::Handle root = builder.all_of(parts);
  PredicateBuilder copy = builder;
  const Property all{"all", Reach{std::move(builder).build(root)}};
  const Property one{"one", Reach{std::move(copy).build(first)}};
  std::printf("%s: %zu components, %zu rules\n", path.c_str(), network.num_components(), network.num_rules());
  for (const Property* property : {&all, &one}) {
    const double start = now();
    const Trace shorter = shorten(network, *property, trace, limits);
    std::printf("  %s: %zu steps shortened to %zu in %.3f s\n", property->name.c_str(), trace.size(), shorter.size(),
                now() - start);
  }
}

void measure_model(const std::string& path, std::uint64_t steps, const Definitions& definitions) {
  const testing::AskedModel asked = testing::asked_model(path, definitions);
  const Limits limits;
  Progress silent;
  std::printf("%s: %zu components, %zu rules\n", path.c_str(), asked.network.num_components(), asked.network.num_rules());
  const double start = now();
  WitnessFinder finder(asked.network, asked.properties, 1, limits, silent);
  finder.run(steps, 1, [&](std::size_t property, const Trace& trace) {
    const double before = now();
    const Trace shorter = shorten(asked.network, asked.properties[property], trace, limits);
    std::printf("  shortened in %.3f s to %zu;", now() - before, shorter.size());
    std::printf("  %-16s %zu steps after %.3f s, %llu walks, %llu work\n", asked.properties[property].name.c_str(), trace.size(),
                now() - start, static_cast<unsigned long long>(finder.walks()), static_cast<unsigned long long>(finder.work()));
  });
  const double seconds = now() - start;
  std::printf("  %llu work in %.3f s, %.0f ns each; open:", static_cast<unsigned long long>(finder.work()), seconds,
              seconds * 1e9 / static_cast<double>(finder.work()));
  for (std::size_t i = 0; i < asked.properties.size(); ++i)
    if (finder.is_open(i)) std::printf(" %s", asked.properties[i].name.c_str());
  std::printf("\n");
}

}   // namespace
}   // namespace parley

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() >= 3 && arguments[0] == "random") {
    parley::measure_random(std::stoull(arguments[1]), std::stoull(arguments[2]));
    return 0;
  }
  if (arguments.size() < 3 || (arguments[0] != "model" && arguments[0] != "steps" && arguments[0] != "shorten")) return 2;
  parley::Definitions definitions;
  for (std::size_t i = 3; i < arguments.size(); ++i) {
    const std::size_t equals = arguments[i].find('=');
    definitions.emplace_back(arguments[i].substr(0, equals), arguments[i].substr(equals + 1));
  }
  if (arguments[0] == "steps") parley::measure_steps(arguments[1], std::stoull(arguments[2]), definitions);
  else if (arguments[0] == "shorten") parley::measure_shorten(arguments[1], std::stoull(arguments[2]), definitions);
  else parley::measure_model(arguments[1], std::stoull(arguments[2]), definitions);
  return 0;
}
