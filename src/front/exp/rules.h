#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/limits.h"
#include "front/exp/labels.h"
#include "net/network.h"

namespace parley::exp {

// Thrown where an expression has more rules than a network can; never leaves the front end.
struct TooManyRules {};

// Rules that perform the same label: a chain in a RulePool. Joining two takes no time.
struct Bucket {
  std::uint32_t first = kNone;
  std::uint32_t last = kNone;
  bool empty() const { return first == kNone; }
};

// What a part of an expression can do: its rules by label. No operator is left in it.
struct Behaviour {
  std::unordered_map<Label, Bucket> rules;   // without kHidden; never an empty bucket
  Bucket hidden;
};

// The rules of all behaviours of an expression. A rule that joins two others is a pair of them, and becomes a
// list of participants only at the end: so a rule of a thousand participants that was made by a thousand
// operators does not cost a million. 8 bytes a pair, 8 a rule.
class RulePool {
 public:
  explicit RulePool(const Limits& limits) : limits_(limits), pulse_(limits) {}

  // Participants, as a tree.
  std::uint32_t participant(std::uint32_t component, std::uint32_t label);
  std::uint32_t both(std::uint32_t left, std::uint32_t right);

  void append(Bucket& bucket, std::uint32_t participants);   // a new rule, behind all others
  void join(Bucket& bucket, Bucket other);
  // The participants of each rule of a bucket, in the order in which the rules were made.
  std::vector<std::uint32_t> members(const Bucket& bucket);

  // Adds the rules of 'behaviour' to 'builder', in the order in which they were made.
  void write(const Behaviour& behaviour, const Labels& labels, NetworkBuilder& builder);

 private:
  struct Pair {
    std::uint32_t left = 0;    // or a component, with kLeaf
    std::uint32_t right = 0;   // or its label
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
