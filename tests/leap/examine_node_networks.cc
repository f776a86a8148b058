// The networks and formulas over nodes, compared with the states inside each node.
#include <algorithm>

#include "leap/case.h"

namespace parley::cover {

namespace {

// Whether 'fits' holds for every component of the node.
template <class Fits>
bool all_fit(const Case& of, std::size_t node, const Fits& fits) {
  for (int component = 0; static_cast<std::size_t>(component) < of.plain.size(); ++component)
    if (!fits(of.kind(component), of.nodes[node][static_cast<std::size_t>(component)])) return false;
  return true;
}

using Kind = leap::LocalParts::Kind;

}   // namespace

void examine_node_networks(const Case& of, Tally&) {
  const PlainNetwork rests(leap::rest_network(of.network, of.parts, of.limits));
  const PlainNetwork idle(leap::leap_network(of.network, of.parts, {.idle_loops = true}, of.limits));
  const Reachable idle_nodes(idle);
  require(idle_nodes.size() == of.nodes.size(), "idle loops change no node", [&] { return std::to_string(idle_nodes.size()); });

  for (std::size_t node = 0; node < of.nodes.size(); ++node) {
    require(idle_nodes.find(of.nodes[node]).has_value(), "idle loops change no node", [&] { return of.text(of.nodes[node]); });
    const bool at_most_one = all_fit(of, node, [](const Kind& kind, std::size_t own) { return kind.rests(own).size() <= 1; });
    const bool settled = all_fit(of, node, [](const Kind& kind, std::size_t own) { return kind.is_settled(own); });
    for (std::size_t p = 0; p < of.properties.size(); ++p) {
      const PropertyKind kind = kind_of(of.properties[p]);
      if (kind != PropertyKind::kDeadlock && kind != PropertyKind::kLocalDeadlock) continue;
      const auto is_dead = [&](const PlainNetwork& network) {
        return kind == PropertyKind::kDeadlock ? is_deadlock(network, of.nodes[node])
                                               : is_local_deadlock(network, of.nodes[node]);
      };
      const bool inside = (of.truth_inside[node] & Case::here(p)) != 0;
      const auto where = [&] { return of.properties[p].name + " in node " + of.text(of.nodes[node]); };
      const bool at_rest = is_dead(rests);
      require(!inside || at_rest, "the network of rests misses nothing", where);
      require(inside || !at_rest || !at_most_one, "the network of rests is exact where no component has a choice", where);
      require(!settled || is_dead(idle) == inside, "if all nodes are settled, a node shows what it has inside", where);
    }
  }
}

void examine_formulas(const Case& of, Tally& tally) {
  for (std::size_t p = 0; p < of.properties.size(); ++p) {
    const auto* reach = std::get_if<Reach>(&of.properties[p].ask);
    const auto* never = std::get_if<Never>(&of.properties[p].ask);
    if (reach == nullptr && never == nullptr) continue;
    const leap::LeapFormula relaxed =
        leap::leap_formula(of.network, reach != nullptr ? reach->goal : never->bad, of.parts, of.limits);
    ++(relaxed.is_exact ? tally.exact_formulas : tally.relaxed_formulas);
    require(relaxed.is_exact || !relaxed.is_plain, "a plain formula is exact", [&] { return of.properties[p].name; });
    PredicateEvaluator holds(relaxed.predicate);
    for (std::size_t node = 0; node < of.nodes.size(); ++node) {
      if (of.nodes.is_error(node)) continue;
      const bool may = holds([&](ComponentId component) { return LocalState(of.nodes[node][component.index()]); });
      const bool inside = (of.truth_inside[node] & Case::here(p)) != 0;
      const auto where = [&] { return of.properties[p].name + " in node " + of.text(of.nodes[node]); };
      require(!inside || may, "a formula over nodes misses nothing", where);
      require(inside || !may || !relaxed.is_exact, "an exact formula over nodes invents nothing", where);
    }
  }
}

}   // namespace parley::cover
