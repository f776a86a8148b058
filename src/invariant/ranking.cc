#include "invariant/ranking.h"

#include <algorithm>
#include <vector>

namespace parley {

namespace {

// How often each label of one kind of component was performed, relative to the first shared label: by state,
// by label. Only labels of rules with several participants count.
using Counts = std::vector<std::vector<std::int64_t>>;

class Finder {
 public:
  Finder(const Network& network, const LocalReach& reach, const Limits& limits)
      : network_(network), reach_(reach), pulse_(limits), counts_(reach.num_kinds()), is_known_(reach.num_kinds()) {}

  std::optional<Ranking> run() {
    if (network_.num_rules() == 0) return std::nullopt;
    for (ComponentId component : network_.components())
      if (!network_.is_observer(component) && !network_.rules(component).empty() && !add(component)) return std::nullopt;
    return rank();
  }

 private:
  static constexpr std::uint32_t kNone = 0xffff'ffff;

  bool is_alone(RuleId rule) const { return network_.participants(rule).size() == 1; }

  // Finds the rule of each label; false if several rules use one label. Labels that no rule uses, or only
  // rules of this component alone, do not count.
  bool sort_labels(ComponentId component) {
    const Lts& lts = network_.lts(component);
    rule_of_.assign(lts.num_labels(), kNone);
    offers_alone_.assign(lts.num_labels(), false);
    for (LocalLabel label : lts.labels()) {
      const auto rules = network_.rules(component, label);
      if (rules.empty()) continue;
      if (std::all_of(rules.begin(), rules.end(), [&](RuleId rule) { return is_alone(rule); })) {
        offers_alone_[label.index()] = true;
        continue;
      }
      if (rules.size() != 1) return false;
      rule_of_[label.index()] = rules[0].value;
    }
    return true;
  }

  bool count(ComponentId component) {
    const std::uint32_t kind = reach_.kind_of(component);
    Counts& counts = counts_[kind];
    const Lts& lts = network_.lts(component);
    std::vector<std::size_t> shared;
    for (LocalLabel label : lts.labels())
      if (rule_of_[label.index()] != kNone) shared.push_back(label.index());
    counts.assign(lts.num_states(), {});
    counts[lts.initial().index()].assign(lts.num_labels(), 0);
    std::vector<LocalState> stack{lts.initial()};
    std::vector<std::int64_t> next;
    while (!stack.empty()) {
      const LocalState from = stack.back();
      stack.pop_back();
      for (const Edge& edge : lts.edges(from)) {
        pulse_.beat();
        if (!reach_.is_performed(component, edge.label)) continue;
        next = counts[from.index()];
        if (rule_of_[edge.label.index()] != kNone) ++next[edge.label.index()];
        if (!shared.empty()) {   // relative to the first of them
          const std::int64_t base = next[shared[0]];
          for (std::size_t label : shared) next[label] -= base;
        }
        std::vector<std::int64_t>& known = counts[edge.target.index()];
        if (known.empty()) {
          known = next;
          stack.push_back(edge.target);
        } else if (known != next) {
          return false;
        }
      }
    }
    return true;
  }

  bool add(ComponentId component) {
    if (!sort_labels(component)) return false;
    const std::uint32_t kind = reach_.kind_of(component);
    // Components of one kind use the same labels, but may differ in which of their rules have other
    // participants.
    if (is_known_[kind] && alone_of_kind_[kind] != offers_alone_) is_known_[kind] = false;
    if (!is_known_[kind]) {
      if (!count(component)) return false;
      is_known_[kind] = true;
      alone_of_kind_.resize(reach_.num_kinds());
      alone_of_kind_[kind] = offers_alone_;
    }
    const Lts& lts = network_.lts(component);
    for (LocalState state : lts.states()) {
      if (!reach_.is_reached(component, state) || lts.is_error(state)) continue;
      if (!add(lts, state, counts_[kind][state.index()])) return false;
    }
    return true;
  }

  // The demands of one state: for each refused rule some offered rule is behind it, or is equally far and has
  // a smaller rank. False if a demand cannot be met.
  bool add(const Lts& lts, LocalState state, const std::vector<std::int64_t>& counts) {
    offered_.clear();
    for (const Edge& edge : lts.edges(state)) {
      pulse_.beat();
      if (offers_alone_[edge.label.index()]) return true;   // never blocked in this state
      if (rule_of_[edge.label.index()] == kNone) continue;
      if (offered_.empty() || offered_.back() != edge.label) offered_.push_back(edge.label);
    }
    if (offered_.empty()) return false;
    std::int64_t least = counts[offered_[0].index()];
    for (LocalLabel label : offered_) least = std::min(least, counts[label.index()]);
    for (LocalLabel label : lts.labels()) {
      pulse_.beat();
      const std::uint32_t rule = rule_of_[label.index()];
      if (rule == kNone || std::binary_search(offered_.begin(), offered_.end(), label) || counts[label.index()] > least) continue;
      if (counts[label.index()] < least) return false;
      demand_of_.push_back(rule);
      for (LocalLabel other : offered_)
        if (counts[other.index()] == least)
          answers_.emplace_back(rule_of_[other.index()], static_cast<std::uint32_t>(demand_of_.size() - 1));
    }
    return true;
  }

  std::optional<Ranking> rank() {
    std::vector<std::uint32_t> open(network_.num_rules(), 0);   // rule -> number of its demands that are not met yet
    for (std::uint32_t rule : demand_of_) ++open[rule];
    std::sort(answers_.begin(), answers_.end());
    std::vector<bool> is_answered(demand_of_.size());
    std::vector<std::uint32_t> order;
    for (std::uint32_t rule = 0; rule < open.size(); ++rule)
      if (open[rule] == 0) order.push_back(rule);
    Ranking ranking;
    ranking.ranks.resize(network_.num_rules());
    for (std::size_t i = 0; i < order.size(); ++i) {
      pulse_.beat();
      ranking.ranks[order[i]] = static_cast<std::uint32_t>(i);
      const auto first = std::lower_bound(answers_.begin(), answers_.end(), std::pair<std::uint32_t, std::uint32_t>(order[i], 0));
      for (auto answer = first; answer != answers_.end() && answer->first == order[i]; ++answer) {
        if (is_answered[answer->second]) continue;
        is_answered[answer->second] = true;
        if (--open[demand_of_[answer->second]] == 0) order.push_back(demand_of_[answer->second]);
      }
    }
    if (order.size() < network_.num_rules()) return std::nullopt;
    return ranking;
  }

  const Network& network_;
  const LocalReach& reach_;
  Pulse pulse_;
  std::vector<Counts> counts_;   // by kind
  std::vector<bool> is_known_;
  std::vector<std::vector<bool>> alone_of_kind_;
  std::vector<std::uint32_t> rule_of_;   // of the current component, by label
  std::vector<bool> offers_alone_;
  std::vector<LocalLabel> offered_;
  std::vector<std::uint32_t> demand_of_;                           // demand -> the rule that makes it
  std::vector<std::pair<std::uint32_t, std::uint32_t>> answers_;   // (rule, demand): once the rule has a rank, the demand is met
};

}   // namespace

std::optional<Ranking> find_ranking(const Network& network, const LocalReach& reach, const Limits& limits) {
  return Finder(network, reach, limits).run();
}

}   // namespace parley
