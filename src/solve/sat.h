#pragma once

#include <initializer_list>
#include <memory>
#include <span>
#include <vector>

#include "base/limits.h"

namespace parley {

// A literal is a variable's number, from 1 on, or its negative.
using SatLiteral = int;

// A thin layer over CaDiCaL. The input is clauses, the output a model or the fact that there is none. The
// same calls give the same results.
//
// With 'log', derived() returns the clauses that the solver derived. Each follows by unit propagation (RUP)
// from the clauses added and those derived before it, provided that none of them is ever deleted: the
// simplifications of CaDiCaL that are stronger than RUP only drop clauses. So a proof needs nothing else, and
// deletions are left out.
class SatSolver {
 public:
  struct Settings {
    bool log = false;
    bool expects_no_model = false;   // tune for unsatisfiable formulas
  };

  SatSolver();
  explicit SatSolver(const Settings& settings);
  ~SatSolver();
  SatSolver(const SatSolver&) = delete;
  SatSolver& operator=(const SatSolver&) = delete;

  SatLiteral fresh();            // a new variable
  SatLiteral fresh(int count);   // 'count' new variables with consecutive numbers; returns the first
  int variables() const { return variables_; }

  void add(std::span<const SatLiteral> clause);
  void add(std::initializer_list<SatLiteral> clause) { add(std::span(clause.begin(), clause.size())); }

  // Whether the clauses have a model in which the assumptions are true. Throws Stopped if a limit is
  // exceeded; the solver can be used again afterwards.
  bool solve(const Limits& limits, std::span<const SatLiteral> assumptions = {});

  // The value of a literal in the model. REQUIRES: solve() returned true, and no clause was added since.
  bool value(SatLiteral literal) const;

  // Whether this assumption was needed for the contradiction. REQUIRES: solve() returned false.
  bool failed(SatLiteral assumption) const;

  // The clauses derived since the last call of derived(), in order, each ended by a 0. The last one is the
  // empty clause if there is no model at all. If assumptions failed, the clause of their negations is not
  // included, but follows by unit propagation.
  std::vector<SatLiteral> derived();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
  int variables_ = 0;
};

// Adds clauses that make at most one of the literals true. Linear in their number: beyond a few literals, the
// sequential encoding, with one new variable per literal for "one of the literals up to here is true".
void add_at_most_one(SatSolver& solver, std::span<const SatLiteral> literals);

}   // namespace parley
