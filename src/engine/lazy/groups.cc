#include "engine/lazy/groups.h"

#include <cassert>
#include <unordered_map>

namespace parley::lazy {

void Groups::clear() {
  for (ComponentId component : owned_) owners_[component.index()] = kNoGroup;
  owned_.clear();
  parents_.clear();
  records_.clear();
  members_.clear();
  pieces_ = {};
}

Groups::Group Groups::add(std::span<const ComponentId> members) {
  const Group group = static_cast<Group>(parents_.size());
  parents_.push_back(group);
  records_.push_back(
      {.first_member = static_cast<std::uint32_t>(members_.size()), .num_members = static_cast<std::uint32_t>(members.size())});
  members_.insert(members_.end(), members.begin(), members.end());
  for (ComponentId component : members) own(component, group);
  return group;
}

Groups::Group Groups::root(Group group) {
  while (parents_[group] != group) {
    parents_[group] = parents_[parents_[group]];
    group = parents_[group];
  }
  return group;
}

Groups::Group Groups::owner(ComponentId component) {
  Group& group = owners_[component.index()];
  if (group != kNoGroup) group = root(group);
  return group;
}

void Groups::own(ComponentId component, Group group) {
  owners_[component.index()] = group;
  owned_.push_back(component);
}

void Groups::unite(Group into, Group from) {
  assert(is_alive(into) && is_alive(from) && into != from);
  parents_[from] = into;
}

void Groups::complete(Group group, const Fragment& fragment, std::span<const LocalComponent> members, const Finding& finding) {
  assert(is_alive(group));
  Record& record = records_[group];
  record = {.first_member = static_cast<std::uint32_t>(members_.size()),
            .num_members = static_cast<std::uint32_t>(members.size()),
            .first_step = static_cast<std::uint32_t>(pieces_.steps.size()),
            .num_steps = static_cast<std::uint32_t>(finding.plan.steps.size()),
            .is_complete = true,
            .ends_in_error = finding.plan.ends_in_error,
            .moves_outside_components = finding.moves_outside_components};
  for (LocalComponent local_component : members) members_.push_back(fragment.component(local_component));
  const auto first_target = static_cast<std::uint32_t>(pieces_.targets.size());
  for (const Plan::Step& step : finding.plan.steps)
    pieces_.steps.push_back({fragment.rule_id(step.rule), first_target + step.first_target});
  pieces_.targets.insert(pieces_.targets.end(), finding.plan.targets.begin(), finding.plan.targets.end());
}

Plan Groups::plan(Group group, const Fragment& fragment) const {
  const Record& record = records_[group];
  Path path;
  append(record, path);
  Plan plan = {.steps = {}, .targets = std::move(path.targets), .ends_in_error = record.ends_in_error};
  plan.steps.reserve(path.steps.size());
  for (const Path::Step& step : path.steps) plan.steps.push_back({fragment.rule_number(step.rule), step.first_target});
  return plan;
}

std::vector<std::pair<Groups::Group, Groups::Group>> Groups::conflicts() {
  std::vector<std::pair<Group, Group>> found;
  Group in_error = kNoGroup;
  for (Group group = 0; group < records_.size(); ++group) {
    if (!is_alive(group)) continue;
    const Record& record = records_[group];
    if (record.ends_in_error) {
      if (in_error != kNoGroup) found.emplace_back(in_error, group);
      else in_error = group;
    }
    if (!record.moves_outside_components) continue;
    for (std::uint32_t i = record.first_step; i < record.first_step + record.num_steps; ++i) {
      const Path::Step& step = pieces_.steps[i];
      const std::span<const Participant> participants = network_.participants(step.rule);
      for (std::size_t p = 0; p < participants.size(); ++p) {
        if (pieces_.targets[step.first_target + p] != Plan::kAnyMove) continue;
        const Group other = owner(participants[p].component);
        if (other != kNoGroup && other != group) found.emplace_back(group, other);
      }
    }
  }
  return found;
}

void Groups::append(const Record& record, Path& path) const {
  for (std::uint32_t i = record.first_step; i < record.first_step + record.num_steps; ++i) {
    const Path::Step& step = pieces_.steps[i];
    const std::size_t arity = network_.participants(step.rule).size();
    const auto first = pieces_.targets.begin() + step.first_target;
    path.steps.push_back({step.rule, static_cast<std::uint32_t>(path.targets.size())});
    path.targets.insert(path.targets.end(), first, first + static_cast<std::ptrdiff_t>(arity));
  }
}

// Fills in the moves of participants that are in no group and never refuse. Wherever they are, they have an
// edge that leads to no error state.
void Groups::choose_free_moves(Path& path) const {
  std::unordered_map<ComponentId, LocalState> at;
  for (const Path::Step& step : path.steps) {
    const std::span<const Participant> participants = network_.participants(step.rule);
    for (std::size_t p = 0; p < participants.size(); ++p) {
      LocalState& target = path.targets[step.first_target + p];
      if (target != Plan::kAnyMove) continue;
      const auto& [component, label] = participants[p];
      const Lts& lts = network_.lts(component);
      LocalState& now = at.try_emplace(component, lts.initial()).first->second;
      for (const Edge& edge : lts.edges(now, label))
        if (!lts.is_error(edge.target)) {
          target = edge.target;
          break;
        }
      assert(target != Plan::kAnyMove);
      now = target;
    }
  }
}

Path Groups::path() const {
  Path path;
  path.steps.reserve(pieces_.steps.size());
  path.targets.reserve(pieces_.targets.size());
  const Record* last = nullptr;
  bool moves_outside_components = false;
  for (Group group = 0; group < records_.size(); ++group) {
    if (!is_alive(group)) continue;
    moves_outside_components = moves_outside_components || records_[group].moves_outside_components;
    if (records_[group].ends_in_error) last = &records_[group];
    else append(records_[group], path);
  }
  if (last != nullptr) append(*last, path);
  if (moves_outside_components) choose_free_moves(path);
  return path;
}

}   // namespace parley::lazy
