#pragma once

// For tests of networks over nodes (engine/leap): everything that is computed from a network written as in
// network_text.h.

#include <string>
#include <string_view>

#include "engine/leap/leap_network.h"
#include "engine/leap/local_parts.h"
#include "engine/leap/rest_network.h"
#include "support/network_text.h"

namespace parley::testing {

// A network, the local parts of its components, and its networks over nodes.
struct Leaping {
  explicit Leaping(std::string_view text)
      : network(testing::network(text)),
        parts(leap::LocalParts::find(network, {}, limits).value()),
        leaps(leap::leap_network(network, parts, {}, limits)),
        idle(leap::leap_network(network, parts, {.idle_loops = true}, limits)),
        rests(leap::rest_network(network, parts, limits)) {}

  // The edges of a component of a network over nodes: "0 -r-> 2, ..." in the user's names. Labels of local
  // rules have a '!' in front; labels that no rule of the user has are numbers.
  std::string edges(const Network& of, std::string_view name) const {
    const ComponentId component = network.find_component(name).value();
    const Lts& original = network.lts(component);
    const leap::LocalParts::Kind& kind = parts.kind(component);
    const Lts& lts = of.lts(component);
    const auto state_name = [&](LocalState node) {
      return node.index() < kind.num_nodes() ? original.state_name(kind.state_of(node.index())) : std::string("*");
    };
    std::string text;
    for (LocalState node : lts.states()) {
      if (lts.is_terminal(node)) text += (text.empty() ? "" : ", ") + state_name(node) + " ends";
      for (const Edge& edge : lts.edges(node)) {
        text += (text.empty() ? "" : ", ") + state_name(node) + " -" + label_name(original, edge.label.index()) + "-> " +
                state_name(edge.target);
      }
    }
    return text;
  }

  // Whether no rule of a network over nodes is enabled in its initial state.
  static bool is_still(const Network& of) {
    for (RuleId rule : of.rules()) {
      bool is_enabled = true;
      for (const Participant& participant : of.participants(rule))
        is_enabled =
            is_enabled && of.lts(participant.component).offers(of.lts(participant.component).initial(), participant.label);
      if (is_enabled) return false;
    }
    return true;
  }

 private:
  static std::string label_name(const Lts& original, std::size_t label) {
    const std::size_t count = original.num_labels();
    if (label < count) return original.label_name(LocalLabel(label));
    if (label < 2 * count) return "!" + original.label_name(LocalLabel(label - count));
    return std::to_string(label - 2 * count);
  }

 public:
  Limits limits;
  Network network;
  leap::LocalParts parts;
  Network leaps;
  Network idle;
  Network rests;
};

}   // namespace parley::testing
