#pragma once

#include <unordered_set>
#include <vector>

#include "search/level/level_search.h"
#include "search/steps/successors.h"
#include "search/stubborn/stubborn.h"

namespace parley {

// The successors that stubborn sets choose, for states of any width. A StateSpace (search/level/roles.h).
//
// A state is expanded by the choice that StubbornSets makes for it. After the search, the ignoring proviso
// (search/stubborn/ignoring_proviso.h) may name states that need firm choices; these are expanded once more.
class ReducedSpace {
 public:
  ReducedSpace(const Network& network, std::span<const Property> properties, StateKeys& keys, const Limits& limits)
      : network_(network), properties_(properties), keys_(keys), limits_(limits) {}

  void give_firm_choice(std::uint64_t key) { firm_.insert(key); }   // REQUIRES: no search is running
  const Network& network() const { return network_; }

  class Worker {
   public:
    Worker(const ReducedSpace& space, const StateKeys& keys)
        : space_(space),
          keys_(space.keys_),
          cursor_(keys),
          sets_(space.network_, space.properties_, space.limits_, {.leaves_formulas_undecided = true}),
          successors_(space.network_),
          state_(space.network_.num_components()) {}

    template <StateSink Sink>
    ExpandedState expand(std::uint64_t key, std::uint32_t, const Sink& sink) {
      if (!seek(key)) return {.words = words_, .in_error = true};
      const StubbornSets::Choice choice = this->choice(key);
      const std::size_t left_out = sets_.num_enabled() - choice.rules.size();
      std::size_t transitions = 0;
      for (RuleId rule : choice.rules)
        transitions += for_each_successor(rule, [&](std::span<const LocalState>) {
          sink.tick();
          if (changes_.empty()) return;
          std::uint64_t found = keys_.successor(changes_, cursor_);
          while (keys_.has_no_room(found)) {
            sink.make_room();
            found = keys_.successor(changes_, cursor_);
          }
          sink.add(found, 0);
        });
      return {
          .words = words_, .transitions = transitions, .left_out = left_out, .can_move = !choice.rules.empty() || left_out != 0};
    }

    template <StateSink Sink>
    void emit(const Sink&, bool) {}

    // What follows is for use after the search. Moves to the state with this key; false if it is in error.
    bool seek(std::uint64_t key) {
      words_ = keys_.seek(key, cursor_);
      keys_.layout().unpack(words_, state_);
      return !successors_.in_error(state_);
    }
    StubbornSets::Choice choice(std::uint64_t key) { return space_.firm_.contains(key) ? sets_.firm(state_) : sets_.of(state_); }
    // Calls 'visit(key)' for the successors that may have a lower rank than the current state.
    template <class Visit>
    void for_each_towards_firm(const StubbornSets::Choice& choice, const Visit& visit) {
      from_ = state_;
      for (RuleId rule : choice.rules)
        for_each_successor(rule, [&](std::span<const LocalState> target) {
          if (!changes_.empty() && sets_.counts(choice.needs, rule, from_, target)) visit(keys_.successor(changes_, cursor_));
        });
    }
    bool needs_ranks() const { return sets_.needs_ranks(); }
    std::span<const std::uint64_t> words() const { return words_; }

   private:
    // Calls 'visit(state)' for each successor by this rule. Meanwhile changes_ says which words change.
    template <class Visit>
    std::size_t for_each_successor(RuleId rule, const Visit& visit) {
      return successors_.for_each_of(rule, state_, [&](RuleId, std::span<const LocalState> target) {
        changes_.clear();
        for (const Participant& p : space_.network_.participants(rule)) {
          const StateLayout::Field& field = keys_.layout().field(p.component.index());
          if (changes_.empty() || changes_.back().word != field.word) changes_.push_back({field.word, words_[field.word]});
          std::uint64_t& word = changes_.back().value;
          word = (word & ~field.mask()) | (std::uint64_t{target[p.component.index()].value} << field.shift);
        }
        std::erase_if(changes_, [&](const StateTree::Change& change) { return words_[change.word] == change.value; });
        visit(target);
        return true;
      });
    }

    const ReducedSpace& space_;
    StateKeys& keys_;
    StateKeys::Cursor cursor_;
    StubbornSets sets_;
    Successors successors_;
    std::span<const std::uint64_t> words_;
    std::vector<LocalState> state_;
    std::vector<LocalState> from_;
    std::vector<StateTree::Change> changes_;
  };

 private:
  const Network& network_;
  std::span<const Property> properties_;
  StateKeys& keys_;
  const Limits& limits_;
  std::unordered_set<std::uint64_t> firm_;
};
static_assert(StateSpace<ReducedSpace>);

}   // namespace parley
