#include "search/walk/backward_chaining.h"

#include <algorithm>
#include <cassert>

namespace parley {

namespace {

constexpr int kDepth = 12;            // how long a chain of refusing participants may be
constexpr int kTries = 4;             // local goals that are tried before a step is drawn
constexpr std::uint32_t kRules = 4;   // rules of a label that are tried

}   // namespace

BackwardChaining::BackwardChaining(const Network& network)
    : network_(network), distances_(network), first_local_goal_(network.num_components(), kNone) {
  first_offer_.reserve(network.num_templates());
  std::size_t labels = 0;
  for (TemplateId id : network.templates()) {
    first_offer_.push_back(labels);
    labels += network.lts(id).num_labels();
  }
  offers_.assign(labels, kUnknown);
}

std::size_t BackwardChaining::table_of_offers(const Participant& participant) {
  const TemplateId of = network_.template_of(participant.component);
  std::size_t& table = offers_[first_offer_[of.index()] + participant.label.index()];
  if (table != kUnknown) return table;
  const Lts& lts = network_.lts(of);
  std::vector<LocalState> offering;
  for (LocalState state : lts.states())
    if (lts.offers(state, participant.label)) offering.push_back(state);
  return table = distances_.table(of, LocalDistances::Side::kInside, offering);
}

void BackwardChaining::begin(const WalkRun& walk_run, std::size_t goal, Rng& rng) {
  assert(walk_run.steps() == 0);
  for (const LocalGoal& local_goal : local_goals_) first_local_goal_[local_goal.component.index()] = kNone;
  local_goals_.clear();
  unmet_.clear();
  place_.clear();
  for (const Goals::Literal& literal : walk_run.goals().draw(goal, rng)) {
    const ComponentId component = literal.atom->component;
    const std::size_t table = distances_.table(network_.template_of(component), literal.side, literal.atom->states);
    if (table == LocalDistances::kRefused) continue;
    const auto number = static_cast<std::uint32_t>(local_goals_.size());
    local_goals_.push_back({component, table, first_local_goal_[component.index()]});
    first_local_goal_[component.index()] = number;
    place_.push_back(kNone);
    note(component, walk_run.position().at(component));
  }
}

// Updates the list of unmet goals after the component has moved to 'at'.
void BackwardChaining::note(ComponentId component, LocalState at) {
  for (std::uint32_t i = first_local_goal_[component.index()]; i != kNone; i = local_goals_[i].next) {
    const bool met = is_met(local_goals_[i], at);
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

bool BackwardChaining::is_satisfied(const WalkRun& walk_run, ComponentId component) const {
  const LocalState at = walk_run.position().at(component);
  if (first_local_goal_[component.index()] == kNone) return false;
  for (std::uint32_t i = first_local_goal_[component.index()]; i != kNone; i = local_goals_[i].next)
    if (!is_met(local_goals_[i], at)) return false;
  return true;
}

// Draws an edge that brings the component closer.
std::optional<Edge> BackwardChaining::closer(const WalkRun& walk_run, ComponentId component, std::size_t table, Rng& rng) const {
  const LocalState at = walk_run.position().at(component);
  const std::int32_t here = distances_.entries()[table + at.index()];
  std::optional<Edge> chosen;
  std::uint32_t count = 0;
  for (const Edge& edge : network_.lts(component).edges(at)) {
    if (distances_.entries()[table + edge.target.index()] >= here || network_.rules(component, edge.label).empty()) continue;
    if (rng.below(++count) == 0) chosen = edge;
  }
  return chosen;
}

std::optional<RuleId> BackwardChaining::find_rule(const WalkRun& walk_run, ComponentId component, std::size_t table, Rng& rng) {
  const Position& position = walk_run.position();
  for (int depth = 0; depth < kDepth; ++depth) {
    const std::optional<Edge> edge = closer(walk_run, component, table, rng);
    if (!edge) return std::nullopt;
    const std::span<const RuleId> rules = network_.rules(component, edge->label);
    RuleId rule;
    const auto looks = std::min(kRules, static_cast<std::uint32_t>(rules.size()));
    for (std::uint32_t i = 0; i < looks; ++i) {
      ++looks_;
      rule = rules[rng.below(static_cast<std::uint32_t>(rules.size()))];
      if (!position.is_enabled(rule)) continue;
      moving_ = component;
      towards_ = edge->target;
      return rule;
    }
    // Some participant refuses: one of those is drawn. A component that meets all its goals is mostly left
    // alone.
    const Participant* refuser = nullptr;
    std::uint32_t count = 0;
    for (const Participant& p : network_.participants(rule))
      if (position.edges(p).empty() && rng.below(++count) == 0) refuser = &p;
    if (refuser == nullptr || (is_satisfied(walk_run, refuser->component) && !rng.happens(64))) return std::nullopt;
    component = refuser->component;
    table = table_of_offers(*refuser);
    if (table == LocalDistances::kRefused) return std::nullopt;
  }
  return std::nullopt;
}

void BackwardChaining::fire(WalkRun& walk_run, RuleId rule, Rng& rng) {
  targets_.clear();
  for (const Participant& p : network_.participants(rule)) {
    if (p.component == moving_) {
      targets_.push_back(towards_);
      continue;
    }
    const std::span<const Edge> edges = walk_run.position().edges(p);
    targets_.push_back(edges[edges.size() == 1 ? 0 : rng.below(static_cast<std::uint32_t>(edges.size()))].target);
  }
  walk_run.fire(rule, targets_);
  for (const Participant& p : network_.participants(rule)) note(p.component, walk_run.position().at(p.component));
}

std::uint64_t BackwardChaining::step(WalkRun& walk_run, Rng& rng) {
  assert(walk_run.position().can_step());
  looks_ = 1;
  for (int i = 0; i < kTries && !unmet_.empty(); ++i) {
    const LocalGoal& local_goal = local_goals_[unmet_[rng.below(static_cast<std::uint32_t>(unmet_.size()))]];
    const std::optional<RuleId> rule = find_rule(walk_run, local_goal.component, local_goal.table, rng);
    if (!rule) continue;
    fire(walk_run, *rule, rng);
    return looks_;
  }
  // No goal could be approached: any step, preferably without components that meet all their goals.
  const std::span<const RuleId> enabled = walk_run.position().lane(0);
  RuleId rule;
  for (int i = 0; i < kTries; ++i) {
    rule = enabled[rng.below(static_cast<std::uint32_t>(enabled.size()))];
    if (std::ranges::none_of(network_.participants(rule),
                             [&](const Participant& p) { return is_satisfied(walk_run, p.component); }))
      break;
  }
  const Participant& first = network_.participants(rule)[0];
  const std::span<const Edge> edges = walk_run.position().edges(first);
  moving_ = first.component;
  towards_ = edges[rng.below(static_cast<std::uint32_t>(edges.size()))].target;
  fire(walk_run, rule, rng);
  return looks_;
}

}   // namespace parley
