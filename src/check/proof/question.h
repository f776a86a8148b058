#pragma once

#include <map>
#include <memory>
#include <optional>

#include "check/blocked.h"
#include "check/obligation.h"
#include "check/proof/formula.h"

namespace parley::proof {

// Constraints that every bad state meets, with the right values for the other variables
// (docs/formats/evidence/invariants.md). They are built on demand from tables per template: a network may
// have millions of rules, and a proof needs few of them.
class Question {
 public:
  // The property satisfies is_possible().
  Question(const Network& network, const Property& property, const Limits& limits);
  static bool is_possible(const Property& property);

  const Variables& variables() const { return variables_; }
  std::size_t size() const { return size_; }          // number of its constraints
  void build(std::size_t number, Constraint& into);   // without finishing it

 private:
  // Lists of values, shared by the variables of all instances of a template.
  struct Lists {
    std::vector<std::size_t> offer_begins;   // label -> its states in offers
    std::vector<std::uint32_t> offers;
    std::vector<std::uint32_t> errors;
    std::vector<std::uint32_t> terminals;
    std::vector<std::uint32_t> stuck;   // the values that mean: in the set, and not in a terminal state
    std::span<const std::uint32_t> offering(LocalLabel label) const {
      return std::span(offers).subspan(offer_begins[label.index()],
                                       offer_begins[label.index() + 1] - offer_begins[label.index()]);
    }
  };
  const Lists& lists(ComponentId component);
  std::span<const std::int64_t> block_weights(const Participant& participant, std::size_t processes);

  void build_rule(RuleId rule, Constraint& into);
  void build_blocked_rule(RuleId rule, Constraint& into);
  void build_last(Constraint& into);

  const Network& network_;
  PropertyKind kind_;
  Variables variables_;
  std::optional<FormulaConstraints> formula_;
  std::vector<ComponentId> with_errors_;   // deadlocks: components that have error states; of `property`: the automata
  std::vector<ComponentId> last_;          // deadlocks: the components of the last constraint
  std::size_t size_ = 0;
  std::vector<std::unique_ptr<Lists>> lists_;   // by template
  struct BlockKey {
    TemplateId of;
    LocalLabel label;
    std::size_t processes;
    friend auto operator<=>(const BlockKey&, const BlockKey&) = default;
  };
  std::map<BlockKey, std::vector<std::int64_t>> block_weights_;
};

}   // namespace parley::proof
