#include "front/fsp/ask/progression.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <unordered_map>

namespace parley::fsp {

namespace {

// What is required of the future: all formulas of at least one clause. No clause contains another. Clauses
// and their formulas are sorted, so equal demands compare equal. A demand without clauses cannot be met; a
// demand with an empty clause requires nothing.
using Clause = std::vector<FormulaId>;
using Demand = std::vector<Clause>;

const Demand& impossible() {
  static const Demand kImpossible;
  return kImpossible;
}
const Demand& nothing() {
  static const Demand kNothing{Clause{}};
  return kNothing;
}

class Construction {
 public:
  Construction(const Formulas& formulas, const Watched& watched, const Limits& limits)
      : formulas_(formulas), watched_(watched), limits_(limits), pulse_(limits, 4096) {}

  std::optional<BadPrefixes> run(std::size_t most) {
    result_.states.push_back({std::vector<bool>(watched_.initially.size()), false});   // state 0, the error state
    result_.initial = state_of(demand_of(watched_.formula), watched_.initially);
    for (std::uint32_t at = 1; at < result_.states.size(); ++at) {
      expand(at, most);
      if (result_.states.size() > most) return std::nullopt;
    }
    result_.next.insert(result_.next.begin(), watched_.letters.size(), BadPrefixes::kError);
    return std::optional(std::move(result_));
  }

 private:
  // The demand that 'formula' makes when it is required of the next moment.
  Demand demand_of(FormulaId formula) const {
    if (formula == Formulas::kFalse) return impossible();
    if (formula == Formulas::kTrue) return nothing();
    if (formulas_.kind(formula) != FormulaKind::kAnd) return {{formula}};
    return {Clause(formulas_.parts(formula).begin(), formulas_.parts(formula).end())};
  }

  std::uint32_t state_of(const Demand& demand, const std::vector<bool>& fluents) {
    if (demand.empty()) return BadPrefixes::kError;
    const bool is_settled = demand[0].empty();
    std::vector<std::uint32_t> key = key_of(demand, is_settled ? std::vector<bool>(fluents.size()) : fluents);
    const std::uint64_t bytes = 2 * key.size() * sizeof(std::uint32_t) + watched_.letters.size() * sizeof(std::uint32_t);
    const auto [found, is_new] = state_of_.emplace(std::move(key), static_cast<std::uint32_t>(result_.states.size()));
    if (is_new) {
      grow(bytes);
      result_.states.push_back({is_settled ? std::vector<bool>(fluents.size()) : fluents, is_settled});
      demands_.push_back(demand);
    }
    return found->second;
  }

  // Asks the limits each time the memory in use has doubled.
  void grow(std::uint64_t bytes) {
    constexpr std::uint64_t kOverhead = 200;
    bytes_ += bytes + kOverhead;
    if (bytes_ < next_question_) return;
    limits_.expect(bytes_);
    next_question_ = 2 * bytes_;
  }

  static std::vector<std::uint32_t> key_of(const Demand& demand, const std::vector<bool>& fluents) {
    constexpr std::size_t kBits = 32;
    std::vector<std::uint32_t> key((fluents.size() + kBits - 1) / kBits);
    for (std::size_t i = 0; i < fluents.size(); ++i)
      if (fluents[i]) key[i / kBits] |= 1u << (i % kBits);
    for (const Clause& clause : demand) {
      key.push_back(static_cast<std::uint32_t>(clause.size()));
      key.insert(key.end(), clause.begin(), clause.end());
    }
    return key;
  }

  // Adds the successors of 'state'; stops early once there are more than 'most' states.
  void expand(std::uint32_t state, std::size_t most) {
    assert(state != BadPrefixes::kError && state <= demands_.size());
    const Demand demand = demands_[state - 1];
    const std::vector<bool> before = result_.states[state].fluents;
    const bool is_settled = result_.states[state].is_settled;
    for (const Letter& letter : watched_.letters) {
      pulse_.beat();
      if (is_settled) {
        result_.next.push_back(state);
        continue;
      }
      std::vector<bool> after = before;
      for (const LtlAtom atom : letter.on) after[atom] = true;
      for (const LtlAtom atom : letter.off) after[atom] = false;
      values_ = after;
      values_.resize(after.size() + watched_.labels);
      for (const LtlAtom atom : letter.marks) values_[atom] = true;
      memo_.clear();
      Demand sum;
      for (const Clause& clause : demand) sum = either(sum, progress_all(clause));
      result_.next.push_back(state_of(sum, after));
      if (result_.states.size() > most) return;
    }
  }

  // What 'formula', required now, requires of the next moment.
  Demand progress(FormulaId formula) {
    if (const auto found = memo_.find(formula); found != memo_.end()) return found->second;
    Demand result = progress_new(formula);
    memo_.emplace(formula, result);
    return result;
  }

