#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/limits.h"
#include "front/exp/labels.h"
#include "net/network.h"

namespace parley::exp {

// Thrown if an expression has more rules than a network can have; it never leaves the front end.
struct TooManyRules {};

// Rules that perform the same label: a linked list in a RulePool. Two buckets are joined in constant time.
struct Bucket {
  std::uint32_t first = kNone;
  std::uint32_t last = kNone;
  bool empty() const { return first == kNone; }
};

// The rules of a part of an expression, by label. Its operators have been applied.
struct Behaviour {
  std::unordered_map<Label, Bucket> rules;   // without kHidden; no bucket is empty
  Bucket hidden;                             // the rules of the internal action
};

// The rules of all behaviours of an expression. A rule that joins two others is a pair of them. It becomes a
// list of participants only in write(). So a rule with a thousand participants that a thousand operators
// created does not cost a million. Takes 8 bytes per pair and 8 per rule.
class RulePool {
 public:
  explicit RulePool(const Limits& limits) : limits_(limits), pulse_(limits) {}

  // The participants of a rule are a binary tree. These add a leaf and an inner node, and return its index.
  std::uint32_t participant(std::uint32_t component, std::uint32_t label);
  std::uint32_t both(std::uint32_t left, std::uint32_t right);

  void append(Bucket& bucket, std::uint32_t participants);   // adds a new rule at the end
  void join(Bucket& bucket, Bucket other);
  // The participants of each rule of a bucket, in the order in which the rules were created.
  std::vector<std::uint32_t> members(const Bucket& bucket);

  // Adds the rules of 'behaviour' to 'builder', in the order in which they were created.
  void write(const Behaviour& behaviour, const Labels& labels, NetworkBuilder& builder);

 private:
  struct Pair {
    std::uint32_t left = 0;    // of a leaf: the component, with the bit kLeaf set
    std::uint32_t right = 0;   // of a leaf: the component's label
  };
  struct Rule {
    std::uint32_t participants = 0;
    std::uint32_t next = kNone;
  };
  static constexpr std::uint32_t kLeaf = std::uint32_t{1} << 31;

  template <class T>
  std::uint32_t grow(std::vector<T>& list, T element);

  const Limits& limits_;
  Pulse pulse_;
  std::vector<Pair> pairs_;
  std::vector<Rule> rules_;
};

}   // namespace parley::exp
