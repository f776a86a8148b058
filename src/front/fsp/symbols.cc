#include "front/fsp/symbols.h"

#include <algorithm>
#include <charconv>

#include "base/hash.h"

namespace parley::fsp {

namespace {

std::size_t hash_of(Path parent, Symbol part) {
  return static_cast<std::size_t>(mix((static_cast<std::uint64_t>(parent) << 32) | part));
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
  if (std::to_string(number) != text) return std::nullopt;   // "007" is no number
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

std::size_t Paths::slot_of(Path parent, Symbol part) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash_of(parent, part) & mask;
  while (slots_[slot] != 0 && (nodes_[slots_[slot]].parent != parent || nodes_[slots_[slot]].part != part))
    slot = (slot + 1) & mask;
  return slot;
}

void Paths::grow() {
  slots_.assign(slots_.size() * 2, 0);
  const std::size_t mask = slots_.size() - 1;
  for (Path path = 1; path < nodes_.size(); ++path) {
    std::size_t slot = hash_of(nodes_[path].parent, nodes_[path].part) & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = path;
  }
}

Path Paths::child(Path parent, Symbol part) {
  std::size_t slot = slot_of(parent, part);
  if (slots_[slot] != 0) return slots_[slot];
  if (4 * nodes_.size() >= 3 * slots_.size()) {
    grow();
    slot = slot_of(parent, part);
  }
  nodes_.push_back({parent, part});
  slots_[slot] = static_cast<Path>(nodes_.size() - 1);
  return slots_[slot];
}

std::optional<Path> Paths::find_child(Path parent, Symbol part) const {
  const Path found = slots_[slot_of(parent, part)];
  return found == 0 ? std::nullopt : std::optional(found);
}

Path Paths::join(Path prefix, Path suffix) { return replace_prefix(suffix, kEmptyPath, prefix); }

Path Paths::replace_prefix(Path path, Path old_prefix, Path new_prefix) {
  // Paths are short; a small buffer of parts, the last first, serves nearly all.
  constexpr std::size_t kShort = 16;
  Symbol buffer[kShort];
  std::vector<Symbol> overflow;
  std::size_t count = 0;
  for (Path at = path; at != old_prefix; at = nodes_[at].parent, ++count) {
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
