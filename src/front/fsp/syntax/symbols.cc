#include "front/fsp/syntax/symbols.h"

#include <algorithm>
#include <cassert>
#include <charconv>

#include "base/hash.h"

namespace parley::fsp {

namespace {

constexpr std::size_t kFewChildren = 8;
constexpr std::size_t kBlock = 16;   // slots per cache line

// Sixteen consecutive parts share a block and differ in their place inside it, so that counting upwards stays
// in one cache line. The places of a block are rotated by some bits of the block's hash: otherwise blocks
// with few children would all fill the same places.
std::size_t hash_of(Path parent, Symbol part) {
  const std::uint64_t block = mix((static_cast<std::uint64_t>(parent) << 32) | (part / kBlock));
  const std::uint64_t turn = block >> 60;
  return static_cast<std::size_t>((block & ~std::uint64_t{kBlock - 1}) | ((part + turn) & (kBlock - 1)));
}

}   // namespace

Symbol Symbols::intern(std::int64_t number) {
  if (number >= 0 && number < static_cast<std::int64_t>(kNumberBit) - 1) return kNumberBit | static_cast<Symbol>(number);
  return names_.intern(std::to_string(number));
}

Symbol Symbols::intern(std::string_view text) {
  const bool plain = !text.empty() && text.size() <= 10 && text.find_first_not_of("0123456789") == std::string_view::npos &&
                     (text.size() == 1 || text[0] != '0');
  if (plain) {
    std::int64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return intern(number);
  }
  return names_.intern(text);
}

std::optional<std::int64_t> Symbols::number(Symbol symbol) const {
  if ((symbol & kNumberBit) != 0) return symbol & ~kNumberBit;
  const std::string_view text = names_.view(symbol);
  std::int64_t number = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (status != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (std::to_string(number) != text) return std::nullopt;   // "007" is not in plain decimal
  return number;
}

void Symbols::append(Symbol symbol, std::string& text) const {
  if ((symbol & kNumberBit) == 0) {
    text += names_.view(symbol);
    return;
  }
  char digits[16];
  const auto end = std::to_chars(digits, digits + sizeof digits, symbol & ~kNumberBit).ptr;
  text.append(digits, end);
}

std::string Symbols::text(Symbol symbol) const {
  std::string text;
  append(symbol, text);
  return text;
}

Paths::Paths() : nodes_(1), slots_(64) {}

// Probing: a slot in use leads to the same place of the next block, not to the next place. So when two full
// blocks collide, each member of one costs one more step. If that place is in use in all blocks, probing
// continues with the next place. The table is never full, so probing ends.
std::size_t Paths::slot_of(Path parent, Symbol part) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t start = hash_of(parent, part) & mask;
  std::size_t slot = start;
  while (slots_[slot] != 0 && (nodes_[slots_[slot]].part != part || nodes_[slots_[slot]].parent != parent)) {
    slot = (slot + kBlock) & mask;
    if (slot == start) slot = start = (start + 1) & mask;
  }
  return slot;
}

void Paths::insert(Path path) {
  if (2 * (in_table_ + 1) > slots_.size()) grow();
  Path& slot = slots_[slot_of(nodes_[path].parent, nodes_[path].part)];
  if (slot == 0) ++in_table_;   // grow() may have inserted it already
  slot = path;
}

void Paths::grow() {
  slots_.assign(slots_.size() * 2, 0);
  in_table_ = 0;
  for (Path path = 1; path < nodes_.size(); ++path)
    if (nodes_[nodes_[path].parent].first_child == kInTable) insert(path);
}

void Paths::move_to_table(Path parent) {
  Path at = nodes_[parent].first_child;
  nodes_[parent].first_child = kInTable;
  while (at != 0) {
    insert(at);
    at = nodes_[at].next_sibling;
  }
}

Path Paths::add(Path parent, Symbol part) {
  nodes_.push_back({parent, part, 0, 0});
  return static_cast<Path>(nodes_.size() - 1);
}

Path Paths::child(Path parent, Symbol part) {
  assert(parent < nodes_.size());
  const Path first = nodes_[parent].first_child;
  if (first == kInTable) {
    const Path found = slots_[slot_of(parent, part)];
    if (found != 0) return found;
    const Path added = add(parent, part);
    insert(added);
    return added;
  }
  std::size_t children = 0;
  for (Path at = first; at != 0; at = nodes_[at].next_sibling, ++children)
    if (nodes_[at].part == part) return at;
  if (children == kFewChildren) {
    move_to_table(parent);
    return child(parent, part);
  }
  const Path added = add(parent, part);
  nodes_[added].next_sibling = first;
  nodes_[parent].first_child = added;
  return added;
}

std::optional<Path> Paths::find_child(Path parent, Symbol part) const {
  Path found = nodes_[parent].first_child;
  if (found == kInTable) found = slots_[slot_of(parent, part)];
  else
    while (found != 0 && nodes_[found].part != part) found = nodes_[found].next_sibling;
  return found == 0 ? std::nullopt : std::optional(found);
}

Path Paths::join(Path prefix, Path suffix) { return replace_prefix(suffix, kEmptyPath, prefix); }

Path Paths::replace_prefix(Path path, Path old_prefix, Path new_prefix) {
  // Paths are short: a small buffer of parts, last part first, is enough for nearly all of them.
  constexpr std::size_t kShort = 16;
  Symbol buffer[kShort];
  std::vector<Symbol> overflow;
  std::size_t count = 0;
  for (Path at = path; at != old_prefix; at = nodes_[at].parent, ++count) {
    assert(at != kEmptyPath);
    if (count < kShort) buffer[count] = nodes_[at].part;
    else overflow.push_back(nodes_[at].part);
  }
  Path result = new_prefix;
  while (count-- > 0) result = child(result, count < kShort ? buffer[count] : overflow[count - kShort]);
  return result;
}

Path Names::parse(std::string_view dotted) {
  Path path = kEmptyPath;
  for (std::size_t begin = 0; begin <= dotted.size();) {
    const std::size_t end = std::min(dotted.find('.', begin), dotted.size());
    path = paths.child(path, symbols.intern(dotted.substr(begin, end - begin)));
    begin = end + 1;
  }
  return path;
}

void Names::append(Path path, std::string& text) const {
  constexpr std::size_t kShort = 16;
  Symbol buffer[kShort];
  std::vector<Symbol> overflow;
  std::size_t count = 0;
  for (Path at = path; at != kEmptyPath; at = paths.parent(at), ++count) {
    if (count < kShort) buffer[count] = paths.part(at);
    else overflow.push_back(paths.part(at));
  }
  const std::size_t parts = count;
  while (count-- > 0) {
    if (count + 1 != parts) text += '.';
    symbols.append(count < kShort ? buffer[count] : overflow[count - kShort], text);
  }
}

std::string Names::text(Path path) const {
  std::string text;
  append(path, text);
  return text;
}

}   // namespace parley::fsp
