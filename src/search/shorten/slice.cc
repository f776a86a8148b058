#include "search/shorten/slice.h"

#include <algorithm>

#include "search/steps/stuck.h"

namespace parley {

namespace {

std::vector<ComponentId> all_components(const Network& network) {
  std::vector<ComponentId> all;
  all.reserve(network.num_components());
  for (ComponentId component : network.components()) all.push_back(component);
  return all;
}

// Why a formula is true or false: components whose states determine its value.
class FormulaReasons {
 public:
  FormulaReasons(const Predicate& formula, std::span<const LocalState> state, std::span<const std::uint32_t> last_move)
      : formula_(formula), state_(state), last_move_(last_move), values_(formula.nodes().size()), cost_(formula.nodes().size()) {}

  std::vector<ComponentId> find() {
    for (std::size_t i = 0; i < values_.size(); ++i) evaluate(i);
    std::vector<std::uint8_t> needed(values_.size(), 0);
    needed.back() = 1;
    for (std::size_t i = values_.size(); i-- > 0;)
      if (needed[i] != 0) mark_needed(formula_.nodes()[i], i, needed);
    std::ranges::sort(found_);
    found_.erase(std::ranges::unique(found_).begin(), found_.end());
    return std::move(found_);
  }

 private:
  bool holds(const Atom& atom) const { return std::ranges::binary_search(atom.states, state_[atom.component.index()]); }
  std::uint32_t last(const Atom& atom) const { return last_move_[atom.component.index()]; }

  // Whether a child with this value decides its parent alone: a false operand of a conjunction, a true one of
  // a disjunction.
  static bool decides(const Predicate::Node& node, bool child) { return child == (node.kind == Predicate::Kind::kOr); }

  // Computes, children first, the value of a node, and the last step on which its cheapest reason depends.
  void evaluate(std::size_t i) {
    const Predicate::Node& node = formula_.nodes()[i];
    std::uint32_t latest = 0;
    switch (node.kind) {
      case Predicate::Kind::kConstant: values_[i] = node.value ? 1 : 0; break;
      case Predicate::Kind::kAtom:
        values_[i] = holds(formula_.atoms()[node.first]) ? 1 : 0;
        latest = last(formula_.atoms()[node.first]);
        break;
      case Predicate::Kind::kNot:
        values_[i] = values_[formula_.children(node)[0]] == 0 ? 1 : 0;
        latest = cost_[formula_.children(node)[0]];
        break;
      case Predicate::Kind::kAnd:
      case Predicate::Kind::kOr: {
        values_[i] = node.kind == Predicate::Kind::kAnd ? 1 : 0;
        std::uint32_t cheapest = UINT32_MAX;
        for (std::uint32_t child : formula_.children(node)) {
          latest = std::max(latest, cost_[child]);
          if (!decides(node, values_[child] != 0)) continue;
          values_[i] = values_[child];
          cheapest = std::min(cheapest, cost_[child]);
        }
        latest = std::min(latest, cheapest);
        break;
      }
      case Predicate::Kind::kAtMost: {
        std::int64_t sum = 0;
        for (const Predicate::Term& term : formula_.terms(node)) {
          if (holds(formula_.atoms()[term.atom])) sum += term.weight;
          latest = std::max(latest, last(formula_.atoms()[term.atom]));
        }
        values_[i] = sum <= node.bound ? 1 : 0;
        break;
      }
    }
    cost_[i] = latest;
  }

  void mark_needed(const Predicate::Node& node, std::size_t i, std::vector<std::uint8_t>& needed) {
    switch (node.kind) {
      case Predicate::Kind::kConstant: return;
      case Predicate::Kind::kAtom: found_.push_back(formula_.atoms()[node.first].component); return;
      case Predicate::Kind::kNot: needed[formula_.children(node)[0]] = 1; return;
      case Predicate::Kind::kAnd:
      case Predicate::Kind::kOr: {
        const std::span<const std::uint32_t> children = formula_.children(node);
        const bool one_is_enough = decides(node, values_[i] != 0);
        const std::uint32_t* cheapest = nullptr;
        for (const std::uint32_t& child : children) {
          if (!one_is_enough) needed[child] = 1;
          else if (decides(node, values_[child] != 0) && (cheapest == nullptr || cost_[child] < cost_[*cheapest]))
            cheapest = &child;
        }
        if (cheapest != nullptr) needed[*cheapest] = 1;
        return;
      }
      case Predicate::Kind::kAtMost: mark_needed_terms(node, values_[i] != 0); return;
    }
  }

  // Takes the atoms whose components stopped moving first, until the sum is on the right side of the bound
  // even if all other atoms contribute the worst.
  void mark_needed_terms(const Predicate::Node& node, bool value) {
    struct Gain {
      std::uint32_t last;
      std::int64_t gain;
      ComponentId component;
    };
    std::vector<Gain> gains;
    std::int64_t worst = 0;   // the largest possible sum if it must be small, the smallest if it must be large
    for (const Predicate::Term& term : formula_.terms(node)) {
      const Atom& atom = formula_.atoms()[term.atom];
      const std::int64_t now = holds(atom) ? term.weight : 0;
      const std::int64_t bad = value ? std::max<std::int64_t>(term.weight, 0) : std::min<std::int64_t>(term.weight, 0);
      worst += bad;
      if (now != bad) gains.push_back({last(atom), now - bad, atom.component});
    }
    std::ranges::stable_sort(gains, {}, &Gain::last);
    for (const Gain& gain : gains) {
      if (value == (worst <= node.bound)) return;
      worst += gain.gain;
      found_.push_back(gain.component);
    }
  }

