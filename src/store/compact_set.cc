#include "store/compact_set.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace parley {

namespace {

constexpr unsigned kFewestKeyBits = 16;
constexpr unsigned kFewestExponent = 4;   // then a tag has at most 64 bits for keys of any width

std::uint64_t inverse_of(std::uint64_t odd) {
  std::uint64_t inverse = odd;   // correct in three bits; each round doubles that
  for (int i = 0; i < 5; ++i) inverse *= 2 - odd * inverse;
  return inverse;
}

}   // namespace

CompactSet::CompactSet(unsigned key_bits, unsigned number_bits, std::uint64_t slots, const Limits& limits)
    : key_bits_(std::max(key_bits, kFewestKeyBits)),
      number_bits_(number_bits),
      key_mask_(~std::uint64_t{0} >> (64 - key_bits_)),
      fold_((key_bits_ + 1) / 2) {
  unsigned exponent = kFewestExponent;
  while (exponent + 3 < key_bits_ && (std::uint64_t{60} << exponent) < slots) ++exponent;
  set_up(exponent, 4, limits);
}

CompactSet::CompactSet(const CompactSet& like, unsigned number_bits, const Limits& limits)
    : key_bits_(like.key_bits_), number_bits_(number_bits), key_mask_(like.key_mask_), fold_(like.fold_) {
  // Small tables double: they fit into the cache, and growing often would cost more than it saves.
  constexpr std::uint64_t kSmall = std::uint64_t{8} << 20;
  const bool may_grow = like.exponent_ + 3 < key_bits_;
  if (!may_grow) set_up(like.exponent_, static_cast<unsigned>(like.factor_), limits);
  else if (like.bytes() < kSmall || like.factor_ == 6) set_up(like.exponent_ + 1, 4, limits);
  else set_up(like.exponent_, 6, limits);
}

void CompactSet::set_up(unsigned exponent, unsigned factor, const Limits& limits) {
  exponent_ = exponent;
  factor_ = factor;
  range_bits_ = key_bits_ - exponent;
  range_mask_ = (std::uint64_t{1} << range_bits_) - 1;
  // starts_[part] is the first number of the part: part / factor of the range, rounded up.
  for (unsigned part = 0; part < factor; ++part)
    starts_[part] = static_cast<std::uint64_t>((static_cast<unsigned __int128>(part) << range_bits_) / factor) +
                    ((static_cast<unsigned __int128>(part) << range_bits_) % factor != 0 ? 1 : 0);
  tag_bits_ = range_bits_ - 2 + kDistanceBits;   // the factor is at least 4, which saves two bits
  const unsigned extra_tag_bits = tag_bits_ > 32 ? tag_bits_ - 32 : 0;
  extra_tag_mask_ = (std::uint64_t{1} << extra_tag_bits) - 1;
  number_shift_ = extra_tag_bits;
  shape_.extra = (extra_tag_bits + number_bits_ + 7) / 8;
  shape_.slots = static_cast<unsigned>(kCountAt / (4 + shape_.extra));
  buckets_ = std::uint64_t{factor} << exponent;
  lines_ = buckets_ + kFarthest;
  // The limit is checked as if the old table gave nothing back: several threads move it at once, and the
  // limit must hold even if one of them is late.
  limits.expect(lines_ * kLine);
  memory_ = PageBuffer(lines_ * kLine);
}

std::uint64_t CompactSet::unmix(std::uint64_t mixed) const {
  static const std::uint64_t first = inverse_of(kFirst);
  static const std::uint64_t second = inverse_of(kSecond);
  std::uint64_t key = mixed * second & key_mask_;
  key ^= key >> fold_;
  return key * first & key_mask_;
}

namespace {

class LineLock {
 public:
  explicit LineLock(std::byte* at) : lock_(*reinterpret_cast<std::uint8_t*>(at)) {
    while (lock_.exchange(1, std::memory_order_acquire) != 0) {}
  }
  ~LineLock() { lock_.store(0, std::memory_order_release); }
  LineLock(const LineLock&) = delete;
  LineLock& operator=(const LineLock&) = delete;

