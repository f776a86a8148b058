#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace parley {

// A formula over the markings of a net, as the Model Checking Contest asks it (docs/formats/mcc.md). Its
// atoms say which transitions are fireable and how sums of tokens compare.
//
// It is a flat array of nodes: children before parents, the root last. Each node but the root is the child of
// exactly one node. All comparisons have been reduced to connectives and to
//   w1*tokens(p1) + ... + wn*tokens(pn) <= bound
// Several terms may name the same place. The absolute values of the weights of one comparison and of its
// bound add up to at most 2^60.
struct Formula {
  enum class Kind : std::uint8_t { kConstant, kFireable, kDeadlock, kAtMost, kNot, kAnd, kOr };
  struct Node {
    Kind kind = Kind::kConstant;
    bool value = false;   // kConstant
    // A range. kFireable: in transitions, one of which must be fireable. kAtMost: in terms. kNot, kAnd, kOr:
    // in children.
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::int64_t bound = 0;   // kAtMost
  };
  struct Term {
    std::int64_t weight = 1;
    std::uint32_t place = 0;
  };

  std::vector<Node> nodes;
  std::vector<std::uint32_t> children;
  std::vector<std::uint32_t> transitions;
  std::vector<Term> terms;

  std::span<const std::uint32_t> children_of(const Node& node) const {
    return std::span(children).subspan(node.first, node.count);
  }
  std::span<const std::uint32_t> transitions_of(const Node& node) const {
    return std::span(transitions).subspan(node.first, node.count);
  }
  std::span<const Term> terms_of(const Node& node) const { return std::span(terms).subspan(node.first, node.count); }
};

// One question of an examination.
struct ContestProperty {
  enum class Quantifier : std::uint8_t { kSomeMarking, kEveryMarking };   // E F formula, A G formula
  std::string id;
  Quantifier quantifier = Quantifier::kSomeMarking;
  Formula formula;       // has no nodes if it is refused
  std::string refused;   // why it is not answered, because it asks for more than reachability; "" = it is answered
};

}   // namespace parley
