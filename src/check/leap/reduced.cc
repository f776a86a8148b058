#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "check/describe.h"
#include "check/leap/leap_set.h"

namespace parley::leap_set {

namespace {

bool is_about_deadlocks(const Property& property) {
  return kind_of(property) == PropertyKind::kDeadlock || kind_of(property) == PropertyKind::kLocalDeadlock;
}

const Predicate* formula_of(const Property& property) {
  if (const auto* reach = std::get_if<Reach>(&property.ask)) return &reach->goal;
  if (const auto* never = std::get_if<Never>(&property.ask)) return &never->bad;
  return nullptr;
}

Objection comes_to_rest_willing(const Claim& asked) {
  const Shapes shapes = shapes_of(asked);
  const std::vector<std::vector<bool>> occurring = occurring_states(shapes, nodes_of(asked), asked.limits);
  std::vector<std::uint8_t> is_seen(shapes.size());
  for (ComponentId component : asked.network.components()) {
    const std::uint32_t index = shapes.index_of(component);
    if (is_seen[index] != 0) continue;
    is_seen[index] = 1;
    if (!shapes[index].acts_alone()) continue;
    Explorer explorer(shapes[index], asked.limits);
    const Lts& lts = asked.network.lts(component);
    for (LocalState state : lts.states()) {
      if (!occurring[index][state.index()]) continue;
      if (const std::optional<Unsettled> found = unsettled(explorer, state))
        return fmt::format(
            "from {} on '{}' may come to rest in {}, where it refuses '{}', which it offers elsewhere: a deadlock may lie inside "
            "a node",
            place_text(asked.network, component, state), asked.network.name(component), lts.state_name(found->resting),
            lts.label_name(found->label));
    }
  }
  return std::nullopt;
}

Objection is_translated(const Claim& asked, const Predicate& formula) {
  for (ComponentId component : asked.network.components())
    if (asked.network.lts(component).has_error())
      return fmt::format("'{}' has error states, so a reduced leap set does not show what a formula is there",
                         asked.network.name(component));
  const std::vector<ComponentId> twice = repeated(asked.network, formula);
  if (twice.empty()) return std::nullopt;
  return fmt::format("'{}' stands twice in the predicate, so that a node may satisfy it where no state does",
                     asked.network.name(twice[0]));
}

Property translated_property(const Shapes& shapes, const Property& property, const Limits& limits) {
  if (const auto* reach = std::get_if<Reach>(&property.ask))
    return {property.name, Reach{translated(shapes, reach->goal, limits)}};
  if (const auto* never = std::get_if<Never>(&property.ask))
    return {property.name, Never{translated(shapes, never->bad, limits)}};
  return property;
}

}   // namespace

Objection is_settled(const Claim& asked) {
  if (is_about_deadlocks(asked.property)) return comes_to_rest_willing(asked);
  if (const Predicate* formula = formula_of(asked.property)) return is_translated(asked, *formula);
  return std::nullopt;
}

Objection as_reduced(const Claim& asked, std::string_view obligation) {
  const auto& set = std::get<LeapSetRef>(asked.evidence);
  const Shapes shapes = shapes_of(asked);
  const Network leaps = leap_network(asked.network, shapes, needed_states(shapes, set->nodes.states, asked.limits),
                                     is_about_deadlocks(asked.property) ? Edges::kRestingLeaps : Edges::kLeaps, asked.limits);
  const Property property = translated_property(shapes, asked.property, asked.limits);
  const Evidence evidence = ReducedSetRef(set, &set->nodes);   // no copy
  const Claim of_leaps{.network = leaps,
                       .property = property,
                       .claimed = asked.claimed,
                       .evidence = evidence,
                       .limits = asked.limits,
                       .progress = asked.progress};
  const std::span<const Obligation> table = reduced_set_obligations();
  const auto row = std::find_if(table.begin(), table.end(), [&](const Obligation& each) { return each.name == obligation; });
  if (row == table.end()) throw std::logic_error("an obligation that reduced sets do not have");
  Objection objection = row->objection(of_leaps);
  if (objection) *objection = "of the leap network: " + *objection;
  return objection;
}

}   // namespace parley::leap_set
