#include "leap/covering_walkers.h"

#include <algorithm>
#include <string>

namespace parley::leap {

namespace {

oracle::Behaviour random_walker(cross::Random& random, int shared_labels, bool has_ends) {
  oracle::Behaviour walker;
  const int states = random.between(2, 6);
  for (int i = 0; i < states; ++i) {
    walker.states.push_back(std::to_string(i));
    const bool ends = has_ends && i > 0 && random.chance(15);
    walker.marks.push_back(!ends ? oracle::Mark::kPlain : random.chance(50) ? oracle::Mark::kTerminal : oracle::Mark::kError);
  }
  walker.labels = {"walk", "jump"};
  for (int i = 0; i < shared_labels; ++i) walker.labels.push_back("meet" + std::to_string(i));
  const int alone = random.between(30, 90);
  const int together = random.between(10, 40);
  for (int from = 0; from < states; ++from) {
    if (walker.marks[static_cast<std::size_t>(from)] != oracle::Mark::kPlain) continue;
    for (int label = 0; label < walker.num_labels(); ++label) {
      const int chance = label == 0 ? alone : label == 1 ? alone / 3 : together;
      while (random.chance(chance)) {
        walker.arrows.push_back({from, label, random.below(static_cast<std::size_t>(states))});
        if (random.chance(80)) break;   // mostly deterministic
      }
    }
  }
  std::ranges::sort(walker.arrows);
  const auto repeated = std::ranges::unique(walker.arrows);
  walker.arrows.erase(repeated.begin(), repeated.end());
  return walker;
}

}   // namespace

oracle::Spec random_walkers(cross::Random& random) {
  oracle::Spec spec;
  const int components = random.chance(60) ? 2 : random.between(3, 4);
  const int shared_labels = random.between(1, 2);
  const bool has_ends = random.chance(25);
  for (int i = 0; i < components; ++i) {
    spec.behaviours.push_back(random_walker(random, shared_labels, has_ends));
    spec.behaviours.back().name = "w" + std::to_string(i);
    spec.components.push_back({"c" + std::to_string(i), i});
    for (int label = 0; label < 2; ++label)
      spec.rules.push_back({"alone" + std::to_string(i) + "." + std::to_string(label), {{i, label}}});
  }
  for (int label = 0; label < shared_labels; ++label)
    for (int rule = 0; rule < (components == 2 ? 1 : 2); ++rule) {
      oracle::Rule meeting{"meet" + std::to_string(label) + "." + std::to_string(rule), {}};
      for (const int component : random.permutation(static_cast<std::size_t>(components))) {
        if (meeting.parts.size() >= 2 && random.chance(70)) break;
        meeting.parts.push_back({component, random.chance(5) ? 0 : 2 + label});
      }
      spec.rules.push_back(std::move(meeting));
    }
  return spec;
}

}   // namespace parley::leap
