#pragma once

#include <cstdint>
#include <limits>
#include <memory_resource>
#include <span>
#include <vector>

#include "base/limits.h"
#include "net/network.h"

namespace parley::proof {

// The variables of a proof from invariants (docs/formats/evidence/invariants.md): one per component, whose
// values are its local states. In a proof about blocked sets a process has each local state twice: outside
// the set and in it. Then helpers follow, with the values 0 and 1.
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

// A sum over variables of the weights of their values, with a bound that it does not exceed or, with a
// modulus, a remainder that it has. It is filled row by row, with ascending variables, and finished once.
class Constraint {
 public:
  // The weight of a value is weights[value] if there are weights. Otherwise it is 'inside' if the value is
  // listed, and 'outside' if it is not.
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

  // The spans refer to memory that lives at least as long, elsewhere or in room() of this constraint.
  void add_weights(std::uint32_t variable, std::span<const std::int64_t> weights) {
    rows_.push_back({.variable = variable, .weights = weights, .values = {}});
  }
  void add_values(std::uint32_t variable, std::span<const std::uint32_t> values, std::int64_t inside, std::int64_t outside) {
    rows_.push_back({.variable = variable, .weights = {}, .values = values, .inside = inside, .outside = outside});
  }
  // The same by local states of a component, for its values in the set and outside.
  void add_states(const Variables& variables, const Network& network, ComponentId component, std::span<const LocalState> states,
                  std::int64_t inside, std::int64_t outside);
  void add_state_weights(const Variables& variables, ComponentId component, std::span<const std::int64_t> weights);
  template <class Item>
  std::span<Item> room(std::size_t size) {
    return {static_cast<Item*>(memory_.allocate(size * sizeof(Item), alignof(Item))), size};
  }
  void reserve(std::size_t rows) { rows_.reserve(rows); }
  void reject() { is_too_large_ = true; }   // a number does not fit 64 bits
  void set_bound(std::int64_t bound) { bound_ = bound; }

  // False if the absolute value of the bound and the largest absolute weight of each row do not add up to
  // less than 2^62. Below that no sum of a few such numbers overflows. Linear in the weights.
  bool finish(const Variables& variables, Pulse& pulse);

  std::span<const Row> rows() const { return rows_; }
  std::int64_t bound() const { return bound_; }
  std::int64_t modulus() const { return modulus_; }   // 0 for a linear constraint
  std::int64_t size() const { return size_; }         // that sum of absolute values, below 2^62
  std::int64_t least() const { return least_; }       // of the sum, over all values of the variables
  // Rows in descending order of the difference between their largest and smallest weight. Empty for few rows:
  // reading them one by one is as fast.
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
