#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>
#include <optional>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/limits.h"
#include "store/page_buffer.h"

namespace parley {

// A set of keys of up to 64 bits, each with a small number, made for billions of look-ups by several threads:
// 5 to 12 bytes per key, where plain open addressing needs 16.
//
// Compact hashing (Cleary, IEEE Trans. Computers 1984). A bijection mixes the bits of a key. The bucket
// encodes the upper part of the result, so only the lower part, the tag, is stored. A bucket is a cache line.
// When it is full, further keys go to one of the 63 buckets after it, and the tag records the distance. Keys
// are only ever added, within a bucket from the front.
//
// Thread safety: readers need no lock, and a writer locks one bucket. Nothing else may run during a Growth.
//
// The table has 4 or 6 times a power of two buckets, and grows by a half or a third when it is full. Growing
// keeps the order of the keys: it walks both tables from front to back and gives the old one back to the
// kernel on the way, so it needs no memory for both.
class CompactSet {
 public:
  CompactSet(unsigned key_bits, unsigned number_bits, std::uint64_t slots, const Limits& limits);

  // Where the search for a key begins.
  struct Place {
    std::uint64_t bucket;
    std::uint64_t tag;   // its lowest kDistanceBits bits are free for the distance
  };
  Place place(std::uint64_t key) const { return place_of_mixed(mix(key)); }
  void prefetch(const Place& place) const { __builtin_prefetch(lines() + place.bucket * kLine); }

  enum class Outcome : std::uint8_t { kAdded, kFound, kFull };
  struct Inserted {
    Outcome outcome;
    std::uint32_t number;   // the number of the key, whichever thread added it
  };
  // kFull: there is no room for the key; grow and try again. Any number of threads may call it at once.
  Inserted insert(const Place& place, std::uint32_t number);
  std::optional<std::uint32_t> find(std::uint64_t key) const;

  std::uint64_t slots() const { return buckets_ * shape_.slots; }
  // Beyond this many keys the table should grow: look-ups get slow, and a full bucket might find no room
  // nearby.
  std::uint64_t growth_threshold() const { return slots() / 100 * 75; }
  std::uint64_t bytes() const { return memory_.size(); }
  unsigned number_bits() const { return number_bits_; }

  class Growth;
  void release() { memory_ = PageBuffer(); }   // the set is unusable afterwards

  // Calls 'visit(key, number)' for each key, in no particular order. kDrain gives the memory back on the way;
  // the set is unusable afterwards.
  enum class Walk : std::uint8_t { kKeep, kDrain };
  template <class Visit>
  void for_each(Walk walk, const Visit& visit) {
    for (std::uint64_t bucket = 0; bucket < lines_; ++bucket) {
      for_each_in(bucket, [&](std::uint64_t mixed, std::uint32_t number) { visit(unmix(mixed), number); });
      if (walk == Walk::kDrain && bucket % kPartBuckets == kPartBuckets - 1)
        memory_.discard((bucket + 1 - kPartBuckets) * kLine, (bucket + 1) * kLine);
    }
  }

 private:
  static constexpr std::size_t kLine = 64;
  static constexpr unsigned kDistanceBits = 6;
  static constexpr unsigned kFarthest = (1u << kDistanceBits) - 1;
  static constexpr std::uint64_t kPartBuckets = 1u << 15;   // 2 MiB
  // Layout of a line: the lower 32 bits of every tag; then 'extra' bytes per slot with the rest of the tag
  // and the number; the number of used slots; the lock.
  static constexpr std::size_t kCountAt = 60;
  static constexpr std::size_t kLockAt = 61;

  struct Shape {
    unsigned extra = 0;   // bytes per slot beyond the lower 32 bits of the tag
    unsigned slots = 0;   // per line
  };

  CompactSet(const CompactSet& like, unsigned number_bits, const Limits& limits);   // empty, and one size larger
  void set_up(unsigned exponent, unsigned factor, const Limits& limits);

  std::uint64_t mix(std::uint64_t key) const {
    key = key * kFirst & key_mask_;
    key ^= key >> fold_;
    return key * kSecond & key_mask_;
  }
  std::uint64_t unmix(std::uint64_t mixed) const;

  Place place_of_mixed(std::uint64_t mixed) const {
    const std::uint64_t upper = mixed >> range_bits_;
    const std::uint64_t lower = mixed & range_mask_;
    const std::uint64_t part = lower * factor_ >> range_bits_;
    return {upper * factor_ + part, (lower - starts_[part]) << kDistanceBits};
  }

  std::byte* lines() const { return memory_.data(); }
  static std::uint8_t load_count(const std::byte* line) {
    return std::atomic_ref(*reinterpret_cast<std::uint8_t*>(const_cast<std::byte*>(line) + kCountAt))
        .load(std::memory_order_acquire);
  }
  static std::uint32_t low_at(const std::byte* line, unsigned slot) {
    std::uint32_t low;
    std::memcpy(&low, line + std::size_t{4} * slot, 4);
    return low;
  }
  // Byte by byte: another thread may be writing the bytes after them.
  std::uint64_t extra_at(const std::byte* line, unsigned slot) const {
    const std::byte* at = line + std::size_t{4} * shape_.slots + std::size_t{shape_.extra} * slot;
    std::uint64_t extra = 0;
    for (unsigned i = 0; i < shape_.extra; ++i) extra |= std::uint64_t{static_cast<std::uint8_t>(at[i])} << 8 * i;
    return extra;
  }

