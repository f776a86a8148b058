#include "report/explain/waits_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "report/explain/waits.h"

namespace parley {

namespace {

constexpr std::size_t kListed = 12;         // links of a circle, components in a list
constexpr std::size_t kActionsListed = 3;   // actions that one component waits for

std::string and_more(std::size_t all, std::size_t shown) {
  return all > shown ? fmt::format(" and {} more", count_text(all - shown)) : "";
}

// The sentences about one state of the network.
class Words {
 public:
  Words(const Network& network, std::span<const LocalState> state, std::span<const ComponentId> movers, const Limits& limits)
      : network_(network), state_(state), waits_(network, state, limits), circle_(waits_.circle(movers)) {}

  const std::vector<ComponentId>& stuck() const { return waits_.stuck(); }
  std::size_t circle_size() const { return circle_.size(); }

  std::size_t processes() const {
    std::size_t count = 0;
    for (ComponentId component : network_.components())
      if (!network_.is_observer(component)) ++count;
    return count;
  }
  bool others_may_go_on() const {
    for (ComponentId component : network_.components())
      if (!network_.is_observer(component) && !waits_.is_blocked(component)) return true;
    return false;
  }

  // The circle, one line per link, cut in the middle.
  void add_circle(Explanation& lines) {
    const std::size_t head = circle_.size() > kListed ? kListed / 2 : circle_.size();
    const std::size_t tail = circle_.size() > kListed ? kListed / 2 - 1 : 0;
    for (std::size_t i = 0; i < head; ++i) lines.push_back("  " + link(circle_[i]));
    if (tail > 0)
      lines.push_back(fmt::format("  ... {} more, each waiting for the next ...", count_text(circle_.size() - head - tail)));
    for (std::size_t i = circle_.size() - tail; i < circle_.size(); ++i) lines.push_back("  " + link(circle_[i]));
    lines.push_back(fmt::format("  ... and so back to {}", network_.name(circle_.front().who)));
  }

  // The stuck components outside the circle: first those that have stopped, since they are a cause, then
  // those that wait.
  void add_others(Explanation& lines, std::string_view title) {
    std::vector<bool> told(network_.num_components());
    for (const Wait& wait : circle_) told[wait.who.index()] = true;
    std::vector<ComponentId> stopped;
    std::vector<ComponentId> waiting;
    for (ComponentId component : stuck())
      if (!told[component.index()]) (waits_.has_stopped(component) ? stopped : waiting).push_back(component);
    if (stopped.empty() && waiting.empty()) return;

    if (!title.empty()) lines.emplace_back(title);
    const std::size_t room = waiting.size() < kListed / 2 ? kListed - waiting.size() : kListed / 2;
    add_list(lines, stopped, room, "stopped", [&](ComponentId component) { return stopped_text(component); });
    const std::size_t left = kListed - std::min(stopped.size(), room);
    add_list(lines, waiting, left, "waiting", [&](ComponentId component) { return waiting_text(component); });
  }

  void add_ended(Explanation& lines) const {
    std::vector<std::string_view> names;
    std::size_t count = 0;
    for (ComponentId component : network_.components()) {
      if (network_.is_observer(component) || !network_.lts(component).is_terminal(state_[component.index()])) continue;
      if (++count <= kListed) names.push_back(network_.name(component));
    }
    if (count > 0) lines.push_back(fmt::format("  ended: {}{}", fmt::join(names, ", "), and_more(count, names.size())));
  }

  std::string stuck_names() const {
    std::vector<std::string_view> names;
    for (ComponentId component : std::span(stuck()).first(std::min(stuck().size(), kListed)))
      names.push_back(network_.name(component));
    return fmt::format("{}{}", fmt::join(names, ", "), and_more(stuck().size(), names.size()));
  }

 private:
  template <class Text>
  static void add_list(Explanation& lines, const std::vector<ComponentId>& components, std::size_t room, std::string_view what,
                       const Text& text) {
    const std::size_t shown = std::min(components.size(), room);
    for (std::size_t i = 0; i < shown; ++i) lines.push_back("  " + text(components[i]));
    if (components.size() > shown) lines.push_back(fmt::format("  and {} more {}", count_text(components.size() - shown), what));
  }

  std::string where(ComponentId component) const {
    return fmt::format("{} ({})", network_.name(component), network_.lts(component).state_name(state_[component.index()]));
  }

  // The action that the system performs when 'rule' fires. For a hidden rule, the label of 'whom'.
  std::string action(RuleId rule, ComponentId whom) const {
    if (network_.label_name(rule) != kTau) return std::string(network_.label_name(rule));
    for (const Participant& p : network_.participants(rule))
      if (p.component == whom) return fmt::format("{} (hidden)", network_.lts(whom).label_name(p.label));
    return std::string(kTau);
  }

