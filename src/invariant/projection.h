#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/limits.h"
#include "net/network.h"

namespace parley {

// Which rules count as one event (Antonino, Gibson-Robinson and Roscoe, definitions 9, 16 and 18).
enum class Grouping : std::uint8_t {
  kEveryRule,   // each rule is an event, even with one participant: the paper's first definition, used in its examples
  kRules,       // each rule with several participants is an event of its own
  kData,        // rules with the same set of participants are one event, whatever data they exchange
  kComponent,   // per component: rules by which it goes from the same state to the same state are one event
};

// What the labels of a component stand for, with event numbers of its own. Components with the same template
// and the same rules on their labels have equal wirings, and whatever is computed from a wiring is computed
// once.
struct Wiring {
  TemplateId lts;
  std::uint32_t num_events = 0;
  std::vector<std::uint32_t> begins;   // label -> index of its first event in 'events'; one more entry at the end
  std::vector<std::uint32_t> events;   // ascending for each label
  std::vector<std::uint8_t> silent;    // label -> whether a rule uses it that is no event
  friend auto operator<=>(const Wiring&, const Wiring&) = default;

  std::span<const std::uint32_t> events_of(LocalLabel label) const {
    return std::span(events).subspan(begins[label.index()], begins[label.index() + 1] - begins[label.index()]);
  }
  bool is_used(LocalLabel label) const { return silent[label.index()] != 0 || !events_of(label).empty(); }
};

// The rule-participation projection of every component: its edges carry events instead of labels. Except for
// kEveryRule, rules with one participant are no events: they say nothing about how components agree, and
// counting them would hide what does (Antonino, Gibson-Robinson and Roscoe, section 3.3). A class of
// kComponent that contains a rule with several participants counts all its rules. Linear in the network.
class Projections {
 public:
  Projections(const Network& network, Grouping grouping, const Limits& limits);

  std::size_t num_wirings() const { return wirings_.size(); }
  const Wiring& wiring(std::size_t index) const { return wirings_[index]; }
  std::size_t wiring_of(ComponentId component) const { return wiring_of_[component.index()]; }

  // The counters of an event of a component: a rule (kEveryRule, kRules), a class of rules with the same
  // participants (kData), or several rules (kComponent). A rule's counter is its number; classes are numbered
  // from 0.
  std::span<const std::uint32_t> counters(ComponentId component, std::uint32_t event) const {
    const std::size_t at = event_begins_[component.index()] + event;
    return std::span(counters_).subspan(counter_begins_[at], counter_begins_[at + 1] - counter_begins_[at]);
  }
  std::uint32_t counter(ComponentId component, std::uint32_t event) const { return counters(component, event)[0]; }
  std::uint32_t num_events(ComponentId component) const { return wirings_[wiring_of(component)].num_events; }
  std::size_t num_counters() const { return num_counters_; }

 private:
  std::vector<Wiring> wirings_;
  std::vector<std::uint32_t> wiring_of_;
  std::vector<std::uint32_t> event_begins_{0};     // component -> its first event
  std::vector<std::uint32_t> counter_begins_{0};   // event -> its first counter
  std::vector<std::uint32_t> counters_;
  std::size_t num_counters_ = 0;
};

// The edges of a template whose labels the wiring uses, from states that it can reach from the initial one.
struct ProjectedEdge {
  LocalState from;
  LocalState to;
  LocalLabel label;
  friend auto operator<=>(const ProjectedEdge&, const ProjectedEdge&) = default;
};
std::vector<ProjectedEdge> projected_edges(const Lts& lts, const Wiring& wiring);   // sorted by 'from', then 'to', then label

}   // namespace parley
