#include "front/exp/labels.h"

#include <algorithm>

#include "front/exp/spelling.h"
#include "net/network.h"

namespace parley::exp {

Labels::Labels() { intern(kTau); }

Label Labels::intern(std::string_view text) {
  if (is_hidden_text(text) && texts_.size() > 0) return kHidden;
  const Label label = texts_.intern(text);
  if (label < gates_.size()) return label;
  Gate gate;
  const std::string_view name = gate_of(text);
  gate.exact = exact_.intern(name);
  gate.folded = folded_.intern(folded(name));
  gate.is_whole = name.size() == text.size();
  if (gate.exact == folded_of_exact_.size()) folded_of_exact_.push_back(gate.folded);
  gates_.push_back(gate);
  if (gate.folded == of_folded_.size()) of_folded_.emplace_back();
  of_folded_[gate.folded].push_back(label);
  return label;
}

std::optional<std::uint32_t> Labels::find_folded(std::string_view text) const { return folded_.find(folded(text)); }

Item gate_item(const Labels& labels, std::string_view text, bool is_quoted) {
  const std::optional<std::uint32_t> gate = is_quoted ? labels.find_gate(text) : labels.find_folded(text);
  if (!gate) return {};
  return {is_quoted ? Item::Kind::kGate : Item::Kind::kFoldedGate, *gate};
}

Item label_item(const Labels& labels, std::string_view text, bool is_quoted) {
  const std::optional<std::uint32_t> found = is_quoted ? labels.find(text) : labels.find_folded(text);
  if (!found) return {};
  return {is_quoted ? Item::Kind::kLabel : Item::Kind::kFoldedLabel, *found};
}

std::array<Item, 4> Items::meaning(const Labels& labels, Label label) {
  const Labels::Gate& gate = labels.gate(label);
  std::array<Item, 4> items{Item{Item::Kind::kGate, gate.exact}, Item{Item::Kind::kFoldedGate, gate.folded},
                            Item{Item::Kind::kLabel, label}, Item{}};
  if (gate.is_whole) items[3] = {Item::Kind::kFoldedLabel, gate.folded};
  return items;
}

void Items::add(Item item) {
  const std::uint32_t number = next_++;
  if (item.kind == Item::Kind::kNothing || !numbers_.emplace(item.key(), number).second) return;
  if (item.kind == Item::Kind::kLabel) {
    if (item.id != kHidden) candidates_.push_back(item.id);
    return;
  }
  // A gate has few spellings that differ only in case, so it is cheap to look at all of them.
  const std::uint32_t folded_gate = item.kind == Item::Kind::kGate ? labels_->folded_of_gate(item.id) : item.id;
  for (const Label label : labels_->of_folded(folded_gate)) {
    const std::array<Item, 4> items = meaning(*labels_, label);
    if (label != kHidden && std::find(items.begin(), items.end(), item) != items.end()) candidates_.push_back(label);
  }
}

std::optional<std::uint32_t> Items::find(Label label) const {
  if (label == kHidden) return std::nullopt;
  std::optional<std::uint32_t> first;
  for (const Item& item : meaning(*labels_, label)) {
    if (item.kind == Item::Kind::kNothing) continue;
    const auto found = numbers_.find(item.key());
    if (found != numbers_.end() && (!first || found->second < *first)) first = found->second;
  }
  return first;
}

}   // namespace parley::exp
