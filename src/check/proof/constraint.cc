#include "check/proof/constraint.h"

#include <algorithm>

namespace parley::proof {

namespace {

constexpr std::size_t kFewRows = 16;

std::int64_t size_of(std::int64_t number) { return number < 0 ? -number : number; }

}   // namespace

void Constraint::add_states(const Variables& variables, const Network& network, ComponentId component,
                            std::span<const LocalState> states, std::int64_t inside, std::int64_t outside) {
  const bool is_doubled = variables.is_doubled(component);
  const std::span<std::uint32_t> values = room<std::uint32_t>(states.size() * (is_doubled ? 2 : 1));
  for (std::size_t i = 0; i < states.size(); ++i) values[i] = states[i].value;
  if (is_doubled) {
    const auto num_states = static_cast<std::uint32_t>(network.lts(component).num_states());
    for (std::size_t i = 0; i < states.size(); ++i) values[states.size() + i] = num_states + states[i].value;
  }
  add_values(component.value, values, inside, outside);
}

void Constraint::add_state_weights(const Variables& variables, ComponentId component, std::span<const std::int64_t> weights) {
  if (!variables.is_doubled(component)) return add_weights(component.value, weights);
  const std::span<std::int64_t> twice = room<std::int64_t>(2 * weights.size());
  std::copy(weights.begin(), weights.end(), twice.begin());
  std::copy(weights.begin(), weights.end(), twice.begin() + static_cast<std::ptrdiff_t>(weights.size()));
  add_weights(component.value, twice);
}

bool Constraint::finish(const Variables& variables, Pulse& pulse) {
  constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
  if (is_too_large_ || bound_ >= kSumLimit || bound_ <= -kSumLimit) return false;
  __int128 size = size_of(bound_);
  __int128 least = 0;
  for (Row& row : rows_) {
    pulse.beat();
    const std::size_t num_values = variables.num_values(row.variable);
    if (!row.weights.empty()) {
      const auto [least_weight, most_weight] = std::minmax_element(row.weights.begin(), row.weights.end());
      row.least = *least_weight;
      row.most = *most_weight;
    } else {
      const std::int64_t one = row.values.empty() ? row.outside : row.inside;
      const std::int64_t other = row.values.size() == num_values ? row.inside : row.outside;
      row.least = std::min(one, other);
      row.most = std::max(one, other);
    }
    if (row.least <= -kLargest) return false;
    size += std::max(size_of(row.least), size_of(row.most));
    if (size >= kSumLimit) return false;
    least += row.least;
  }
  size_ = static_cast<std::int64_t>(size);
  least_ = static_cast<std::int64_t>(least);
  if (rows_.size() <= kFewRows && modulus_ == 0) return true;
  by_spread_.resize(rows_.size());
  for (std::uint32_t i = 0; i < by_spread_.size(); ++i) by_spread_[i] = i;
  std::stable_sort(by_spread_.begin(), by_spread_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return rows_[a].most - rows_[a].least > rows_[b].most - rows_[b].least;
  });
  return true;
}

}   // namespace parley::proof
