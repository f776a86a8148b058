#include "base/name_table.h"

#include "base/hash.h"

namespace parley {

std::size_t NameTable::slot_of(std::string_view name) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash_text(name) & mask;
  while (slots_[slot] != 0 && view(slots_[slot] - 1) != name) slot = (slot + 1) & mask;
  return slot;
}

std::uint32_t NameTable::intern(std::string_view name) {
  if (slots_.size() < 2 * (size() + 1)) grow();
  const std::size_t slot = slot_of(name);
  if (slots_[slot] != 0) return slots_[slot] - 1;
  text_ += name;
  begins_.push_back(text_.size());
  slots_[slot] = static_cast<std::uint32_t>(size());
  return static_cast<std::uint32_t>(size() - 1);
}

std::optional<std::uint32_t> NameTable::find(std::string_view name) const {
  if (slots_.empty()) return std::nullopt;
  const std::uint32_t found = slots_[slot_of(name)];
  if (found == 0) return std::nullopt;
  return found - 1;
}

void NameTable::grow() {
  std::vector<std::uint32_t> bigger(slots_.empty() ? 16 : slots_.size() * 2);
  slots_.swap(bigger);
  const std::size_t mask = slots_.size() - 1;
  for (std::uint32_t id = 0; id < size(); ++id) {
    std::size_t slot = hash_text(view(id)) & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = id + 1;
  }
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

}  // namespace parley