 private:
  std::atomic_ref<std::uint8_t> lock_;
};

}   // namespace

void CompactSet::write(std::byte* line, unsigned slot, std::uint64_t tag, std::uint32_t number) {
  assert(slot < shape_.slots);
  const auto low = static_cast<std::uint32_t>(tag);
  std::memcpy(line + std::size_t{4} * slot, &low, 4);
  std::uint64_t extra = number_bits_ == 0 ? 0 : std::uint64_t{number} << number_shift_;
  if (tag_bits_ > 32) extra |= tag >> 32;
  std::byte* at = line + std::size_t{4} * shape_.slots + std::size_t{shape_.extra} * slot;
  for (unsigned i = 0; i < shape_.extra; ++i) at[i] = static_cast<std::byte>(extra >> 8 * i);
  std::atomic_ref(*reinterpret_cast<std::uint8_t*>(line + kCountAt))
      .store(static_cast<std::uint8_t>(slot + 1), std::memory_order_release);
}

CompactSet::Inserted CompactSet::add(std::byte* line, std::uint64_t tag, std::uint32_t number, unsigned seen) {
  const LineLock lock(line + kLockAt);
  const unsigned count = load_count(line);
  if (const unsigned slot = slot_of(line, tag, seen, count); slot != kNoSlot) return {Outcome::kFound, number_at(line, slot)};
  if (count == shape_.slots) return {Outcome::kFull, 0};
  write(line, count, tag, number);
  return {Outcome::kAdded, number};
}

bool CompactSet::append(const Place& place, std::uint32_t number, std::uint64_t first, std::uint64_t last) {
  for (unsigned distance = 0; distance <= kFarthest; ++distance) {
    const std::uint64_t at = place.bucket + distance;
    std::byte* line = lines() + at * kLine;
    const unsigned count = load_count(line);
    if (count == shape_.slots) continue;
    if (at >= first && at < last) {
      write(line, count, place.tag | distance, number);
      return true;
    }
    const LineLock lock(line + kLockAt);
    const unsigned now = load_count(line);
    if (now == shape_.slots) continue;
    write(line, now, place.tag | distance, number);
    return true;
  }
  return false;
}

std::optional<std::uint32_t> CompactSet::find(std::uint64_t key) const {
  const Place home = place(key);
  for (unsigned distance = 0; distance <= kFarthest; ++distance) {
    const std::byte* line = lines() + (home.bucket + distance) * kLine;
    const unsigned count = load_count(line);
    if (const unsigned slot = slot_of(line, home.tag | distance, 0, count); slot != kNoSlot) return number_at(line, slot);
    if (count < shape_.slots) return std::nullopt;
  }
  return std::nullopt;
}

CompactSet::Growth::Growth(CompactSet& from, unsigned number_bits, const Limits& limits)
    : from_(from), to_(from, std::max(number_bits, from.number_bits_), limits), limits_(limits) {}

bool CompactSet::Growth::move_part() {
  const std::uint64_t begin = next_.fetch_add(kPartBuckets, std::memory_order_relaxed);
  if (begin >= from_.lines_) return false;
  limits_.check();
  const std::uint64_t end = std::min(begin + kPartBuckets, from_.lines_);
  // Growing keeps the order of the keys, so each part has its own range of the new table, except near the
  // borders, where keys of the neighbouring parts can arrive.
  const auto home_in_new = [&](std::uint64_t bucket) { return bucket * to_.buckets_ / from_.buckets_; };
  const std::uint64_t first = begin == 0 ? 0 : home_in_new(begin) + kFarthest + 1;
  const std::uint64_t last = end == from_.lines_ ? to_.lines_ : home_in_new(end - kFarthest);
  for (std::uint64_t bucket = begin; bucket < end; ++bucket)
    from_.for_each_in(bucket, [&](std::uint64_t mixed, std::uint32_t number) {
      if (!to_.append(to_.place_of_mixed(mixed), number, first, last)) throw Stopped("the state table is too uneven to grow");
    });
  from_.memory_.discard(begin * kLine, end * kLine);
  return true;
}

void CompactSet::Growth::finish() { from_ = std::move(to_); }

}   // namespace parley
