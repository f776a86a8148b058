#include <array>
#include <unordered_set>

#include <fmt/format.h>

#include "check/cases/agreeing_rows.h"
#include "check/cases/situation.h"
#include "check/describe.h"
#include "check/rows.h"
#include "check/set/closed_set.h"
#include "check/set/linear_invariants.h"

namespace parley {

namespace {

const CaseSplit& cases_of(const Claim& asked) { return *std::get<CaseSplitRef>(asked.evidence); }

// An obligation that each set meets by itself, independently of the others. A set that is listed twice is
// checked once.
template <Objection (*objection)(const SetCase&)>
Objection by_each_set(const Claim& asked) {
  SupportSpace space(asked.network);
  std::unordered_set<const ClosedSet*> seen;
  const auto& sets = cases_of(asked).sets;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    if (!seen.insert(sets[i].get()).second) continue;
    if (Objection found = objection(
            {.network = asked.network, .set = *sets[i], .limits = asked.limits, .progress = asked.progress, .space = space}))
      return fmt::format("set {}: {}", i, *found);
  }
  return std::nullopt;
}

// The formula that must be unreachable.
Predicate question(const Claim& asked) {
  if (const auto* reach = std::get_if<Reach>(&asked.property.ask)) return reach->goal;
  if (const auto* never = std::get_if<Never>(&asked.property.ask)) return never->bad;
  PredicateBuilder builder;
  std::vector<PredicateBuilder::Handle> errors;
  if (const auto* safety = std::get_if<Safety>(&asked.property.ask))
    for (ComponentId automaton : safety->automata) {
      const Lts& lts = asked.network.lts(automaton);
      Atom atom{.component = automaton, .states = {}};
      for (LocalState state : lts.states())
        if (lts.is_error(state)) atom.states.push_back(state);
      errors.push_back(atom.states.empty() ? builder.constant(false) : builder.atom(std::move(atom)));
    }
  const auto root = builder.any_of(errors);
  return std::move(builder).build(root);
}

// Walks through all cases of the tree, depth first. The situation is changed in place and restored on the way
// back.
class CaseWalk {
 public:
  CaseWalk(const Claim& asked, const Predicate& formula)
      : asked_(asked), cases_(cases_of(asked)), situation_(asked.network, formula, asked.limits) {
    std::vector<std::size_t> times(cases_.sets.size());
    for (std::uint32_t node : cases_.tree)
      if (node < times.size()) ++times[node];
    rows_.reserve(cases_.sets.size());
    for (std::size_t i = 0; i < cases_.sets.size(); ++i)
      rows_.emplace_back(asked.network, *cases_.sets[i], situation_, times[i], asked.limits);
  }

  Objection objection() {
    Pulse pulse(asked_.limits);
    do {
      if (next_ == cases_.tree.size()) return "the tree ends before all its cases";
      if (pulse.beat()) asked_.progress.report({.phase = "judging", .done = next_, .total = cases_.tree.size()});
      if (Objection found = cases_.tree[next_] == CaseSplit::kSplit ? go_down() : leaf_objection())
        return fmt::format("node {} of the tree: {}", next_ + 1, *found);
      ++next_;
    } while (!open_.empty());
    if (next_ == cases_.tree.size()) return std::nullopt;
    return fmt::format("the tree goes on after its last case, with node {}", next_ + 1);
  }

 private:
  struct Open {
    Situation::Split split;
    Situation::Mark mark;
    std::size_t branch = 0;
  };

  Objection go_down() {
    if (situation_.is_absurd()) return "what contradicts itself is not split";
    const std::optional<Situation::Split> split = situation_.split();
    if (!split) return "there is nothing to split";
    open_.push_back({*split, situation_.mark(), 0});
    situation_.enter(*split, 0);
    return std::nullopt;
  }

  // Checks the leaf and, if it is right, goes on to the next case.
  Objection leaf_objection() {
    const std::uint32_t set = cases_.tree[next_];
    if (!situation_.is_absurd()) {
      if (set == CaseSplit::kAbsurd) return "this case does not contradict itself";
      if (const std::optional<std::size_t> row = rows_[set].first(situation_)) {
        const StateTable& states = cases_.sets[set]->states;
        Row possible(states.num_columns());
        states.read(*row, possible);
        return fmt::format("{} of set {} is possible in this case", state_text(asked_.network, states.components(), possible),
                           set);
      }
    }
    for (; !open_.empty(); open_.pop_back()) {
      Open& here = open_.back();
      situation_.undo(here.mark);
      if (++here.branch == here.split.branches) continue;
      situation_.enter(here.split, here.branch);
      break;
    }
    return std::nullopt;
  }

  const Claim& asked_;
  const CaseSplit& cases_;
  Situation situation_;
  std::vector<AgreeingRows> rows_;   // by set
  std::vector<Open> open_;           // the splits between the root and the current node
  std::size_t next_ = 0;             // node
};

Objection covers_every_case(const Claim& asked) {
  const Predicate formula = question(asked);
  return CaseWalk(asked, formula).objection();
}

constexpr std::array<Obligation, 6> kCaseSplitObligations{{
    {"fits-verdict", fits_verdict},
    {"contains-initial", by_each_set<has_initial_state>, About::kSet},
    {"invariants-hold", by_each_set<invariants_hold>, About::kSet},
    {"closed", by_each_set<is_closed>, About::kSet},
    {"covers-every-case", covers_every_case},
    {"self-contained", by_each_set<stays_self_contained>, About::kSet},
}};

}   // namespace

std::span<const Obligation> case_split_obligations() { return kCaseSplitObligations; }

}   // namespace parley
