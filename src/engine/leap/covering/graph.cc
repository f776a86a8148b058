// The construction of the covering graph; docs/algorithms/covering-steps.md has the proofs, and the
// corrections to (Magniette, Pilard and Rozoy).
//   build: expands places in rounds until no place has new hopes.
//   expand: unpacks a place and takes its steps: find_ripe_rules, step_locally, step_together per shared
//       rule, then steps into error states (fall, step_into_errors).
//   gather: the choices of a rule's participants, from their hopes; 'current' are those offered in the
//       state itself.
//   advance, take_all: enumerate all combinations of choices. set and restore write them into words_ and
//       origin_words_.
//   reach: adds the node, origin, place and edge that words_ and origin_words_ describe, and merges
//       passed_hopes_ into the place.
//
// trace.cc turns a node into a run of the network.
#include "engine/leap/covering/graph.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace parley::leap {

namespace {

bool has_bit(std::span<const std::uint64_t> row, std::uint32_t bit) { return (row[bit / 64] >> (bit % 64) & 1) != 0; }

// Clears the bits [first, end).
void clear_bits(std::span<std::uint64_t> row, std::uint32_t first, std::uint32_t end) {
  while (first < end) {
    const std::uint32_t last = std::min(end, (first / 64 + 1) * 64);
    const std::uint64_t upto = last % 64 == 0 ? ~std::uint64_t{0} : (std::uint64_t{1} << (last % 64)) - 1;
    row[first / 64] &= ~(upto & ~std::uint64_t{0} << (first % 64));
    first = last;
  }
}

}   // namespace

CoveringGraph::CoveringGraph(const Network& network, ErrorSteps error_steps, const Limits& limits, Progress& progress)
    : network_(network),
      error_steps_(error_steps),
      limits_(limits),
      progress_(progress),
      pulse_(limits),
      layout_(network),
      moves_(network, limits),
      hope_words_((moves_.num_hopes() + 63) / 64),
      nodes_(layout_.num_words(), limits),
      origins_(layout_.num_words(), limits),
      places_by_key_(1, limits),
      edges_(2, limits),
      sets_(limits),
      state_(network.num_components()),
      origin_(network.num_components()),
      own_hopes_(hope_words_),
      tried_in_(network.num_rules()),
      in_ripe_(network.num_components()),
      kept_hopes_(hope_words_),
      words_(layout_.num_words()),
      origin_words_(layout_.num_words()),
      passed_hopes_(hope_words_) {}

void CoveringGraph::build(const Visit& visit) {
  assert(places_.empty());
  visit_ = &visit;
  add_initial();
  while (!next_.empty() && !is_over_) {
    round_.swap(next_);
    next_.clear();
    for (const std::uint32_t place : round_) {
      if (is_over_) break;
      is_waiting_[place] = 0;
      expand(place);
    }
  }
  visit_ = nullptr;
}

bool CoveringGraph::in_error(std::span<const LocalState> state) const {
  return std::ranges::any_of(network_.components(),
                             [&](ComponentId component) { return network_.lts(component).is_error(state[component.index()]); });
}

void CoveringGraph::add_initial() {
  for (const ComponentId component : network_.components()) state_[component.index()] = network_.lts(component).initial();
  layout_.pack(state_, words_);
  origin_words_ = words_;
  reach(0, in_error(state_) ? Reached::kInError : Reached::kGoesOn);
}

