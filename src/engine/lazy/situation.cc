#include "engine/lazy/situation.h"

#include <algorithm>
#include <cassert>

namespace parley::lazy {

using Kind = Predicate::Kind;

Situation::Situation(const Network& network, const Predicate& formula, StateSets& sets)
    : network_(network), formula_(formula), sets_(sets), allowed_(network.num_components(), StateSets::kAll), demands_(1) {
  demand(static_cast<std::uint32_t>(formula.nodes().size() - 1), true, kEnd);
  look_at_inequalities();
}

// Splits a sub-formula into restrictions and open demands. The demands are inserted before the demand
// 'before', in the order of the formula.
void Situation::demand(std::uint32_t node, bool sign, std::uint32_t before) {
  stack_.assign(1, {node, sign});
  while (!stack_.empty()) {
    const auto [at, wanted] = stack_.back();
    stack_.pop_back();
    const Predicate::Node& part = formula_.nodes()[at];
    switch (part.kind) {
      case Kind::kConstant:
        if (part.value != wanted) become_absurd();
        break;
      case Kind::kAtom: restrict(formula_.atoms()[part.first], wanted); break;
      case Kind::kNot: stack_.emplace_back(formula_.children(part)[0], !wanted); break;
      case Kind::kAnd:
      case Kind::kOr:
        if ((part.kind == Kind::kAnd) != wanted) {
          add(at, wanted, before);
          break;
        }
        for (std::size_t i = part.count; i > 0; --i) stack_.emplace_back(formula_.children(part)[i - 1], wanted);
        break;
      case Kind::kAtMost: add(at, wanted, before); break;
    }
  }
}

void Situation::restrict(const Atom& atom, bool sign) {
  const std::size_t component = atom.component.index();
  const std::uint32_t now = sets_.meet(allowed_[component], atom.states, sign, network_.lts(atom.component).num_states());
  if (now == allowed_[component]) return;
  trail_.push_back({Change::Kind::kRestricted, atom.component.value, allowed_[component]});
  allowed_[component] = now;
  if (sets_.states(now).empty()) become_absurd();
}

void Situation::add(std::uint32_t node, bool sign, std::uint32_t before) {
  const auto added = static_cast<std::uint32_t>(demands_.size());
  demands_.push_back({node, sign, demands_[before].previous, before});
  demands_[demands_[before].previous].next = added;
  demands_[before].previous = added;
  num_sums_ += is_choice(demands_[added]) ? 0 : 1;
  trail_.push_back({Change::Kind::kAdded, added});
}

void Situation::remove(std::uint32_t demand) {
  demands_[demands_[demand].previous].next = demands_[demand].next;
  demands_[demands_[demand].next].previous = demands_[demand].previous;
  trail_.push_back({Change::Kind::kRemoved, demand});
}

void Situation::become_absurd() {
  if (is_absurd_) return;
  is_absurd_ = true;
  trail_.push_back({Change::Kind::kAbsurd});
}

void Situation::take_back(std::size_t mark) {
  while (trail_.size() > mark) {
    const Change change = trail_.back();
    trail_.pop_back();
    switch (change.kind) {
      case Change::Kind::kRestricted: allowed_[change.what] = change.before; break;
      case Change::Kind::kAbsurd: is_absurd_ = false; break;
      case Change::Kind::kAdded:   // changes are undone in reverse order
        assert(change.what + 1 == demands_.size());
        demands_[demands_[change.what].previous].next = demands_[change.what].next;
        demands_[demands_[change.what].next].previous = demands_[change.what].previous;
        num_sums_ -= is_choice(demands_[change.what]) ? 0 : 1;
        demands_.pop_back();
        break;
      case Change::Kind::kRemoved:
        demands_[demands_[change.what].previous].next = change.what;
        demands_[demands_[change.what].next].previous = change.what;
        break;
    }
  }
}

bool Situation::is_choice(const Demand& demand) const { return formula_.nodes()[demand.node].kind != Kind::kAtMost; }

Situation::Truth Situation::truth(const Atom& atom) const {
  const std::uint32_t set = allowed_[atom.component.index()];
  std::size_t inside = 0;
  std::size_t all = network_.lts(atom.component).num_states();
  if (set == StateSets::kAll) {
    inside = atom.states.size();
  } else {
    all = sets_.states(set).size();
    for (LocalState state : sets_.states(set)) inside += std::ranges::binary_search(atom.states, state) ? 1 : 0;
  }
  if (inside == 0) return Truth::kFalse;
  return inside == all ? Truth::kTrue : Truth::kOpen;
}

Situation::Truth Situation::truth_of_inequality(const Demand& demand) const {
  const Predicate::Node& node = formula_.nodes()[demand.node];
  std::int64_t least = 0;
  std::int64_t most = 0;
  for (const Predicate::Term& term : formula_.terms(node)) {
    const Truth is_true = truth(formula_.atoms()[term.atom]);
    if (is_true == Truth::kTrue || (is_true == Truth::kOpen && term.weight < 0)) least += term.weight;
    if (is_true == Truth::kTrue || (is_true == Truth::kOpen && term.weight > 0)) most += term.weight;
  }
  if (most <= node.bound) return demand.sign ? Truth::kTrue : Truth::kFalse;
  if (least > node.bound) return demand.sign ? Truth::kFalse : Truth::kTrue;
  return Truth::kOpen;
}

void Situation::look_at_inequalities() {
  if (num_sums_ == 0) return;
  for (std::uint32_t at = demands_[kEnd].next; at != kEnd && !is_absurd_; at = demands_[at].next)
    if (!is_choice(demands_[at]) && truth_of_inequality(demands_[at]) == Truth::kFalse) become_absurd();
}

std::uint32_t Situation::num_branches() {
  assert(!is_absurd_);
  for (std::uint32_t at = demands_[kEnd].next; at != kEnd; at = demands_[at].next) {
    if (!is_choice(demands_[at])) continue;
    split_demand_ = at;
    return formula_.nodes()[demands_[at].node].count;
  }
  for (std::uint32_t at = demands_[kEnd].next; at != kEnd; at = demands_[at].next) {
    if (truth_of_inequality(demands_[at]) == Truth::kTrue) continue;
    for (const Predicate::Term& term : formula_.terms(formula_.nodes()[demands_[at].node])) {
      if (truth(formula_.atoms()[term.atom]) != Truth::kOpen) continue;
      split_demand_ = at;
      split_atom_ = term.atom;
      return 2;
    }
  }
  return 0;
}

void Situation::enter(std::uint32_t branch) {
  const Demand split = demands_[split_demand_];
  if (is_choice(split)) {
    const std::uint32_t part = formula_.children(formula_.nodes()[split.node])[branch];
    remove(split_demand_);
    demand(part, split.sign, split.next);
  } else {
    restrict(formula_.atoms()[split_atom_], branch == 0);
  }
  look_at_inequalities();
}

std::vector<LocalGoal> Situation::local_goals() const {
  std::vector<LocalGoal> local_goals;
  for (const Change& change : trail_)
    if (change.kind == Change::Kind::kRestricted)
      local_goals.push_back({ComponentId(std::size_t{change.what}), allowed_[change.what]});
  std::ranges::sort(local_goals, {}, &LocalGoal::component);
  const auto rest = std::ranges::unique(local_goals, {}, &LocalGoal::component);
  local_goals.erase(rest.begin(), rest.end());
  return local_goals;
}

}   // namespace parley::lazy
