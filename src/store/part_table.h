#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>

#include "base/limits.h"
#include "store/page_buffer.h"

namespace parley {

// Numbers 64-bit values, and gives the value of a number back: the parts of states that are wider than one
// word.
//
// Open addressing over the numbers. The values are stored in segments that never move, so readers need no
// lock and several threads may add. 8 bytes per value, and 6 to 12 for finding it.
class PartTable {
 public:
  static constexpr std::uint32_t kFull = 0xFFFFFFFFu;   // in place of a number: grow and try again

  explicit PartTable(const Limits& limits);
  PartTable(const PartTable&) = delete;
  PartTable& operator=(const PartTable&) = delete;

  // A number that a thread took for a value that another thread added first. It is used for the next new
  // value.
  struct Reserve {
    std::optional<std::uint32_t> number;
  };

  std::uint32_t number_of(std::uint64_t value, Reserve& reserve);   // adds a new value; or kFull
  std::optional<std::uint32_t> find(std::uint64_t value) const;
  std::uint64_t value(std::uint32_t number) const {
    const Spot spot = spot_of(number);
    return segments_[spot.segment].load(std::memory_order_acquire)[spot.offset].load(std::memory_order_relaxed);
  }

  bool crowded() const { return next_.load(std::memory_order_relaxed) >= growth_threshold_; }
  void grow();   // REQUIRES: no other call runs. Throws Stopped
  std::uint64_t bytes() const;

 private:
  using Value = std::atomic<std::uint64_t>;
  using Slot = std::atomic<std::uint32_t>;   // number + 1, or 0 for empty
  static constexpr unsigned kFirstBits = 10;
  static constexpr std::size_t kSegments = 32 - kFirstBits + 1;

  // Segment 0 holds the numbers below 2^10, segment i > 0 the 2^(9+i) numbers from 2^(9+i) on.
  struct Spot {
    unsigned segment;
    std::uint32_t offset;
  };
  static Spot spot_of(std::uint32_t number) {
    if (number >> kFirstBits == 0) return {0, number};
    const unsigned top = 31u - static_cast<unsigned>(__builtin_clz(number));
    return {top - kFirstBits + 1, number - (1u << top)};
  }
  static std::size_t segment_size(unsigned segment) {
    return std::size_t{1} << (segment == 0 ? kFirstBits : segment + kFirstBits - 1);
  }

  static std::uint64_t hash(std::uint64_t value) {
    value *= 0x9E3779B97F4A7C15u;
    value ^= value >> 32;
    return value * 0xD6E8FEB86659FD93u;
  }
  Slot* slots() const { return reinterpret_cast<Slot*>(slot_memory_.data()); }
  std::uint64_t first_slot(std::uint64_t value) const { return hash(value) >> (64 - bits_); }
  void store(std::uint32_t number, std::uint64_t value);

  const Limits& limits_;
  unsigned bits_;   // log2 of the number of slots
  std::uint64_t growth_threshold_;
  PageBuffer slot_memory_;
  std::array<PageBuffer, kSegments> segment_memory_;
  std::array<std::atomic<Value*>, kSegments> segments_{};
  std::atomic_flag adding_segment_;
  std::atomic<std::uint64_t> next_{0};
};

}   // namespace parley
