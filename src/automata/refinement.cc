// The refinement of refinement.h, step by step. The terms (inert, bunch, target, slice) are defined there.
//
// run()                  while a bunch has several targets: split_bunch()
//   split_bunch()        takes the smaller target out of the bunch; stabilise() for each block with moves of
//                        both parts; drain()
//     stabilise()        splits a block by the moves that left, then its half 'with' by the rest
//     drain()            restores the invariant for new bottom states: splits by each pending slice
//       split()          marks the sources and finds the smaller half: directly if all states are bottom
//                        states, else by TwoSearches. Then splits blocks, slices and targets, and collects
//                        the moves that are no longer inert (find_fresh())
//       settle()         puts those moves into a new bunch, separates new bottom states from old ones, and
//                        marks all slices of the new ones as pending (reopen())
//
// The halves of a split: 'with' can reach a move of the splitter by inert moves, 'without' cannot.
//
// Differences from the paper: moves that become visible in the second split of settle() get their own bunch;
// a block of bottom states is split without a search; the moves of a state in a bunch are counted, where the
// paper keeps them sorted.

#include "automata/refinement.h"

#include <cassert>

namespace parley::automata {

Refinement::Refinement(std::size_t states, const std::vector<Move>& moves, const Limits& limits)
    : pulse_(limits, 4096),
      graph_(states, moves),
      blocks_(states),
      targets_(moves.size()),
      slices_(moves.size()),
      searches_(graph_, blocks_, slices_, limits),
      silent_inside_(states),
      first_slice_(1, kNone),
      count_of_(moves.size(), kNone),
      count_at_(states, kNone),
      has_rest_(states),
      is_marked_(states) {
  for (std::uint32_t state = 0; state < states; ++state) {
    silent_inside_[state] = graph_.out_silent_ends[state] - graph_.out_begins[state];
    if (silent_inside_[state] == 0) blocks_.make_bottom(state);
  }
  make_first_bunch(moves);
}

// One bunch of all visible moves, target by target. At the beginning there is one target per label.
void Refinement::make_first_bunch(const std::vector<Move>& moves) {
  std::uint32_t labels = 0;
  for (const Move& move : moves) labels = std::max(labels, move.label + 1);
  std::vector<std::vector<std::uint32_t>> by_label(labels);
  std::vector<std::uint32_t> visible;
  visible.reserve(moves.size());
  for (std::uint32_t i = 0; i < moves.size(); ++i) {
    step();
    if (moves[i].label == 0) continue;
    by_label[moves[i].label].push_back(i);
    visible.push_back(i);
    std::uint32_t& count = count_at_[moves[i].from];
    if (count == kNone) count = new_count();
    count_of_[i] = count;
    ++counts_[count];
  }
  count_at_.assign(count_at_.size(), kNone);
  if (visible.empty()) return;
  bunches_.push_back({0, static_cast<std::uint32_t>(visible.size()), 0});
  for (const std::vector<std::uint32_t>& members : by_label) {
    if (members.empty()) continue;
    targets_.append(members);
    bunch_of_target_.push_back(0);
    ++bunches_[0].targets;
  }
  link(slices_.append(visible), 0);
  if (bunches_[0].targets > 1) open_bunches_.push_back(0);
}

std::vector<std::uint32_t> Refinement::run() {
  while (!open_bunches_.empty()) {
    const std::uint32_t bunch = open_bunches_.back();
    open_bunches_.pop_back();
    split_bunch(bunch);
  }
  return blocks_.all_blocks();
}

void Refinement::split_bunch(std::uint32_t bunch) {
  recount(take_smaller_target(bunch));
  if (bunches_[bunch].targets > 1) open_bunches_.push_back(bunch);

  unstable_.clear();
  slice_rows_.resize(slices_.num_classes());
  slices_.finish([&](std::uint32_t parent, std::uint32_t child, bool whole) {
    link(child, slice_rows_[parent].block);
    if (whole) unlink(parent);
    else unstable_.push_back({child, parent});
  });
  for (const Unstable& unstable : unstable_) stabilise(unstable);
  for (std::uint32_t state : counted_) has_rest_[state] = false;
  drain();
}

// The first or the last target of a bunch, whichever is smaller, becomes its own bunch. So at most half of
// the moves leave, and no move changes its place in the array.
std::uint32_t Refinement::take_smaller_target(std::uint32_t bunch) {
  Bunch& from = bunches_[bunch];
  const std::uint32_t first = targets_.class_of(targets_.at(from.begin));
  const std::uint32_t last = targets_.class_of(targets_.at(from.end - 1));
  assert(first != last);
  const bool takes_first = targets_.size(first) <= targets_.size(last);
  const std::uint32_t target = takes_first ? first : last;
  if (takes_first) from.begin = static_cast<std::uint32_t>(targets_.end(target));
  else from.end = static_cast<std::uint32_t>(targets_.begin(target));
  --from.targets;
  bunch_of_target_[target] = static_cast<std::uint32_t>(bunches_.size());
  bunches_.push_back({static_cast<std::uint32_t>(targets_.begin(target)), static_cast<std::uint32_t>(targets_.end(target)), 1});
  return target;
}

// Gives the moves of 'target' new counts and slices. Afterwards has_rest_ is set for those of their sources
// that still have moves in the old bunch.
void Refinement::recount(std::uint32_t target) {
  counted_.clear();
  old_counts_.clear();
  for (std::size_t place = targets_.begin(target); place < targets_.end(target); ++place) {
    step();
    const std::uint32_t move = targets_.at(place);
    const std::uint32_t source = graph_.from[move];
    if (count_at_[source] == kNone) {
      count_at_[source] = new_count();
      counted_.push_back(source);
      old_counts_.push_back(count_of_[move]);
    }
    --counts_[count_of_[move]];
    count_of_[move] = count_at_[source];
    ++counts_[count_of_[move]];
    slices_.take(move);
  }
  for (std::size_t i = 0; i < counted_.size(); ++i) {
    count_at_[counted_[i]] = kNone;
    if (counts_[old_counts_[i]] != 0) has_rest_[counted_[i]] = true;
    else free_counts_.push_back(old_counts_[i]);
  }
}

void Refinement::stabilise(const Unstable& unstable) {
  sources_.clear();
  both_.clear();
  for (std::size_t place = slices_.begin(unstable.left); place < slices_.end(unstable.left); ++place) {
    step();
    const std::uint32_t source = graph_.from[slices_.at(place)];
    sources_.push_back(source);
    if (has_rest_[source]) both_.push_back(source);
  }
  // By the invariant, a bottom state without a move among those that left has one in the rest. So only the
  // half 'with' may need a second split.
  const std::uint32_t block = slice_rows_[unstable.left].block;
  slice_rows_[unstable.rest].child = kNone;
  std::uint32_t with = split(block, unstable.left, sources_, Sources::kAllGiven).with;
  std::uint32_t rest = follow(unstable.rest, with);
  with = settle(with, &rest);
  if (rest == kNone) return;
  settle(split(with, rest, both_, Sources::kBottomGiven).with);
}

void Refinement::drain() {
  while (!pending_.empty()) {
    step();
    const std::uint32_t slice = pending_.back();
    pending_.pop_back();
    if (!slice_rows_[slice].pending) continue;
    slice_rows_[slice].pending = false;
    sources_.clear();
    for (std::size_t place = slices_.begin(slice); place < slices_.marked_end(slice); ++place) {
      step();
      sources_.push_back(graph_.from[slices_.at(place)]);
    }
    slices_.clear_marks(slice);
    settle(split(slice_rows_[slice].block, slice, sources_, Sources::kBottomGiven).with);
  }
}

Refinement::Halves Refinement::split(std::uint32_t block, std::uint32_t slice, const std::vector<std::uint32_t>& sources,
                                     Sources given) {
  fresh_.clear();
  marked_.clear();
  std::uint32_t marked_end = blocks_.begin(block);
  for (std::uint32_t state : sources) {
    step();
    if (is_marked_[state] || blocks_.block_of(state) != block) continue;
    is_marked_[state] = true;
    marked_.push_back(state);
    if (blocks_.is_bottom(state)) blocks_.place_bottom(state, marked_end++);
  }
  for (std::uint32_t state : marked_) is_marked_[state] = false;
  // All bottom states are marked. A state that could not reach the splitter would reach a bottom state that
  // cannot.
  if (marked_end == blocks_.bottom_end(block)) return {.with = block};

  bool small_is_with = false;
  if (blocks_.bottom_end(block) == blocks_.end(block)) {
    small_is_with = marked_.size() <= blocks_.size(block) / 2;
    small_.clear();
    const std::uint32_t first = small_is_with ? blocks_.begin(block) : marked_end;
    const std::uint32_t last = small_is_with ? marked_end : blocks_.end(block);
    for (std::uint32_t place = first; place < last; ++place) {
      step();
      small_.push_back(blocks_.at(place));
    }
  } else {
    searches_.run({block, slice, given == Sources::kAllGiven, marked_end}, marked_, silent_inside_);
    small_is_with = searches_.small_is_with();
    small_ = searches_.small();
  }
  const Halves halves = blocks_.split(block, marked_end, small_, small_is_with);
  first_slice_.push_back(kNone);
  split_slices(small_, small_is_with ? halves.with : halves.without);
  split_targets(small_);
  find_fresh(small_, small_is_with);
  return halves;
}

void Refinement::split_slices(const std::vector<std::uint32_t>& small, std::uint32_t fresh_block) {
  for (std::uint32_t state : small)
    for (std::uint32_t move = graph_.out_begins[state]; move < graph_.out_begins[state + 1]; ++move) {
      step();
      if (slices_.contains(move)) slices_.take(move);
    }
  slice_rows_.resize(slices_.num_classes());
  slices_.finish([&](std::uint32_t parent, std::uint32_t child, bool whole) {
    link(child, fresh_block);
    slice_rows_[parent].child = child;
    if (slice_rows_[parent].pending) {
      slice_rows_[child].pending = true;
      pending_.push_back(child);
    }
    if (whole) unlink(parent);
  });
}

void Refinement::split_targets(const std::vector<std::uint32_t>& small) {
  for (std::uint32_t state : small)
    for (std::uint32_t i = graph_.in_begins[state]; i < graph_.in_begins[state + 1]; ++i) {
      step();
      if (targets_.contains(graph_.in[i])) targets_.take(graph_.in[i]);
    }
  bunch_of_target_.resize(targets_.num_classes());
  targets_.finish([&](std::uint32_t parent, std::uint32_t child, bool whole) {
    const std::uint32_t bunch = bunch_of_target_[parent];
    bunch_of_target_[child] = bunch;
    if (!whole && ++bunches_[bunch].targets == 2) open_bunches_.push_back(bunch);
  });
}

// An inert move never led from 'without' to 'with': its source would be in 'with'. So one direction is
// enough.
void Refinement::find_fresh(const std::vector<std::uint32_t>& small, bool small_is_with) {
  const auto look_at = [&](std::uint32_t move) {
    step();
    if (targets_.contains(move) || blocks_.block_of(graph_.from[move]) == blocks_.block_of(graph_.to[move])) return;
    fresh_.push_back(move);
    if (--silent_inside_[graph_.from[move]] == 0) blocks_.make_bottom(graph_.from[move]);
  };
  for (std::uint32_t state : small) {
    if (small_is_with) {
      for (std::uint32_t move = graph_.out_begins[state]; move < graph_.out_silent_ends[state]; ++move) look_at(move);
    } else {
      for (std::uint32_t i = graph_.in_begins[state]; i < graph_.in_silent_ends[state]; ++i) look_at(graph_.in[i]);
    }
  }
}

// All moves in fresh_ start in 'with'. Its old bottom states have none of them: they are the half 'without'
// of a second split. In the other half all bottom states are new, and the invariant may not hold for them.
std::uint32_t Refinement::settle(std::uint32_t with, std::uint32_t* rest) {
  if (fresh_.empty()) return with;
  fresh_sources_.clear();
  for (std::uint32_t move : fresh_) fresh_sources_.push_back(graph_.from[move]);
  const std::uint32_t slice = add_bunch(with);
  const Halves halves = split(with, slice, fresh_sources_, Sources::kAllGiven);
  // Must come first: a new slice may reuse the number of one that is gone.
  if (rest != nullptr) *rest = follow(*rest, halves.without);
  if (!fresh_.empty()) add_bunch(halves.with);
  reopen(halves.with);
  return halves.without;
}

// Makes a bunch of the moves in fresh_, all from 'block' to one other block. Returns its slice.
std::uint32_t Refinement::add_bunch(std::uint32_t block) {
  for (std::uint32_t move : fresh_) {
    std::uint32_t& count = count_at_[graph_.from[move]];
    if (count == kNone) count = new_count();
    count_of_[move] = count;
    ++counts_[count];
  }
  for (std::uint32_t move : fresh_) count_at_[graph_.from[move]] = kNone;
  const auto begin = static_cast<std::uint32_t>(targets_.num_places());
  const std::uint32_t target = targets_.append(fresh_);
  bunch_of_target_.resize(targets_.num_classes());
  bunch_of_target_[target] = static_cast<std::uint32_t>(bunches_.size());
  bunches_.push_back({begin, static_cast<std::uint32_t>(targets_.num_places()), 1});
  const std::uint32_t slice = slices_.append(fresh_);
  link(slice, block);
  return slice;
}

void Refinement::reopen(std::uint32_t block) {
  for (std::uint32_t slice = first_slice_[block]; slice != kNone; slice = slice_rows_[slice].next) {
    step();
    if (slice_rows_[slice].pending) continue;
    slice_rows_[slice].pending = true;
    pending_.push_back(slice);
  }
  for (std::uint32_t place = blocks_.begin(block); place < blocks_.bottom_end(block); ++place) {
    const std::uint32_t state = blocks_.at(place);
    for (std::uint32_t move = graph_.out_begins[state]; move < graph_.out_begins[state + 1]; ++move) {
      step();
      slices_.mark(move);
    }
  }
}

void Refinement::link(std::uint32_t slice, std::uint32_t block) {
  slice_rows_.resize(slices_.num_classes());
  const std::uint32_t next = first_slice_[block];
  slice_rows_[slice] = {.block = block, .next = next};
  if (next != kNone) slice_rows_[next].previous = slice;
  first_slice_[block] = slice;
}

void Refinement::unlink(std::uint32_t slice) {
  Slice& row = slice_rows_[slice];
  if (row.previous == kNone) first_slice_[row.block] = row.next;
  else slice_rows_[row.previous].next = row.next;
  if (row.next != kNone) slice_rows_[row.next].previous = row.previous;
  row = {.child = row.child};
}

// The part in 'block' of a slice that was split, or kNone.
std::uint32_t Refinement::follow(std::uint32_t slice, std::uint32_t block) {
  if (slice == kNone || block == kNone) return kNone;
  std::uint32_t found = slice;
  if (slice_rows_[slice].block != block) found = slice_rows_[slice].child;
  if (found == kNone || slice_rows_[found].block != block) return kNone;
  slice_rows_[found].child = kNone;
  return found;
}

std::uint32_t Refinement::new_count() {
  if (!free_counts_.empty()) {
    const std::uint32_t count = free_counts_.back();
    free_counts_.pop_back();
    counts_[count] = 0;
    return count;
  }
  counts_.push_back(0);
  return static_cast<std::uint32_t>(counts_.size() - 1);
}

}   // namespace parley::automata
