#pragma once

#include <map>
#include <span>
#include <vector>

#include "base/limits.h"
#include "property/predicate.h"

namespace parley {

// Builds a predicate as PredicateBuilder does, and keeps it small on the way: constants are folded, what
// several atoms of one connective say about a component becomes one atom, equal parts are built once, and
// inequalities that connectives say as shortly are said so.
class SimplifyingBuilder {
 public:
  using Handle = std::uint32_t;
  // An atom, or that it does not hold.
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
  // The weights of the states in which the components are, all added up, are at most 'bound'. A state may be
  // named several times.
  Handle at_most(std::vector<Weight> weights, std::int64_t bound);

  Predicate build(Handle root) &&;

 private:
  enum class Kind : std::uint8_t { kFalse, kTrue, kLiteral, kAnd, kOr, kAtMost };
  struct Node {
    Kind kind;
    PredicateBuilder::Handle handle = 0;
    std::uint32_t literal = 0;   // kLiteral
  };
  // What a component adds to a sum: its states by their weights, the lightest first; together all states of
  // it.
  struct Level {
    std::int64_t weight = 0;
    Literal in;   // it is in one of these states
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
