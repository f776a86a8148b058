// For each kind of component, KindBuilder computes the nodes of the leap graph:
//   find_alike: the strongly connected components of the local edges; each is represented by its smallest
//       state.
//   find_nodes: a work list from the initial state. find_leaps collects the edges of shared labels from the
//       reach of a node, drop_covered removes targets that lie in the reach of another target of the same
//       label. The targets are new nodes.
//   number, fill: numbers the nodes and stores reach, leaps and rests per node. find_rests keeps the states
//       without local steps that offer least, and decides whether the node is settled.
//
// All of it is counted by a Meter: reaches may be quadratic in the states of a template. A kind with too
// many leaps is built again with its local rules taken as shared ones (a stepper). docs/algorithms/leap.md
// has the proofs.
#include "engine/leap/local_parts.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace parley::leap {

namespace {

// Counts work and checks the limits.
class Meter {
 public:
  Meter(std::uint64_t most, const Limits& limits) : left_(most), pulse_(limits, 4096) {}
  bool spend(std::uint64_t amount = 1) {
    pulse_.beat();
    if (amount > left_) return false;
    left_ -= amount;
    return true;
  }

 private:
  std::uint64_t left_;
  Pulse pulse_;
};

// How the rules use the labels of a component.
std::vector<std::uint8_t> uses_of(const Network& network, ComponentId component) {
  std::vector<std::uint8_t> uses;
  uses.reserve(network.lts(component).num_labels());
  for (LocalLabel label : network.lts(component).labels()) {
    std::uint8_t use = LocalParts::kUnused;
    for (RuleId rule : network.rules(component, label)) {
      use |= network.participants(rule).size() == 1 ? LocalParts::kLocal : LocalParts::kShared;
      if (use == (LocalParts::kLocal | LocalParts::kShared)) break;
    }
    uses.push_back(use);
  }
  return uses;
}

}   // namespace

// Finds the nodes of one kind, starting from the initial one.
class KindBuilder {
 public:
  KindBuilder(const Network& network, TemplateId of, std::vector<std::uint8_t> uses, Meter& meter)
      : lts_(network.lts(of)), meter_(meter), stamp_(lts_.num_states()), reach_of_(lts_.num_states(), LocalParts::kNone) {
    kind_.template_ = of;
    kind_.uses_ = std::move(uses);
  }

  enum class End : std::uint8_t { kDone, kTooMuchWork, kTooManyLeaps };
  End build(std::uint64_t most_leaps) {
    if (!find_nodes(most_leaps)) return num_leaps_ > most_leaps ? End::kTooManyLeaps : End::kTooMuchWork;
    return End::kDone;
  }
  LocalParts::Kind take() { return std::move(kind_); }

 private:
  bool find_nodes(std::uint64_t most_leaps) {
    if (!meter_.spend(lts_.num_states() + lts_.num_edges())) return false;
    find_alike();
    std::vector<std::uint8_t> is_node(lts_.num_states());
    std::vector<LocalState> open;
    const auto add = [&](LocalState state) {
      if (is_node[state.index()] != 0) return;
      is_node[state.index()] = 1;
      open.push_back(state);
    };
    add(kind_.like_[lts_.initial().index()]);
    std::map<LocalState, std::vector<Step>> leaps;
    while (!open.empty()) {
      const LocalState state = open.back();
      open.pop_back();
      if (lts_.is_error(state)) continue;
      std::vector<Step>& steps = leaps[state];
      if (!find_leaps(state, steps)) return false;
      num_leaps_ += steps.size();
      if (num_leaps_ > most_leaps) return false;
      for (const Step& step : steps) add(step.to);
    }
    number(is_node);
    return fill(leaps);
  }

  struct Step {
    LocalLabel label;
    bool is_local = false;
    LocalState to;
    friend auto operator<=>(const Step&, const Step&) = default;
  };

  bool is_local(const Edge& edge) const { return kind_.is_local(edge.label); }

