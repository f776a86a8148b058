// Parallel composition without states: rules are joined, never explored.
//
// A Behaviour is a set of rules by label. To compose several, compose() takes the rules with a shared label
// out of each child (take_out), unites what is left (united: each child performs it alone), and then adds one
// rule per way in which the needed number of children can perform a shared label together
// (append_meetings, append_products). Sharing decides which labels are shared and by how many.
// compose_fully() is the simpler case of ||, in which every visible label is shared by all.
#include "front/exp/compose.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <map>

namespace parley::exp {

void Sharing::list(std::uint32_t branch, Item item) {
  std::vector<std::uint32_t>& branches = listing_[item.key()];
  if (!branches.empty() && branches.back() == branch) return;
  branches.push_back(branch);
  listed_[branch].push_back(item);
}

bool Sharing::is_listed(Label label) const {
  const std::array<Item, 4> items = Items::meaning(labels_, label);
  return std::any_of(items.begin(), items.end(), [&](const Item& item) { return listing_.contains(item.key()); });
}

void Sharing::share_among_some(Item item, std::uint32_t count) {
  std::uint32_t& most = counts_[item.key()];
  most = std::max(most, count);
  Items meant(labels_);
  meant.add(item);
  for (const Label label : meant.candidates())
    if (!is_listed(label)) everywhere_.add({Item::Kind::kLabel, label});
}

std::span<const Item> Sharing::listed(std::uint32_t branch) const {
  const auto found = listed_.find(branch);
  return found == listed_.end() ? std::span<const Item>() : std::span<const Item>(found->second);
}

std::size_t Sharing::needed(Label label) const {
  std::vector<const std::vector<std::uint32_t>*> lists;
  std::size_t count = 0;
  for (const Item& item : Items::meaning(labels_, label)) {
    if (item.kind == Item::Kind::kNothing) continue;
    if (const auto found = listing_.find(item.key()); found != listing_.end()) lists.push_back(&found->second);
    if (const auto found = counts_.find(item.key()); found != counts_.end()) count = std::max<std::size_t>(count, found->second);
  }
  if (count > 0) return count;
  if (everywhere_.contains(label)) return branches_;
  if (lists.size() == 1) return lists[0]->size();
  std::vector<std::uint32_t> all;
  for (const auto* list : lists) all.insert(all.end(), list->begin(), list->end());
  std::sort(all.begin(), all.end());
  return static_cast<std::size_t>(std::unique(all.begin(), all.end()) - all.begin());
}

void append_products(const std::vector<std::vector<std::uint32_t>>& parts, Bucket& into, RulePool& pool) {
  assert(!parts.empty());
  std::vector<std::uint32_t> products = parts[0];
  for (std::size_t i = 1; i < parts.size(); ++i) {
    std::vector<std::uint32_t> longer;
    for (const std::uint32_t left : products)
      for (const std::uint32_t right : parts[i]) longer.push_back(pool.both(left, right));
    products = std::move(longer);
  }
  for (const std::uint32_t product : products) pool.append(into, product);
}

namespace {

using Offer = std::pair<std::uint32_t, Bucket>;   // a branch and its rules for some label

// Appends the rules in which exactly 'needed' of the offers take part, in lexicographic order of the chosen
// offers.
void append_meetings(const std::vector<Offer>& offers, std::size_t needed, Bucket& into, RulePool& pool) {
  if (needed == 0 || offers.size() < needed) return;
  std::vector<std::size_t> chosen(needed);
  for (std::size_t i = 0; i < needed; ++i) chosen[i] = i;
  std::vector<std::vector<std::uint32_t>> parts(needed);
  for (;;) {
    for (std::size_t i = 0; i < needed; ++i) parts[i] = pool.members(offers[chosen[i]].second);
    append_products(parts, into, pool);
    std::size_t last = needed;
    while (last > 0 && chosen[last - 1] == offers.size() - needed + last - 1) --last;
    if (last == 0) return;
    ++chosen[last - 1];
    for (std::size_t i = last; i < needed; ++i) chosen[i] = chosen[i - 1] + 1;
  }
}

// The union of the rules of 'children'. The smaller ones are merged into the largest.
Behaviour united(std::vector<Behaviour> children, RulePool& pool) {
  const auto largest = std::max_element(children.begin(), children.end(),
                                        [](const Behaviour& a, const Behaviour& b) { return a.rules.size() < b.rules.size(); });
  Behaviour result = std::move(*largest);
  for (auto child = children.begin(); child != children.end(); ++child) {
    if (child == largest) continue;
    pool.join(result.hidden, child->hidden);
    for (const auto& [label, bucket] : child->rules) pool.join(result.rules[label], bucket);
    child->rules.clear();
  }
  return result;
}

}   // namespace

Behaviour compose(std::vector<Behaviour> children, const Sharing& sharing, const Labels& labels, RulePool& pool) {
  std::map<Label, std::vector<Offer>> offers;   // ordered by label, so that the order of rules is deterministic
  for (std::uint32_t branch = 0; branch < children.size(); ++branch) {
    const auto take = [&](Label label, Bucket bucket) { offers[label].emplace_back(branch, bucket); };
    take_out(children[branch], sharing.everywhere(), take);
    const std::span<const Item> listed = sharing.listed(branch);
    if (listed.empty()) continue;
    Items own(labels);
    for (const Item& item : listed) own.add(item);
    take_out(children[branch], own, take);
  }
  Behaviour result = united(std::move(children), pool);
  for (const auto& [label, of_label] : offers) {
    Bucket met;
    append_meetings(of_label, sharing.needed(label), met, pool);
    if (!met.empty()) pool.join(result.rules[label], met);
  }
  return result;
}

Behaviour compose_fully(std::vector<Behaviour> children, RulePool& pool) {
  const auto smallest = std::min_element(children.begin(), children.end(),
                                         [](const Behaviour& a, const Behaviour& b) { return a.rules.size() < b.rules.size(); });
  std::vector<Label> shared;
  for (const auto& [label, bucket] : smallest->rules)
    if (std::all_of(children.begin(), children.end(), [&](const Behaviour& child) { return child.rules.contains(label); }))
      shared.push_back(label);
  std::sort(shared.begin(), shared.end());

  Behaviour result;
  for (const Behaviour& child : children) pool.join(result.hidden, child.hidden);
  std::vector<std::vector<std::uint32_t>> parts(children.size());
  for (const Label label : shared) {
    for (std::size_t i = 0; i < children.size(); ++i) parts[i] = pool.members(children[i].rules.at(label));
    append_products(parts, result.rules[label], pool);
  }
  return result;
}

}   // namespace parley::exp