  // What all the formulas together require of the next moment. Most demands have one clause; these are merged
  // first, so that a conjunction of many formulas costs one sort.
  Demand progress_all(std::span<const FormulaId> formulas) {
    Clause common;
    std::vector<Demand> choices;
    for (const FormulaId formula : formulas) {
      pulse_.beat();
      Demand demand = progress(formula);
      if (demand.empty()) return demand;
      if (demand.size() == 1) common.insert(common.end(), demand[0].begin(), demand[0].end());
      else choices.push_back(std::move(demand));
    }
    std::sort(common.begin(), common.end());
    common.erase(std::unique(common.begin(), common.end()), common.end());
    Demand product{std::move(common)};
    for (const Demand& choice : choices) product = both(product, choice);
    return product;
  }

  Demand progress_new(FormulaId formula) {
    const auto parts = formulas_.parts(formula);
    switch (formulas_.kind(formula)) {
      case FormulaKind::kFalse: return impossible();
      case FormulaKind::kTrue: return nothing();
      case FormulaKind::kAtom: return values_[formulas_.atom_of(formula)] ? nothing() : impossible();
      case FormulaKind::kNot: return values_[formulas_.atom_of(parts[0])] ? impossible() : nothing();
      case FormulaKind::kAnd: return progress_all(parts);
      case FormulaKind::kOr: {
        Demand sum;
        for (const FormulaId part : parts) {
          sum = either(sum, progress(part));
          if (!sum.empty() && sum[0].empty()) break;
        }
        return sum;
      }
      case FormulaKind::kNext: return demand_of(parts[0]);
      case FormulaKind::kAlways: return both(progress(parts[0]), {{formula}});
      case FormulaKind::kWeakUntil: return either(progress(parts[1]), both(progress(parts[0]), {{formula}}));
      case FormulaKind::kIff:
      case FormulaKind::kEventually:
      case FormulaKind::kUntil: break;
    }
    throw std::logic_error("not a safety formula in normal form");
  }

  Demand both(const Demand& left, const Demand& right) {
    if (left == nothing()) return right;
    if (right == nothing()) return left;
    Demand product;
    product.reserve(left.size() * right.size());
    for (const Clause& a : left)
      for (const Clause& b : right) {
        pulse_.beat();
        Clause clause;
        clause.reserve(a.size() + b.size());
        std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(clause));
        product.push_back(std::move(clause));
      }
    return minimal(std::move(product));
  }

  Demand either(const Demand& left, const Demand& right) {
    if (left.empty()) return right;
    if (right.empty()) return left;
    Demand sum = left;
    sum.insert(sum.end(), right.begin(), right.end());
    return minimal(std::move(sum));
  }

  // Removes the clauses that contain another clause.
  Demand minimal(Demand demand) {
    if (demand.size() <= 1) return demand;
    std::sort(demand.begin(), demand.end(),
              [](const Clause& a, const Clause& b) { return a.size() != b.size() ? a.size() < b.size() : a < b; });
    Demand kept;
    kept.reserve(demand.size());
    for (Clause& clause : demand) {
      const bool is_more = std::any_of(kept.begin(), kept.end(), [&](const Clause& less) {
        pulse_.beat();
        return std::includes(clause.begin(), clause.end(), less.begin(), less.end());
      });
      if (!is_more) kept.push_back(std::move(clause));
    }
    return kept;
  }

  struct HashKey {
    std::size_t operator()(const std::vector<std::uint32_t>& key) const {
      std::uint64_t hash = key.size();
      for (const std::uint32_t word : key) hash = (hash ^ word) * 0x9E3779B97F4A7C15u + (hash >> 29);
      return hash;
    }
  };

  const Formulas& formulas_;
  const Watched& watched_;
  const Limits& limits_;
  Pulse pulse_;
  BadPrefixes result_;
  std::vector<Demand> demands_;   // per state, without the error state
  std::unordered_map<std::vector<std::uint32_t>, std::uint32_t, HashKey> state_of_;
  std::vector<bool> values_;                     // of the atoms at the current moment
  std::unordered_map<FormulaId, Demand> memo_;   // memo table of progress(), for the current moment
  std::uint64_t bytes_ = 0;
  std::uint64_t next_question_ = std::uint64_t{1} << 24;
};

}   // namespace

BadPrefixes bad_prefixes(const Formulas& formulas, const Watched& watched, const Limits& limits) {
  return *Construction(formulas, watched, limits).run(std::numeric_limits<std::size_t>::max());
}

std::optional<BadPrefixes> small_bad_prefixes(const Formulas& formulas, const Watched& watched, std::size_t most,
                                              const Limits& limits) {
  return Construction(formulas, watched, limits).run(most);
}

}   // namespace parley::fsp
