#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "base/limits.h"
#include "net/network.h"

namespace parley {

// Which states two components can reach together if all others never refuse (Antonino, Gibson-Robinson and
// Roscoe, definition 7). In an error state the whole network stops, so a pair with an error state has no
// successors.
class PairTable {
 public:
  PairTable(std::size_t firsts, std::size_t seconds) : words_((seconds + 63) / 64), bits_(firsts * words_) {}

  bool reaches(LocalState first, LocalState second) const {
    return (bits_[word(first, second)] >> (second.index() % 64) & 1) != 0;
  }
  // Returns whether the pair is new.
  bool insert(LocalState first, LocalState second) {
    if (reaches(first, second)) return false;
    bits_[word(first, second)] |= std::uint64_t{1} << (second.index() % 64);
    return true;
  }

 private:
  std::size_t word(LocalState first, LocalState second) const { return first.index() * words_ + second.index() / 64; }
  std::size_t words_;
  std::vector<std::uint64_t> bits_;
};

// The pairs of components that share a rule, and what each pair reaches. Two components without a common rule
// are independent: together they reach all combinations of what each reaches alone, which says no more than
// reachable_alone(). Pairs with the same templates and the same wiring share a table. Tables are computed on
// demand.
class Pairs {
 public:
  Pairs(const Network& network, const Limits& limits);

  struct Pair {
    ComponentId first;   // the smaller id
    ComponentId second;
    friend auto operator<=>(const Pair&, const Pair&) = default;
  };
  const std::vector<Pair>& all() const { return pairs_; }   // ascending
  const PairTable& table(std::size_t pair);

 private:
  using Key = std::vector<std::uint32_t>;
  struct KeyHash {
    std::size_t operator()(const Key& key) const;
  };
  Key key_of(const Pair& pair) const;
  PairTable explore(const Pair& pair, const Key& key) const;

  const Network& network_;
  const Limits& limits_;
  std::vector<Pair> pairs_;
  std::vector<const PairTable*> table_of_;   // null: not computed yet
  std::unordered_map<Key, std::unique_ptr<PairTable>, KeyHash> tables_;
};

// Which states a component reaches if all others never refuse. Labels that no rule uses lead nowhere.
std::vector<bool> reachable_alone(const Network& network, ComponentId component);

}   // namespace parley
