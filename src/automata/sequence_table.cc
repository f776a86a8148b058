#include "automata/sequence_table.h"

#include <algorithm>

#include "base/hash.h"

namespace parley::automata {

namespace {

constexpr std::size_t kMostSequences = 0xFFFFFFFEu;

std::uint64_t hash_of(std::span<const std::uint32_t> words) {
  std::uint64_t hash = 0x9E3779B97F4A7C15ull + words.size();
  for (std::uint32_t word : words) hash = mix(hash ^ word);
  return hash;
}

}   // namespace

SequenceTable::Found SequenceTable::add(std::span<const std::uint32_t> words) {
  make_room(words.size());
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash_of(words) & mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask)
    if (std::ranges::equal((*this)[slots_[slot] - 1], words)) return {slots_[slot] - 1, false};
  const auto number = static_cast<std::uint32_t>(size());
  slots_[slot] = number + 1;
  words_.insert(words_.end(), words.begin(), words.end());
  begins_.push_back(words_.size());
  return {number, true};
}

void SequenceTable::make_room(std::size_t words) {
  if (size() >= kMostSequences) throw Stopped("more than 4294967294 states");
  // A full vector doubles, and both copies exist for a moment.
  if (words_.size() + words > words_.capacity()) {
    const std::size_t wanted = std::max<std::size_t>(words_.size() + words, 2 * words_.capacity());
    limits_.expect(wanted * sizeof words_[0]);
    words_.reserve(wanted);
  }
  if (begins_.size() == begins_.capacity()) {
    limits_.expect(2 * begins_.size() * sizeof begins_[0]);
    begins_.reserve(2 * begins_.size());
  }
  if (3 * (size() + 1) < 2 * slots_.size()) return;
  limits_.expect(2 * slots_.size() * sizeof slots_[0]);
  std::vector<std::uint32_t>(2 * slots_.size()).swap(slots_);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t number = 0; number < size(); ++number) {
    std::size_t slot = hash_of((*this)[number]) & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = static_cast<std::uint32_t>(number + 1);
  }
}

}   // namespace parley::automata
