#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "check/edge_tables.h"

namespace parley {

// A network seen from some of its components, the support: one column each. A rule is there if it names a component of the
// support, and keeps only the participants inside; whoever is outside is assumed willing at any time.
//
// Linear in the network to build. Rules are found from the label of their first participant inside, so that a state costs what
// its local edges cost and not what the network has rules.
class Support {
 public:
  struct Part {
    std::uint32_t column = 0;
    LocalLabel label;
  };

  Support(const Network& network, std::span<const ComponentId> components);

  bool contains(ComponentId component) const { return column_of_[component.index()] != kOutside; }
  std::size_t num_columns() const { return columns_.size(); }
  std::size_t num_rules() const { return rules_.size(); }
  RuleId rule(std::size_t index) const { return rules_[index]; }
  std::span<const Part> parts(std::size_t index) const {
    return std::span(parts_).subspan(part_begins_[index], part_begins_[index + 1] - part_begins_[index]);
  }
  std::span<const Edge> edges(const Part& part, std::span<const LocalState> row) const {
    return columns_[part.column]->edges(row[part.column], part.label);
  }

  // Whether all participants of the rule are inside, so that the support alone decides if it is enabled.
  bool decides(std::size_t index) const { return decides_[index] != 0; }

  bool in_error(std::span<const LocalState> row) const {
    for (std::uint32_t column : columns_with_error_)
      if (columns_[column]->lts().is_error(row[column])) return true;
    return false;
  }

  // Calls 'visit' with each rule, by index, all of whose participants inside offer their labels, until it answers true;
  // whether it did.
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
  static constexpr std::uint32_t kOutside = std::numeric_limits<std::uint32_t>::max();

  std::span<const std::uint32_t> led_by(std::uint32_t column, LocalLabel label) const {
    const std::size_t slot = slot_begins_[column] + label.index();
    return std::span(led_).subspan(led_begins_[slot], led_begins_[slot + 1] - led_begins_[slot]);
  }
  bool others_offer(std::uint32_t index, std::span<const LocalState> row) const {
    for (const Part& part : parts(index).subspan(1))
      if (edges(part, row).empty()) return false;
    return true;
  }
  void add_rule(const Network& network, RuleId rule);
  void index_by_leader();

  EdgeTables tables_;
  std::vector<const EdgeTable*> columns_;
  std::vector<std::uint32_t> columns_with_error_;
  std::vector<std::uint32_t> column_of_;          // component -> column, or kOutside
  std::vector<RuleId> rules_;
  std::vector<std::uint8_t> decides_;
  std::vector<std::size_t> part_begins_{0};
  std::vector<Part> parts_;
  std::vector<std::size_t> slot_begins_{0};       // column -> its first slot; a slot is a column's label
  std::vector<std::size_t> led_begins_;           // slot -> its first rule in led_
  std::vector<std::uint32_t> led_;                // rules by the slot of their first part
};

}  // namespace parley
