#include "base/name_table.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>

#include "base/hash.h"

namespace parley {

namespace {

// The index is filled region by region; a region fits into the second-level cache.
constexpr std::size_t kRegionBits = 16;
constexpr std::size_t kRegion = std::size_t{1} << kRegionBits;

// What filling a region needs of a name: its slot, and enough bits of its hash to avoid most comparisons of
// texts.
struct Record {
  std::uint32_t id = 0;
  std::uint32_t hash = 0;   // the lower kRegionBits bits are the slot in the region, the others further bits of the hash
};

std::uint32_t short_hash(std::uint64_t hash) {
  return static_cast<std::uint32_t>((hash & (kRegion - 1)) | (hash >> 48 << kRegionBits));
}

}   // namespace

std::size_t NameTable::slot_of(std::string_view name) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash_text(name) & mask;
  while (slots_[slot] != 0 && view(slots_[slot] - 1) != name) slot = (slot + 1) & mask;
  return slot;
}

std::uint32_t NameTable::append(std::string_view name) {
  assert(size() < std::numeric_limits<std::uint32_t>::max() - 1);   // slots_ holds id + 1
  text_ += name;
  begins_.push_back(text_.size());
  return static_cast<std::uint32_t>(size() - 1);
}

std::uint32_t NameTable::intern(std::string_view name) {
  if (indexed_ < size() || slots_.size() < 2 * (size() + 1)) index();
  const std::size_t slot = slot_of(name);
  if (slots_[slot] != 0) return slots_[slot] - 1;
  slots_[slot] = append(name) + 1;
  ++indexed_;
  return slots_[slot] - 1;
}

std::optional<std::uint32_t> NameTable::find(std::string_view name) const {
  assert(indexed_ == size());
  if (slots_.empty()) return std::nullopt;
  const std::uint32_t found = slots_[slot_of(name)];
  if (found == 0) return std::nullopt;
  return found - 1;
}

// Sorts the names by region, within a region by id, then fills the regions in order. A name that runs over
// the end of its region is inserted after all regions are filled: no slot is ever emptied, so linear probing
// from its home slot still finds it.
bool NameTable::index() {
  constexpr std::size_t kFewest = 16;
  slots_.assign(std::max(kFewest, std::bit_ceil(2 * (size() + 1))), 0);
  const std::size_t mask = slots_.size() - 1;
  const std::size_t regions = std::max(slots_.size() >> kRegionBits, std::size_t{1});

  std::vector<std::size_t> begins(regions + 1);
  for (std::uint32_t id = 0; id < size(); ++id) ++begins[((hash_text(view(id)) & mask) >> kRegionBits) + 1];
  for (std::size_t r = 0; r < regions; ++r) begins[r + 1] += begins[r];
  std::vector<Record> records(size());
  std::vector<std::size_t> next(begins.begin(), begins.end() - 1);
  for (std::uint32_t id = 0; id < size(); ++id) {
    const std::uint64_t hash = hash_text(view(id));
    records[next[(hash & mask) >> kRegionBits]++] = {id, short_hash(hash)};
  }

  bool is_distinct = true;
  std::vector<std::uint32_t> late;
  std::vector<std::uint32_t> hashes(std::min(kRegion, slots_.size()));   // of the names in the current region
  for (std::size_t r = 0; r < regions; ++r) {
    std::uint32_t* const region = slots_.data() + (r << kRegionBits);
    for (std::size_t i = begins[r]; i < begins[r + 1]; ++i) {
      const Record& record = records[i];
      std::size_t slot = record.hash & (hashes.size() - 1);
      while (slot < hashes.size() && region[slot] != 0 &&
             (hashes[slot] != record.hash || view(region[slot] - 1) != view(record.id)))
        ++slot;
      if (slot == hashes.size()) {
        late.push_back(record.id);
      } else if (region[slot] != 0) {
        is_distinct = false;
      } else {
        region[slot] = record.id + 1;
        hashes[slot] = record.hash;
      }
    }
  }
  for (const std::uint32_t id : late) {
    std::uint32_t& slot = slots_[slot_of(view(id))];
    if (slot != 0) is_distinct = false;
    else slot = id + 1;
  }
  indexed_ = size();
  return is_distinct;
}

void NameTable::reserve(std::size_t names, std::size_t bytes) {
  begins_.reserve(names + 1);
  text_.reserve(bytes);
}

void NameTable::shrink_to_fit() {
  text_.shrink_to_fit();
  begins_.shrink_to_fit();
}

std::size_t NameTable::bytes() const {
  return text_.capacity() + begins_.capacity() * sizeof begins_[0] + slots_.capacity() * sizeof slots_[0];
}

}   // namespace parley