void CoveringGraph::expand(std::uint32_t place) {
  here_ = place;
  ++num_expanded_;
  std::ranges::copy(nodes_[places_[place].node], words_.begin());
  std::ranges::copy(origins_[places_[place].origin], origin_words_.begin());
  std::copy_n(hopes_.begin() + static_cast<std::ptrdiff_t>(place * hope_words_), hope_words_, own_hopes_.begin());
  layout_.unpack(words_, state_);
  layout_.unpack(origin_words_, origin_);

  find_ripe_rules();
  step_locally();
  for (const ComponentId component : network_.components()) {
    if (in_ripe_[component.index()] != 0) continue;
    const std::span<const Edge> edges = network_.lts(component).edges(state_[component.index()]);
    for (std::size_t i = 0; i < edges.size() && !is_over_;) {
      const LocalLabel label = edges[i].label;
      while (i < edges.size() && edges[i].label == label) ++i;
      for (const RuleId rule : network_.rules(component, label)) {
        pulse_.beat();
        if (!moves_.is_shared(rule) || tried_in_[rule.index()] == num_expanded_) continue;
        tried_in_[rule.index()] = num_expanded_;   // found through one participant that can do its part now
        step_together(rule);
      }
    }
  }
  for (const Moves::Fall& each : moves_.falls()) fall(each);
  if (error_steps_ == ErrorSteps::kEverywhere)
    for (const RuleId rule : moves_.risky_rules()) step_into_errors(rule);
}

bool CoveringGraph::offers_now(const Participant& part) const {
  return network_.lts(part.component).offers(state_[part.component.index()], part.label);
}

// A rule is ripe if nothing else can happen to its participants: none of them can move alone, all of them
// offer it, and none of them has offered anything else since its origin. It then fires together with every
// other step.
bool CoveringGraph::is_ripe(RuleId rule) const {
  return std::ranges::all_of(network_.participants(rule), [&](const Participant& part) {
    return moves_.only_rule(part.component, origin_[part.component.index()]) == rule.value &&
           moves_.local(part.component, state_[part.component.index()]).empty() && offers_now(part);
  });
}

void CoveringGraph::find_ripe_rules() {
  for (const Slot& slot : ripe_combination_.slots) in_ripe_[slot.component.index()] = 0;   // of the place expanded before
  ripe_.clear();
  ripe_combination_.clear();
  kept_hopes_ = own_hopes_;
  passed_hopes_ = own_hopes_;
  for (const ComponentId component : network_.components()) {
    const std::uint32_t only = moves_.only_rule(component, origin_[component.index()]);
    if (only == Moves::kNoRule) continue;
    const RuleId rule{only};
    if (network_.participants(rule)[0].component != component || !is_ripe(rule)) continue;
    gather(rule, static_cast<std::uint32_t>(ripe_.size()), ripe_combination_);
    ripe_.push_back(rule);
  }
  for (const Slot& slot : ripe_combination_.slots) {
    in_ripe_[slot.component.index()] = 1;
    drop_hopes(slot.component);
  }
  kept_hopes_ = passed_hopes_;
  std::ranges::sort(ripe_);
  ripe_step_ = step_of(ripe_);
}

// Collects what the participants of a rule may do, now or in a state that they have passed. False if one of
// them has no choice.
bool CoveringGraph::gather(RuleId rule, std::uint32_t group, Combination& into) {
  for (const Participant& part : network_.participants(rule))
    if (!gather(part, group, into)) return false;
  return true;
}

bool CoveringGraph::gather(const Participant& part, std::uint32_t group, Combination& into) {
  const auto first = static_cast<std::uint32_t>(into.choices.size());
  const std::span<const std::uint32_t> now = moves_.offers(part.component, state_[part.component.index()]);
  const Moves::Range range = moves_.hopes(part);
  for (std::uint32_t hope = range.first; hope < range.end; ++hope) {
    if (!has_bit(own_hopes_, hope)) continue;
    const bool is_current = std::ranges::binary_search(now, hope);
    into.choices.push_back({moves_.target(hope), is_current});
    into.all_current = into.all_current && is_current;
  }
  const auto count = static_cast<std::uint32_t>(into.choices.size() - first);
  into.slots.push_back({part.component, first, count, 0, group});
  return count > 0;
}

void CoveringGraph::step_locally() {
  local_combination_ = ripe_combination_;
  for (const ComponentId component : network_.components()) {
    const std::span<const Moves::Local> moves = moves_.local(component, state_[component.index()]);
    if (moves.empty()) continue;
    const auto first = static_cast<std::uint32_t>(local_combination_.choices.size());
    for (const Moves::Local& move : moves) local_combination_.choices.push_back({move.to, true});
    local_combination_.slots.push_back({component, first, static_cast<std::uint32_t>(moves.size()), 0, kAlone});
  }
  if (!local_combination_.slots.empty()) take_all(local_combination_, ripe_step_);
}

