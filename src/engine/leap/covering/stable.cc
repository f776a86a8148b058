#include "engine/leap/covering/stable.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

namespace parley::leap {

namespace {

// The possible pairs (before, after), one bit per pair.
using Mask = std::uint8_t;
constexpr Mask pair(bool before, bool after) {
  return static_cast<Mask>(1u << (2 * static_cast<unsigned>(before) + static_cast<unsigned>(after)));
}
constexpr Mask kStaysFalse = pair(false, false);
constexpr Mask kStaysTrue = pair(true, true);
constexpr Mask kFalls = pair(true, false);

constexpr std::size_t kMostChoices = 4096;

Mask opposite(Mask mask) {
  Mask result = 0;
  for (unsigned i = 0; i < 4; ++i)
    if ((mask >> i & 1) != 0) result |= static_cast<Mask>(1u << (3 - i));
  return result;
}

// The number of a pair is two bits, so the conjunction of two pairs is the bitwise AND of their numbers.
Mask both(Mask one, Mask other) {
  Mask result = 0;
  for (unsigned i = 0; i < 4; ++i)
    for (unsigned j = 0; j < 4; ++j)
      if ((one >> i & 1) != 0 && (other >> j & 1) != 0) result |= static_cast<Mask>(1u << (i & j));
  return result;
}
Mask either(Mask one, Mask other) { return opposite(both(opposite(one), opposite(other))); }

class StabilityFinder {
 public:
  StabilityFinder(const Network& network, const Predicate& formula, const Limits& limits)
      : network_(network), formula_(formula), pulse_(limits), values_(formula.nodes().size()), is_dirty_(formula.nodes().size()) {
    list_parents();
    list_uses();
    find_still_masks();
  }

  std::optional<Unsettled> find() {
    for (const RuleId rule : network_.rules()) {
      pulse_.beat();
      const bool speaks =
          std::ranges::any_of(network_.participants(rule), [&](const Participant& part) { return has_uses(part.component); });
      if (speaks && !keeps(rule)) return Unsettled{rule};
    }
    return std::nullopt;
  }

 private:
  struct Value {
    Mask still = 0;   // if no component of its atoms moves
    Mask now = 0;
    std::uint32_t spoilers = 0;   // kAnd: operands that are never true if no component moves; kOr: never false
    std::uint32_t open = 0;       // kAnd: operands that may be false if no component moves; kOr: may be true
    // Of the current step:
    Mask moved = 0;   // kAnd, kOr: combined mask of the operands with a moving component; 0: there are none
    std::uint32_t num_moved = 0;
    std::uint32_t moved_spoilers = 0;
    std::uint32_t moved_open = 0;
    std::int64_t least = 0;   // kAtMost: range that the components at rest may add
    std::int64_t most = 0;
    std::int64_t before = 0;   // what the moving components add
    std::int64_t after = 0;
  };
  // The occurrence of a component in a node.
  struct Use {
    std::uint32_t node;
    std::uint32_t first = 0;   // kAtMost: its terms in terms_; kAtom: the atom
    std::uint32_t count = 0;
    std::int64_t least = 0;   // kAtMost: range that it may add
    std::int64_t most = 0;
  };

  const Predicate::Node& node(std::uint32_t index) const { return formula_.nodes()[index]; }
  bool holds(std::uint32_t atom, LocalState state) const {
    return std::ranges::binary_search(formula_.atoms()[atom].states, state);
  }
  bool has_uses(ComponentId component) const { return use_begins_[component.index()] != use_begins_[component.index() + 1]; }
  std::span<const Use> uses(ComponentId component) const {
    return std::span(uses_).subspan(use_begins_[component.index()],
                                    use_begins_[component.index() + 1] - use_begins_[component.index()]);
  }
  std::int64_t added(const Use& use, LocalState state) const {
    std::int64_t sum = 0;
    for (std::uint32_t i = use.first; i < use.first + use.count; ++i)
      if (holds(terms_[i].atom, state)) sum += terms_[i].weight;
    return sum;
  }

