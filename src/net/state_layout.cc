#include "net/state_layout.h"

#include <algorithm>
#include <bit>

namespace parley {

StateLayout::StateLayout(const Network& network, std::span<const ComponentId> components, unsigned word_bits) {
  fields_.reserve(components.size());
  for (ComponentId component : components) add(network.lts(component).num_states(), word_bits);
}

StateLayout::StateLayout(const Network& network, unsigned word_bits) {
  fields_.reserve(network.num_components());
  for (ComponentId component : network.components()) add(network.lts(component).num_states(), word_bits);
}

void StateLayout::add(std::size_t num_states, unsigned word_bits) {
  assert(num_states > 0);
  const auto bits = static_cast<unsigned>(std::bit_width(num_states - 1));
  if (last_bits_ != 0 && bits != 0 && last_bits_ + bits > word_bits) {
    ++words_;
    last_bits_ = 0;
  }
  // A field without bits may come when a word is full: its shift must stay below 64.
  fields_.push_back({.word = static_cast<std::uint32_t>(words_ - 1),
                     .shift = static_cast<std::uint8_t>(bits == 0 ? 0 : last_bits_),
                     .bits = static_cast<std::uint8_t>(bits)});
  last_bits_ += bits;
}

void StateLayout::pack(std::span<const LocalState> states, std::span<std::uint64_t> words) const {
  assert(states.size() == fields_.size() && words.size() == words_);
  std::ranges::fill(words, 0);
  for (std::size_t column = 0; column < states.size(); ++column) {
    assert((std::uint64_t{states[column].value} >> fields_[column].bits) == 0);
    words[fields_[column].word] |= std::uint64_t{states[column].value} << fields_[column].shift;
  }
}

void StateLayout::unpack(std::span<const std::uint64_t> words, std::span<LocalState> states) const {
  assert(states.size() == fields_.size() && words.size() == words_);
  for (std::size_t column = 0; column < states.size(); ++column) states[column] = at(words, column);
}

bool fits_into_a_word(const Network& network) {
  std::size_t bits = 0;
  for (ComponentId component : network.components()) {
    bits += static_cast<std::size_t>(std::bit_width(network.lts(component).num_states() - 1));
    if (bits > StateLayout::kWordBits) return false;
  }
  return true;
}

}   // namespace parley