// Takes a shared rule together with the ripe rules. At least one participant must offer it in its current
// state: what all of them have left behind was added where the last of them passed.
void CoveringGraph::step_together(RuleId rule) {
  rule_combination_.clear();
  if (!gather(rule, 0, rule_combination_)) return;
  passed_hopes_ = kept_hopes_;
  for (const Participant& part : network_.participants(rule)) drop_hopes(part.component);
  const std::uint32_t step = step_with_ripe(rule);
  for (const Slot& slot : rule_combination_.slots) set(slot, rule_combination_);
  do {
    pulse_.beat();
    if (!rule_combination_.all_current && !has_current(rule_combination_)) continue;
    if (!is_fatal(rule_combination_)) take_all(ripe_combination_, step);
    else if (error_steps_ == ErrorSteps::kWhereEntered) reach(step_of({&rule, 1}), Reached::kInError);
  } while (!is_over_ && advance(rule_combination_));
  restore(rule_combination_);
}

void CoveringGraph::step_into_errors(RuleId rule) {
  rule_combination_.clear();
  if (!gather(rule, 0, rule_combination_)) return;
  const std::uint32_t step = step_of({&rule, 1});
  for (const Slot& slot : rule_combination_.slots) set(slot, rule_combination_);
  do {
    pulse_.beat();
    if (is_fatal(rule_combination_)) reach(step, Reached::kInError);
  } while (!is_over_ && advance(rule_combination_));
  restore(rule_combination_);
}

void CoveringGraph::fall(const Moves::Fall& fall) {
  if (!has_bit(own_hopes_, fall.hope)) return;
  if (error_steps_ == ErrorSteps::kWhereEntered &&
      !std::ranges::binary_search(moves_.offers(fall.component, state_[fall.component.index()]), fall.hope))
    return;
  const std::size_t column = fall.component.index();
  layout_.put(words_, column, moves_.target(fall.hope));
  layout_.put(origin_words_, column, moves_.target(fall.hope));
  reach(step_of({&fall.rule, 1}), Reached::kInError);
  layout_.put(words_, column, state_[column]);
  layout_.put(origin_words_, column, origin_[column]);
}

bool CoveringGraph::has_current(const Combination& combination) {
  return std::ranges::any_of(combination.slots,
                             [&](const Slot& slot) { return combination.choices[slot.first + slot.at].is_current; });
}

// Whether each ripe rule has a participant that can do its part now. Visits each slot once, however many
// rules are ripe.
bool CoveringGraph::is_due(const Combination& combination) {
  if (combination.all_current) return true;
  is_met_.assign(ripe_.size(), 0);
  std::size_t met = 0;
  for (const Slot& slot : combination.slots) {
    if (slot.group == kAlone || is_met_[slot.group] != 0 || !combination.choices[slot.first + slot.at].is_current) continue;
    is_met_[slot.group] = 1;
    ++met;
  }
  return met == ripe_.size();
}

bool CoveringGraph::is_fatal(const Combination& combination) const {
  return std::ranges::any_of(combination.slots, [&](const Slot& slot) {
    return network_.lts(slot.component).is_error(combination.choices[slot.first + slot.at].to);
  });
}

void CoveringGraph::set(const Slot& slot, const Combination& combination) {
  const LocalState to = combination.choices[slot.first + slot.at].to;
  layout_.put(words_, slot.component.index(), to);
  if (slot.group != kAlone) layout_.put(origin_words_, slot.component.index(), to);
}

void CoveringGraph::restore(const Combination& combination) {
  for (const Slot& slot : combination.slots) {
    const std::size_t column = slot.component.index();
    layout_.put(words_, column, state_[column]);
    layout_.put(origin_words_, column, origin_[column]);
  }
}

