#include "search/stubborn/enabled_rules.h"

#include <algorithm>

namespace parley {

EnabledRules::EnabledRules(const Network& network, const Limits& limits)
    : network_(network),
      offered_(network, limits),
      offers_(network.num_rules()),
      led_by_(network.num_components()),
      prices_(network.num_components()) {
  arity_.reserve(network.num_rules());
  for (RuleId rule : network.rules()) arity_.push_back(static_cast<std::uint32_t>(network.participants(rule).size()));
}

void EnabledRules::look(std::span<const LocalState> state) {
  constexpr std::uint32_t kEnabledPrice = 64;
  state_ = state;
  enabled_.clear();
  std::ranges::fill(offers_, 0);
  std::ranges::fill(led_by_, 0);
  for (ComponentId component : network_.components()) {
    const std::span<const RuleId> rules = offered(component);
    prices_[component.index()] = 1 + static_cast<std::uint32_t>(rules.size());
    for (RuleId rule : rules)
      if (++offers_[rule.index()] == arity_[rule.index()]) enabled_.push_back(rule);
  }
  for (RuleId rule : enabled_) {
    const std::span<const Participant> participants = network_.participants(rule);
    ++led_by_[participants[0].component.index()];
    for (const Participant& p : participants) prices_[p.component.index()] += kEnabledPrice;
  }
}

}   // namespace parley
