#include "engine/leap/rest_network.h"

#include <map>
#include <set>

#include "engine/leap/node_network.h"

namespace parley::leap {

namespace {

bool has_several_rests(const LocalParts::Kind& kind) {
  for (std::size_t node = 0; node < kind.num_nodes(); ++node)
    if (kind.rests(node).size() > 1) return true;
  return false;
}

// The labels of several rules, joined to one label of a component. A node offers it if every rest offers one
// of them, or all of them.
struct JointLabel {
  bool all = false;
  std::vector<LocalLabel> labels;   // ascending
  friend auto operator<=>(const JointLabel&, const JointLabel&) = default;
};

bool is_offered(const LocalParts::Kind& kind, std::size_t node, const JointLabel& joint) {
  const std::span<const LocalParts::Rest> rests = kind.rests(node);
  if (!joint.all && rests.size() < 2) return false;   // without a choice, the single rules are enough
  return !rests.empty() && std::ranges::all_of(rests, [&](const LocalParts::Rest& rest) {
    const auto offers = [&](LocalLabel label) { return std::ranges::binary_search(kind.offers(rest), label); };
    return joint.all ? std::ranges::all_of(joint.labels, offers) : std::ranges::any_of(joint.labels, offers);
  });
}

// Finds sets of rules of which a component can always take one, whichever rest it is in.
class JointRules {
 public:
  JointRules(const Network& network, const LocalParts& parts, const Limits& limits)
      : network_(network),
        parts_(parts),
        pulse_(limits),
        room_(kMostGrowth * network.num_participants()),
        known_(parts.kinds().size()) {
    std::vector<std::uint8_t> has_choice;
    for (const LocalParts::Kind& kind : parts.kinds()) has_choice.push_back(has_several_rests(kind) ? 1 : 0);
    if (std::ranges::find(has_choice, 1) != has_choice.end()) find_groups();
    for (ComponentId component : network.components())
      if (has_choice[parts.kind_number(component)] != 0) find(component);
    labels_.resize(known_.size());
    for (std::size_t kind = 0; kind < known_.size(); ++kind) {
      labels_[kind].resize(known_[kind].size());
      for (const auto& [joint, number] : known_[kind]) labels_[kind][number] = joint;
    }
  }

  std::span<const JointLabel> labels(std::uint32_t kind) const { return labels_[kind]; }
  std::span<const std::vector<Participant>> rules() const { return rules_; }

 private:
  static constexpr std::size_t kMostChoices = 8;   // choices of rules per node and group that are tried
  // Joint rules have at most this many times the participants of all rules of the network. If a thousand
  // components take part and each has a choice, one joint rule per chooser would be a million participants.
  // Without them a node is examined more closely.
  static constexpr std::size_t kMostGrowth = 4;

  using Group = std::vector<RuleId>;   // rules with the same participants

  void find_groups() {
    std::map<std::vector<ComponentId>, std::uint32_t> known;
    group_of_.assign(network_.num_rules(), kNoGroup);
    for (RuleId rule : network_.rules()) {
      pulse_.beat();
      if (parts_.is_local(network_, rule)) continue;
      std::vector<ComponentId> with;
      with.reserve(network_.participants(rule).size());
      for (const Participant& participant : network_.participants(rule)) with.push_back(participant.component);
      const std::uint32_t group = known.try_emplace(std::move(with), static_cast<std::uint32_t>(groups_.size())).first->second;
      if (group == groups_.size()) groups_.emplace_back();
      groups_[group].push_back(rule);
      group_of_[rule.index()] = group;
    }
  }

  void find(ComponentId component) {
    const LocalParts::Kind& kind = parts_.kind(component);
    std::vector<std::uint32_t> own;
    for (RuleId rule : network_.rules(component)) {
      pulse_.beat();
      const std::uint32_t group = group_of_[rule.index()];
      if (group != kNoGroup && groups_[group].size() > 1) own.push_back(group);
    }
    std::ranges::sort(own);
    own.erase(std::unique(own.begin(), own.end()), own.end());
    std::set<Group> seen;
    for (std::size_t node = 0; node < kind.num_nodes(); ++node)
      if (kind.rests(node).size() > 1)
        for (std::uint32_t group : own) choose(component, node, groups_[group], seen);
  }

