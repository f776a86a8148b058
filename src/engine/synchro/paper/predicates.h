#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace parley::synchro {

// The predicates of (Antonino, Gibson-Robinson and Roscoe). A state that does not pass one of them is
// unreachable.
enum class PredicateKind : std::uint8_t {
  kPair,        // two components cannot be in these states together
  kOrder,       // components disagree on the order of their last events
  kOrderData,   // the same, with rules of the same participants as one event
  kRelation,    // components disagree on which event was performed more often
  kRelationData,
  kDifference,   // components disagree on how much more often
  kDifferenceData,
  kDifferenceComponent,   // the same, where each component has its own classes of rules
};
inline constexpr std::array kAllPredicates = {
    PredicateKind::kPair,         PredicateKind::kOrder,      PredicateKind::kOrderData,      PredicateKind::kRelation,
    PredicateKind::kRelationData, PredicateKind::kDifference, PredicateKind::kDifferenceData, PredicateKind::kDifferenceComponent,
};

std::string_view predicate_name(PredicateKind kind);   // "order-data"

class PredicateSet {
 public:
  constexpr PredicateSet() = default;
  constexpr PredicateSet(std::initializer_list<PredicateKind> kinds) {
    for (const PredicateKind kind : kinds) insert(kind);
  }
  static constexpr PredicateSet all() {
    PredicateSet set;
    for (const PredicateKind kind : kAllPredicates) set.insert(kind);
    return set;
  }

  constexpr bool has(PredicateKind kind) const { return (bits_ & bit(kind)) != 0; }
  constexpr void insert(PredicateKind kind) { bits_ = static_cast<std::uint8_t>(bits_ | bit(kind)); }
  constexpr void erase(PredicateKind kind) { bits_ = static_cast<std::uint8_t>(bits_ & ~bit(kind)); }
  friend constexpr bool operator==(PredicateSet, PredicateSet) = default;

 private:
  static constexpr std::uint8_t bit(PredicateKind kind) { return static_cast<std::uint8_t>(1u << static_cast<unsigned>(kind)); }
  std::uint8_t bits_ = 0;
};

}   // namespace parley::synchro
