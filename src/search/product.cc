#include "search/product.h"

#include "property/print.h"
#include "search/breadth_first.h"
#include "search/stuck.h"

namespace parley {

namespace {

std::string joined_names(const Network& network, std::span<const LocalState> state) {
  std::string text;
  for (ComponentId component : network.components()) {
    if (!text.empty()) text += ',';
    text += quoted_if_needed(network.lts(component).state_name(state[component.index()]));
  }
  return text;
}

}  // namespace

Lts product(const Network& network, StateNames names, const Limits& limits, Progress& progress) {
  BreadthFirst search(network, {}, limits, progress);
  LtsBuilder builder;
  constexpr std::uint32_t kUnseen = 0xFFFFFFFF;
  std::vector<std::uint32_t> labels(network.num_labels(), kUnseen);
  std::uint32_t num_labels = 0;
  std::vector<std::uint32_t> terminal;
  std::vector<std::uint32_t> error;

  search.run(
      [&](const BreadthFirst::Expanded& at) {
        const LocalState state(at.number);
        builder.add_states(search.num_states() - builder.num_states());
        if (names == StateNames::kLocalStates) builder.set_name(state, joined_names(network, at.state));
        if (at.in_error) builder.set_error(state);
        else if (at.transitions == 0 && is_terminated(network, at.state)) builder.set_terminal(state);
        return true;
      },
      [&](std::uint32_t from, RuleId rule, std::uint32_t to) {
        std::uint32_t& label = labels[network.label(rule).index()];
        if (label == kUnseen) {
          label = num_labels++;
          builder.add_label(std::string(network.label_name(rule)));
        }
        builder.add_edge(LocalState(from), LocalLabel(label), LocalState(to));
      });
  return std::move(builder).build();
}

}  // namespace parley
