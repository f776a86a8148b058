#pragma once

#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "front/exp/rules.h"

namespace parley::exp {

// Always synchronised by the operators that take gates: the behaviours end together, as in LOTOS.
inline constexpr std::string_view kTermination = "exit";

// Who synchronises on what, among the branches of a parallel operator.
//
// A label that 'everywhere' contains is performed by all branches at once. Any other label that some branches
// list is performed by these at once. Where the label has a count m, any m of these perform it instead; of
// all branches, if none lists it. All other labels, and the internal action, each branch performs alone. One
// label may be meant by several items (quoted or not, as a gate or whole), so all of this is decided label by
// label.
class Sharing {
 public:
  Sharing(const Labels& labels, std::size_t branches) : labels_(labels), everywhere_(labels), branches_(branches) {}

  void share_everywhere(Item item) { everywhere_.add(item); }
  void list(std::uint32_t branch, Item item);
  // After all that branches list. Of several counts for one label the largest holds.
  void share_among_some(Item item, std::uint32_t count);

  const Items& everywhere() const { return everywhere_; }

  // How many branches perform 'label' at once.
  std::size_t needed(Label label) const;
  // The items that 'branch' lists.
  std::span<const Item> listed(std::uint32_t branch) const;

 private:
  bool is_listed(Label label) const;

  const Labels& labels_;
  Items everywhere_;
  std::size_t branches_;
  std::unordered_map<std::uint32_t, std::vector<Item>> listed_;             // by branch
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> listing_;   // by item, ascending
  std::unordered_map<std::uint64_t, std::uint32_t> counts_;
};

// Takes the rules whose labels 'items' contains out of 'behaviour': calls take(label, bucket) for each. The
// cost is the smaller of the two sizes.
template <class Take>
void take_out(Behaviour& behaviour, const Items& items, Take take) {
  if (items.candidates().size() <= behaviour.rules.size()) {
    for (const Label label : items.candidates()) {
      const auto found = behaviour.rules.find(label);
      if (found == behaviour.rules.end()) continue;
      take(label, found->second);
      behaviour.rules.erase(found);
    }
    return;
  }
  for (auto at = behaviour.rules.begin(); at != behaviour.rules.end();) {
    if (!items.contains(at->first)) {
      ++at;
      continue;
    }
    take(at->first, at->second);
    at = behaviour.rules.erase(at);
  }
}

// The parallel composition of 'children'. Work in proportion to the rules that come out of it, the words of
// the operator and, beyond that, the rules of all children but the largest: so a chain of n operators costs n
// log n.
Behaviour compose(std::vector<Behaviour> children, const Sharing& sharing, const Labels& labels, RulePool& pool);

// The composition in which all visible labels are shared by all.
Behaviour compose_fully(std::vector<Behaviour> children, RulePool& pool);

// A rule for each way of taking one member of each part, appended to 'into'.
void append_products(const std::vector<std::vector<std::uint32_t>>& parts, Bucket& into, RulePool& pool);

}   // namespace parley::exp