  // The strongly connected components of the local edges between states that are no errors (Tarjan, without
  // recursion).
  void find_alike() {
    const std::size_t n = lts_.num_states();
    kind_.like_.reserve(n);
    for (LocalState state : lts_.states()) kind_.like_.push_back(state);
    std::vector<std::uint32_t> index(n, LocalParts::kNone);
    std::vector<std::uint32_t> low(n);
    std::vector<std::uint8_t> on_stack(n);
    std::vector<LocalState> stack;
    struct Frame {
      LocalState state;
      std::size_t edge = 0;
    };
    std::vector<Frame> frames;
    std::uint32_t next = 0;
    const auto enter = [&](LocalState state) {
      index[state.index()] = low[state.index()] = next++;
      on_stack[state.index()] = 1;
      stack.push_back(state);
      frames.push_back({state});
    };
    const auto leave = [&](LocalState state) {
      if (low[state.index()] != index[state.index()]) return;
      const auto first = std::find(stack.rbegin(), stack.rend(), state).base() - 1;
      const LocalState least = *std::min_element(first, stack.end());
      for (auto member = first; member != stack.end(); ++member) {
        kind_.like_[member->index()] = least;
        on_stack[member->index()] = 0;
      }
      stack.erase(first, stack.end());
    };
    for (LocalState root : lts_.states()) {
      if (index[root.index()] != LocalParts::kNone) continue;
      enter(root);
      while (!frames.empty()) {
        Frame& frame = frames.back();
        const std::span<const Edge> edges = lts_.edges(frame.state);
        if (frame.edge < edges.size()) {
          const Edge& edge = edges[frame.edge++];
          if (!is_local(edge) || lts_.is_error(edge.target)) continue;
          if (index[edge.target.index()] == LocalParts::kNone) enter(edge.target);
          else if (on_stack[edge.target.index()] != 0)
            low[frame.state.index()] = std::min(low[frame.state.index()], index[edge.target.index()]);
          continue;
        }
        const LocalState done = frame.state;
        frames.pop_back();
        leave(done);
        if (!frames.empty()) low[frames.back().state.index()] = std::min(low[frames.back().state.index()], low[done.index()]);
      }
    }
  }

  // The reach of a representative state, computed once. The span is valid until the next call. Nothing if it
  // is too much work.
  std::optional<std::span<const LocalState>> reach(LocalState state) {
    if (reach_of_[state.index()] == LocalParts::kNone) {
      const std::size_t begin = reach_.size();
      const std::uint32_t mark = ++mark_;
      reach_.push_back(state);
      stamp_[state.index()] = mark;
      for (std::size_t i = begin; i < reach_.size(); ++i) {
        const std::span<const Edge> edges = lts_.edges(reach_[i]);
        if (!meter_.spend(1 + edges.size())) return std::nullopt;
        for (const Edge& edge : edges) {
          if (!is_local(edge) || lts_.is_error(edge.target) || stamp_[edge.target.index()] == mark) continue;
          stamp_[edge.target.index()] = mark;
          reach_.push_back(edge.target);
        }
      }
      std::sort(reach_.begin() + static_cast<std::ptrdiff_t>(begin), reach_.end());
      reach_of_[state.index()] = static_cast<std::uint32_t>(begins_.size() - 1);
      begins_.push_back(reach_.size());
    }
    const std::uint32_t number = reach_of_[state.index()];
    return std::span<const LocalState>(reach_).subspan(begins_[number], begins_[number + 1] - begins_[number]);
  }

  bool find_leaps(LocalState from, std::vector<Step>& leaps) {
    const auto from_reach = reach(from);
    if (!from_reach) return false;
    for (LocalState state : *from_reach)
      for (const Edge& edge : lts_.edges(state)) {
        if (!meter_.spend()) return false;
        const bool is_error = lts_.is_error(edge.target);
        if (is_error && is_local(edge)) leaps.push_back({edge.label, true, edge.target});
        if (kind_.is_shared(edge.label))
          leaps.push_back({edge.label, false, is_error ? edge.target : kind_.like_[edge.target.index()]});
      }
    std::ranges::sort(leaps);
    leaps.erase(std::unique(leaps.begin(), leaps.end()), leaps.end());
    return drop_covered(leaps);
  }

