#include "evidence/state_table.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace parley {

StateTable::StateTable(const Network& network, std::vector<ComponentId> components) : components_(std::move(components)) {
  constexpr unsigned kWordBits = 64;
  fields_.reserve(components_.size());
  std::uint32_t word = 0;
  unsigned used = 0;
  for (ComponentId component : components_) {
    const auto bits = static_cast<unsigned>(std::bit_width(network.lts(component).num_states() - 1));
    if (used + bits > kWordBits) {
      ++word;
      used = 0;
    }
    // A field of no bits may come where a word is full: its shift must stay a valid one.
    fields_.push_back({.word = word, .shift = static_cast<std::uint8_t>(bits == 0 ? 0 : used), .bits = static_cast<std::uint8_t>(bits)});
    used += bits;
  }
  words_per_row_ = word + 1;
}

void StateTable::pack(std::span<const LocalState> row, std::span<std::uint64_t> into) const {
  assert(row.size() == fields_.size() && into.size() == words_per_row_);
  std::fill(into.begin(), into.end(), 0);
  for (std::size_t column = 0; column < row.size(); ++column) {
    const Field& field = fields_[column];
    assert((std::uint64_t{row[column].value} >> field.bits) == 0);
    into[field.word] |= std::uint64_t{row[column].value} << field.shift;
  }
}

void StateTable::add(std::span<const LocalState> row) {
  words_.resize(words_.size() + words_per_row_);
  pack(row, std::span(words_).last(words_per_row_));
}

bool StateTable::fits(const Network& network) const {
  for (ComponentId component : components_)
    if (component.index() >= network.num_components()) return false;
  const StateTable fresh(network, components_);
  return fields_ == fresh.fields_ && words_per_row_ == fresh.words_per_row_ && words_.size() % words_per_row_ == 0;
}

}  // namespace parley
