#include "engine/synchro/prove/trimming.h"

#include <algorithm>
#include <cassert>
#include <span>
#include <stdexcept>

namespace parley::synchro {

namespace {

// Unit propagation in clauses that are added one after the other and removed in the opposite order.
//
// On the way forward the trail holds all literals that follow from the clauses so far by unit propagation,
// each with the clause whose addition made it follow. On the way back the trail is cut where clauses are
// removed, and again holds all that follows from the remaining ones. So the check of a clause starts from
// this trail and not from nothing. Otherwise a proof with many unit clauses, each of which needs the ones
// before, would cost the square of their number.
class Trimmer {
 public:
  Trimmer(const ClauseLog& log, std::size_t variables, const Limits& limits)
      : log_(log),
        pulse_(limits, 4096),
        watches_(2 * variables + 2),
        values_(variables + 1, 0),
        reasons_(variables + 1, kNone),
        places_(variables + 1, 0),
        wanted_(variables + 1, 0) {
    clauses_.reserve(log.literals.size());
    begins_.reserve(log.size() + 1);
    begins_.push_back(0);
    result_.is_needed.resize(log.size());
    result_.because.resize(log.size());
  }

  Trimmed run() {
    const std::uint32_t conflict = add_until_conflict();
    if (conflict == kNone) throw std::logic_error("the clauses of a finished search are not contradictory");
    result_.conflict = collect(conflict);
    for (std::uint32_t i = num_added_; i-- > 0;) {
      if (!result_.is_needed[i] || log_.origins[i].kind != Origin::Kind::kDerived) continue;
      cut(i);
      result_.because[i] = reasons_for(log_.clause(i), i);
    }
    return std::move(result_);
  }

 private:
  static constexpr std::uint32_t kNone = 0xffff'ffff;

  std::size_t index(SatLiteral literal) const { return 2 * static_cast<std::size_t>(std::abs(literal)) + (literal < 0 ? 1 : 0); }
  static std::size_t variable(SatLiteral literal) { return static_cast<std::size_t>(std::abs(literal)); }
  int value(SatLiteral literal) const { return literal > 0 ? values_[variable(literal)] : -values_[variable(literal)]; }

  void assign(SatLiteral literal, std::uint32_t reason) {
    values_[variable(literal)] = literal > 0 ? 1 : -1;
    reasons_[variable(literal)] = reason;
    places_[variable(literal)] = static_cast<std::uint32_t>(trail_.size());
    trail_.push_back(literal);
  }

  // Adds the clauses one by one, each with all that follows from it. Returns the clause in which a conflict
  // arises.
  std::uint32_t add_until_conflict() {
    while (num_added_ < log_.size()) {
      const std::uint32_t clause = num_added_++;
      const std::size_t before = trail_.size();
      std::uint32_t conflict = add(clause);
      if (conflict == kNone) conflict = propagate(before, num_added_);
      stamps_.resize(trail_.size(), clause);
      if (conflict != kNone) return conflict;
    }
    return kNone;
  }

  std::uint32_t add(std::uint32_t number) {
    std::vector<SatLiteral> clause(log_.clause(number).begin(), log_.clause(number).end());
    std::sort(clause.begin(), clause.end());
    clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
    // Literals that are not false come first, then those that became false last. The first two are watched,
    // and remain valid watches when the trail is cut.
    const auto rank = [&](SatLiteral literal) { return value(literal) >= 0 ? kNone : places_[variable(literal)]; };
    std::stable_sort(clause.begin(), clause.end(), [&](SatLiteral a, SatLiteral b) { return rank(a) > rank(b); });
    clauses_.insert(clauses_.end(), clause.begin(), clause.end());
    begins_.push_back(clauses_.size());
    if (clause.size() >= 2) {
      watches_[index(clause[0])].push_back(number);
      watches_[index(clause[1])].push_back(number);
    }
    if (clause.empty() || value(clause[0]) < 0) return number;
    if (value(clause[0]) == 0 && (clause.size() == 1 || value(clause[1]) < 0)) assign(clause[0], number);
    return kNone;
  }

  // Removes the literals that follow only with clauses from 'end' on.
  void cut(std::uint32_t end) {
    while (!stamps_.empty() && stamps_.back() >= end) {
      values_[variable(trail_.back())] = 0;
      trail_.pop_back();
      stamps_.pop_back();
    }
  }