  // Drops targets that lie in the reach of another target of the same label.
  bool drop_covered(std::vector<Step>& leaps) {
    std::vector<Step> kept;
    std::vector<std::pair<std::size_t, LocalState>> by_size;
    for (std::size_t first = 0; first < leaps.size();) {
      std::size_t last = first;
      while (last < leaps.size() && leaps[last].label == leaps[first].label) ++last;
      by_size.clear();
      for (std::size_t i = first; i < last; ++i) {
        if (lts_.is_error(leaps[i].to)) {
          kept.push_back(leaps[i]);
          continue;
        }
        const auto reached = reach(leaps[i].to);
        if (!reached) return false;
        by_size.emplace_back(reached->size(), leaps[i].to);
      }
      // A target that covers another one has a larger reach, so larger reaches come first.
      std::ranges::sort(
          by_size, [](const auto& a, const auto& b) { return a.first != b.first ? a.first > b.first : a.second < b.second; });
      const std::uint32_t mark = ++mark_;
      for (std::size_t i = 0; i < by_size.size(); ++i) {
        const LocalState to = by_size[i].second;
        if (stamp_[to.index()] == mark) continue;
        kept.push_back({leaps[first].label, false, to});
        if (i + 1 == by_size.size()) break;
        const auto covered = reach(to);
        if (!covered || !meter_.spend(covered->size())) return false;
        for (LocalState state : *covered) stamp_[state.index()] = mark;
      }
      first = last;
    }
    std::ranges::sort(kept);
    leaps = std::move(kept);
    return true;
  }

  void number(const std::vector<std::uint8_t>& is_node) {
    kind_.node_of_.assign(lts_.num_states(), LocalParts::kNone);
    for (LocalState state : lts_.states()) {
      if (is_node[state.index()] == 0) continue;
      kind_.node_of_[state.index()] = static_cast<std::uint32_t>(kind_.nodes_.size());
      kind_.nodes_.push_back(state);
    }
    kind_.initial_ = kind_.node_of(lts_.initial());
  }

  bool fill(const std::map<LocalState, std::vector<Step>>& leaps) {
    for (LocalState state : kind_.nodes_) {
      if (!lts_.is_error(state)) {
        const auto reached = reach(state);
        if (!reached) return false;
        if (kind_.reach_.size() + reached->size() > LocalParts::kNone) return false;   // positions have 32 bits
        kind_.reach_.insert(kind_.reach_.end(), reached->begin(), reached->end());
        if (reached->size() > 1) kind_.is_trivial_ = false;
        bool errs_alone = false;
        for (const Step& step : leaps.at(state)) {
          errs_alone = errs_alone || step.is_local;
          kind_.leaps_.push_back({.label = step.label, .node = kind_.node_of_[step.to.index()], .is_local = step.is_local});
        }
        if (!find_rests(*reached, errs_alone)) return false;
      } else {
        kind_.settled_.push_back(1);
      }
      kind_.reach_begins_.push_back(static_cast<std::uint32_t>(kind_.reach_.size()));
      kind_.leap_begins_.push_back(static_cast<std::uint32_t>(kind_.leaps_.size()));
      kind_.rest_begins_.push_back(static_cast<std::uint32_t>(kind_.rests_.size()));
    }
    return true;
  }

  // The labels of shared rules that a state offers, ascending.
  std::vector<LocalLabel> offers_of(LocalState state) const {
    std::vector<LocalLabel> offers;
    for (const Edge& edge : lts_.edges(state))
      if (kind_.is_shared(edge.label) && (offers.empty() || offers.back() != edge.label)) offers.push_back(edge.label);
    return offers;
  }

