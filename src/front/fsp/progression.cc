#include "front/fsp/progression.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <unordered_map>

namespace parley::fsp {

namespace {

// What the future must do: all formulas of one of the clauses. No clause contains another; clauses and their formulas are sorted, so equal
// demands compare equal. No clause: nothing helps. An empty clause: nothing is asked.
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
    result_.states.push_back({std::vector<bool>(watched_.initially.size()), false});   // the error state
    result_.initial = state_of(demand_of(watched_.formula), watched_.initially);
    for (std::uint32_t at = 1; at < result_.states.size(); ++at) {
      if (result_.states.size() > most) return std::nullopt;
      expand(at);
    }
    result_.next.insert(result_.next.begin(), watched_.letters.size(), BadPrefixes::kError);
    trim();
    drop_unreached();
    return std::optional(std::move(result_));
  }

 private:
  // A formula that is asked of the next moment.
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

  // The limits are asked each time that the memory used has doubled.
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

  void expand(std::uint32_t state) {
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
      for (const Atom atom : letter.on) after[atom] = true;
      for (const Atom atom : letter.off) after[atom] = false;
      values_ = after;
      values_.resize(after.size() + watched_.labels);
      for (const Atom atom : letter.marks) values_[atom] = true;
      memo_.clear();
      Demand sum;
      for (const Clause& clause : demand) sum = either(sum, progress_all(clause));
      result_.next.push_back(state_of(sum, after));
    }
  }

  // What 'formula' at this moment asks of the next.
  Demand progress(FormulaId formula) {
    if (const auto found = memo_.find(formula); found != memo_.end()) return found->second;
    Demand result = progress_new(formula);
    memo_.emplace(formula, result);
    return result;
  }

  // What all of them ask. Most ask for one clause: those are collected first, so that a conjunction of many costs one sort.
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

  // Without clauses that ask for more than another one does.
  Demand minimal(Demand demand) {
    if (demand.size() <= 1) return demand;
    std::sort(demand.begin(), demand.end(), [](const Clause& a, const Clause& b) {
      return a.size() != b.size() ? a.size() < b.size() : a < b;
    });
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

  // A state all of whose letters lead to the error state is one itself: nothing can make up for it.
  void trim() {
    const std::size_t letters = watched_.letters.size();
    const std::size_t states = result_.states.size();
    if (letters == 0) return;
    limits_.expect(result_.next.size() * sizeof(std::uint32_t));
    std::vector<std::uint32_t> begins(states + 1, 0);
    for (const std::uint32_t to : result_.next) ++begins[to + 1];
    for (std::size_t s = 0; s < states; ++s) begins[s + 1] += begins[s];
    std::vector<std::uint32_t> sources(result_.next.size());
    std::vector<std::uint32_t> at(begins.begin(), begins.end() - 1);
    for (std::size_t i = 0; i < result_.next.size(); ++i) sources[at[result_.next[i]]++] = static_cast<std::uint32_t>(i / letters);
    std::vector<std::uint32_t> left(states, static_cast<std::uint32_t>(letters));
    is_bad_.assign(states, false);
    is_bad_[BadPrefixes::kError] = true;
    std::vector<std::uint32_t> work{BadPrefixes::kError};
    while (!work.empty()) {
      const std::uint32_t bad = work.back();
      work.pop_back();
      for (std::uint32_t i = begins[bad]; i < begins[bad + 1]; ++i) {
        pulse_.beat();
        if (--left[sources[i]] != 0 || is_bad_[sources[i]]) continue;
        is_bad_[sources[i]] = true;
        work.push_back(sources[i]);
      }
    }
  }

  // Numbers again what can still be reached, in the order in which it was found.
  void drop_unreached() {
    if (is_bad_.empty()) return;   // without letters there are at most two states
    const std::size_t letters = watched_.letters.size();
    const auto target = [&](std::uint32_t to) { return is_bad_[to] ? BadPrefixes::kError : to; };
    std::vector<std::uint32_t> order{target(result_.initial)};
    std::vector<std::uint32_t> number(result_.states.size(), 0);
    std::vector<bool> seen(result_.states.size());
    seen[order[0]] = true;
    for (std::size_t i = 0; i < order.size(); ++i)
      for (std::size_t l = 0; l < letters; ++l) {
        const std::uint32_t to = target(result_.next[order[i] * letters + l]);
        if (seen[to]) continue;
        seen[to] = true;
        order.push_back(to);
      }
    std::erase(order, BadPrefixes::kError);
    order.insert(order.begin(), BadPrefixes::kError);
    BadPrefixes kept;
    for (std::uint32_t i = 0; i < order.size(); ++i) number[order[i]] = i;
    kept.initial = number[target(result_.initial)];
    kept.states.reserve(order.size());
    kept.next.reserve(order.size() * letters);
    for (const std::uint32_t state : order) {
      kept.states.push_back(std::move(result_.states[state]));
      for (std::size_t l = 0; l < letters; ++l) kept.next.push_back(number[target(result_.next[state * letters + l])]);
    }
    result_ = std::move(kept);
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
  std::vector<Demand> demands_;   // of each state but the error state
  std::unordered_map<std::vector<std::uint32_t>, std::uint32_t, HashKey> state_of_;
  std::vector<bool> values_;                        // of the atoms at this moment
  std::unordered_map<FormulaId, Demand> memo_;      // at this moment
  std::vector<bool> is_bad_;
  std::uint64_t bytes_ = 0;
  std::uint64_t next_question_ = std::uint64_t{1} << 24;
};

}   // namespace

BadPrefixes bad_prefixes(const Formulas& formulas, const Watched& watched, const Limits& limits) {
  return *Construction(formulas, watched, limits).run(std::numeric_limits<std::size_t>::max());
}

std::optional<BadPrefixes> small_bad_prefixes(const Formulas& formulas, const Watched& watched, std::size_t most, const Limits& limits) {
  return Construction(formulas, watched, limits).run(most);
}

}   // namespace parley::fsp
