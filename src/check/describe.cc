#include "check/describe.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "property/print.h"

namespace parley {

namespace {

constexpr std::size_t kMostListed = 12;

// "(" the first few of 'size' items ", and 7 more)".
template <class ItemText>
std::string list_text(std::size_t size, const ItemText& item_text) {
  std::string text = "(";
  for (std::size_t i = 0; i < std::min(size, kMostListed); ++i) {
    if (i > 0) text += ", ";
    text += item_text(i);
  }
  if (size > kMostListed) text += fmt::format(", and {} more", count_text(size - kMostListed));
  return text + ")";
}

}   // namespace

std::string place_text(const Network& network, ComponentId component, LocalState state) {
  return quoted_if_needed(network.name(component)) + "@" + quoted_if_needed(network.lts(component).state_name(state));
}

std::string state_text(const Network& network, std::span<const ComponentId> components, std::span<const LocalState> row) {
  return list_text(row.size(), [&](std::size_t i) { return place_text(network, components[i], row[i]); });
}

std::string moves_text(const Network& network, std::span<const Move> moves) {
  return list_text(moves.size(), [&](std::size_t i) {
    return fmt::format("{} to {}", quoted_if_needed(network.name(moves[i].component)),
                       quoted_if_needed(network.lts(moves[i].component).state_name(moves[i].to)));
  });
}

std::string rule_text(const Network& network, RuleId rule) {
  const std::span<const Participant> participants = network.participants(rule);
  return fmt::format("'{}' of {}", network.label_name(rule), list_text(participants.size(), [&](std::size_t i) {
                       return quoted_if_needed(network.name(participants[i].component));
                     }));
}

}   // namespace parley
