#include "automata/two_searches.h"

#include <cassert>

namespace parley::automata {

TwoSearches::TwoSearches(const MoveGraph& graph, const StateBlocks& blocks, const MarkedPartition& slices, const Limits& limits)
    : graph_(graph),
      blocks_(blocks),
      slices_(slices),
      pulse_(limits, 4096),
      side_(graph.num_states(), Side::kUnknown),
      untested_(graph.num_states()) {}

void TwoSearches::run(const Splitter& splitter, std::span<const std::uint32_t> marked,
                      const std::vector<std::uint32_t>& silent_inside) {
  splitter_ = splitter;
  silent_inside_ = &silent_inside;
  half_ = blocks_.size(splitter.block) / 2;
  start(marked);
  race();
  clean();
}

void TwoSearches::start(std::span<const std::uint32_t> marked) {
  with_.clear();
  without_.clear();
  doubtful_.clear();
  for (std::uint32_t state : marked) add_with(state);
  with_at_ = without_at_ = 0;
  if (!with_.empty()) with_move_ = graph_.in_begins[with_[0]];
  with_source_ = slices_.begin(splitter_.slice);
  without_bottom_ = splitter_.marked_end;
  checked_ = kNone;
}

void TwoSearches::race() {
  for (bool with_runs = true, without_runs = true;;) {
    step();
    if (with_runs) {
      const Step step = step_with();
      if (step == Step::kComplete) {
        small_is_with_ = true;
        return;
      }
      with_runs = step == Step::kGoesOn;
    }
    if (without_runs) {
      const Step step = step_without();
      if (step == Step::kComplete) {
        small_is_with_ = false;
        return;
      }
      without_runs = step == Step::kGoesOn;
    }
    assert(with_runs || without_runs);
  }
}

void TwoSearches::clean() {
  for (std::uint32_t state : with_) side_[state] = Side::kUnknown;
  for (std::uint32_t state : without_) side_[state] = Side::kUnknown;
  for (std::uint32_t state : doubtful_) side_[state] = Side::kUnknown;
}

TwoSearches::Step TwoSearches::step_with() {
  if (with_.size() > half_) return Step::kTooMany;
  if (with_at_ < with_.size()) {
    if (with_move_ < graph_.in_silent_ends[with_[with_at_]]) {
      const std::uint32_t source = graph_.from[graph_.in[with_move_++]];
      if (blocks_.block_of(source) == splitter_.block) add_with(source);
    } else if (++with_at_ < with_.size()) {
      with_move_ = graph_.in_begins[with_[with_at_]];
    }
    return Step::kGoesOn;
  }
  if (splitter_.sources_known || with_source_ == slices_.end(splitter_.slice)) return Step::kComplete;
  add_with(graph_.from[slices_.at(with_source_++)]);
  return Step::kGoesOn;
}

TwoSearches::Step TwoSearches::step_without() {
  if (without_.size() > half_) return Step::kTooMany;
  if (checked_ != kNone) {
    step_check();
    return Step::kGoesOn;
  }
  if (without_at_ < without_.size()) {
    if (without_move_ == graph_.in_silent_ends[without_[without_at_]]) {
      if (++without_at_ < without_.size()) without_move_ = graph_.in_begins[without_[without_at_]];
      return Step::kGoesOn;
    }
    const std::uint32_t source = graph_.from[graph_.in[without_move_++]];
    if (blocks_.block_of(source) != splitter_.block || side_[source] == Side::kWith) return Step::kGoesOn;
    if (side_[source] == Side::kUnknown) {
      side_[source] = Side::kDoubtful;
      doubtful_.push_back(source);
      untested_[source] = (*silent_inside_)[source];
    }
    if (--untested_[source] != 0) return Step::kGoesOn;
    if (splitter_.sources_known) {
      add_without(source);
    } else {
      checked_ = source;
      checked_move_ = graph_.out_begins[source];
    }
    return Step::kGoesOn;
  }
  if (without_bottom_ == blocks_.bottom_end(splitter_.block)) return Step::kComplete;
  add_without(blocks_.at(without_bottom_++));
  return Step::kGoesOn;
}

void TwoSearches::step_check() {
  if (side_[checked_] == Side::kWith) {   // the other search has found it meanwhile
    checked_ = kNone;
  } else if (checked_move_ == graph_.out_begins[checked_ + 1]) {
    add_without(checked_);
    checked_ = kNone;
  } else if (slices_.class_of(checked_move_++) == splitter_.slice) {
    add_with(checked_);
    checked_ = kNone;
  }
}

void TwoSearches::add_with(std::uint32_t state) {
  if (side_[state] == Side::kWith) return;
  assert(side_[state] != Side::kWithout);
  side_[state] = Side::kWith;
  with_.push_back(state);
  if (with_at_ + 1 == with_.size()) with_move_ = graph_.in_begins[state];
}

void TwoSearches::add_without(std::uint32_t state) {
  side_[state] = Side::kWithout;
  without_.push_back(state);
  if (without_at_ + 1 == without_.size()) without_move_ = graph_.in_begins[state];
}

}   // namespace parley::automata
