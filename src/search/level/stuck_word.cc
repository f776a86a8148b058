#include "search/level/stuck_word.h"

#include <bit>
#include <cassert>

namespace parley {

StuckWord::StuckWord(const Network& network, const RuleTables& tables) {
  assert(tables.num_words() == 1 && tables.all_written_out());
  std::uint32_t states = 0;
  for (ComponentId component : network.components()) {
    const std::uint64_t mask = tables.field_mask(component);
    const StateLayout::Field& in_state = tables.layout().field(component.index());
    if (network.is_observer(component)) observers_ |= mask;
    else if (!network.rules(component).empty()) relevant_ |= mask;
    for (std::uint64_t bits = mask; bits != 0; bits &= bits - 1)
      fields_[static_cast<std::size_t>(std::countr_zero(bits))] = {
          .mask = mask, .local_mask = in_state.mask() >> in_state.shift, .shift = in_state.shift, .states = states};
    const Lts& lts = network.lts(component);
    for (LocalState state : lts.states()) terminal_.push_back(lts.is_terminal(state) ? 1 : 0);
    states += static_cast<std::uint32_t>(lts.num_states());
  }
  // Each move is listed at the local state of each of its participants.
  const auto for_each_place = [&](const RuleTables::Part& move, const auto& each) {
    for (std::uint64_t rest = move.mask; rest != 0;) {
      const Field& field = fields_[static_cast<std::size_t>(std::countr_zero(rest))];
      rest &= ~field.mask;
      each(field.states + ((move.value >> field.shift) & field.local_mask));
    }
  };
  begins_.assign(states + 1, 0);
  for (std::size_t i = 0; i < tables.num_moves(); ++i)
    for_each_place(tables.move(i)[0], [&](std::size_t at) { ++begins_[at + 1]; });
  for (std::size_t i = 0; i < tables.num_dead_moves(); ++i)
    for_each_place(tables.dead_move(i)[0], [&](std::size_t at) { ++begins_[at + 1]; });
  for (std::size_t i = 1; i < begins_.size(); ++i) begins_[i] += begins_[i - 1];
  offers_.resize(begins_.back());
  std::vector<std::uint32_t> next(begins_);
  for (std::size_t i = 0; i < tables.num_moves(); ++i) {
    const RuleTables::Part& move = tables.move(i)[0];
    for_each_place(move, [&](std::size_t at) { offers_[next[at]++] = {move.mask, move.value, 0}; });
  }
  for (std::size_t i = 0; i < tables.num_dead_moves(); ++i) {
    const RuleTables::Part& move = tables.dead_move(i)[0];
    for_each_place(move, [&](std::size_t at) { offers_[next[at]++] = {move.mask, move.value, move.flip}; });
  }
}

// Whether the component offers a label for a rule that only free components refuse. If so, all participants
// of the rule become free.
inline bool StuckWord::frees(const Field& field, std::uint64_t state, std::uint64_t& free) const {
  const std::size_t local = field.states + ((state >> field.shift) & field.local_mask);
  const std::uint32_t end = begins_[local + 1];
  for (std::uint32_t i = begins_[local]; i < end; ++i) {
    // The components that refuse must be free already.
    if (((((state ^ offers_[i].value) & offers_[i].mask) | offers_[i].refusers) & ~free) != 0) continue;
    free |= offers_[i].mask;
    return true;
  }
  return false;
}

bool StuckWord::any_beyond(std::uint64_t state, std::uint64_t free, std::uint64_t asked) const {
  // Components that moved are mostly freed by what they offer themselves, or by each other: two rounds are
  // enough in most states.
  for (int round = 0; round < 2; ++round) {
    for (std::uint64_t rest = asked & ~free; rest != 0;) {
      const Field& field = fields_[static_cast<std::size_t>(std::countr_zero(rest))];
      rest &= ~field.mask;
      frees(field, state, free);
    }
    if ((asked & ~free) == 0) return false;
  }
  std::uint64_t bound = relevant_ & ~free;
  // Forwards and backwards in turn. So a chain of components, each waiting for its neighbour, is freed in one
  // pass, whatever the direction of the chain.
  for (bool changed = true; changed && bound != 0;) {
    changed = false;
    for (std::uint64_t rest = bound; rest != 0;) {
      const Field& field = fields_[static_cast<std::size_t>(63 - std::countl_zero(rest))];
      rest &= ~field.mask;
      if (!frees(field, state, free)) continue;
      if ((asked & ~free) == 0) return false;
      rest &= ~free;
      changed = true;
    }
    bound = relevant_ & ~free;
    if (!changed) break;
    changed = false;
    for (std::uint64_t rest = bound; rest != 0;) {
      const Field& field = fields_[static_cast<std::size_t>(std::countr_zero(rest))];
      rest &= ~field.mask;
      if (!frees(field, state, free)) continue;
      if ((asked & ~free) == 0) return false;
      rest &= ~free;
      changed = true;
    }
    bound = relevant_ & ~free;
  }
  // A component in a terminal state refuses everything and is not stuck.
  while (bound != 0) {
    const Field& field = fields_[static_cast<std::size_t>(std::countr_zero(bound))];
    bound &= ~field.mask;
    if (terminal_[field.states + ((state >> field.shift) & field.local_mask)] == 0) return true;
  }
  return false;
}

}   // namespace parley
