#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/lazy/finding.h"

namespace parley::lazy {

// What was found for each description of a fragment, so that of isomorphic groups only the first is searched.
//
// Descriptions grow by being added to, so they form a tree: a node is a description, and its children
// continue it by one piece. Memory is what the pieces take, whatever their number.
class Memory {
 public:
  using Node = std::uint32_t;
  static constexpr Node kRoot = 0;

  Memory() { nodes_.emplace_back(); }

  // The node whose description continues that of 'node' by 'piece'.
  Node next(Node node, std::span<const std::uint32_t> piece);

  const Finding* find(Node node) const { return nodes_[node].finding.get(); }   // null if nothing is known
  const Finding& remember(Node node, Finding finding);

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
