#include "engine/leap/leap_network.h"

#include "engine/leap/node_network.h"

namespace parley::leap {

Network leap_network(const Network& network, const LocalParts& parts, const LeapSettings& settings, const Limits& limits) {
  NodeNetwork nodes(network, parts, limits);
  const auto add_edges = [&](std::uint32_t number, std::size_t node, LtsBuilder& builder) {
    const LocalParts::Kind& kind = parts.kinds()[number];
    for (const LocalParts::Kind::Leap& leap : kind.leaps(node))
      builder.add_edge(LocalState(node), leap.is_local ? NodeNetwork::for_local(network.lts(kind.lts()), leap.label) : leap.label,
                       LocalState(leap.node));
    if (settings.idle_loops) nodes.add_idle_loops(kind, node, builder);
  };
  return nodes.build([](std::uint32_t) { return std::size_t{0}; }, add_edges);
}

}   // namespace parley::leap
