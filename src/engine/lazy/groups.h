#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/lazy/finding.h"
#include "search/shorten/path.h"

namespace parley::lazy {

// Which component belongs to which group, and the path that each group has found. Merged groups form a
// union-find forest. Every component is in at most one group.
//
// The paths of complete groups that share no component can be concatenated in any order: none of them moves a
// member of another.
class Groups {
 public:
  using Group = std::uint32_t;
  static constexpr Group kNoGroup = ~Group{0};

  explicit Groups(const Network& network) : network_(network), owners_(network.num_components(), kNoGroup) {}

  void clear();                                      // linear in what was touched
  Group add(std::span<const ComponentId> members);   // none of which is in a group
  std::size_t size() const { return parents_.size(); }
  bool is_alive(Group group) const { return parents_[group] == group; }

  Group owner(ComponentId component);   // kNoGroup if it is in no group
  void own(ComponentId component, Group group);
  void disown(ComponentId component) { owners_[component.index()] = kNoGroup; }
  void unite(Group into, Group from);   // 'from' is alive before, not after

  bool is_complete(Group group) const { return records_[group].is_complete; }
  // The group needs no outside component: 'members' are all its members, and the finding has their path to
  // the goal.
  void complete(Group group, const Fragment& fragment, std::span<const LocalComponent> members, const Finding& finding);
  void complete_at_once(Group group) { records_[group].is_complete = true; }   // its members start in their goal states
  void reopen(Group group) { records_[group] = {}; }
  std::span<const ComponentId> members(Group group) const {
    return std::span(members_).subspan(records_[group].first_member, records_[group].num_members);
  }

  // The path of a complete group, in the numbers of a fragment that has revealed its members.
  Plan plan(Group group, const Fragment& fragment) const;

  // Pairs of complete groups whose paths cannot both be taken. Either both end in an error state, which stops
  // the network, or one moves a member of the other that was assumed never to refuse. Linear in the paths.
  std::vector<std::pair<Group, Group>> conflicts();
  Group root(Group group);   // the group that it was merged into, or itself

  // The paths of all groups, concatenated. A path that ends in an error state comes last.
  Path path() const;

 private:
  struct Record {
    std::uint32_t first_member = 0;
    std::uint32_t num_members = 0;
    std::uint32_t first_step = 0;
    std::uint32_t num_steps = 0;
    bool is_complete = false;
    bool ends_in_error = false;
    bool moves_outside_components = false;
  };
  void append(const Record& record, Path& path) const;
  void choose_free_moves(Path& path) const;

  const Network& network_;
  std::vector<Group> owners_;        // by component
  std::vector<ComponentId> owned_;   // every component that was ever in a group
  std::vector<Group> parents_;
  std::vector<Record> records_;
  std::vector<ComponentId> members_;
  Path pieces_;
};

}   // namespace parley::lazy
