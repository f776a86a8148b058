#include "invariant/pairs.h"

#include <algorithm>

#include "base/hash.h"

namespace parley {

namespace {

constexpr std::uint32_t kUnseen = 0xFFFFFFFF;

}   // namespace

Pairs::Pairs(const Network& network, const Limits& limits) : network_(network), limits_(limits) {
  Pulse pulse(limits, 64);
  std::vector<std::uint32_t> seen_by(network.num_components(), kUnseen);
  for (const ComponentId first : network.components()) {
    const std::size_t begin = pairs_.size();
    for (const RuleId rule : network.rules(first)) {
      pulse.beat();
      for (const Participant& participant : network.participants(rule)) {
        if (participant.component <= first || seen_by[participant.component.index()] == first.value) continue;
        seen_by[participant.component.index()] = first.value;
        pairs_.push_back({first, participant.component});
      }
    }
    std::sort(pairs_.begin() + static_cast<std::ptrdiff_t>(begin), pairs_.end());
  }
  table_of_.resize(pairs_.size());
}

std::size_t Pairs::KeyHash::operator()(const Key& key) const {
  std::uint64_t hash = key.size();
  for (const std::uint32_t each : key) hash = mix(hash ^ each) + 1;
  return hash;
}

// The two templates; for each label of the two, whether it may be performed without the other component; the
// pairs of labels performed together.
Pairs::Key Pairs::key_of(const Pair& pair) const {
  const std::size_t firsts = network_.lts(pair.first).num_labels();
  const std::size_t seconds = network_.lts(pair.second).num_labels();
  Key key(2 + firsts + seconds);
  key[0] = network_.template_of(pair.first).value;
  key[1] = network_.template_of(pair.second).value;
  std::vector<std::uint64_t> together;
  std::vector<std::uint32_t> together_of(seconds);   // label of the second -> number of its rules with the first
  for (std::uint32_t label = 0; label < firsts; ++label) {
    for (const RuleId rule : network_.rules(pair.first, LocalLabel(label))) {
      const auto participants = network_.participants(rule);
      const auto other = std::ranges::lower_bound(participants, pair.second, {}, &Participant::component);
      if (other == participants.end() || other->component != pair.second) {
        key[2 + label] = 1;
      } else {
        together.push_back(std::uint64_t{label} << 32 | other->label.value);
        ++together_of[other->label.index()];
      }
    }
  }
  for (std::uint32_t label = 0; label < seconds; ++label)
    key[2 + firsts + label] = network_.rules(pair.second, LocalLabel(label)).size() > together_of[label] ? 1 : 0;
  std::ranges::sort(together);
  together.erase(std::unique(together.begin(), together.end()), together.end());
  for (const std::uint64_t labels : together) {
    key.push_back(static_cast<std::uint32_t>(labels >> 32));
    key.push_back(static_cast<std::uint32_t>(labels));
  }
  return key;
}

PairTable Pairs::explore(const Pair& pair, const Key& key) const {
  const Lts& one = network_.lts(pair.first);
  const Lts& two = network_.lts(pair.second);
  const std::size_t firsts = one.num_labels();
  const std::size_t seconds = two.num_labels();
  limits_.expect(one.num_states() * ((two.num_states() + 63) / 64) * 8);
  PairTable table(one.num_states(), two.num_states());
  std::vector<std::vector<LocalLabel>> with(firsts);
  for (std::size_t i = 2 + firsts + seconds; i < key.size(); i += 2) with[key[i]].emplace_back(key[i + 1]);

  std::vector<std::pair<LocalState, LocalState>> waiting;
  const auto arrive = [&](LocalState first, LocalState second) {
    if (table.insert(first, second)) waiting.emplace_back(first, second);
  };
  Pulse pulse(limits_, 256);
  arrive(one.initial(), two.initial());
  while (!waiting.empty()) {
    pulse.beat();
    const auto [first, second] = waiting.back();
    waiting.pop_back();
    if (one.is_error(first) || two.is_error(second)) continue;
    for (const Edge& edge : one.edges(first)) {
      if (key[2 + edge.label.index()] != 0) arrive(edge.target, second);
      for (const LocalLabel label : with[edge.label.index()])
        for (const Edge& other : two.edges(second, label)) arrive(edge.target, other.target);
    }
    for (const Edge& edge : two.edges(second))
      if (key[2 + firsts + edge.label.index()] != 0) arrive(first, edge.target);
  }
  return table;
}

const PairTable& Pairs::table(std::size_t pair) {
  const PairTable*& known = table_of_[pair];
  if (known == nullptr) {
    Key key = key_of(pairs_[pair]);
    auto found = tables_.find(key);
    if (found == tables_.end()) {
      auto table = std::make_unique<PairTable>(explore(pairs_[pair], key));
      found = tables_.emplace(std::move(key), std::move(table)).first;
    }
    known = found->second.get();
  }
  return *known;
}

std::vector<bool> reachable_alone(const Network& network, ComponentId component) {
  const Lts& lts = network.lts(component);
  std::vector<bool> reached(lts.num_states());
  std::vector<LocalState> waiting{lts.initial()};
  reached[lts.initial().index()] = true;
  while (!waiting.empty()) {
    const LocalState from = waiting.back();
    waiting.pop_back();
    for (const Edge& edge : lts.edges(from)) {
      if (reached[edge.target.index()] || network.rules(component, edge.label).empty()) continue;
      reached[edge.target.index()] = true;
      waiting.push_back(edge.target);
    }
  }
  return reached;
}

}   // namespace parley
