#include "search/walk/backward_chaining.h"

#include <algorithm>

namespace parley {

namespace {

constexpr int kDepth = 12;            // how far requests are handed on
constexpr int kTries = 4;             // wishes that are asked before a step is drawn
constexpr std::uint32_t kRules = 4;   // rules of a label that are looked at

}   // namespace

Chase::Chase(const Network& network) : network_(network), distances_(network), first_wish_(network.num_components(), kNone) {
  first_offer_.reserve(network.num_templates());
  std::size_t labels = 0;
  for (TemplateId id : network.templates()) {
    first_offer_.push_back(labels);
    labels += network.lts(id).num_labels();
  }
  offers_.assign(labels, kUnknown);
}

std::size_t Chase::table_of_offers(const Participant& participant) {
  const TemplateId of = network_.template_of(participant.component);
  std::size_t& table = offers_[first_offer_[of.index()] + participant.label.index()];
  if (table != kUnknown) return table;
  const Lts& lts = network_.lts(of);
  std::vector<LocalState> offering;
  for (LocalState state : lts.states())
    if (lts.offers(state, participant.label)) offering.push_back(state);
  return table = distances_.table(of, LocalDistances::Side::kInside, offering);
}

void Chase::begin(const Journey& journey, std::size_t goal, Dice& dice) {
  for (const Wish& wish : wishes_) first_wish_[wish.component.index()] = kNone;
  wishes_.clear();
  unmet_.clear();
  place_.clear();
  for (const Goals::Literal& literal : journey.goals().draw(goal, dice)) {
    const ComponentId component = literal.atom->component;
    const std::size_t table = distances_.table(network_.template_of(component), literal.side, literal.atom->states);
    if (table == LocalDistances::kRefused) continue;
    const auto number = static_cast<std::uint32_t>(wishes_.size());
    wishes_.push_back({component, table, first_wish_[component.index()]});
    first_wish_[component.index()] = number;
    place_.push_back(kNone);
    note(component, journey.position().at(component));
  }
}

// Keeps the list of unmet wishes.
void Chase::note(ComponentId component, LocalState at) {
  for (std::uint32_t i = first_wish_[component.index()]; i != kNone; i = wishes_[i].next) {
    const bool met = is_met(wishes_[i], at);
    if (met == (place_[i] == kNone)) continue;
    if (!met) {
      place_[i] = static_cast<std::uint32_t>(unmet_.size());
      unmet_.push_back(i);
      continue;
    }
    const std::uint32_t hole = place_[i];
    unmet_[hole] = unmet_.back();
    place_[unmet_[hole]] = hole;
    unmet_.pop_back();
    place_[i] = kNone;
  }
}

bool Chase::is_content(const Journey& journey, ComponentId component) const {
  const LocalState at = journey.position().at(component);
  if (first_wish_[component.index()] == kNone) return false;
  for (std::uint32_t i = first_wish_[component.index()]; i != kNone; i = wishes_[i].next)
    if (!is_met(wishes_[i], at)) return false;
  return true;
}

// An edge that brings the component closer, any one of them.
std::optional<Edge> Chase::closer(const Journey& journey, ComponentId component, std::size_t table, Dice& dice) const {
  const LocalState at = journey.position().at(component);
  const std::int32_t here = distances_.entries()[table + at.index()];
  std::optional<Edge> chosen;
  std::uint32_t count = 0;
  for (const Edge& edge : network_.lts(component).edges(at)) {
    if (distances_.entries()[table + edge.target.index()] >= here || network_.rules(component, edge.label).empty()) continue;
    if (dice.below(++count) == 0) chosen = edge;
  }
  return chosen;
}

std::optional<RuleId> Chase::help(const Journey& journey, ComponentId component, std::size_t table, Dice& dice) {
  const Position& position = journey.position();
  for (int depth = 0; depth < kDepth; ++depth) {
    const std::optional<Edge> edge = closer(journey, component, table, dice);
    if (!edge) return std::nullopt;
    const std::span<const RuleId> rules = network_.rules(component, edge->label);
    RuleId rule;
    const auto looks = std::min(kRules, static_cast<std::uint32_t>(rules.size()));
    for (std::uint32_t i = 0; i < looks; ++i) {
      ++looks_;
      rule = rules[dice.below(static_cast<std::uint32_t>(rules.size()))];
      if (!position.is_enabled(rule)) continue;
      moving_ = component;
      towards_ = edge->target;
      return rule;
    }
    // Somebody refuses: who, is drawn. Those who are where they are wished to be are mostly left alone.
    const Participant* in_the_way = nullptr;
    std::uint32_t count = 0;
    for (const Participant& p : network_.participants(rule))
      if (position.edges(p).empty() && dice.below(++count) == 0) in_the_way = &p;
    if (in_the_way == nullptr || (is_content(journey, in_the_way->component) && !dice.happens(64))) return std::nullopt;
    component = in_the_way->component;
    table = table_of_offers(*in_the_way);
    if (table == LocalDistances::kRefused) return std::nullopt;
  }
  return std::nullopt;
}

void Chase::fire(Journey& journey, RuleId rule, Dice& dice) {
  targets_.clear();
  for (const Participant& p : network_.participants(rule)) {
    if (p.component == moving_) {
      targets_.push_back(towards_);
      continue;
    }
    const std::span<const Edge> edges = journey.position().edges(p);
    targets_.push_back(edges[edges.size() == 1 ? 0 : dice.below(static_cast<std::uint32_t>(edges.size()))].target);
  }
  journey.fire(rule, targets_);
  for (const Participant& p : network_.participants(rule)) note(p.component, journey.position().at(p.component));
}

std::uint64_t Chase::step(Journey& journey, Dice& dice) {
  looks_ = 1;
  for (int i = 0; i < kTries && !unmet_.empty(); ++i) {
    const Wish& wish = wishes_[unmet_[dice.below(static_cast<std::uint32_t>(unmet_.size()))]];
    const std::optional<RuleId> rule = help(journey, wish.component, wish.table, dice);
    if (!rule) continue;
    fire(journey, *rule, dice);
    return looks_;
  }
  // Nobody can help: any step, by somebody who is not content if there is one at hand.
  const std::span<const RuleId> enabled = journey.position().lane(0);
  RuleId rule;
  for (int i = 0; i < kTries; ++i) {
    rule = enabled[dice.below(static_cast<std::uint32_t>(enabled.size()))];
    if (std::ranges::none_of(network_.participants(rule), [&](const Participant& p) { return is_content(journey, p.component); }))
      break;
  }
  const Participant& first = network_.participants(rule)[0];
  const std::span<const Edge> edges = journey.position().edges(first);
  moving_ = first.component;
  towards_ = edges[dice.below(static_cast<std::uint32_t>(edges.size()))].target;
  fire(journey, rule, dice);
  return looks_;
}

}   // namespace parley
