#include "check/leap/truth.h"

#include <algorithm>
#include <map>

#include "check/leap/network.h"

namespace parley::leap_set {

namespace {

Truth opposite(Truth value) { return value == Truth::kOpen ? value : value == Truth::kTrue ? Truth::kFalse : Truth::kTrue; }

bool has_children(const Predicate::Node& node) {
  return node.kind == Predicate::Kind::kNot || node.kind == Predicate::Kind::kAnd || node.kind == Predicate::Kind::kOr;
}

// The offsets of consecutive groups with these sizes.
std::vector<std::uint32_t> begins_of(const std::vector<std::uint32_t>& sizes) {
  std::vector<std::uint32_t> begins(sizes.size() + 1, 0);
  for (std::size_t i = 0; i < sizes.size(); ++i) begins[i + 1] = begins[i] + sizes[i];
  return begins;
}

}   // namespace

OpenFormula::OpenFormula(const Predicate& formula)
    : formula_(formula),
      atoms_(formula.atoms().size(), Truth::kOpen),
      values_(formula.nodes().size(), Truth::kOpen),
      counts_(formula.nodes().size()),
      visited_(formula.nodes().size()) {
  const std::span<const Predicate::Node> nodes = formula.nodes();
  std::vector<std::uint32_t> parents(nodes.size());
  std::vector<std::uint32_t> uses(atoms_.size());
  for (const Predicate::Node& node : nodes) {
    if (has_children(node))
      for (std::uint32_t child : formula.children(node)) ++parents[child];
    if (node.kind == Predicate::Kind::kAtom) ++uses[node.first];
    if (node.kind == Predicate::Kind::kAtMost)
      for (const Predicate::Term& term : formula.terms(node)) ++uses[term.atom];
  }
  parent_begins_ = begins_of(parents);
  use_begins_ = begins_of(uses);
  parents_.resize(parent_begins_.back());
  uses_.resize(use_begins_.back());
  std::vector<std::uint32_t> next_parent(parent_begins_.begin(), parent_begins_.end() - 1);
  std::vector<std::uint32_t> next_use(use_begins_.begin(), use_begins_.end() - 1);
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    const Predicate::Node& node = nodes[i];
    Counts& counts = counts_[i];
    if (has_children(node))
      for (std::uint32_t child : formula.children(node)) {
        parents_[next_parent[child]++] = i;
        if (values_[child] == Truth::kFalse) ++counts.falses;
        if (values_[child] == Truth::kTrue) ++counts.trues;
      }
    if (node.kind == Predicate::Kind::kAtom) uses_[next_use[node.first]++] = {i, 0};
    if (node.kind == Predicate::Kind::kAtMost)
      for (const Predicate::Term& term : formula.terms(node)) {
        uses_[next_use[term.atom]++] = {i, term.weight};
        (term.weight < 0 ? counts.falses : counts.trues) += term.weight;
      }
    values_[i] = evaluate(node, counts);
  }
}

Truth OpenFormula::evaluate(const Predicate::Node& node, const Counts& counts) const {
  switch (node.kind) {
    case Predicate::Kind::kConstant: return node.value ? Truth::kTrue : Truth::kFalse;
    case Predicate::Kind::kAtom: return atoms_[node.first];
    case Predicate::Kind::kNot: return opposite(values_[formula_.children(node)[0]]);
    case Predicate::Kind::kAnd:
      return counts.falses > 0 ? Truth::kFalse : counts.trues == node.count ? Truth::kTrue : Truth::kOpen;
    case Predicate::Kind::kOr:
      return counts.trues > 0 ? Truth::kTrue : counts.falses == node.count ? Truth::kFalse : Truth::kOpen;
    case Predicate::Kind::kAtMost:
      return counts.trues <= node.bound ? Truth::kTrue : counts.falses > node.bound ? Truth::kFalse : Truth::kOpen;
  }
  return Truth::kOpen;
}

// Every change of a value is propagated once, so the final counts do not depend on the order.
void OpenFormula::change(std::uint32_t node, Truth truth) {
  if (values_[node] == truth) return;
  changed_.assign(1, {node, values_[node], truth});
  values_[node] = truth;
  while (!changed_.empty()) {
    const Changed changed = changed_.back();
    changed_.pop_back();
    for (std::uint32_t i = parent_begins_[changed.node]; i < parent_begins_[changed.node + 1]; ++i) {
      const std::uint32_t parent = parents_[i];
      Counts& counts = counts_[parent];
      counts.falses += (changed.now == Truth::kFalse) - (changed.before == Truth::kFalse);
      counts.trues += (changed.now == Truth::kTrue) - (changed.before == Truth::kTrue);
      const Truth before = values_[parent];
      values_[parent] = evaluate(formula_.nodes()[parent], counts);
      if (values_[parent] != before) changed_.push_back({parent, before, values_[parent]});
    }
  }
}

void OpenFormula::put(std::uint32_t atom, Truth truth) {
  const Truth before = atoms_[atom];
  if (before == truth) return;
  atoms_[atom] = truth;
  const auto least = [](Truth value, std::int64_t weight) {
    return value == Truth::kTrue || (value == Truth::kOpen && weight < 0) ? weight : 0;
  };
  const auto most = [](Truth value, std::int64_t weight) {
    return value == Truth::kTrue || (value == Truth::kOpen && weight > 0) ? weight : 0;
  };
  for (std::uint32_t i = use_begins_[atom]; i < use_begins_[atom + 1]; ++i) {
    const Use& use = uses_[i];
    const Predicate::Node& node = formula_.nodes()[use.node];
    if (node.kind == Predicate::Kind::kAtMost) {
      counts_[use.node].falses += least(truth, use.weight) - least(before, use.weight);
      counts_[use.node].trues += most(truth, use.weight) - most(before, use.weight);
    }
    change(use.node, evaluate(node, counts_[use.node]));
  }
}

