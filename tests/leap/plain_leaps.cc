#include "leap/plain_leaps.h"

namespace parley::cover {

PlainLeaps::PlainLeaps(const PlainNetwork& network, std::uint64_t steppers)
    : local_(network.size()), shared_(network.size()), leaps_(network) {
  leaps_.rules.clear();
  for (const std::vector<oracle::Part>& rule : network.rules) {
    const bool is_local = rule.size() == 1 && !has(steppers, rule[0].component);
    for (const oracle::Part& part : rule)
      (is_local ? local_ : shared_)[static_cast<std::size_t>(part.component)] |= just(part.label);
    if (!is_local) leaps_.rules.push_back(rule);
  }
  leaps_.templates.clear();
  for (int component = 0; static_cast<std::size_t>(component) < network.size(); ++component) {
    const PlainTemplate& original = network.of(component);
    std::vector<Set>& reach = reach_.emplace_back();
    PlainTemplate& leaping = leaps_.templates.emplace_back(original);
    leaps_.template_of[static_cast<std::size_t>(component)] = component;
    for (int state = 0; state < original.states; ++state) {
      Set reached = has(original.error, state) ? 0 : just(state);
      for (Set before = 0; before != reached;) {
        before = reached;
        for_each(before, [&](int from) {
          for (int label = 0; label < original.labels; ++label)
            if (is_local(component, label)) reached |= original.to(from, label) & ~original.error;
        });
      }
      reach.push_back(reached);
      for (int label = 0; label < original.labels; ++label) {
        leaping.to(state, label) = 0;
        for_each(reached, [&](int from) { leaping.to(state, label) |= original.to(from, label); });
      }
    }
  }
}

}   // namespace parley::cover
