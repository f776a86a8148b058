#pragma once

#include <map>
#include <span>
#include <vector>

#include "base/limits.h"
#include "property/predicate.h"

namespace parley {

// Builds a predicate like PredicateBuilder, and simplifies it on the way. Constants are folded. The atoms of
// one connective about the same component are merged. Equal parts are built once. An inequality becomes
// connectives if these are no longer.
class SimplifyingBuilder {
 public:
  using Handle = std::uint32_t;
  // An atom or its negation.
  struct Literal {
    Atom atom;
    bool is_negated = false;
  };
  struct Weight {
    ComponentId component;
    LocalState state;
    std::int64_t weight = 0;
  };

  SimplifyingBuilder(const Network& network, const Limits& limits) : network_(network), pulse_(limits) {}

  Handle constant(bool value);
  Handle literal(Literal literal);
  Handle all_of(const std::vector<Handle>& operands) { return over(Predicate::Kind::kAnd, operands); }
  Handle any_of(const std::vector<Handle>& operands) { return over(Predicate::Kind::kOr, operands); }
  // The sum of the weights of all current local states is at most 'bound'. A state may occur several times;
  // its weights are then added.
  Handle at_most(std::vector<Weight> weights, std::int64_t bound);

  Predicate build(Handle root) &&;

 private:
  enum class Kind : std::uint8_t { kFalse, kTrue, kLiteral, kAnd, kOr, kAtMost };
  struct Node {
    Kind kind;
    PredicateBuilder::Handle handle = 0;
    std::uint32_t literal = 0;   // kLiteral
  };
  // The contribution of one component to a sum: its states grouped by weight, ascending. The levels of one
  // component cover all its states.
  struct Level {
    std::int64_t weight = 0;
    Literal in;   // holds in the states of this level
  };
  struct Addend {
    ComponentId component;
    std::vector<Level> levels;   // at least two
  };
  using Key = std::vector<std::int64_t>;

  Handle over(Predicate::Kind kind, const std::vector<Handle>& operands);
  template <class Make>
  Handle shared(Key key, Node node, const Make& make);
  std::vector<Handle> merged(Predicate::Kind kind, std::vector<Literal> literals);
  std::vector<Addend> addends_of(std::vector<Weight> weights, std::int64_t& bound);
  Handle at_most_so_heavy(const Addend& addend, std::int64_t most);
  Handle of_two(const Addend& first, const Addend& second, std::int64_t bound);
  Handle inequality(const std::vector<Addend>& addends, std::int64_t bound);

  const Network& network_;
  Pulse pulse_;
  PredicateBuilder builder_;
  std::vector<Node> nodes_;
  std::vector<Literal> literals_;
  std::map<Key, Handle> known_;
};

}   // namespace parley
