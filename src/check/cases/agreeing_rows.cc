#include "check/cases/agreeing_rows.h"

#include <algorithm>
#include <bit>

namespace parley {

namespace {

constexpr std::size_t kWordBits = 64;
constexpr std::size_t kFewTimes = 4;
constexpr std::size_t kMostIndexBytes = std::size_t{1} << 27;

}   // namespace

AgreeingRows::AgreeingRows(const Network& network, const ClosedSet& set, const Situation& situation, std::size_t times,
                           const Limits& limits)
    : states_(set.states), pulse_(limits), words_((set.states.size() + kWordBits - 1) / kWordBits) {
  std::size_t local_states = 0;
  for (std::size_t column = 0; column < states_.num_columns(); ++column) {
    const ComponentId component = states_.components()[column];
    if (!situation.mentions(component)) continue;
    const std::size_t num_states = network.lts(component).num_states();
    columns_.push_back({column, component, local_states * words_, num_states});
    local_states += num_states;
  }
  const std::size_t bytes = local_states * words_ * sizeof(std::uint64_t);
  if (times < kFewTimes || states_.size() < kWordBits || bytes > kMostIndexBytes) return;
  limits.expect(bytes);
  bits_.resize(local_states * words_);
  num_rows_.resize(local_states);
  index();
}

void AgreeingRows::index() {
  std::size_t first_state = 0;
  for (const Column& column : columns_) {
    for (std::size_t row = 0; row < states_.size(); ++row) {
      pulse_.beat();
      const std::size_t state = states_.at(row, column.at).index();
      bits_[column.bits + state * words_ + row / kWordBits] |= std::uint64_t{1} << (row % kWordBits);
      ++num_rows_[first_state + state];
    }
    first_state += column.num_states;
  }
}

std::optional<std::size_t> AgreeingRows::first(const Situation& situation) {
  return bits_.empty() ? first_by_reading(situation) : first_by_index(situation);
}

std::optional<std::size_t> AgreeingRows::first_by_reading(const Situation& situation) {
  restricted_.clear();
  for (const Column& column : columns_)
    if (situation.is_restricted(column.component)) restricted_.push_back(&column);
  for (std::size_t row = 0; row < states_.size(); ++row) {
    pulse_.beat();
    const auto allowed = [&](const Column* column) { return situation.allows(column->component, states_.at(row, column->at)); };
    if (std::all_of(restricted_.begin(), restricted_.end(), allowed)) return row;
  }
  return std::nullopt;
}

// The most selective tests come first: after them few rows are left to test.
std::optional<std::size_t> AgreeingRows::first_by_index(const Situation& situation) {
  tests_.clear();
  passing_.clear();
  std::size_t first_state = 0;
  for (const Column& column : columns_) {
    if (situation.is_restricted(column.component)) {
      Test test{.rows = 0, .begin = passing_.size(), .end = 0};
      for (std::size_t state = 0; state < column.num_states; ++state) {
        if (num_rows_[first_state + state] == 0 || !situation.allows(column.component, LocalState(state))) continue;
        passing_.push_back(bits_.data() + column.bits + state * words_);
        test.rows += num_rows_[first_state + state];
      }
      test.end = passing_.size();
      if (test.rows == 0) return std::nullopt;
      if (test.rows < states_.size()) tests_.push_back(test);
    }
    first_state += column.num_states;
  }
  std::sort(tests_.begin(), tests_.end(), [](const Test& a, const Test& b) { return a.rows < b.rows; });
  for (std::size_t word = 0; word < words_; ++word) {
    pulse_.beat();
    std::uint64_t left = ~std::uint64_t{0};
    if (word + 1 == words_ && states_.size() % kWordBits != 0) left >>= kWordBits - states_.size() % kWordBits;
    for (std::size_t i = 0; i < tests_.size() && left != 0; ++i) {
      std::uint64_t pass = 0;
      for (std::size_t at = tests_[i].begin; at < tests_[i].end; ++at) pass |= passing_[at][word];
      left &= pass;
    }
    if (left != 0) return word * kWordBits + static_cast<std::size_t>(std::countr_zero(left));
  }
  return std::nullopt;
}

}   // namespace parley
