#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/lazy/finding.h"
#include "search/shorten/path.h"

namespace parley::lazy {

// Which component belongs to which group, and the path that each group has found. Groups that became one are
// a union-find forest; every component is in at most one group.
//
// The paths of groups that are complete and share nothing can be taken one after the other: none of them
// moves a component of another.
class Groups {
 public:
  using Group = std::uint32_t;
  static constexpr Group kNobody = ~Group{0};

  explicit Groups(const Network& network) : network_(network), owners_(network.num_components(), kNobody) {}

  void clear();                                      // costs what was touched
  Group add(std::span<const ComponentId> members);   // who are in no group
  std::size_t size() const { return parents_.size(); }
  bool is_alive(Group group) const { return parents_[group] == group; }

  Group owner(ComponentId component);   // kNobody if it is in no group
  void own(ComponentId component, Group group);
  void disown(ComponentId component) { owners_[component.index()] = kNobody; }
  void unite(Group into, Group from);   // 'from' is alive, and is no longer

  bool is_complete(Group group) const { return records_[group].is_complete; }
  // The group needs nobody else: 'members' are all of it, and the finding says how they reach the goal.
  void complete(Group group, const Fragment& fragment, std::span<const Party> members, const Finding& finding);
  void complete_at_once(Group group) { records_[group].is_complete = true; }   // its members are where they should be
  void reopen(Group group) { records_[group] = {}; }
  std::span<const ComponentId> members(Group group) const {
    return std::span(members_).subspan(records_[group].first_member, records_[group].num_members);
  }

  // The path of a complete group, in the numbers of a fragment that has revealed its members.
  Plan plan(Group group, const Fragment& fragment) const;

  // Complete groups whose paths cannot both be taken after all: both end in an error state, which stops
  // everything, or one moves a component of the other that was thought to be a bystander. Linear in the
  // paths.
  std::vector<std::pair<Group, Group>> conflicts();
  Group root(Group group);   // the group that it is part of by now

  // The paths of all groups, one after the other, a path that ends in an error state last.
  Path path() const;

 private:
  struct Record {
    std::uint32_t first_member = 0;
    std::uint32_t num_members = 0;
    std::uint32_t first_step = 0;
    std::uint32_t num_steps = 0;
    bool is_complete = false;
    bool ends_in_error = false;
    bool moves_strangers = false;
  };
  void append(const Record& record, Path& path) const;
  void send_strangers(Path& path) const;

  const Network& network_;
  std::vector<Group> owners_;        // by component
  std::vector<ComponentId> owned_;   // all that were ever owned
  std::vector<Group> parents_;
  std::vector<Record> records_;
  std::vector<ComponentId> members_;
  Path pieces_;
};

}   // namespace parley::lazy