// Moves on to the next combination; false after the last one, and then it is at the first again.
bool CoveringGraph::advance(Combination& combination) {
  for (Slot& slot : combination.slots) {
    const bool has_more = ++slot.at < slot.count;
    if (!has_more) slot.at = 0;
    set(slot, combination);
    if (has_more) return true;
  }
  return false;
}

void CoveringGraph::take_all(Combination& combination, std::uint32_t step) {
  for (const Slot& slot : combination.slots) set(slot, combination);
  do {
    if (is_due(combination)) reach(step, Reached::kGoesOn);
    else pulse_.beat();
  } while (!is_over_ && advance(combination));
  for (Slot& slot : combination.slots) slot.at = 0;
  restore(combination);
}

void CoveringGraph::drop_hopes(ComponentId component) {
  const Moves::Range range = moves_.hopes(component);
  clear_bits(passed_hopes_, range.first, range.end);
}

// Numbers of steps: 0 for local rules only, then the single rules, then sets of several.
std::uint32_t CoveringGraph::step_of(std::span<const RuleId> shared) {
  if (shared.empty()) return 0;
  if (shared.size() == 1) return shared[0].value + 1;
  fired_.clear();
  for (const RuleId rule : shared) fired_.push_back(rule.value);
  const std::uint64_t number = std::uint64_t{sets_.add(fired_).number} + network_.num_rules() + 1;
  if (number > std::numeric_limits<std::uint32_t>::max()) throw Stopped("more than 4 billion different steps");
  return static_cast<std::uint32_t>(number);
}

std::uint32_t CoveringGraph::step_with_ripe(RuleId rule) {
  const auto place = std::ranges::upper_bound(ripe_, rule);
  const auto offset = place - ripe_.begin();
  ripe_.insert(place, rule);
  const std::uint32_t step = step_of(ripe_);
  ripe_.erase(ripe_.begin() + offset);
  return step;
}

// Adds the place of words_ and origin_words_, with passed_hopes_.
void CoveringGraph::reach(std::uint32_t step, Reached reached) {
  if (pulse_.beat()) progress_.report({.phase = "exploring", .states = nodes_.size(), .frontier = round_.size() + next_.size()});
  if (is_over_) return;
  const RowTable::Found node = nodes_.add(words_);
  const bool keeps_origin = step == 0 && !places_.empty();
  const std::uint32_t origin = keeps_origin ? places_[here_].origin : origins_.add(origin_words_).number;
  const std::uint64_t key = std::uint64_t{node.number} << 32 | origin;
  const RowTable::Found place = places_by_key_.add({&key, 1});
  if (!places_.empty()) {
    const std::uint64_t edge[] = {std::uint64_t{places_[here_].node} << 32 | node.number, step};
    edges_.add(edge);
  }
  if (place.is_new) {
    make_room(places_, 1, limits_);
    make_room(hopes_, hope_words_, limits_);
    make_room(is_waiting_, 1, limits_);
    places_.push_back({node.number, origin, here_, step});
    hopes_.resize(hopes_.size() + hope_words_);
    is_waiting_.push_back(0);
    if (reached == Reached::kGoesOn) {
      const std::span row = std::span(hopes_).last(hope_words_);
      for (const ComponentId component : network_.components())
        for (const std::uint32_t hope : moves_.offers(component, layout_.at(words_, component.index())))
          row[hope / 64] |= std::uint64_t{1} << (hope % 64);
    }
  }
  if (reached == Reached::kGoesOn) {
    std::uint64_t news = place.is_new ? 1 : 0;
    std::uint64_t* row = hopes_.data() + std::size_t{place.number} * hope_words_;
    for (std::size_t i = 0; i < hope_words_; ++i) {
      news |= passed_hopes_[i] & ~row[i];
      row[i] |= passed_hopes_[i];
    }
    if (news != 0 && is_waiting_[place.number] == 0) {
      is_waiting_[place.number] = 1;
      make_room(next_, 1, limits_);
      next_.push_back(place.number);
    }
  }
  if (node.is_new) {
    make_room(first_places_, 1, limits_);
    first_places_.push_back(place.number);
    is_over_ = !(*visit_)(node.number);
  }
}

}   // namespace parley::leap