template <class IsWanted>
std::optional<std::uint32_t> OpenFormula::find_open(const IsWanted& is_wanted) {
  ++search_;
  const auto enter = [&](std::uint32_t node) {
    if (values_[node] != Truth::kOpen || visited_[node] == search_) return;
    visited_[node] = search_;
    stack_.push_back(node);
  };
  stack_.clear();
  enter(static_cast<std::uint32_t>(values_.size() - 1));
  while (!stack_.empty()) {
    const Predicate::Node& node = formula_.nodes()[stack_.back()];
    stack_.pop_back();
    if (node.kind == Predicate::Kind::kAtom && is_wanted(node.first)) return node.first;
    if (node.kind == Predicate::Kind::kAtMost)
      for (const Predicate::Term& term : formula_.terms(node))
        if (atoms_[term.atom] == Truth::kOpen && is_wanted(term.atom)) return term.atom;
    if (has_children(node))
      for (std::uint32_t child : formula_.children(node)) enter(child);
  }
  return std::nullopt;
}

SetFormula::SetFormula(const Network& network, const Predicate& formula, const Limits& limits)
    : pulse_(limits),
      formula_(formula),
      components_(formula.components()),
      index_(network.num_components(), kNone),
      times_(formula.atoms().size()) {
  for (std::uint32_t i = 0; i < components_.size(); ++i) index_[components_[i].index()] = i;
  atoms_of_.resize(components_.size());
  atoms_of_kind_.resize(components_.size());
  now_.resize(components_.size(), nullptr);
  for (std::uint32_t atom = 0; atom < formula.atoms().size(); ++atom) {
    owner_.push_back(index_[formula.atoms()[atom].component.index()]);
    atoms_of_[owner_.back()].push_back(atom);
  }
  is_repeated_.assign(components_.size(), 0);
  for (ComponentId component : repeated(network, formula)) is_repeated_[index_[component.index()]] = 1;

  std::vector<std::vector<std::uint32_t>> atoms_at;   // local state of one component
  for (std::uint32_t i = 0; i < components_.size(); ++i) {
    pulse_.beat();
    atoms_at.assign(network.lts(components_[i]).num_states(), {});
    for (std::uint32_t atom : atoms_of_[i])
      for (LocalState state : formula.atoms()[atom].states) atoms_at[state.index()].push_back(atom);
    kind_begins_.push_back(kind_of_.size());
    std::map<std::vector<std::uint32_t>, std::uint32_t> kinds;
    for (const std::vector<std::uint32_t>& atoms : atoms_at) {
      const auto [at, is_new] = kinds.try_emplace(atoms, static_cast<std::uint32_t>(kinds.size()));
      if (is_new) atoms_of_kind_[i].push_back(atoms);
      kind_of_.push_back(at->second);
    }
  }
}

void SetFormula::normalise(Kinds& kinds) {
  std::sort(kinds.begin(), kinds.end());
  kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
}

void SetFormula::put(std::uint32_t index, const Kinds& kinds) {
  if (now_[index] == &kinds) return;
  const bool is_same = now_[index] != nullptr && *now_[index] == kinds;
  now_[index] = &kinds;
  if (!is_same) restrict(index, kinds);
}

void SetFormula::restrict(std::uint32_t index, std::span<const std::uint32_t> kinds) {
  for (std::uint32_t kind : kinds)
    for (std::uint32_t atom : atoms_of_kind_[index][kind]) ++times_[atom];
  for (std::uint32_t atom : atoms_of_[index]) {
    formula_.put(atom, times_[atom] == 0 ? Truth::kFalse : times_[atom] == kinds.size() ? Truth::kTrue : Truth::kOpen);
    times_[atom] = 0;
  }
}

// Depth first, without recursion: one frame for each component whose kinds are being tried.
bool SetFormula::can_be_true() {
  struct Frame {
    std::uint32_t index = 0;
    std::size_t next = 0;   // among its kinds
  };
  std::vector<Frame> frames;
  bool is_true = false;
  while (true) {
    pulse_.beat();
    std::optional<std::uint32_t> open;
    if (formula_.value() == Truth::kOpen)
      open = formula_.find_open([&](std::uint32_t atom) { return is_repeated_[owner_[atom]] != 0; });
    if (formula_.value() == Truth::kTrue || (formula_.value() == Truth::kOpen && !open)) {
      is_true = true;
      break;
    }
    if (open) frames.push_back({owner_[*open]});
    while (!frames.empty() && frames.back().next == now_[frames.back().index]->size()) {
      restrict(frames.back().index, *now_[frames.back().index]);
      frames.pop_back();
    }
    if (frames.empty()) break;
    Frame& frame = frames.back();
    const std::uint32_t kind = (*now_[frame.index])[frame.next++];
    restrict(frame.index, {&kind, 1});
  }
  for (; !frames.empty(); frames.pop_back()) restrict(frames.back().index, *now_[frames.back().index]);
  return is_true;
}

}   // namespace parley::leap_set