  // Collects, for each rest, the rules of the group that it offers. Then tries every choice of one rule per
  // rest.
  void choose(ComponentId component, std::size_t node, const Group& group, std::set<Group>& seen) {
    const LocalParts::Kind& kind = parts_.kind(component);
    const std::span<const Participant> with = network_.participants(group[0]);
    if (with.size() > room_) return;
    const auto place =
        static_cast<std::size_t>(std::ranges::lower_bound(with, component, {}, &Participant::component) - with.begin());
    std::vector<Group> offered;
    std::size_t choices = 1;
    for (const LocalParts::Rest& rest : kind.rests(node)) {
      Group& own = offered.emplace_back();
      for (RuleId rule : group) {
        pulse_.beat();
        if (std::ranges::binary_search(kind.offers(rest), network_.participants(rule)[place].label)) own.push_back(rule);
      }
      if (own.empty()) return;
      choices = std::min(choices * own.size(), kMostChoices);
    }
    for (std::size_t number = 0; number < choices; ++number) {
      Group chosen;
      std::size_t left = number;
      for (const Group& own : offered) {
        chosen.push_back(own[left % own.size()]);
        left /= own.size();
      }
      // A rule that every rest offers is enough by itself.
      const auto is_always_offered = [&](RuleId rule) {
        return std::ranges::all_of(offered, [&](const Group& own) { return std::ranges::find(own, rule) != own.end(); });
      };
      if (std::ranges::any_of(chosen, is_always_offered)) continue;
      std::ranges::sort(chosen);
      chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
      if (chosen.size() > 1 && seen.insert(chosen).second) add(component, chosen);
    }
  }

  void add(ComponentId chooser, const Group& rules) {
    const std::span<const Participant> with = network_.participants(rules[0]);
    if (with.size() > room_) return;
    room_ -= with.size();
    std::vector<Participant>& joint = rules_.emplace_back();
    joint.reserve(with.size());
    for (std::size_t i = 0; i < with.size(); ++i) {
      pulse_.beat();
      JointLabel label{.all = with[i].component != chooser, .labels = {}};
      for (RuleId rule : rules) label.labels.push_back(network_.participants(rule)[i].label);
      std::ranges::sort(label.labels);
      label.labels.erase(std::unique(label.labels.begin(), label.labels.end()), label.labels.end());
      auto& known = known_[parts_.kind_number(with[i].component)];
      const std::size_t number = known.try_emplace(std::move(label), known.size()).first->second;
      joint.push_back({with[i].component, NodeNetwork::one_more(network_.lts(with[i].component), number)});
    }
  }

  static constexpr std::uint32_t kNoGroup = 0xffff'ffff;

  const Network& network_;
  const LocalParts& parts_;
  Pulse pulse_;
  std::size_t room_;                      // how many participants of joint rules may still be added
  std::vector<std::uint32_t> group_of_;   // by rule
  std::vector<Group> groups_;
  std::vector<std::map<JointLabel, std::size_t>> known_;   // by kind
  std::vector<std::vector<JointLabel>> labels_;            // by kind
  std::vector<std::vector<Participant>> rules_;
};

}   // namespace

Network rest_network(const Network& network, const LocalParts& parts, const Limits& limits) {
  const JointRules joint(network, parts, limits);
  NodeNetwork nodes(network, parts, limits);
  const auto add_edges = [&](std::uint32_t number, std::size_t node, LtsBuilder& builder) {
    const LocalParts::Kind& kind = parts.kinds()[number];
    nodes.add_idle_loops(kind, node, builder);
    const std::span<const LocalParts::Rest> rests = kind.rests(node);
    if (rests.empty()) return;
    const LocalState at(node);
    for (LocalLabel label : kind.offers(rests[0]))
      if (is_offered(kind, node, {.all = true, .labels = {label}})) builder.add_edge(at, label, at);
    for (std::size_t i = 0; i < joint.labels(number).size(); ++i)
      if (is_offered(kind, node, joint.labels(number)[i]))
        builder.add_edge(at, NodeNetwork::one_more(network.lts(kind.lts()), i), at);
  };
  return nodes.build([&](std::uint32_t kind) { return joint.labels(kind).size(); }, add_edges, joint.rules());
}

}   // namespace parley::leap
