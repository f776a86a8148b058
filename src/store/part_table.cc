#include "store/part_table.h"

namespace parley {

namespace {

constexpr unsigned kInitialBits = 11;
constexpr std::uint64_t kMostNumbers = 0xFFFFFFF0u;   // below 2^32 by the numbers that threads may hold in reserve

}   // namespace

PartTable::PartTable(const Limits& limits)
    : limits_(limits),
      bits_(kInitialBits),
      growth_threshold_((std::uint64_t{1} << bits_) / 3 * 2),
      slot_memory_(sizeof(Slot) << bits_) {}

void PartTable::store(std::uint32_t number, std::uint64_t value) {
  const Spot spot = spot_of(number);
  Value* segment = segments_[spot.segment].load(std::memory_order_acquire);
  if (segment == nullptr) {
    while (adding_segment_.test_and_set(std::memory_order_acquire)) {}
    segment = segments_[spot.segment].load(std::memory_order_relaxed);
    if (segment == nullptr) {
      try {
        limits_.expect(segment_size(spot.segment) * sizeof(Value));
        segment_memory_[spot.segment] = PageBuffer(segment_size(spot.segment) * sizeof(Value));
      } catch (...) {
        adding_segment_.clear(std::memory_order_release);
        throw;
      }
      segment = reinterpret_cast<Value*>(segment_memory_[spot.segment].data());
      segments_[spot.segment].store(segment, std::memory_order_release);
    }
    adding_segment_.clear(std::memory_order_release);
  }
  segment[spot.offset].store(value, std::memory_order_relaxed);
}

std::uint32_t PartTable::number_of(std::uint64_t value, Reserve& reserve) {
  const std::uint64_t mask = (std::uint64_t{1} << bits_) - 1;
  std::uint64_t at = first_slot(value);
  for (std::uint64_t probes = 0; probes <= mask; at = (at + 1) & mask, ++probes) {
    std::uint32_t seen = slots()[at].load(std::memory_order_acquire);
    if (seen == 0) {
      if (!reserve.number) {
        const std::uint64_t taken = next_.fetch_add(1, std::memory_order_relaxed);
        if (taken >= kMostNumbers) throw Stopped("more than 4294967280 different parts of states");
        reserve.number = static_cast<std::uint32_t>(taken);
      }
      store(*reserve.number, value);
      if (slots()[at].compare_exchange_strong(seen, *reserve.number + 1, std::memory_order_acq_rel)) {
        const std::uint32_t number = *reserve.number;
        reserve.number.reset();
        return number;
      }
    }
    if (this->value(seen - 1) == value) return seen - 1;
  }
  return kFull;
}

std::optional<std::uint32_t> PartTable::find(std::uint64_t value) const {
  const std::uint64_t mask = (std::uint64_t{1} << bits_) - 1;
  std::uint64_t at = first_slot(value);
  for (std::uint64_t probes = 0; probes <= mask; at = (at + 1) & mask, ++probes) {
    const std::uint32_t seen = slots()[at].load(std::memory_order_acquire);
    if (seen == 0) return std::nullopt;
    if (this->value(seen - 1) == value) return seen - 1;
  }
  return std::nullopt;
}

void PartTable::grow() {
  const std::uint64_t old_slots = std::uint64_t{1} << bits_;
  limits_.expect(2 * old_slots * sizeof(Slot));
  PageBuffer old = std::move(slot_memory_);
  slot_memory_ = PageBuffer(2 * old_slots * sizeof(Slot));
  ++bits_;
  growth_threshold_ = (std::uint64_t{1} << bits_) / 3 * 2;
  const std::uint64_t mask = 2 * old_slots - 1;
  const Slot* from = reinterpret_cast<const Slot*>(old.data());
  Pulse pulse(limits_, 1u << 20);
  for (std::uint64_t i = 0; i < old_slots; ++i) {
    pulse.beat();
    const std::uint32_t slot = from[i].load(std::memory_order_relaxed);
    if (slot == 0) continue;
    std::uint64_t at = first_slot(value(slot - 1));
    while (slots()[at].load(std::memory_order_relaxed) != 0) at = (at + 1) & mask;
    slots()[at].store(slot, std::memory_order_relaxed);
  }
}

std::uint64_t PartTable::bytes() const {
  std::uint64_t bytes = slot_memory_.size();
  for (const PageBuffer& segment : segment_memory_) bytes += segment.size();
  return bytes;
}

}   // namespace parley
