// Deletion (Valmari, Varpaaniemi): a closed set gets smaller by taking a component out, and with it all that cannot stay without it.

#include "search/stubborn.h"

namespace parley {

void StubbornSets::shrink() {
  for (RuleId rule : enabled_) {
    if (!is_inside(rule)) continue;
    remove_with_dependants(network_.participants(rule)[0].component);
    if (suffices()) continue;
    for (ComponentId component : removed_) inside_[component.index()] = 1;
  }
  std::erase_if(members_, [&](ComponentId component) { return !is_inside(component); });
}

void StubbornSets::remove(ComponentId component) {
  if (!is_inside(component)) return;
  inside_[component.index()] = 0;
  removed_.push_back(component);
}

void StubbornSets::remove_with_dependants(ComponentId component) {
  removed_.clear();
  remove(component);
  for (std::size_t next = 0; next < removed_.size(); ++next) {
    const ComponentId gone = removed_[next];
    // An enabled rule is inside with all its participants or with none.
    for (RuleId rule : offered(gone)) {
      if (!is_enabled(rule)) continue;
      for (const Participant& p : network_.participants(rule)) remove(p.component);
    }
    // What it refused must still be refused inside, or nobody inside may offer it.
    for (RuleId rule : network_.rules(gone)) {
      if (is_enabled(rule)) continue;
      bool is_refused = false;
      for (const Participant& p : network_.participants(rule)) is_refused = is_refused || (is_inside(p.component) && refuses(p));
      if (is_refused) continue;
      for (const Participant& p : network_.participants(rule)) remove(p.component);
    }
  }
}

}  // namespace parley
