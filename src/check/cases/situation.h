#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/limits.h"
#include "property/predicate.h"

namespace parley {

// What is known at a node of the tree of a case split (docs/formats/evidence/case-split.md): for each
// component the local states that are still allowed, and the simplified demands, which are choices and
// inequalities, in their order.
//
// It is changed in place: enter() follows a branch down, undo() takes it back. Both cost what the branch
// changes, not the size of the formula: the intervals of sums are updated only by the components that change.
// No recursion.
class Situation {
 public:
  // The formula is demanded; all states are allowed. Network and formula outlive the situation.
  Situation(const Network& network, const Predicate& formula, const Limits& limits);

  // The demands cannot be met. What is allowed and demanded is then not complete.
  bool is_absurd() const { return is_absurd_; }

  // What a situation that is not absurd is split by: the parts of a choice, or the truth of an atom.
  struct Split {
    enum class About : std::uint8_t { kParts, kAtom } about = About::kParts;
    std::uint32_t index = 0;   // of the node, or of the atom
    bool is_positive = true;   // kParts: whether the parts are demanded as they are, not negated
    std::size_t branches = 0;
  };
  std::optional<Split> split();   // nothing, if there is nothing to split

  // A point to go back to. It stays valid until something before it is undone.
  struct Mark {
    std::size_t restrictions = 0;
    std::size_t words = 0;
    std::size_t changes = 0;
    std::size_t sums = 0;
    std::size_t demands = 0;
    std::size_t passed = 0;
    std::size_t next_sum = 0;
    std::uint32_t first = 0;
    bool is_absurd = false;
  };
  Mark mark() const;
  void undo(const Mark& mark);
  void enter(const Split& split, std::size_t branch);   // right after split(), or after undo() to that point

  bool mentions(ComponentId component) const {
    return watches_of_[component.index()] != kNone;
  }   // whether the formula mentions it
  bool is_restricted(ComponentId component) const {
    return is_restricted_[component.index()] != 0;
  }   // not all states are allowed
  bool allows(ComponentId component, LocalState state) const {
    return !is_restricted(component) || bit(begins_[component.index()], state);
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  static constexpr std::size_t kWordBits = 64;
  enum class Tri : std::uint8_t { kFalse, kOpen, kTrue };

  struct Demand {
    std::uint32_t index = 0;   // a node that is a choice, or one of sums_
    bool is_choice = false;
    bool is_positive = true;
    std::uint32_t next = kNone;
  };
  struct Sum {   // an inequality that is demanded
    std::uint32_t node = 0;
    bool is_positive = true;
    std::int64_t least = 0;
    std::int64_t most = 0;
    std::uint32_t next_term = 0;   // the terms before it are decided
  };
  struct Change {   // the old value of a sum
    std::uint32_t sum = 0;
    std::uint32_t next_term = 0;
    std::int64_t least = 0;
    std::int64_t most = 0;
  };
  struct Restriction {   // the states allowed before are in old_words_
    ComponentId component;
    bool was_restricted = false;
  };
  struct Watch {
    std::uint32_t sum = 0;
    std::uint32_t term = 0;
  };

  bool bit(std::size_t begin, LocalState state) const {
    return (words_[begin + state.index() / kWordBits] >> (state.index() % kWordBits) & 1) != 0;
  }
  std::span<std::uint64_t> allowed(ComponentId component);
  std::vector<Watch>& watches(ComponentId component) { return watches_[watches_of_[component.index()]]; }
  const Atom& atom_of(const Sum& sum, std::size_t term) const;
  static Tri truth(const Atom& atom, std::span<const std::uint64_t> allowed);
  bool is_certain(const Sum& sum) const;
  bool is_impossible(const Sum& sum) const;

  void demand(std::uint32_t node, bool is_positive);
  void simplify(std::uint32_t node, bool is_positive);
  void restrict(const Atom& atom, bool is_positive);
  void add_sum(std::uint32_t node, bool is_positive);
  void remove_last_sum();
  void decide(std::uint32_t sum, std::int64_t weight, Tri now);
  void note(std::uint32_t sum);

  const Network& network_;
  const Predicate& formula_;
  Pulse pulse_;
  std::vector<std::size_t> begins_;           // component -> its words, if the formula mentions it
  std::vector<std::uint32_t> watches_of_;     // component -> in watches_
  std::vector<std::uint8_t> is_restricted_;   // component
  std::vector<std::uint64_t> words_;          // a bit for each local state that is allowed
  std::vector<std::vector<Watch>> watches_;   // terms of demanded sums that were open when the sum was added
  std::vector<Demand> demands_;               // a linked list of demands begins at first_
  std::uint32_t first_ = kNone;
  std::vector<std::uint32_t> passed_;   // sums before the first choice, in order
  std::size_t next_sum_ = 0;            // the sums before it, in passed_, need no split
  std::vector<Sum> sums_;
  std::vector<Restriction> restrictions_;
  std::vector<std::uint64_t> old_words_;
  std::vector<Change> changes_;
  bool is_absurd_ = false;

  struct Part {
    std::uint32_t node = 0;
    bool is_positive = true;
  };
  std::vector<Part> parts_;     // for simplify(): parts still to be simplified, the first one last
  std::vector<Demand> found_;   // and the demands that are left
  std::vector<std::uint64_t> scratch_;
};

}   // namespace parley
