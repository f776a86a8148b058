#include "report/explain/pair_words.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"

namespace parley {

namespace {

constexpr std::size_t kLargestProduct = 40'000;
constexpr std::size_t kPairs = 3;

// What the two components reach together if all others never refuse.
class PairProduct {
 public:
  PairProduct(const Network& network, ComponentId first, ComponentId second, const Limits& limits)
      : network_(network),
        first_(first),
        second_(second),
        one_(network.lts(first)),
        two_(network.lts(second)),
        seen_(one_.num_states() * two_.num_states(), 0) {
    Pulse pulse(limits, 16);
    visit(one_.initial(), two_.initial());
    for (std::size_t next = 0; next < queue_.size();) {   // the queue grows in the loop
      pulse.beat();
      const auto [s, t] = queue_[next++];
      if (one_.is_error(s) || two_.is_error(t)) continue;
      expand(s, t);
    }
  }
  bool has(LocalState s, LocalState t) const { return seen_[s.index() * two_.num_states() + t.index()] != 0; }

 private:
  void visit(LocalState s, LocalState t) {
    std::uint8_t& seen = seen_[s.index() * two_.num_states() + t.index()];
    if (seen != 0) return;
    seen = 1;
    queue_.emplace_back(s, t);
  }

  const Participant* part_of(RuleId rule, ComponentId component) const {
    const std::span<const Participant> participants = network_.participants(rule);
    const auto at = std::ranges::lower_bound(participants, component, {}, &Participant::component);
    return at != participants.end() && at->component == component ? &*at : nullptr;
  }

  void expand(LocalState s, LocalState t) {
    for (const Edge& edge : one_.edges(s))
      for (RuleId rule : network_.rules(first_, edge.label)) {
        const Participant* other = part_of(rule, second_);
        if (other == nullptr) visit(edge.target, t);
        else
          for (const Edge& partner : two_.edges(t, other->label)) visit(edge.target, partner.target);
      }
    for (const Edge& edge : two_.edges(t))
      for (RuleId rule : network_.rules(second_, edge.label))
        if (part_of(rule, first_) == nullptr) visit(s, edge.target);
  }

  const Network& network_;
  ComponentId first_;
  ComponentId second_;
  const Lts& one_;
  const Lts& two_;
  std::vector<std::uint8_t> seen_;
  std::vector<std::pair<LocalState, LocalState>> queue_;
};

}   // namespace

std::string pair_words(const Network& network, ComponentId first, ComponentId second, const Limits& limits) {
  const Lts& one = network.lts(first);
  const Lts& two = network.lts(second);
  if (one.num_states() * two.num_states() > kLargestProduct)
    return fmt::format("{} and {} are only in pairs of states that their common rules allow", network.name(first),
                       network.name(second));
  const PairProduct product(network, first, second, limits);
  std::vector<std::string> never;
  std::size_t count = 0;
  for (LocalState s : one.states())
    for (LocalState t : two.states()) {
      if (product.has(s, t)) continue;
      if (++count <= kPairs) never.push_back(fmt::format("{} and {}", one.state_name(s), two.state_name(t)));
    }
  if (count == 0) return fmt::format("{} and {} can be in any two states together", network.name(first), network.name(second));
  std::string text =
      fmt::format("{} and {} are never together in {}", network.name(first), network.name(second), fmt::join(never, ", nor in "));
  if (count > never.size()) text += fmt::format(", nor in {} more", count_text(count - never.size()));
  return text;
}

}   // namespace parley
