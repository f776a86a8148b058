#include "verify/schedule.h"

#include <algorithm>

#include "engine/registry.h"

namespace parley {

Schedule::Schedule(const Network& network, std::span<const Property> properties, const Options& options)
    : network_(network), properties_(properties), options_(options), order_(engines().begin(), engines().end()) {
  if (properties.empty()) return;
  std::stable_partition(order_.begin(), order_.end(), [&](const Engine* engine) {
    return std::ranges::any_of(properties, [&](const Property& property) { return !engine->declines(network, property); }) &&
           engine->comes_first(network);
  });
}

std::vector<std::size_t> Schedule::share(const Engine& engine, const std::vector<bool>& open) const {
  std::vector<std::size_t> share;
  for (std::size_t i = 0; i < properties_.size(); ++i)
    if (open[i] && !engine.declines(network_, properties_[i])) share.push_back(i);
  return share;
}

std::optional<Schedule::Turn> Schedule::next(const std::vector<bool>& open) {
  for (; round_ <= kRounds; ++round_, at_ = 0) {
    const bool is_last = round_ == kRounds;
    while (at_ < order_.size()) {
      const Engine& engine = *order_[at_++];
      if (is_last && !engine.complete()) continue;
      std::vector<std::size_t> properties = share(engine, open);
      if (properties.empty()) continue;
      std::optional<Options> options = is_last ? std::optional(options_) : engine.turn(options_, network_, round_);
      if (options) return Turn{.engine = engine, .options = *std::move(options), .properties = std::move(properties)};
    }
  }
  return std::nullopt;
}

}   // namespace parley
