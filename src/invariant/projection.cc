#include "invariant/projection.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_map>

#include "base/hash.h"

namespace parley {

namespace {

constexpr std::uint32_t kNoClass = 0xFFFFFFFF;

bool is_joint(const Network& network, RuleId rule) { return network.participants(rule).size() > 1; }

// kData: the class of each rule with several participants.
class ParticipantClasses {
 public:
  ParticipantClasses(const Network& network, Pulse& pulse) : of_(network.num_rules(), kNoClass) {
    std::unordered_multimap<std::uint64_t, RuleId> first_by_hash;
    for (const RuleId rule : network.rules()) {
      pulse.beat();
      if (!is_joint(network, rule)) continue;
      const std::uint64_t hash = hash_of(network, rule);
      const auto [begin, end] = first_by_hash.equal_range(hash);
      const auto found =
          std::find_if(begin, end, [&](const auto& entry) { return same_participants(network, entry.second, rule); });
      if (found != end) {
        of_[rule.index()] = of_[found->second.index()];
      } else {
        first_by_hash.emplace(hash, rule);
        of_[rule.index()] = count_++;
      }
    }
  }

  std::uint32_t of(RuleId rule) const { return of_[rule.index()]; }
  std::uint32_t count() const { return count_; }

 private:
  static std::uint64_t hash_of(const Network& network, RuleId rule) {
    std::uint64_t hash = 0;
    for (const Participant& participant : network.participants(rule)) hash = mix(hash ^ participant.component.value) + 1;
    return hash;
  }
  static bool same_participants(const Network& network, RuleId one, RuleId other) {
    return std::ranges::equal(network.participants(one), network.participants(other), {}, &Participant::component,
                              &Participant::component);
  }

  std::vector<std::uint32_t> of_;
  std::uint32_t count_ = 0;
};

// kComponent: the classes of labels, where labels on edges between the same two states are in one class,
// transitively; kNoClass for a label without an edge.
std::vector<std::uint32_t> label_classes(const Lts& lts, const Wiring& used) {
  std::vector<std::uint32_t> parent(lts.num_labels(), kNoClass);
  const auto root = [&](std::uint32_t label) {
    while (parent[label] != label) label = parent[label] = parent[parent[label]];
    return label;
  };
  const std::vector<ProjectedEdge> edges = projected_edges(lts, used);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const std::uint32_t label = edges[i].label.value;
    if (parent[label] == kNoClass) parent[label] = label;
    if (i > 0 && edges[i - 1].from == edges[i].from && edges[i - 1].to == edges[i].to)
      parent[std::max(root(label), root(edges[i - 1].label.value))] = std::min(root(label), root(edges[i - 1].label.value));
  }
  for (std::uint32_t label = 0; label < parent.size(); ++label)
    if (parent[label] != kNoClass) parent[label] = root(label);
  return parent;
}

struct WiringHash {
  std::size_t operator()(const Wiring& wiring) const {
    std::uint64_t hash = wiring.lts.value;
    for (const std::uint32_t each : wiring.begins) hash = mix(hash ^ each) + 1;
    for (const std::uint32_t each : wiring.events) hash = mix(hash ^ each) + 2;
    for (const std::uint8_t each : wiring.silent) hash = mix(hash ^ each) + 3;
    return hash;
  }
};

// A wiring that says only which labels are used: each used label counts as silent.
Wiring used_labels(const Network& network, ComponentId component) {
  const std::size_t labels = network.lts(component).num_labels();
  Wiring wiring{.lts = network.template_of(component),
                .num_events = 0,
                .begins = std::vector<std::uint32_t>(labels + 1),
                .events = {},
                .silent = std::vector<std::uint8_t>(labels)};
  for (std::uint32_t label = 0; label < labels; ++label)
    wiring.silent[label] = network.rules(component, LocalLabel(label)).empty() ? 0 : 1;
  return wiring;
}

}   // namespace

std::vector<ProjectedEdge> projected_edges(const Lts& lts, const Wiring& wiring) {
  std::vector<ProjectedEdge> edges;
  std::vector<bool> seen(lts.num_states());
  std::vector<LocalState> waiting{lts.initial()};
  seen[lts.initial().index()] = true;
  while (!waiting.empty()) {
    const LocalState from = waiting.back();
    waiting.pop_back();
    for (const Edge& edge : lts.edges(from)) {
      if (!wiring.is_used(edge.label)) continue;
      edges.push_back({from, edge.target, edge.label});
      if (seen[edge.target.index()]) continue;
      seen[edge.target.index()] = true;
      waiting.push_back(edge.target);
    }
  }
  std::ranges::sort(edges);
  return edges;
}