  void list_parents() {
    const std::size_t size = formula_.nodes().size();
    parent_begins_.assign(size + 2, 0);
    for (const Predicate::Node& each : formula_.nodes())
      if (has_operands(each))
        for (const std::uint32_t child : formula_.children(each)) ++parent_begins_[child + 2];
    for (std::size_t i = 2; i < size + 2; ++i) parent_begins_[i] += parent_begins_[i - 1];
    parents_.resize(parent_begins_.back());
    for (std::uint32_t i = 0; i < size; ++i)
      if (has_operands(node(i)))
        for (const std::uint32_t child : formula_.children(node(i))) parents_[parent_begins_[child + 1]++] = i;
  }
  static bool has_operands(const Predicate::Node& each) {
    return each.kind == Predicate::Kind::kNot || each.kind == Predicate::Kind::kAnd || each.kind == Predicate::Kind::kOr;
  }

  void list_uses() {
    struct Row {
      ComponentId component;
      std::uint32_t node;
      Predicate::Term term;
    };
    std::vector<Row> rows;
    for (std::uint32_t i = 0; i < formula_.nodes().size(); ++i) {
      if (node(i).kind == Predicate::Kind::kAtom)
        rows.push_back({formula_.atoms()[node(i).first].component, i, {1, node(i).first}});
      if (node(i).kind == Predicate::Kind::kAtMost)
        for (const Predicate::Term& term : formula_.terms(node(i)))
          rows.push_back({formula_.atoms()[term.atom].component, i, term});
    }
    std::ranges::stable_sort(rows, {}, [](const Row& row) { return std::pair(row.component, row.node); });
    use_begins_.assign(network_.num_components() + 1, 0);
    for (std::size_t i = 0; i < rows.size();) {
      Use use{rows[i].node};
      const ComponentId component = rows[i].component;
      if (node(use.node).kind == Predicate::Kind::kAtom) {
        use.first = rows[i++].term.atom;
      } else {
        use.first = static_cast<std::uint32_t>(terms_.size());
        for (; i < rows.size() && rows[i].component == component && rows[i].node == use.node; ++i) terms_.push_back(rows[i].term);
        use.count = static_cast<std::uint32_t>(terms_.size()) - use.first;
        use.least = use.most = added(use, LocalState(0));
        for (const LocalState state : network_.lts(component).states()) {
          use.least = std::min(use.least, added(use, state));
          use.most = std::max(use.most, added(use, state));
        }
        values_[use.node].least += use.least;
        values_[use.node].most += use.most;
      }
      uses_.push_back(use);
      ++use_begins_[component.index() + 1];
    }
    for (std::size_t i = 1; i < use_begins_.size(); ++i) use_begins_[i] += use_begins_[i - 1];
  }

