#include "engine/synchro/trimming.h"

#include <algorithm>
#include <stdexcept>

namespace parley::synchro {

namespace {

class Trimmer {
 public:
  Trimmer(const ClauseLog& log, std::size_t variables, const Limits& limits)
      : log_(log), pulse_(limits, 4096), watches_(2 * variables + 2), values_(variables + 1, 0), reasons_(variables + 1, kNone), places_(variables + 1, 0) {
    clauses_.reserve(log.literals.size());
    for (std::size_t i = 0; i < log.size(); ++i) {
      std::vector<SatLiteral> clause(log.clause(i).begin(), log.clause(i).end());
      std::sort(clause.begin(), clause.end());
      clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
      begins_.push_back(clauses_.size());
      clauses_.insert(clauses_.end(), clause.begin(), clause.end());
      if (clause.empty() && empty_ == kNone) empty_ = static_cast<std::uint32_t>(i);
      if (clause.size() == 1) units_.push_back(static_cast<std::uint32_t>(i));
      if (clause.size() >= 2) {
        watch(clause[0], static_cast<std::uint32_t>(i));
        watch(clause[1], static_cast<std::uint32_t>(i));
      }
    }
    begins_.push_back(clauses_.size());
    result_.is_needed.resize(log.size());
    result_.because.resize(log.size());
  }

  Trimmed run() {
    auto end = static_cast<std::uint32_t>(log_.size());
    if (empty_ != kNone && log_.origins[empty_].kind != Origin::Kind::kDerived) {   // a constraint that nothing meets
      result_.is_needed[empty_] = true;
      result_.conflict = {empty_};
      return std::move(result_);
    }
    if (empty_ != kNone) end = empty_;
    result_.conflict = reasons_for({}, end);
    for (std::uint32_t i = end; i-- > 0;) {
      if (!result_.is_needed[i] || log_.origins[i].kind != Origin::Kind::kDerived) continue;
      result_.because[i] = reasons_for(std::span(clauses_).subspan(begins_[i], begins_[i + 1] - begins_[i]), i);
    }
    return std::move(result_);
  }

 private:
  static constexpr std::uint32_t kNone = 0xffff'ffff;

  std::size_t index(SatLiteral literal) const { return 2 * static_cast<std::size_t>(std::abs(literal)) + (literal < 0 ? 1 : 0); }
  void watch(SatLiteral literal, std::uint32_t clause) { watches_[index(literal)].push_back(clause); }
  int value(SatLiteral literal) const { return literal > 0 ? values_[static_cast<std::size_t>(literal)] : -values_[static_cast<std::size_t>(-literal)]; }

  // False if the literal is false already.
  bool assign(SatLiteral literal, std::uint32_t reason) {
    const int now = value(literal);
    if (now != 0) return now > 0;
    const auto variable = static_cast<std::size_t>(std::abs(literal));
    values_[variable] = literal > 0 ? 1 : -1;
    reasons_[variable] = reason;
    places_[variable] = static_cast<std::uint32_t>(trail_.size());
    trail_.push_back(literal);
    return true;
  }

  // The clauses before 'end' by which the negation of 'clause' is contradictory, in the order of propagation; they become needed.
  std::vector<std::uint32_t> reasons_for(std::span<const SatLiteral> clause, std::uint32_t end) {
    std::vector<SatLiteral> assumed(clause.begin(), clause.end());
    std::uint32_t conflict = kNone;
    bool is_trivial = false;
    for (SatLiteral literal : assumed) is_trivial = !assign(-literal, kNone) || is_trivial;
    if (!is_trivial) {
      conflict = propagate_units(end);
      if (conflict == kNone) conflict = propagate(end);
      if (conflict == kNone) throw std::logic_error("a clause that the SAT solver derived does not follow");
    }
    std::vector<std::uint32_t> used;
    if (conflict != kNone) used = collect(conflict);
    for (SatLiteral literal : trail_) values_[static_cast<std::size_t>(std::abs(literal))] = 0;
    trail_.clear();
    for (std::uint32_t i : used) result_.is_needed[i] = true;
    return used;
  }

  std::uint32_t propagate_units(std::uint32_t end) {
    for (std::uint32_t unit : units_) {
      if (unit >= end) break;
      if (!assign(clauses_[begins_[unit]], unit)) return unit;
    }
    return kNone;
  }

  std::uint32_t propagate(std::uint32_t end) {
    for (std::size_t next = 0; next < trail_.size(); ++next) {
      pulse_.beat();
      const SatLiteral falsified = -trail_[next];
      std::vector<std::uint32_t>& watching = watches_[index(falsified)];
      std::size_t kept = 0;
      std::uint32_t conflict = kNone;
      for (std::size_t i = 0; i < watching.size(); ++i) {
        const std::uint32_t clause = watching[i];
        if (clause >= end) continue;   // never needed again: going back, the end only comes closer
        if (conflict != kNone) {
          watching[kept++] = clause;
          continue;
        }
        SatLiteral* const first = &clauses_[begins_[clause]];
        const std::size_t size = begins_[clause + 1] - begins_[clause];
        if (first[0] == falsified) std::swap(first[0], first[1]);
        if (value(first[0]) > 0) {
          watching[kept++] = clause;
          continue;
        }
        bool has_moved = false;
        for (std::size_t j = 2; j < size; ++j)
          if (value(first[j]) >= 0) {
            std::swap(first[1], first[j]);
            watch(first[1], clause);
            has_moved = true;
            break;
          }
        if (has_moved) continue;
        watching[kept++] = clause;
        if (!assign(first[0], clause)) conflict = clause;
      }
      watching.resize(kept);
      if (conflict != kNone) return conflict;
    }
    return kNone;
  }

  std::vector<std::uint32_t> collect(std::uint32_t conflict) {
    // From the conflict back along the trail; a literal that is assumed has no reason.
    std::vector<bool> wanted(trail_.size());
    const auto want = [&](std::uint32_t clause) {
      for (std::size_t j = begins_[clause]; j < begins_[clause + 1]; ++j)
        if (value(clauses_[j]) != 0) wanted[places_[static_cast<std::size_t>(std::abs(clauses_[j]))]] = true;
    };
    std::vector<std::uint32_t> used{conflict};
    want(conflict);
    for (std::size_t at = trail_.size(); at-- > 0;) {
      if (!wanted[at]) continue;
      const std::uint32_t reason = reasons_[static_cast<std::size_t>(std::abs(trail_[at]))];
      if (reason == kNone) continue;
      used.push_back(reason);
      want(reason);
    }
    std::reverse(used.begin(), used.end());
    return used;
  }

  const ClauseLog& log_;
  Pulse pulse_;
  std::vector<SatLiteral> clauses_;
  std::vector<std::size_t> begins_;
  std::vector<std::uint32_t> units_;
  std::uint32_t empty_ = kNone;
  std::vector<std::vector<std::uint32_t>> watches_;
  std::vector<std::int8_t> values_;
  std::vector<std::uint32_t> reasons_;
  std::vector<std::uint32_t> places_;
  std::vector<SatLiteral> trail_;
  Trimmed result_;
};

}  // namespace

Trimmed trim(const ClauseLog& log, std::size_t variables, const Limits& limits) { return Trimmer(log, variables, limits).run(); }

}  // namespace parley::synchro