  const Predicate& formula_;
  std::span<const LocalState> state_;
  std::span<const std::uint32_t> last_move_;
  std::vector<std::uint8_t> values_;
  std::vector<std::uint32_t> cost_;
  std::vector<ComponentId> found_;
};

// Chooses components that refuse, so that one of them refuses each rule that matters.
class Refusers {
 public:
  Refusers(const Network& network, std::span<const LocalState> state, std::span<const std::uint32_t> last_move)
      : network_(network), state_(state), last_move_(last_move), chosen_(network.num_components()) {}

  std::vector<ComponentId> of_all_rules() {
    for (RuleId rule : network_.rules())
      if (!refuse(rule, {})) return all_components(network_);
    return std::move(found_);
  }

  // A blocked set within 'blocked' that contains 'start'.
  std::vector<ComponentId> around(ComponentId start, std::span<const std::uint8_t> blocked) {
    choose(start);
    for (std::size_t next = 0; next < found_.size();) {   // the list grows in the loop
      const ComponentId member = found_[next++];
      for (RuleId rule : network_.rules(member))
        if (!refuse(rule, blocked)) return all_components(network_);
    }
    return std::move(found_);
  }

 private:
  void choose(ComponentId component) {
    chosen_[component.index()] = 1;
    found_.push_back(component);
  }

  bool refuse(RuleId rule, std::span<const std::uint8_t> allowed) {
    const Participant* best = nullptr;
    for (const Participant& p : network_.participants(rule)) {
      if (network_.lts(p.component).offers(state_[p.component.index()], p.label)) continue;
      if (chosen_[p.component.index()] != 0) return true;
      if (!allowed.empty() && allowed[p.component.index()] == 0) continue;
      if (best == nullptr || last_move_[p.component.index()] < last_move_[best->component.index()]) best = &p;
    }
    if (best == nullptr) return false;
    choose(best->component);
    return true;
  }

  const Network& network_;
  std::span<const LocalState> state_;
  std::span<const std::uint32_t> last_move_;
  std::vector<std::uint8_t> chosen_;
  std::vector<ComponentId> found_;
};

std::vector<ComponentId> stuck_reasons(const Network& network, std::span<const LocalState> state,
                                       std::span<const std::uint32_t> last_move, std::size_t variant) {
  StuckComponents components(network);
  const std::span<const ComponentId> stuck = components.of(state);
  if (stuck.empty()) return all_components(network);
  std::vector<ComponentId> starts(stuck.begin(), stuck.end());
  std::ranges::stable_sort(starts, {}, [&](ComponentId component) { return last_move[component.index()]; });
  const ComponentId start = starts[variant % starts.size()];
  return Refusers(network, state, last_move).around(start, components.blocked(state));
}

}   // namespace

std::vector<ComponentId> reasons(const Network& network, const Property& property, std::span<const LocalState> state,
                                 std::span<const std::uint32_t> last_move, std::size_t variant) {
  switch (kind_of(property)) {
    case PropertyKind::kDeadlock: return Refusers(network, state, last_move).of_all_rules();
    case PropertyKind::kLocalDeadlock: return stuck_reasons(network, state, last_move, variant);
    case PropertyKind::kReach: return FormulaReasons(std::get<Reach>(property.ask).goal, state, last_move).find();
    case PropertyKind::kNever: return FormulaReasons(std::get<Never>(property.ask).bad, state, last_move).find();
    case PropertyKind::kSafety:
      for (ComponentId component : std::get<Safety>(property.ask).automata)
        if (network.lts(component).is_error(state[component.index()])) return {component};
      return all_components(network);
    case PropertyKind::kLocal:
    case PropertyKind::kProgress:
    case PropertyKind::kAssertion: break;
  }
  return all_components(network);
}

std::vector<Path::Step> slice(const Network& network, const Path& path, std::span<const ComponentId> needed) {
  std::vector<std::uint8_t> is_needed(network.num_components(), 0);
  for (ComponentId component : needed) is_needed[component.index()] = 1;
  std::vector<Path::Step> kept;
  kept.reserve(path.steps.size());
  for (std::size_t i = path.steps.size(); i-- > 0;) {
    const std::span<const Participant> participants = network.participants(path.steps[i].rule);
    if (std::ranges::none_of(participants, [&](const Participant& p) { return is_needed[p.component.index()] != 0; })) continue;
    for (const Participant& p : participants) is_needed[p.component.index()] = 1;
    kept.push_back(path.steps[i]);
  }
  std::ranges::reverse(kept);
  return kept;
}

}   // namespace parley