  bool find_rests(std::span<const LocalState> reached, bool errs_alone) {
    struct Found {
      LocalState state;
      bool is_terminal;
    };
    std::map<std::vector<LocalLabel>, Found> by_offers;
    std::set<LocalLabel> all;
    for (LocalState state : reached) {
      const std::span<const Edge> edges = lts_.edges(state);
      if (!meter_.spend(1 + edges.size())) return false;
      std::vector<LocalLabel> offers = offers_of(state);
      all.insert(offers.begin(), offers.end());
      if (std::ranges::any_of(edges, [&](const Edge& edge) { return is_local(edge); })) continue;
      const bool is_terminal = lts_.is_terminal(state);
      const auto [found, is_new] = by_offers.try_emplace(std::move(offers), Found{state, is_terminal});
      if (!is_new && found->second.is_terminal && !is_terminal) found->second = {state, false};
    }
    bool settled = by_offers.empty() || !errs_alone;
    for (const auto& [offers, found] : by_offers) {
      settled = settled && offers.size() == all.size();
      // A terminal state offers nothing. A state that offers nothing and is not terminal has replaced it
      // above.
      const bool is_least = std::ranges::none_of(by_offers, [&](const auto& other) {
        return !other.second.is_terminal && other.first.size() < offers.size() && std::ranges::includes(offers, other.first);
      });
      if (!meter_.spend(by_offers.size() * (1 + offers.size()))) return false;
      if (!is_least) continue;
      kind_.rests_.push_back({.state = found.state,
                              .is_terminal = found.is_terminal,
                              .first_offer = static_cast<std::uint32_t>(kind_.offers_.size()),
                              .num_offers = static_cast<std::uint32_t>(offers.size())});
      kind_.offers_.insert(kind_.offers_.end(), offers.begin(), offers.end());
    }
    kind_.settled_.push_back(settled ? 1 : 0);
    return true;
  }

  const Lts& lts_;
  Meter& meter_;
  LocalParts::Kind kind_;
  std::vector<std::uint32_t> stamp_;   // by state
  std::uint32_t mark_ = 0;
  std::vector<std::uint32_t> reach_of_;   // by state: into begins_
  std::vector<LocalState> reach_;
  std::vector<std::size_t> begins_{0};
  std::uint64_t num_leaps_ = 0;
};

namespace {

std::uint64_t most_leaps(const LocalParts::Settings& settings, const Lts& lts) {
  constexpr std::uint64_t kAny = std::uint64_t{1} << 62;
  if (settings.most_growth > kAny / (lts.num_edges() + 1)) return kAny;
  return settings.free_leaps + settings.most_growth * lts.num_edges();
}

}   // namespace

std::optional<LocalParts> LocalParts::find(const Network& network, const Settings& settings, const Limits& limits) {
  Meter meter(settings.most_work, limits);
  LocalParts parts;
  parts.kind_of_.reserve(network.num_components());
  std::map<std::pair<std::uint32_t, std::vector<std::uint8_t>>, std::uint32_t> known;
  for (ComponentId component : network.components()) {
    meter.spend(0);
    const TemplateId of = network.template_of(component);
    const auto [found, is_new] =
        known.try_emplace({of.value, uses_of(network, component)}, static_cast<std::uint32_t>(parts.kinds_.size()));
    parts.kind_of_.push_back(found->second);
    if (!is_new) continue;
    KindBuilder builder(network, of, found->first.second, meter);
    const KindBuilder::End end = builder.build(most_leaps(settings, network.lts(of)));
    if (end == KindBuilder::End::kTooMuchWork) return std::nullopt;
    if (end == KindBuilder::End::kDone) {
      parts.kinds_.push_back(builder.take());
      continue;
    }
    std::vector<std::uint8_t> all_shared = found->first.second;
    for (std::uint8_t& use : all_shared)
      if (use != kUnused) use = kShared;
    KindBuilder stepping(network, of, std::move(all_shared), meter);
    if (stepping.build(~std::uint64_t{0}) != KindBuilder::End::kDone) return std::nullopt;
    parts.kinds_.push_back(stepping.take());
    parts.kinds_.back().is_stepper_ = true;
  }
  return parts;
}

std::optional<LocalParts> find_local_parts(const Network& network, const LocalParts::Settings& settings, const Limits& limits) {
  for (ComponentId component : network.components())
    if (network.lts(component).is_error(network.lts(component).initial())) return std::nullopt;
  return LocalParts::find(network, settings, limits);
}

bool LocalParts::is_trivial() const {
  return std::ranges::all_of(kinds_, [](const Kind& kind) { return kind.is_trivial(); });
}

bool LocalParts::is_settled() const {
  return std::ranges::all_of(kinds_, [](const Kind& kind) {
    for (std::size_t node = 0; node < kind.num_nodes(); ++node)
      if (!kind.is_settled(node)) return false;
    return true;
  });
}

}   // namespace parley::leap
