#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "check/edge_tables.h"

namespace parley {

// Arrays as long as the network, reused by one support after the other. A case split may have as many small
// sets as the network has components, so a set must not cost as much as the network. Linear in the network to
// build.
class SupportSpace {
 public:
  explicit SupportSpace(const Network& network);
  const Network& network() const { return network_; }

 private:
  friend class Support;
  const EdgeTable& table(ComponentId component);

  const Network& network_;
  std::vector<std::uint32_t> column_of_;           // component -> column; kOutside for all components while there is no support
  std::vector<std::uint8_t> is_seen_;              // rule; 0 for all rules while there is no support
  std::vector<std::optional<EdgeTable>> tables_;   // by template, built when needed
};

// A network restricted to some of its components, the support: one column each. A rule is included if it
// names a component of the support, with its participants inside only. Components outside never refuse.
//
// Linear to build in the rules that name a component inside. Rules are indexed by the label of their first
// participant inside, so that a state costs its local edges and not the number of rules. A space has at most
// one live support.
class Support {
 public:
  struct Part {
    std::uint32_t column = 0;
    LocalLabel label;
  };

  Support(SupportSpace& space, std::span<const ComponentId> components);
  ~Support();
  Support(const Support&) = delete;
  Support& operator=(const Support&) = delete;

  static constexpr std::uint32_t kOutside = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t column(ComponentId component) const { return space_.column_of_[component.index()]; }   // or kOutside
  bool contains(ComponentId component) const { return column(component) != kOutside; }
  std::size_t num_columns() const { return columns_.size(); }
  std::size_t num_rules() const { return rules_.size(); }
  RuleId rule(std::size_t index) const { return rules_[index]; }
  std::span<const Part> parts(std::size_t index) const {
    return std::span(parts_).subspan(part_begins_[index], part_begins_[index + 1] - part_begins_[index]);
  }
  std::span<const Edge> edges(const Part& part, std::span<const LocalState> row) const {
    return columns_[part.column]->edges(row[part.column], part.label);
  }

  // Whether all participants of the rule are inside, so that the support alone decides whether it is enabled.
  bool decides(std::size_t index) const { return decides_[index] != 0; }

  bool in_error(std::span<const LocalState> row) const {
    for (std::uint32_t column : columns_with_error_)
      if (columns_[column]->lts().is_error(row[column])) return true;
    return false;
  }

  // Calls 'visit' with the index of each rule all of whose participants inside offer their labels, until it
  // returns true. Returns whether it did.
  template <class Visit>
  bool any_offered(std::span<const LocalState> row, const Visit& visit) const {
    for (std::uint32_t column = 0; column < columns_.size(); ++column) {
      const std::span<const Edge> edges = columns_[column]->lts().edges(row[column]);
      for (std::size_t e = 0; e < edges.size(); ++e) {
        if (e > 0 && edges[e - 1].label == edges[e].label) continue;   // edges are sorted by label
        for (std::uint32_t index : led_by(column, edges[e].label))
          if (others_offer(index, row) && visit(index)) return true;
      }
    }
    return false;
  }

 private:
  std::span<const std::uint32_t> led_by(std::uint32_t column, LocalLabel label) const {
    const std::size_t slot = slot_begins_[column] + label.index();
    return std::span(led_).subspan(led_begins_[slot], led_begins_[slot + 1] - led_begins_[slot]);
  }
  bool others_offer(std::uint32_t index, std::span<const LocalState> row) const {
    for (const Part& part : parts(index).subspan(1))
      if (edges(part, row).empty()) return false;
    return true;
  }
  void add_rule(RuleId rule);
  void index_by_leader();

  SupportSpace& space_;
  std::vector<ComponentId> components_;
  std::vector<const EdgeTable*> columns_;
  std::vector<std::uint32_t> columns_with_error_;
  std::vector<RuleId> rules_;
  std::vector<std::uint8_t> decides_;
  std::vector<std::size_t> part_begins_{0};
  std::vector<Part> parts_;
  std::vector<std::size_t> slot_begins_{0};   // column -> its first slot; a slot is a label of a column
  std::vector<std::size_t> led_begins_;       // slot -> its first rule in led_
  std::vector<std::uint32_t> led_;            // rules by the slot of their first part
};

}   // namespace parley