Projections::Projections(const Network& network, Grouping grouping, const Limits& limits) {
  Pulse pulse(limits);
  std::optional<ParticipantClasses> data;
  if (grouping == Grouping::kData) data.emplace(network, pulse);
  num_counters_ = data ? data->count() : network.num_rules();

  std::unordered_map<Wiring, std::uint32_t, WiringHash> known;
  std::unordered_map<Wiring, std::vector<std::uint32_t>, WiringHash> classes_of;
  std::vector<std::uint32_t> event_of(std::max<std::size_t>(num_counters_, 1));   // counter -> event of the current component
  std::vector<std::uint32_t> seen_by(event_of.size(), kNoClass);   // counter -> the last component that numbered it

  for (const ComponentId component : network.components()) {
    pulse.beat();
    const Lts& lts = network.lts(component);
    Wiring wiring{.lts = network.template_of(component),
                  .num_events = 0,
                  .begins = {0},
                  .events = {},
                  .silent = std::vector<std::uint8_t>(lts.num_labels())};

    const auto number = [&](std::uint32_t counter) {
      if (seen_by[counter] != component.value) {
        seen_by[counter] = component.value;
        event_of[counter] = wiring.num_events++;
        counters_.push_back(counter);
        counter_begins_.push_back(static_cast<std::uint32_t>(counters_.size()));
      }
      return event_of[counter];
    };

    if (grouping == Grouping::kComponent) {
      const Wiring used = used_labels(network, component);
      auto found = classes_of.find(used);
      if (found == classes_of.end()) found = classes_of.emplace(used, label_classes(lts, used)).first;
      const std::vector<std::uint32_t>& classes = found->second;

      // Sort labels by class. For labels without an edge, each rule is an event of its own.
      std::vector<std::uint32_t> by_class(lts.num_labels());
      std::iota(by_class.begin(), by_class.end(), 0);
      std::ranges::stable_sort(by_class, {}, [&](std::uint32_t label) { return classes[label]; });
      std::vector<std::uint32_t> class_event(lts.num_labels(), kNoClass);
      std::size_t first = 0;
      for (; first < by_class.size() && classes[by_class[first]] != kNoClass;) {
        std::size_t last = first;
        bool joint = false;
        for (; last < by_class.size() && classes[by_class[last]] == classes[by_class[first]]; ++last)
          for (const RuleId rule : network.rules(component, LocalLabel(by_class[last]))) joint = joint || is_joint(network, rule);
        if (joint) {
          for (std::size_t i = first; i < last; ++i) {
            class_event[by_class[i]] = wiring.num_events;
            for (const RuleId rule : network.rules(component, LocalLabel(by_class[i]))) counters_.push_back(rule.value);
          }
          counter_begins_.push_back(static_cast<std::uint32_t>(counters_.size()));
          ++wiring.num_events;
        }
        first = last;
      }
      for (std::uint32_t label = 0; label < lts.num_labels(); ++label) {
        if (class_event[label] != kNoClass) {
          wiring.events.push_back(class_event[label]);
        } else {
          for (const RuleId rule : network.rules(component, LocalLabel(label))) {
            if (classes[label] == kNoClass && is_joint(network, rule)) wiring.events.push_back(number(rule.value));
            else wiring.silent[label] = 1;
          }
        }
        wiring.begins.push_back(static_cast<std::uint32_t>(wiring.events.size()));
      }
    } else {
      for (const LocalLabel label : lts.labels()) {
        const auto first = static_cast<std::ptrdiff_t>(wiring.events.size());
        for (const RuleId rule : network.rules(component, label)) {
          if (grouping == Grouping::kEveryRule || is_joint(network, rule))
            wiring.events.push_back(number(data ? data->of(rule) : rule.value));
          else wiring.silent[label.index()] = 1;
        }
        std::sort(wiring.events.begin() + first, wiring.events.end());
        wiring.events.erase(std::unique(wiring.events.begin() + first, wiring.events.end()), wiring.events.end());
        wiring.begins.push_back(static_cast<std::uint32_t>(wiring.events.size()));
      }
    }

    event_begins_.push_back(event_begins_.back() + wiring.num_events);
    const auto [entry, is_new] = known.try_emplace(wiring, static_cast<std::uint32_t>(wirings_.size()));
    if (is_new) wirings_.push_back(wiring);
    wiring_of_.push_back(entry->second);
  }
}

}   // namespace parley
