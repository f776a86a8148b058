#pragma once

#include <vector>

#include "search/level_search.h"
#include "search/stubborn.h"
#include "search/successors.h"

namespace parley {

// The successors of states by stubborn sets, for states of any width.
//
// Where rules could be put off for ever (StubbornSets::needs_ranks), a state whose chosen rules lead to no state of the next level is expanded fully. So
// from every state a path of ever deeper states ends in one that is; the depths are the ranks of the certificate. Whether a state belongs
// to the next level does not depend on who finds it, so the choice does not depend on threads either.
class ReducedSpace {
 public:
  ReducedSpace(const Network& network, std::span<const Property> properties, StateKeys& keys, const Limits& limits)
      : network_(network), properties_(properties), keys_(keys), limits_(limits) {}

  class Worker {
   public:
    Worker(const ReducedSpace& space, const StateKeys& keys)
        : network_(space.network_),
          keys_(space.keys_),
          cursor_(keys),
          sets_(space.network_, space.properties_, space.limits_),
          successors_(space.network_),
          state_(space.network_.num_components()) {}

    template <class Sink>
    ExpandedState expand(std::uint64_t key, std::uint32_t depth, const Sink& sink) {
      words_ = keys_.seek(key, cursor_);
      keys_.layout().unpack(words_, state_);
      if (successors_.in_error(state_)) return {.words = words_, .in_error = true};
      StubbornSets::Choice choice = sets_.of(state_);
      Fired fired = fire(choice, depth, sink);
      if (sets_.needs_ranks() && !fired.goes_deeper && !choice.is_full) {
        choice = sets_.full(state_);
        fired = fire(choice, depth, sink);
      }
      const bool can_move = !choice.rules.empty() || (!choice.is_full && !sets_.full(state_).rules.empty());
      return {.words = words_, .transitions = fired.transitions, .can_move = can_move};
    }

    // The choice by which this state was expanded, once the search is over: 'depth_of(key)' of a state that was found.
    template <class DepthOfKey>
    StubbornSets::Choice choice_of(std::uint64_t key, std::uint32_t depth, const DepthOfKey& depth_of) {
      words_ = keys_.seek(key, cursor_);
      keys_.layout().unpack(words_, state_);
      if (successors_.in_error(state_)) return {};
      const StubbornSets::Choice choice = sets_.of(state_);
      if (!sets_.needs_ranks() || choice.is_full) return choice;
      struct {
        const DepthOfKey& depth_of;
        std::uint32_t add_now(std::uint64_t found) const { return depth_of(found); }
        void add(std::uint64_t) const {}
        void make_room() const {}
      } sink{depth_of};
      return fire(choice, depth, sink).goes_deeper ? choice : sets_.full(state_);
    }
    bool needs_ranks() const { return sets_.needs_ranks(); }
    std::span<const std::uint64_t> words() const { return words_; }

   private:
    struct Fired {
      std::size_t transitions = 0;
      bool goes_deeper = false;
    };
    template <class Sink>
    Fired fire(const StubbornSets::Choice& choice, std::uint32_t depth, const Sink& sink) {
      Fired fired;
      for (RuleId rule : choice.rules)
        fired.transitions += successors_.for_each_of(rule, state_, [&](RuleId, std::span<const LocalState> target) {
          find_changes(rule, target);
          if (changes_.empty()) return true;
          std::uint64_t key = keys_.successor(changes_, cursor_);
          while (key == StateTree::kFull) {
            sink.make_room();
            key = keys_.successor(changes_, cursor_);
          }
          if (!sets_.needs_ranks()) sink.add(key);
          else if (sink.add_now(key) == depth + 1) fired.goes_deeper = true;
          return true;
        });
      return fired;
    }
    void find_changes(RuleId rule, std::span<const LocalState> target) {
      changes_.clear();
      for (const Participant& p : network_.participants(rule)) {
        const StateLayout::Field& field = keys_.layout().field(p.component.index());
        if (changes_.empty() || changes_.back().word != field.word) changes_.push_back({field.word, words_[field.word]});
        std::uint64_t& word = changes_.back().value;
        word = (word & ~field.mask()) | (std::uint64_t{target[p.component.index()].value} << field.shift);
      }
      std::erase_if(changes_, [&](const StateTree::Change& change) { return words_[change.word] == change.value; });
    }

    const Network& network_;
    StateKeys& keys_;
    StateKeys::Cursor cursor_;
    StubbornSets sets_;
    Successors successors_;
    std::span<const std::uint64_t> words_;
    std::vector<LocalState> state_;
    std::vector<StateTree::Change> changes_;
  };

 private:
  const Network& network_;
  std::span<const Property> properties_;
  StateKeys& keys_;
  const Limits& limits_;
};

}  // namespace parley
