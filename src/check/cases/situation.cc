#include "check/cases/situation.h"

#include <algorithm>
#include <bit>

namespace parley {

Situation::Situation(const Network& network, const Predicate& formula, const Limits& limits)
    : network_(network),
      formula_(formula),
      pulse_(limits),
      begins_(network.num_components(), 0),
      watches_of_(network.num_components(), kNone),
      is_restricted_(network.num_components(), 0) {
  for (const Atom& atom : formula.atoms()) {
    std::uint32_t& watched = watches_of_[atom.component.index()];
    if (watched != kNone) continue;
    watched = static_cast<std::uint32_t>(watches_.size());
    watches_.emplace_back();
    const std::size_t states = network.lts(atom.component).num_states();
    begins_[atom.component.index()] = words_.size();
    words_.resize(words_.size() + (states + kWordBits - 1) / kWordBits, ~std::uint64_t{0});
    if (states % kWordBits != 0) words_.back() >>= kWordBits - states % kWordBits;
  }
  demand(static_cast<std::uint32_t>(formula.nodes().size() - 1), true);
}

std::span<std::uint64_t> Situation::allowed(ComponentId component) {
  const std::size_t words = (network_.lts(component).num_states() + kWordBits - 1) / kWordBits;
  return std::span(words_).subspan(begins_[component.index()], words);
}

const Atom& Situation::atom_of(const Sum& sum, std::size_t term) const {
  return formula_.atoms()[formula_.terms(formula_.nodes()[sum.node])[term].atom];
}

Situation::Tri Situation::truth(const Atom& atom, std::span<const std::uint64_t> allowed) {
  std::size_t inside = 0;
  for (LocalState state : atom.states) inside += allowed[state.index() / kWordBits] >> (state.index() % kWordBits) & 1;
  if (inside == 0) return Tri::kFalse;
  std::size_t all = 0;
  for (std::uint64_t word : allowed) all += static_cast<std::size_t>(std::popcount(word));
  return inside == all ? Tri::kTrue : Tri::kOpen;
}

bool Situation::is_certain(const Sum& sum) const {
  const std::int64_t bound = formula_.nodes()[sum.node].bound;
  return sum.is_positive ? sum.most <= bound : sum.least > bound;
}

bool Situation::is_impossible(const Sum& sum) const {
  const std::int64_t bound = formula_.nodes()[sum.node].bound;
  return sum.is_positive ? sum.least > bound : sum.most <= bound;
}

// Puts the simplified node before all other demands.
void Situation::demand(std::uint32_t node, bool is_positive) {
  simplify(node, is_positive);
  for (std::size_t i = found_.size(); i-- > 0;) {
    found_[i].next = first_;
    first_ = static_cast<std::uint32_t>(demands_.size());
    demands_.push_back(found_[i]);
  }
}

void Situation::simplify(std::uint32_t root, bool root_is_positive) {
  parts_.assign(1, {root, root_is_positive});
  found_.clear();
  while (!parts_.empty() && !is_absurd_) {
    pulse_.beat();
    const Part part = parts_.back();
    parts_.pop_back();
    const Predicate::Node& node = formula_.nodes()[part.node];
    switch (node.kind) {
      case Predicate::Kind::kConstant: is_absurd_ = is_absurd_ || node.value != part.is_positive; break;
      case Predicate::Kind::kAtom: restrict(formula_.atoms()[node.first], part.is_positive); break;
      case Predicate::Kind::kNot: parts_.push_back({formula_.children(node)[0], !part.is_positive}); break;
      case Predicate::Kind::kAnd:
      case Predicate::Kind::kOr: {
        const std::span<const std::uint32_t> children = formula_.children(node);
        const bool is_choice = (node.kind == Predicate::Kind::kOr) == part.is_positive;
        if (is_choice && children.size() > 1) {
          found_.push_back({.index = part.node, .is_choice = true, .is_positive = part.is_positive});
          break;
        }
        if (is_choice && children.empty()) is_absurd_ = true;
        for (std::size_t i = children.size(); i-- > 0;) parts_.push_back({children[i], part.is_positive});
        break;
      }
      case Predicate::Kind::kAtMost:
        found_.push_back(
            {.index = static_cast<std::uint32_t>(sums_.size()), .is_choice = false, .is_positive = part.is_positive});
        add_sum(part.node, part.is_positive);
        break;
    }
  }
}

void Situation::restrict(const Atom& atom, bool is_positive) {
  const std::span<std::uint64_t> now = allowed(atom.component);
  scratch_.assign(now.begin(), now.end());
  for (LocalState state : atom.states) scratch_[state.index() / kWordBits] &= ~(std::uint64_t{1} << (state.index() % kWordBits));
  if (is_positive)   // keep what was just removed
    for (std::size_t i = 0; i < now.size(); ++i) scratch_[i] = now[i] & ~scratch_[i];
  if (std::ranges::equal(scratch_, now)) return;

  std::uint8_t& restricted = is_restricted_[atom.component.index()];
  restrictions_.push_back({atom.component, restricted != 0});
  restricted = 1;
  old_words_.insert(old_words_.end(), now.begin(), now.end());
  std::ranges::copy(scratch_, now.begin());
  is_absurd_ = is_absurd_ || std::all_of(now.begin(), now.end(), [](std::uint64_t word) { return word == 0; });

  const std::span<const std::uint64_t> before = std::span(old_words_).last(now.size());
  for (const Watch& watch : watches(atom.component)) {
    pulse_.beat();
    const Atom& watched = atom_of(sums_[watch.sum], watch.term);
    if (truth(watched, before) != Tri::kOpen) continue;
    const Tri after = truth(watched, now);
    if (after != Tri::kOpen) decide(watch.sum, formula_.terms(formula_.nodes()[sums_[watch.sum].node])[watch.term].weight, after);
  }
}

// An open atom of the sum was decided.
void Situation::decide(std::uint32_t index, std::int64_t weight, Tri now) {
  note(index);
  Sum& sum = sums_[index];
  std::int64_t& wrong = (weight < 0) == (now == Tri::kTrue)
                            ? sum.most
                            : sum.least;   // the end of the interval that had assumed the other truth value
  wrong += now == Tri::kTrue ? weight : -weight;
  is_absurd_ = is_absurd_ || is_impossible(sum);
}

void Situation::note(std::uint32_t sum) { changes_.push_back({sum, sums_[sum].next_term, sums_[sum].least, sums_[sum].most}); }

void Situation::add_sum(std::uint32_t node, bool is_positive) {
  const auto index = static_cast<std::uint32_t>(sums_.size());
  Sum& sum = sums_.emplace_back(Sum{.node = node, .is_positive = is_positive});
  const std::span<const Predicate::Term> terms = formula_.terms(formula_.nodes()[node]);
  for (std::uint32_t term = 0; term < terms.size(); ++term) {
    pulse_.beat();
    const Atom& atom = formula_.atoms()[terms[term].atom];
    const std::int64_t weight = terms[term].weight;
    const Tri now = truth(atom, allowed(atom.component));
    if (now == Tri::kOpen) watches(atom.component).push_back({index, term});
    if (now == Tri::kTrue || (now == Tri::kOpen && weight < 0)) sum.least += weight;
    if (now == Tri::kTrue || (now == Tri::kOpen && weight > 0)) sum.most += weight;
  }
  is_absurd_ = is_absurd_ || is_impossible(sum);
}

// The watches of the last sum are the last ones in every list.
void Situation::remove_last_sum() {
  const auto index = static_cast<std::uint32_t>(sums_.size() - 1);
  for (const Predicate::Term& term : formula_.terms(formula_.nodes()[sums_.back().node])) {
    std::vector<Watch>& here = watches(formula_.atoms()[term.atom].component);
    while (!here.empty() && here.back().sum == index) here.pop_back();
  }
  sums_.pop_back();
}

std::optional<Situation::Split> Situation::split() {
  for (; first_ != kNone; first_ = demands_[first_].next) {
    const Demand& demand = demands_[first_];
    if (demand.is_choice)
      return Split{.about = Split::About::kParts,
                   .index = demand.index,
                   .is_positive = demand.is_positive,
                   .branches = formula_.nodes()[demand.index].count};
    passed_.push_back(demand.index);
  }
  for (; next_sum_ < passed_.size(); ++next_sum_) {
    const std::uint32_t index = passed_[next_sum_];
    if (is_certain(sums_[index])) continue;
    const std::span<const Predicate::Term> terms = formula_.terms(formula_.nodes()[sums_[index].node]);
    std::uint32_t term = sums_[index].next_term;
    while (term < terms.size() &&
           truth(formula_.atoms()[terms[term].atom], allowed(formula_.atoms()[terms[term].atom].component)) != Tri::kOpen)
      ++term;
    if (term != sums_[index].next_term) {
      note(index);
      sums_[index].next_term = term;
    }
    if (term < terms.size()) return Split{.about = Split::About::kAtom, .index = terms[term].atom, .branches = 2};
  }
  return std::nullopt;
}

Situation::Mark Situation::mark() const {
  return {.restrictions = restrictions_.size(),
          .words = old_words_.size(),
          .changes = changes_.size(),
          .sums = sums_.size(),
          .demands = demands_.size(),
          .passed = passed_.size(),
          .next_sum = next_sum_,
          .first = first_,
          .is_absurd = is_absurd_};
}

void Situation::undo(const Mark& mark) {
  for (; changes_.size() > mark.changes; changes_.pop_back()) {
    const Change& change = changes_.back();
    Sum& sum = sums_[change.sum];
    sum.next_term = change.next_term;
    sum.least = change.least;
    sum.most = change.most;
  }
  for (; restrictions_.size() > mark.restrictions; restrictions_.pop_back()) {
    const Restriction& restriction = restrictions_.back();
    const std::span<std::uint64_t> now = allowed(restriction.component);
    std::ranges::copy(std::span(old_words_).last(now.size()), now.begin());
    old_words_.resize(old_words_.size() - now.size());
    is_restricted_[restriction.component.index()] = restriction.was_restricted ? 1 : 0;
  }
  while (sums_.size() > mark.sums) remove_last_sum();
  demands_.resize(mark.demands);
  passed_.resize(mark.passed);
  next_sum_ = mark.next_sum;
  first_ = mark.first;
  is_absurd_ = mark.is_absurd;
}

void Situation::enter(const Split& split, std::size_t branch) {
  if (split.about == Split::About::kAtom) return restrict(formula_.atoms()[split.index], branch == 0);
  first_ = demands_[first_].next;   // the choice is made
  demand(formula_.children(formula_.nodes()[split.index])[branch], split.is_positive);
}

}   // namespace parley
