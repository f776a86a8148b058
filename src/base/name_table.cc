#include "base/name_table.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "base/hash.h"

namespace parley {

namespace {

// The index is filled region by region, each small enough for the second cache.
constexpr std::size_t kRegionBits = 16;
constexpr std::size_t kRegion = std::size_t{1} << kRegionBits;

// What a region needs to know of a name: where it belongs, and enough of its hash that names need not be
// compared.
struct Record {
  std::uint32_t id = 0;
  std::uint32_t hash = 0;   // the place in the region, then other bits
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

// Sorts the names by region, in order of their ids, then fills one region after the other. What runs over the
// end of its region waits until all are filled: as nothing is ever removed, it is still found by going on
// from its place.
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
  std::vector<std::uint32_t> hashes(std::min(kRegion, slots_.size()));   // of the names in the region
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
