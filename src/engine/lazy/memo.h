#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/lazy/finding.h"

namespace parley::lazy {

// The memo table of findings by the description of a fragment: of isomorphic groups only the first is
// searched.
//
// Descriptions grow at their end, so they form a tree. A node is a description, and its children continue it
// by one piece. Space is linear in the pieces.
class MemoTable {
 public:
  using Node = std::uint32_t;
  static constexpr Node kRoot = 0;

  MemoTable() { nodes_.emplace_back(); }

  // The node whose description continues that of 'node' by 'piece'.
  Node next(Node node, std::span<const std::uint32_t> piece);

  const Finding* find(Node node) const { return nodes_[node].finding.get(); }   // null if there is none
  const Finding& remember(Node node, Finding finding);                          // the reference stays valid

 private:
  struct Known {
    Node parent = 0;
    std::uint64_t first_word = 0;
    std::uint32_t num_words = 0;
    std::unique_ptr<Finding> finding;
  };
  std::vector<Known> nodes_;
  std::vector<std::uint32_t> words_;
  std::unordered_multimap<std::uint64_t, Node> by_hash_;
};

}   // namespace parley::lazy
