#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "base/limits.h"
#include "net/network.h"

namespace parley {

// Which states two components can reach together if everybody else is willing at any time (paper 004,
// definition 7). In an error state the whole network stands still, so nothing comes after a pair with one.
class PairTable {
 public:
  PairTable(std::size_t firsts, std::size_t seconds) : words_((seconds + 63) / 64), bits_(firsts * words_) {}

  bool reaches(LocalState first, LocalState second) const {
    return (bits_[word(first, second)] >> (second.index() % 64) & 1) != 0;
  }
  // Whether the pair is new.
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

// The pairs of components that share a rule, and what each of them reaches. Two components without a common
// rule move past each other: they reach together whatever each of them reaches alone, which tells nothing
// beyond reachable_alone(). Tables are shared by pairs that are alike (same templates, wired the same way),
// and made when asked for.
class Pairs {
 public:
  Pairs(const Network& network, const Limits& limits);

  struct Pair {
    ComponentId first;   // the smaller one
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
  std::vector<const PairTable*> table_of_;   // null: not asked for yet
  std::unordered_map<Key, std::unique_ptr<PairTable>, KeyHash> tables_;
};

// Which states a component reaches if everybody else is willing at any time; states that no used label leads
// to are out of question.
std::vector<bool> reachable_alone(const Network& network, ComponentId component);

}   // namespace parley
