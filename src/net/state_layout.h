#pragma once

#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "net/network.h"

namespace parley {

// How the local states of some components are packed into 64-bit words. A component with k states takes
// ceil(log2 k) bits (none if k is 1) and never straddles two words. A word takes as many components as fit
// into 'word_bits', but at least one. Lists of components with equal numbers of states have equal layouts.
class StateLayout {
 public:
  struct Field {
    std::uint32_t word = 0;
    std::uint8_t shift = 0;
    std::uint8_t bits = 0;
    std::uint64_t mask() const { return ((std::uint64_t{1} << bits) - 1) << shift; }   // a field has at most 32 bits
    friend bool operator==(const Field&, const Field&) = default;
  };

  static constexpr unsigned kWordBits = 64;

  StateLayout(const Network& network, std::span<const ComponentId> components, unsigned word_bits = kWordBits);
  explicit StateLayout(const Network& network, unsigned word_bits = kWordBits);   // all components, in order of their ids

  std::size_t num_fields() const { return fields_.size(); }
  const Field& field(std::size_t column) const { return fields_[column]; }
  std::size_t num_words() const { return words_; }   // at least one, even if all components have a single state
  unsigned bits_of_last_word() const { return last_bits_; }

  LocalState at(std::span<const std::uint64_t> words, std::size_t column) const {
    const Field& field = fields_[column];
    return LocalState(static_cast<std::size_t>((words[field.word] & field.mask()) >> field.shift));
  }
  // Changes the state of one component. The cost of a step is thus that of its participants, not of the
  // state.
  void put(std::span<std::uint64_t> words, std::size_t column, LocalState state) const {
    const Field& field = fields_[column];
    assert((std::uint64_t{state.value} >> field.bits) == 0);
    words[field.word] = (words[field.word] & ~field.mask()) | (std::uint64_t{state.value} << field.shift);
  }
  void pack(std::span<const LocalState> states, std::span<std::uint64_t> words) const;
  void unpack(std::span<const std::uint64_t> words, std::span<LocalState> states) const;

  friend bool operator==(const StateLayout&, const StateLayout&) = default;

 private:
  void add(std::size_t num_states, unsigned word_bits);

  std::vector<Field> fields_;
  std::size_t words_ = 1;
  unsigned last_bits_ = 0;
};

// Whether a state of all components fits into one word. Linear in the components, but stops once a word is
// full.
bool fits_into_a_word(const Network& network);

}   // namespace parley