  std::string partner(ComponentId whom) const {
    if (network_.lts(whom).is_terminal(state_[whom.index()])) return fmt::format("{}, which has ended,", network_.name(whom));
    if (waits_.has_stopped(whom)) return fmt::format("{}, which has stopped,", network_.name(whom));
    return std::string(network_.name(whom));
  }

  std::string link(const Wait& wait) {
    std::string text =
        fmt::format("{} waits for {} to do {}", where(wait.who), network_.name(wait.whom), action(wait.rule, wait.whom));
    const std::size_t others = by_rule(waits_.of(wait.who)).size() - 1;
    if (others > 0) text += fmt::format(" (or for {} other action{}, refused too)", count_text(others), others == 1 ? "" : "s");
    return text;
  }

  // Groups reasons by rule: all components that refuse a rule have to get ready, but one of several rules is
  // enough.
  static std::vector<std::vector<Wait>> by_rule(const std::vector<Wait>& waits) {
    std::vector<std::vector<Wait>> groups;
    for (const Wait& wait : waits) {
      if (groups.empty() || groups.back().front().rule != wait.rule) groups.emplace_back();
      groups.back().push_back(wait);
    }
    return groups;
  }

  std::string waiting_text(ComponentId who) {
    const std::vector<std::vector<Wait>> groups = by_rule(waits_.of(who));
    std::string text = fmt::format("{} waits", where(who));
    const std::size_t shown = std::min(groups.size(), kActionsListed);
    for (std::size_t i = 0; i < shown; ++i) {
      std::vector<std::string> partners;
      for (const Wait& wait : groups[i]) partners.push_back(partner(wait.whom));
      text += fmt::format("{} for {} to do {}", i == 0 ? "" : ", or", fmt::join(partners, " and "),
                          action(groups[i].front().rule, groups[i].front().whom));
    }
    if (groups.size() > shown) text += fmt::format(", or for {} more", count_text(groups.size() - shown));
    return text;
  }

  std::string stopped_text(ComponentId component) const {
    const Lts& lts = network_.lts(component);
    std::vector<std::string> labels;
    for (const Edge& edge : lts.edges(state_[component.index()]))
      if (labels.empty() || labels.back() != lts.label_name(edge.label)) labels.push_back(lts.label_name(edge.label));
    if (labels.empty()) return fmt::format("{} has stopped: it offers nothing", where(component));
    const std::size_t count = labels.size();
    labels.resize(std::min(count, kActionsListed));
    return fmt::format("{} has stopped: it offers only {}{}, which this system never performs", where(component),
                       fmt::join(labels, ", "), and_more(count, labels.size()));
  }

  const Network& network_;
  std::span<const LocalState> state_;
  Waits waits_;
  std::vector<Wait> circle_;
};

}   // namespace

Explanation explain_deadlock(const Network& network, std::span<const LocalState> state, std::span<const ComponentId> movers,
                             const Limits& limits) {
  Words words(network, state, movers, limits);
  Explanation lines;
  if (words.circle_size() == 0) {
    lines.emplace_back("deadlock: nothing can happen any more");
    if (words.stuck().empty())
      lines.emplace_back("  nobody is left who waits, but the system as a whole does not count as ended");
    words.add_others(lines, "");
  } else if (words.circle_size() == words.stuck().size()) {
    lines.emplace_back("deadlock: everyone waits for someone else, in a circle");
    words.add_circle(lines);
  } else {
    lines.push_back(fmt::format("deadlock: nothing can happen any more, {} components wait for each other in a circle",
                                count_text(words.circle_size())));
    words.add_circle(lines);
    words.add_others(lines, "and outside the circle");
  }
  words.add_ended(lines);
  return lines;
}

Explanation explain_local_deadlock(const Network& network, std::span<const LocalState> state, std::span<const ComponentId> movers,
                                   const Limits& limits) {
  Words words(network, state, movers, limits);
  const std::size_t stuck = words.stuck().size();
  Explanation lines = {fmt::format("local deadlock: {} of {} components {} stuck for ever, {}", count_text(stuck),
                                   count_text(words.processes()), stuck == 1 ? "is" : "are",
                                   words.others_may_go_on() ? "the others may go on" : "and nothing else can happen")};
  lines.push_back(fmt::format("  stuck: {}", words.stuck_names()));
  if (words.circle_size() == 0) {
    words.add_others(lines, "");
  } else {
    lines.push_back(words.circle_size() == stuck
                        ? "each waits for the next, in a circle"
                        : fmt::format("{} of them wait for each other in a circle", count_text(words.circle_size())));
    words.add_circle(lines);
    words.add_others(lines, "and outside the circle");
  }
  words.add_ended(lines);
  return lines;
}

}   // namespace parley