  void find_still_masks() {
    for (std::uint32_t i = 0; i < values_.size(); ++i) {
      Value& value = values_[i];
      const Predicate::Node& here = node(i);
      switch (here.kind) {
        case Predicate::Kind::kConstant: value.still = here.value ? kStaysTrue : kStaysFalse; break;
        case Predicate::Kind::kAtom: value.still = kStaysTrue | kStaysFalse; break;
        case Predicate::Kind::kNot: value.still = opposite(values_[formula_.children(here)[0]].still); break;
        case Predicate::Kind::kAnd:
        case Predicate::Kind::kOr:
          for (const std::uint32_t child : formula_.children(here)) {
            value.spoilers += spoils(here, values_[child]);
            value.open += is_open(here, values_[child]);
          }
          value.still = rest(here, value);
          break;
        case Predicate::Kind::kAtMost: value.still = sum_mask(here, value); break;
      }
    }
  }
  static std::uint32_t spoils(const Predicate::Node& parent, const Value& child) {
    return (child.still & (parent.kind == Predicate::Kind::kAnd ? kStaysTrue : kStaysFalse)) == 0 ? 1 : 0;
  }
  static std::uint32_t is_open(const Predicate::Node& parent, const Value& child) {
    return (child.still & (parent.kind == Predicate::Kind::kAnd ? kStaysFalse : kStaysTrue)) != 0 ? 1 : 0;
  }
  // The combined mask of the operands without a moving component.
  static Mask rest(const Predicate::Node& here, const Value& value) {
    const bool can_hold_up = value.spoilers == value.moved_spoilers;
    const bool can_decide = value.open > value.moved_open;
    const bool is_and = here.kind == Predicate::Kind::kAnd;
    return static_cast<Mask>((can_hold_up ? (is_and ? kStaysTrue : kStaysFalse) : 0) |
                             (can_decide ? (is_and ? kStaysFalse : kStaysTrue) : 0));
  }
  // The components that do not move add the same x before and after, from 'least' to 'most'.
  static Mask sum_mask(const Predicate::Node& here, const Value& value) {
    // Whether some x makes it true with 'one' and false with 'other'. If so, the largest x that makes it true
    // with 'one' does.
    const auto differs = [&](std::int64_t one, std::int64_t other) {
      const std::int64_t largest = value.most + one <= here.bound ? value.most : here.bound - one;
      return largest >= value.least && largest + other > here.bound;
    };
    Mask mask = 0;
    if (value.least + std::max(value.before, value.after) <= here.bound) mask |= kStaysTrue;
    if (value.most + std::min(value.before, value.after) > here.bound) mask |= kStaysFalse;
    if (differs(value.before, value.after)) mask |= kFalls;
    if (differs(value.after, value.before)) mask |= pair(false, true);
    return mask;
  }

  // Collects a participant's edges, one of each kind that the formula can distinguish. False if there are
  // none.
  bool gather(const Participant& part, std::vector<std::pair<LocalState, LocalState>>& into) {
    const Lts& lts = network_.lts(part.component);
    signatures_.clear();
    into.clear();
    for (const LocalState from : lts.states())
      for (const Edge& edge : lts.edges(from, part.label)) {
        pulse_.beat();
        if (!has_uses(part.component)) {
          into.emplace_back(from, edge.target);
          return true;
        }
        std::vector<std::int64_t> signature;
        for (const LocalState state : {from, edge.target})
          for (const Use& use : uses(part.component))
            signature.push_back(node(use.node).kind == Predicate::Kind::kAtom ? static_cast<std::int64_t>(holds(use.first, state))
                                                                              : added(use, state));
        signatures_.push_back({std::move(signature), from, edge.target});
      }
    std::ranges::sort(signatures_, {}, &Signature::values);
    const auto repeated = std::ranges::unique(signatures_, {}, &Signature::values);
    signatures_.erase(repeated.begin(), repeated.end());
    for (const Signature& each : signatures_) into.emplace_back(each.from, each.to);
    return !into.empty();
  }

  bool keeps(RuleId rule) {
    const std::span<const Participant> parts = network_.participants(rule);
    if (choices_.size() < parts.size()) choices_.resize(parts.size());
    std::size_t count = 1;
    for (std::size_t i = 0; i < parts.size(); ++i)
      if (!gather(parts[i], choices_[i])) return true;   // it never fires
    for (std::size_t i = 0; i < parts.size(); ++i) {
      count *= choices_[i].size();
      if (count > kMostChoices) return false;
    }
    at_.assign(parts.size(), 0);
    for (std::size_t choice = 0; choice < count; ++choice) {
      pulse_.beat();
      for (std::size_t i = 0; i < parts.size(); ++i)
        move(parts[i].component, choices_[i][at_[i]].first, choices_[i][at_[i]].second);
      if ((settle() & kFalls) != 0) return false;
      for (std::size_t i = 0; i < parts.size() && ++at_[i] == choices_[i].size(); ++i) at_[i] = 0;
    }
    return true;
  }