  // A bit set of the slots in [from, to) whose tag has these lower 32 bits.
  //
  // Reads the whole line, including slots that another thread may be writing; the mask excludes those. The
  // thread sanitizer cannot know that, so this function alone is not instrumented.
#ifdef __SANITIZE_THREAD__
  [[gnu::no_sanitize("thread")]]
#endif
  static std::uint32_t
  matches(const std::byte* line, std::uint32_t low, unsigned from, unsigned to) {
#ifdef __SSE2__
    const __m128i wanted = _mm_set1_epi32(static_cast<int>(low));
    const auto* lanes = reinterpret_cast<const __m128i*>(line);
    const __m128i first = _mm_packs_epi32(_mm_cmpeq_epi32(lanes[0], wanted), _mm_cmpeq_epi32(lanes[1], wanted));
    const __m128i second = _mm_packs_epi32(_mm_cmpeq_epi32(lanes[2], wanted), _mm_cmpeq_epi32(lanes[3], wanted));
    const auto all = static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(first, second)));
    return all & ((1u << to) - (1u << from));
#else
    std::uint32_t all = 0;
    for (unsigned slot = from; slot < to; ++slot)
      if (low_at(line, slot) == low) all |= 1u << slot;
    return all;
#endif
  }

  // The slot in [from, to) with this tag, or kNoSlot.
  static constexpr unsigned kNoSlot = 16;
  unsigned slot_of(const std::byte* line, std::uint64_t tag, unsigned from, unsigned to) const {
    std::uint32_t candidates = matches(line, static_cast<std::uint32_t>(tag), from, to);
    while (candidates != 0) {
      const auto slot = static_cast<unsigned>(__builtin_ctz(candidates));
      if (tag_bits_ <= 32 || (extra_at(line, slot) & extra_tag_mask_) == tag >> 32) return slot;
      candidates &= candidates - 1;
    }
    return kNoSlot;
  }
  std::uint32_t number_at(const std::byte* line, unsigned slot) const {
    return number_bits_ == 0 ? 0 : static_cast<std::uint32_t>(extra_at(line, slot) >> number_shift_);
  }
  // Locks the line, looks again from slot 'seen' on, then writes.
  Inserted add(std::byte* line, std::uint64_t tag, std::uint32_t number, unsigned seen);
  void write(std::byte* line, unsigned slot, std::uint64_t tag, std::uint32_t number);
  // Adds a key that is not in the table. No other thread uses the lines in [first, last); other lines are
  // locked.
  bool append(const Place& place, std::uint32_t number, std::uint64_t first, std::uint64_t last);

  // Calls 'visit(mixed key, number)' for each slot of a bucket.
  template <class Visit>
  void for_each_in(std::uint64_t bucket, const Visit& visit) const {
    const std::byte* line = lines() + bucket * kLine;
    const unsigned count = load_count(line);
    for (unsigned slot = 0; slot < count; ++slot) {
      std::uint64_t tag = low_at(line, slot);
      const std::uint64_t extra = extra_at(line, slot);
      if (tag_bits_ > 32) tag |= (extra & extra_tag_mask_) << 32;
      const std::uint64_t home = bucket - (tag & kFarthest);
      // Divides by constants: a division by a variable would cost more than all the rest.
      const std::uint64_t upper = factor_ == 4 ? home / 4 : home / 6;
      const std::uint64_t lower = starts_[home - upper * factor_] + (tag >> kDistanceBits);
      visit(upper << range_bits_ | lower, number_bits_ == 0 ? 0 : static_cast<std::uint32_t>(extra >> number_shift_));
    }
  }

  static constexpr std::uint64_t kFirst = 0x9E3779B97F4A7C15u;   // odd, hence a bijection of the lower bits
  static constexpr std::uint64_t kSecond = 0xD6E8FEB86659FD93u;

  unsigned key_bits_;
  unsigned number_bits_;
  std::uint64_t key_mask_;
  unsigned fold_;           // at least half of the bits: then folding twice is the identity
  unsigned exponent_ = 0;   // there are factor * 2^exponent buckets
  std::uint64_t factor_ = 0;
  unsigned range_bits_ = 0;   // bits of a mixed key below the upper 'exponent' ones
  std::uint64_t range_mask_ = 0;
  std::uint64_t starts_[8] = {};   // the first value of each of the 'factor' parts of the range
  unsigned tag_bits_ = 0;
  std::uint64_t extra_tag_mask_ = 0;
  unsigned number_shift_ = 0;
  Shape shape_;
  std::uint64_t buckets_ = 0;
  std::uint64_t lines_ = 0;   // the buckets and the kFarthest lines after the last one
  PageBuffer memory_;
};

// Moves the keys to a larger table, with numbers of at least 'number_bits' bits. The work is divided into
// parts, which several threads may move at the same time. REQUIRES: no other use of the set until finish().
class CompactSet::Growth {
 public:
  Growth(CompactSet& from, unsigned number_bits, const Limits& limits);
  bool move_part();   // moves a part that no thread has taken yet; false if there is none. Throws Stopped
  void finish();      // after all parts were moved: the set is now the larger one

 private:
  CompactSet& from_;
  CompactSet to_;
  const Limits& limits_;
  std::atomic<std::uint64_t> next_{0};
};

inline CompactSet::Inserted CompactSet::insert(const Place& place, std::uint32_t number) {
  for (unsigned distance = 0; distance <= kFarthest; ++distance) {
    std::byte* line = lines() + (place.bucket + distance) * kLine;
    const std::uint64_t tag = place.tag | distance;
    const unsigned count = load_count(line);
    const unsigned slot = slot_of(line, tag, 0, count);
    if (slot != kNoSlot) return {Outcome::kFound, number_at(line, slot)};
    if (count == shape_.slots) continue;
    const Inserted inserted = add(line, tag, number, count);
    if (inserted.outcome != Outcome::kFull) return inserted;
  }
  return {Outcome::kFull, 0};
}

}   // namespace parley
