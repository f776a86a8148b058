#include "report/explain/plain_sum.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace parley {

namespace {

std::int64_t floor_of(std::int64_t value, std::int64_t divisor) {
  return value >= 0 ? value / divisor : -((-value + divisor - 1) / divisor);
}

}   // namespace

std::string PlainSum::key(std::int64_t sign) const {
  std::string text;
  for (const Row& row : rows) {
    text += fmt::format("{}:", row.component.value);
    for (std::int64_t weight : row.weights) text += fmt::format("{},", sign * weight);
    for (LocalState state : row.left) text += fmt::format("-{}", state.value);
  }
  return text;
}

std::vector<LocalState> all_but(const Lts& lts, std::span<const LocalState> left) {
  std::vector<LocalState> states;
  for (LocalState state : lts.states())
    if (!std::ranges::binary_search(left, state)) states.push_back(state);
  return states;
}

PlainSum plain(const Network& network, const RegionSum& sum) {
  PlainSum result;
  result.bound = sum.bound;
  std::int64_t divisor = 0;
  for (const RegionSum::Row& row : sum.rows) {
    const std::vector<LocalState> inside = all_but(network.lts(row.component), row.left);
    if (inside.empty()) continue;
    const std::int64_t start = row.weights[inside.front().index()];
    PlainSum::Row made{row.component, std::vector<std::int64_t>(row.weights.size(), 0), row.left};
    for (LocalState state : inside) {
      made.weights[state.index()] = row.weights[state.index()] - start;
      divisor = std::gcd(divisor, made.weights[state.index()]);
    }
    result.bound -= start;
    result.rows.push_back(std::move(made));
  }
  if (divisor <= 1) return result;
  for (PlainSum::Row& row : result.rows)
    for (std::int64_t& weight : row.weights) weight /= divisor;
  result.bound = floor_of(result.bound, divisor);
  return result;
}

}   // namespace parley
