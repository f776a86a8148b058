#pragma once

#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "front/exp/rules.h"

namespace parley::exp {

// The operators that take gates always synchronise on this gate: the behaviours end together, as in LOTOS.
inline constexpr std::string_view kTermination = "exit";

// Which branches of a parallel operator synchronise on which labels:
//
// - A label that 'everywhere' contains is performed by all branches at once.
// - Any other label that some branches list is performed by exactly these branches at once.
// - If the label has a count m, any m of these branches perform it instead. If no branch lists it, any m of
//   all branches do.
// - Each branch performs all other labels, and the internal action, alone.
//
// Several items may mean the same label (quoted or not, as a gate or as a whole label). So all of this is
// decided per label.
class Sharing {
 public:
  Sharing(const Labels& labels, std::size_t branches) : labels_(labels), everywhere_(labels), branches_(branches) {}

  void share_everywhere(Item item) { everywhere_.add(item); }
  void list(std::uint32_t branch, Item item);
  // Must be called after all calls of list(). If a label gets several counts, the largest applies.
  void share_among_some(Item item, std::uint32_t count);

  const Items& everywhere() const { return everywhere_; }

  // The number of branches that perform 'label' at once.
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

// Removes the rules whose labels 'items' contains from 'behaviour', and calls take(label, bucket) for each
// such label. The cost is proportional to the smaller of the two sizes.
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

// The parallel composition of 'children'. The cost is proportional to the number of resulting rules, the
// words of the operator, and the rules of all children but the largest. So a chain of n operators costs n log
// n.
Behaviour compose(std::vector<Behaviour> children, const Sharing& sharing, const Labels& labels, RulePool& pool);

// The composition in which all children synchronise on all visible labels.
Behaviour compose_fully(std::vector<Behaviour> children, RulePool& pool);

// Appends one rule to 'into' per tuple of the Cartesian product of 'parts'. There is at least one part.
void append_products(const std::vector<std::vector<std::uint32_t>>& parts, Bucket& into, RulePool& pool);

}   // namespace parley::exp