  // The clauses before 'end' that contradict the negation of 'clause', in the order of propagation; they
  // become needed. The trail must hold what follows from the clauses before 'end'.
  std::vector<std::uint32_t> reasons_for(std::span<const SatLiteral> clause, std::uint32_t end) {
    assert(stamps_.size() == trail_.size());
    const std::size_t root = trail_.size();
    std::vector<std::uint32_t> used;
    bool is_done = false;
    for (SatLiteral literal : clause) {
      if (value(literal) > 0) {   // true already, by earlier clauses or because its negation is assumed
        if (reasons_[variable(literal)] != kNone) used = collect(reasons_[variable(literal)]);
        is_done = true;
        break;
      }
      if (value(literal) == 0) assign(-literal, kNone);
    }
    if (!is_done) {
      const std::uint32_t conflict = propagate(root, end);
      if (conflict == kNone) throw std::logic_error("a clause that the SAT solver derived does not follow");
      used = collect(conflict);
    }
    for (; trail_.size() > root; trail_.pop_back()) values_[variable(trail_.back())] = 0;
    return used;
  }

  std::uint32_t propagate(std::size_t next, std::uint32_t end) {
    for (; next < trail_.size(); ++next) {
      pulse_.beat();
      const SatLiteral falsified = -trail_[next];
      std::vector<std::uint32_t>& watching = watches_[index(falsified)];
      std::size_t kept = 0;
      std::uint32_t conflict = kNone;
      for (std::uint32_t clause : watching) {
        if (clause >= end) continue;   // on the way back 'end' only decreases, so this clause is never needed again
        if (conflict != kNone) {
          watching[kept++] = clause;
          continue;
        }
        SatLiteral* const first = &clauses_[begins_[clause]];
        const std::size_t size = begins_[clause + 1] - begins_[clause];
        if (first[0] == falsified) std::swap(first[0], first[1]);
        bool has_moved = false;
        if (value(first[0]) <= 0)
          for (std::size_t j = 2; j < size; ++j)
            if (value(first[j]) >= 0) {
              std::swap(first[1], first[j]);
              watches_[index(first[1])].push_back(clause);
              has_moved = true;
              break;
            }
        if (has_moved) continue;
        watching[kept++] = clause;
        if (value(first[0]) == 0) assign(first[0], clause);
        else if (value(first[0]) < 0) conflict = clause;
      }
      watching.resize(kept);
      if (conflict != kNone) return conflict;
    }
    return kNone;
  }

  // The conflicting clause and all reasons behind it, in the order of the trail; they become needed.
  std::vector<std::uint32_t> collect(std::uint32_t conflict) {
    ++round_;
    std::vector<std::uint32_t> places;   // positions on the trail, of literals that have a reason
    const auto want = [&](std::uint32_t clause) {
      for (std::size_t j = begins_[clause]; j < begins_[clause + 1]; ++j) {
        const std::size_t of = variable(clauses_[j]);
        if (values_[of] == 0 || wanted_[of] == round_) continue;
        wanted_[of] = round_;
        if (reasons_[of] != kNone) places.push_back(places_[of]);
      }
    };
    want(conflict);
    std::size_t next = 0;
    while (next < places.size()) want(reasons_[variable(trail_[places[next++]])]);   // the call may add places
    std::sort(places.begin(), places.end());
    std::vector<std::uint32_t> used;
    used.reserve(places.size() + 1);
    for (std::uint32_t place : places) used.push_back(reasons_[variable(trail_[place])]);
    if (used.empty() || used.back() != conflict) used.push_back(conflict);
    for (std::uint32_t clause : used) result_.is_needed[clause] = true;
    return used;
  }

  const ClauseLog& log_;
  Pulse pulse_;
  std::vector<SatLiteral> clauses_;
  std::vector<std::size_t> begins_;
  std::uint32_t num_added_ = 0;
  std::vector<std::vector<std::uint32_t>> watches_;
  std::vector<std::int8_t> values_;
  std::vector<std::uint32_t> reasons_;
  std::vector<std::uint32_t> places_;
  std::vector<SatLiteral> trail_;
  // By position on the trail: the clause that made the literal follow. Literals that are assumed have no
  // stamp.
  std::vector<std::uint32_t> stamps_;
  std::vector<std::uint64_t> wanted_;
  std::uint64_t round_ = 0;
  Trimmed result_;
};

}   // namespace

Trimmed trim(const ClauseLog& log, std::size_t variables, const Limits& limits) { return Trimmer(log, variables, limits).run(); }

}   // namespace parley::synchro
