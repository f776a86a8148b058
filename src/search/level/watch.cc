#include "search/level/watch.h"

#include <algorithm>

namespace parley {

bool DeadlockWatch::is_deadlock(const ExpandedState& at) {
  if (at.can_move || at.in_error) return false;
  watch_tables_.tables.layout().unpack(at.words, state_);
  return !is_terminated(watch_tables_.network, state_);
}

bool DeadlockWatch::is_local_deadlock(const ExpandedState& at) {
  if (at.in_error) return false;
  if (at.from_stuck) return true;   // a local deadlock lasts until a component is in an error state
  if (watch_tables_.stuck_word != nullptr)
    return watch_tables_.stuck_word->any(at.words[0], at.touched.empty() ? 0 : at.touched[0],
                                         at.entered.empty() ? 0 : at.entered[0].mask);
  if (watch_tables_.tables.all_written_out()) {
    if (stuck_wide_ == nullptr) stuck_wide_ = std::make_unique<StuckWide>(watch_tables_.network, watch_tables_.tables);
    return stuck_wide_->any(at.words, at.touched, at.entered);
  }
  if (stuck_ == nullptr) stuck_ = std::make_unique<StuckComponents>(watch_tables_.network);
  watch_tables_.tables.layout().unpack(at.words, state_);
  return !stuck_->of(state_).empty();
}

TokenWatch::TokenWatch(const WatchTables& watch_tables, std::span<const Atom> atoms) {
  std::vector<std::size_t> column_of(watch_tables.network.num_components(), columns_.max_size());
  for (const Atom& atom : atoms) {
    std::size_t& column = column_of[atom.component.index()];
    if (column == columns_.max_size()) {
      column = columns_.size();
      columns_.push_back({.field = watch_tables.tables.layout().field(atom.component.index()), .first = weights_.size()});
      weights_.resize(weights_.size() + watch_tables.network.lts(atom.component).num_states());
    }
    for (LocalState state : atom.states) ++weights_[columns_[column].first + state.index()];
  }
}

TargetWatch::TargetWatch(const WatchTables& watch_tables, std::span<const Property> properties,
                         const std::vector<std::uint8_t>& open)
    : watch_tables_(watch_tables), open_(open), deadlocks_of_(watch_tables), found_(properties.size()) {
  targets_.reserve(properties.size());
  for (const Property& property : properties) {
    Target& target = targets_.emplace_back();
    target.kind = kind_of(property);
    if (const auto* reach = std::get_if<Reach>(&property.ask)) target.formula.emplace(reach->goal);
    if (const auto* never = std::get_if<Never>(&property.ask)) target.formula.emplace(never->bad);
    if (const auto* safety = std::get_if<Safety>(&property.ask))
      for (ComponentId component : safety->automata) {
        const Lts& lts = watch_tables.network.lts(component);
        target.automata.push_back(watch_tables.tables.layout().field(component.index()));
        std::vector<LocalState>& errors = target.errors.emplace_back();
        for (LocalState state : lts.states())
          if (lts.is_error(state)) errors.push_back(state);
      }
  }
}

bool TargetWatch::is_target(std::size_t property, const ExpandedState& at) {
  Target& target = targets_[property];
  switch (target.kind) {
    case PropertyKind::kDeadlock: return deadlocks_of_.is_deadlock(at);
    case PropertyKind::kLocalDeadlock: return deadlocks_of_.is_local_deadlock(at);
    case PropertyKind::kReach:
    case PropertyKind::kNever:
      return (*target.formula)(
          [&](ComponentId component) { return watch_tables_.tables.layout().at(at.words, component.index()); });
    case PropertyKind::kSafety:
      // A state with an automaton in an error state is itself in error.
      if (!at.in_error) return false;
      for (std::size_t i = 0; i < target.automata.size(); ++i) {
        const StateLayout::Field& field = target.automata[i];
        const LocalState local(static_cast<std::size_t>((at.words[field.word] & field.mask()) >> field.shift));
        if (std::ranges::find(target.errors[i], local) != target.errors[i].end()) return true;
      }
      return false;
    case PropertyKind::kLocal:
    case PropertyKind::kProgress:
    case PropertyKind::kAssertion: return false;   // engines that search states decline these
  }
  return false;
}

void TargetWatch::keep(std::size_t property, std::span<const std::uint64_t> words) {
  std::vector<std::uint64_t>& found = found_[property];
  if (found.empty() || std::ranges::lexicographical_compare(words, found)) found.assign(words.begin(), words.end());
}

}   // namespace parley
