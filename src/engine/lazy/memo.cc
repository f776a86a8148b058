#include "engine/lazy/memo.h"

#include <algorithm>
#include <cassert>

#include "base/hash.h"

namespace parley::lazy {

MemoTable::Node MemoTable::next(Node node, std::span<const std::uint32_t> piece) {
  std::uint64_t hash = mix(node + std::uint64_t{1});
  for (std::uint32_t word : piece) hash = mix(hash ^ word);
  const auto [first, last] = by_hash_.equal_range(hash);
  for (auto at = first; at != last; ++at) {
    const Known& known = nodes_[at->second];
    if (known.parent == node && std::ranges::equal(std::span(words_).subspan(known.first_word, known.num_words), piece))
      return at->second;
  }
  const Node added = static_cast<Node>(nodes_.size());
  nodes_.push_back({node, words_.size(), static_cast<std::uint32_t>(piece.size()), nullptr});
  words_.insert(words_.end(), piece.begin(), piece.end());
  by_hash_.emplace(hash, added);
  return added;
}

const Finding& MemoTable::remember(Node node, Finding finding) {
  assert(find(node) == nullptr);
  nodes_[node].finding = std::make_unique<Finding>(std::move(finding));
  return *nodes_[node].finding;
}

}   // namespace parley::lazy
