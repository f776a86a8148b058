#pragma once

#include <cstdint>
#include <limits>
#include <memory_resource>
#include <span>
#include <vector>

#include "base/limits.h"
#include "net/network.h"

namespace parley::proof {

// The variables of a proof from invariants (docs/formats/evidence/invariants.md): one for each component,
// with its local states as values, in a proof about blocked sets those of a process twice, outside the set
// and in it; then helpers, with the values 0 and 1.
class Variables {
 public:
  enum class Sets : std::uint8_t { kNo, kYes };
  Variables(const Network& network, Sets sets) : network_(&network), sets_(sets) {}
  void add_helpers(std::size_t count) { helpers_ += count; }

  std::size_t size() const { return network_->num_components() + helpers_; }
  bool is_doubled(ComponentId component) const { return sets_ == Sets::kYes && !network_->is_observer(component); }
  std::size_t num_values(std::size_t variable) const {
    if (variable >= network_->num_components()) return 2;
    const ComponentId component(variable);
    return network_->lts(component).num_states() * (is_doubled(component) ? 2 : 1);
  }

 private:
  const Network* network_;
  Sets sets_;
  std::size_t helpers_ = 0;
};

// A sum over variables of the weights of their values, which is at most a bound; or, with a modulus, which
// has the bound as its remainder. It is filled row by row, by variable, ascending, and finished once.
class Constraint {
 public:
  // The weight of a value: that of its number, if there are weights, else 'inside' where it is listed and
  // 'outside' where it is not.
  struct Row {
    std::uint32_t variable = 0;
    std::span<const std::int64_t> weights;
    std::span<const std::uint32_t> values;   // ascending
    std::int64_t inside = 0;
    std::int64_t outside = 0;
    std::int64_t least = 0;   // over all values of the variable
    std::int64_t most = 0;
  };

  explicit Constraint(std::int64_t bound = 0, std::int64_t modulus = 0) : bound_(bound), modulus_(modulus) {}

  // What the spans point to lives elsewhere, at least as long, or in room() of this constraint.
  void add_weights(std::uint32_t variable, std::span<const std::int64_t> weights) {
    rows_.push_back({.variable = variable, .weights = weights, .values = {}});
  }
  void add_values(std::uint32_t variable, std::span<const std::uint32_t> values, std::int64_t inside, std::int64_t outside) {
    rows_.push_back({.variable = variable, .weights = {}, .values = values, .inside = inside, .outside = outside});
  }
  // The same by local states of a component, whether it is in the set or not.
  void add_states(const Variables& variables, const Network& network, ComponentId component, std::span<const LocalState> states,
                  std::int64_t inside, std::int64_t outside);
  void add_state_weights(const Variables& variables, ComponentId component, std::span<const std::int64_t> weights);
  template <class Item>
  std::span<Item> room(std::size_t size) {
    return {static_cast<Item*>(memory_.allocate(size * sizeof(Item), alignof(Item))), size};
  }
  void reserve(std::size_t rows) { rows_.reserve(rows); }
  void reject() { is_too_large_ = true; }   // what could not even be written in 64 bits
  void set_bound(std::int64_t bound) { bound_ = bound; }

  // False if the absolute values of the bound and, for each row, of the largest weight do not add up to less
  // than 2^62. Below that no sum of a few such numbers overflows. Linear in what is weighed.
  bool finish(const Variables& variables, Pulse& pulse);

  std::span<const Row> rows() const { return rows_; }
  std::int64_t bound() const { return bound_; }
  std::int64_t modulus() const { return modulus_; }   // 0 of a linear one
  std::int64_t size() const { return size_; }         // what adds up to less than 2^62
  std::int64_t least() const { return least_; }       // of the sum, where nothing is known of the variables
  // Rows by how far their weights are apart, the farthest first. Empty for few rows, which are as quickly
  // looked at one by one.
  std::span<const std::uint32_t> by_spread() const { return by_spread_; }

  static constexpr std::int64_t kSumLimit = std::int64_t{1} << 62;

 private:
  std::vector<Row> rows_;
  std::vector<std::uint32_t> by_spread_;
  std::int64_t bound_;
  std::int64_t modulus_;
  std::int64_t size_ = 0;
  std::int64_t least_ = 0;
  bool is_too_large_ = false;
  std::pmr::monotonic_buffer_resource memory_;
};

}   // namespace parley::proof
