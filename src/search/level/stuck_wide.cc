#include "search/level/stuck_wide.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace parley {

StuckWide::StuckWide(const Network& network, const RuleTables& tables)
    : tables_(tables),
      observers_(tables.num_words()),
      relevant_(tables.num_words()),
      fields_(64 * tables.num_words()),
      free_(tables.num_words()),
      asked_(tables.num_words()) {
  assert(tables.all_written_out());
  std::uint32_t states = 0;
  for (ComponentId component : network.components()) {
    const StateLayout::Field& in_state = tables.layout().field(component.index());
    const Field field = {.mask = tables.field_mask(component), .word = in_state.word, .shift = in_state.shift, .states = states};
    if (network.is_observer(component)) observers_[field.word] |= field.mask;
    else if (!network.rules(component).empty()) relevant_[field.word] |= field.mask;
    for (std::uint64_t bits = field.mask; bits != 0; bits &= bits - 1)
      fields_[std::size_t{64} * field.word + static_cast<std::size_t>(std::countr_zero(bits))] = field;
    const Lts& lts = network.lts(component);
    for (LocalState state : lts.states()) terminal_.push_back(lts.is_terminal(state) ? 1 : 0);
    states += static_cast<std::uint32_t>(lts.num_states());
  }
  // Each move is listed at the local state of each participant that can offer its label.
  const std::size_t num_moves = tables.num_moves() + tables.num_dead_moves();
  const auto for_each_place = [&](std::size_t move, const auto& each) {
    for (const RuleTables::Part& part :
         move < tables.num_moves() ? tables.move(move) : tables.dead_move(move - tables.num_moves()))
      for (std::uint64_t rest = part.mask; rest != 0;) {
        const Field& field = fields_[std::size_t{64} * part.word + static_cast<std::size_t>(std::countr_zero(rest))];
        rest &= ~field.mask;
        each(field.states + ((part.value & field.mask) >> field.shift));
      }
  };
  begins_.assign(states + 1, 0);
  for (std::size_t move = 0; move < num_moves; ++move) for_each_place(move, [&](std::size_t at) { ++begins_[at + 1]; });
  for (std::size_t i = 1; i < begins_.size(); ++i) begins_[i] += begins_[i - 1];
  offers_.resize(begins_.back());
  std::vector<std::uint32_t> next(begins_);
  for (std::size_t move = 0; move < num_moves; ++move)
    for_each_place(move, [&](std::size_t at) { offers_[next[at]++] = static_cast<std::uint32_t>(move); });
}

bool StuckWide::all_free(std::span<const std::uint64_t> asked) const {
  std::uint64_t bound = 0;
  for (std::size_t w = 0; w < asked.size(); ++w) bound |= asked[w] & ~free_[w];
  return bound == 0;
}

bool StuckWide::frees(const Field& field, std::span<const std::uint64_t> words) {
  const std::size_t at = local(field, words);
  for (std::uint32_t i = begins_[at]; i < begins_[at + 1]; ++i) {
    const bool is_dead = offers_[i] >= tables_.num_moves();
    const std::span<const RuleTables::Part> parts =
        is_dead ? tables_.dead_move(offers_[i] - tables_.num_moves()) : tables_.move(offers_[i]);
    std::uint64_t refused = 0;
    for (const RuleTables::Part& part : parts)
      refused |= (((words[part.word] ^ part.value) & part.mask) | (is_dead ? part.flip : 0)) & ~free_[part.word];
    if (refused != 0) continue;
    for (const RuleTables::Part& part : parts) free_[part.word] |= part.mask;
    return true;
  }
  return false;
}

bool StuckWide::free_some(std::span<const std::uint64_t> of, std::span<const std::uint64_t> words) {
  bool some = false;
  for (std::size_t w = 0; w < of.size(); ++w)
    for (std::uint64_t rest = of[w] & ~free_[w]; rest != 0;) {
      const Field& field = fields_[64 * w + static_cast<std::size_t>(std::countr_zero(rest))];
      rest &= ~field.mask;
      if (!frees(field, words)) continue;
      rest &= ~free_[w];
      some = true;
    }
  return some;
}

bool StuckWide::any(std::span<const std::uint64_t> words, std::span<const std::uint64_t> touched,
                    std::span<const RuleTables::Part> entered) {
  std::ranges::copy(observers_, free_.begin());
  for (std::size_t w = 0; w < touched.size(); ++w) free_[w] |= touched[w];
  if (entered.empty()) {
    std::ranges::copy(relevant_, asked_.begin());
  } else {
    std::ranges::fill(asked_, 0);
    for (const RuleTables::Part& part : entered) asked_[part.word] = part.mask & relevant_[part.word];
  }
  while (!all_free(asked_))
    if (!free_some(asked_, words) && !free_some(relevant_, words)) break;
  if (all_free(asked_)) return false;
  while (free_some(relevant_, words)) {}
  // A component in a terminal state refuses everything and is not stuck.
  for (std::size_t w = 0; w < relevant_.size(); ++w)
    for (std::uint64_t rest = relevant_[w] & ~free_[w]; rest != 0;) {
      const Field& field = fields_[64 * w + static_cast<std::size_t>(std::countr_zero(rest))];
      rest &= ~field.mask;
      if (terminal_[local(field, words)] == 0) return true;
    }
  return false;
}

}   // namespace parley
