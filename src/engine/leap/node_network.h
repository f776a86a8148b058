#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "engine/leap/local_parts.h"

namespace parley::leap {

// Builds networks whose states are the nodes of components. A template has every label of the original one
// twice, first for shared rules, then for local ones. The labels that the caller adds come last.
class NodeNetwork {
 public:
  NodeNetwork(const Network& network, const LocalParts& parts, const Limits& limits)
      : network_(network), parts_(parts), pulse_(limits) {}

  // 'add_edges(kind, node, builder)' adds the edges of a node, 'num_more(kind)' is the number of additional
  // labels. Kinds are given by their numbers.
  template <class NumMore, class AddEdges>
  Network build(const NumMore& num_more, const AddEdges& add_edges, std::span<const std::vector<Participant>> more_rules = {}) {
    builder_.reserve(network_.num_components(), network_.num_rules(), network_.num_participants());
    for (std::uint32_t kind = 0; kind < parts_.kinds().size(); ++kind)
      builder_.add_template(lts(kind, num_more(kind), add_edges));
    for (ComponentId component : network_.components()) {
      pulse_.beat();
      builder_.add_component(network_.name(component), TemplateId(parts_.kind_number(component)),
                             network_.is_observer(component) ? Role::kObserver : Role::kProcess);
    }
    add_rules(more_rules);
    return std::move(builder_).build();
  }

  static LocalLabel for_local(const Lts& lts, LocalLabel label) { return LocalLabel(lts.num_labels() + label.index()); }
  static LocalLabel one_more(const Lts& lts, std::size_t number) { return LocalLabel(2 * lts.num_labels() + number); }

  // Whether the reach of a node has states without local steps, and all of them are terminal.
  static bool has_ended(const LocalParts::Kind& kind, std::size_t node) {
    const std::span<const LocalParts::Rest> rests = kind.rests(node);
    return !rests.empty() && std::ranges::all_of(rests, [](const LocalParts::Rest& rest) { return rest.is_terminal; });
  }

  // Adds a self-loop if the component can always go on by local rules.
  void add_idle_loops(const LocalParts::Kind& kind, std::size_t node, LtsBuilder& builder) const {
    if (!kind.rests(node).empty()) return;
    const Lts& lts = network_.lts(kind.lts());
    for (LocalLabel label : lts.labels())
      if (kind.is_local(label)) builder.add_edge(LocalState(node), for_local(lts, label), LocalState(node));
  }

 private:
  template <class AddEdges>
  Lts lts(std::uint32_t number, std::size_t num_more, const AddEdges& add_edges) {
    const LocalParts::Kind& kind = parts_.kinds()[number];
    const Lts& original = network_.lts(kind.lts());
    LtsBuilder builder;
    builder.add_states(kind.num_nodes());
    for (std::size_t label = 0; label < 2 * original.num_labels() + num_more; ++label) builder.add_label(std::to_string(label));
    builder.set_initial(LocalState(kind.initial()));
    bool has_end = false;
    for (std::size_t node = 0; node < kind.num_nodes(); ++node) {
      pulse_.beat();
      if (original.is_error(kind.state_of(node))) {
        builder.set_error(LocalState(node));
        continue;
      }
      const std::size_t edges = builder.num_edges();
      add_edges(number, node, builder);
      if (builder.num_edges() == edges && has_ended(kind, node)) builder.set_terminal(LocalState(node));
      has_end = has_end || original.is_terminal(kind.state_of(node));
    }
    // A template that can terminate must show it even if none of its nodes is terminal, because termination
    // is decided over all components. All networks over the same nodes have this extra state, or none has it.
    if (original.has_terminal() && !has_end) builder.set_terminal(builder.add_state());
    return std::move(builder).build();
  }

  void add_rules(std::span<const std::vector<Participant>> more_rules) {
    std::vector<Participant> participants;
    for (RuleId rule : network_.rules()) {
      pulse_.beat();
      const std::span<const Participant> original = network_.participants(rule);
      participants.assign(original.begin(), original.end());
      if (parts_.is_local(network_, rule))
        participants[0].label = for_local(network_.lts(original[0].component), original[0].label);
      builder_.add_rule(builder_.add_label(std::to_string(rule.value)), participants);
    }
    for (std::size_t i = 0; i < more_rules.size(); ++i) {
      pulse_.beat();
      builder_.add_rule(builder_.add_label(std::to_string(network_.num_rules() + i)), more_rules[i]);
    }
  }

  const Network& network_;
  const LocalParts& parts_;
  Pulse pulse_;
  NetworkBuilder builder_;
};

}   // namespace parley::leap