  void move(ComponentId component, LocalState from, LocalState to) {
    for (const Use& use : uses(component)) {
      Value& value = values_[use.node];
      touch(use.node);
      if (node(use.node).kind == Predicate::Kind::kAtom) {
        value.now = pair(holds(use.first, from), holds(use.first, to));
      } else {
        value.least -= use.least;
        value.most -= use.most;
        value.before += added(use, from);
        value.after += added(use, to);
        undo_.push_back({use.node, use.least, use.most});
      }
    }
  }
  void touch(std::uint32_t index) {
    if (is_dirty_[index] != 0) return;
    is_dirty_[index] = 1;
    dirty_.push(index);
    touched_.push_back(index);
  }

  // Computes the mask of the whole formula upward from the touched nodes, and resets them to the state before
  // the step.
  Mask settle() {
    while (!dirty_.empty()) {
      const std::uint32_t index = dirty_.top();
      dirty_.pop();
      const Predicate::Node& here = node(index);
      Value& value = values_[index];
      switch (here.kind) {
        case Predicate::Kind::kConstant:
        case Predicate::Kind::kAtom: break;
        case Predicate::Kind::kNot: value.now = opposite(values_[formula_.children(here)[0]].now); break;
        case Predicate::Kind::kAnd:
        case Predicate::Kind::kOr:
          value.now = value.moved;
          if (value.num_moved < here.count)
            value.now = here.kind == Predicate::Kind::kAnd ? both(value.moved, rest(here, value))
                                                           : either(value.moved, rest(here, value));
          break;
        case Predicate::Kind::kAtMost: value.now = sum_mask(here, value); break;
      }
      for (std::uint32_t i = parent_begins_[index]; i < parent_begins_[index + 1]; ++i) {
        Value& parent = values_[parents_[i]];
        const Predicate::Node& above = node(parents_[i]);
        touch(parents_[i]);
        if (above.kind == Predicate::Kind::kNot) continue;
        if (parent.num_moved++ == 0) parent.moved = value.now;
        else parent.moved = above.kind == Predicate::Kind::kAnd ? both(parent.moved, value.now) : either(parent.moved, value.now);
        parent.moved_spoilers += spoils(above, value);
        parent.moved_open += is_open(above, value);
      }
    }
    const auto root = static_cast<std::uint32_t>(values_.size() - 1);
    const Mask mask = is_dirty_[root] != 0 ? values_[root].now : values_[root].still;
    for (const std::uint32_t index : touched_) {
      Value& value = values_[index];
      is_dirty_[index] = 0;
      value.moved = 0;
      value.num_moved = value.moved_spoilers = value.moved_open = 0;
      value.before = value.after = 0;
    }
    for (const Undo& each : undo_) {
      values_[each.node].least += each.least;
      values_[each.node].most += each.most;
    }
    touched_.clear();
    undo_.clear();
    return mask;
  }

  struct Undo {
    std::uint32_t node;
    std::int64_t least;
    std::int64_t most;
  };
  struct Signature {
    std::vector<std::int64_t> values;
    LocalState from;
    LocalState to;
  };

  const Network& network_;
  const Predicate& formula_;
  Pulse pulse_;
  std::vector<Value> values_;   // by node
  std::vector<std::uint32_t> parent_begins_;
  std::vector<std::uint32_t> parents_;
  std::vector<std::uint32_t> use_begins_;   // by component: its first use
  std::vector<Use> uses_;
  std::vector<Predicate::Term> terms_;
  std::vector<Signature> signatures_;
  std::vector<std::vector<std::pair<LocalState, LocalState>>> choices_;   // by participant
  std::vector<std::size_t> at_;
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> dirty_;   // children come before their parents
  std::vector<std::uint8_t> is_dirty_;
  std::vector<std::uint32_t> touched_;
  std::vector<Undo> undo_;
};

}   // namespace

std::optional<Unsettled> find_unsettled(const Network& network, const Predicate& formula, const Limits& limits) {
  return StabilityFinder(network, formula, limits).find();
}

}   // namespace parley::leap
