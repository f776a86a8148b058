#pragma once

#include <initializer_list>
#include <memory>
#include <span>
#include <vector>

#include "base/limits.h"

namespace parley {

// A literal is a variable's number, from 1 on, or its negative.
using SatLiteral = int;

// A thin layer over CaDiCaL: clauses go in, a model or the lack of one comes out. The same calls give the
// same answers.
//
// With 'log', derived() tells the clauses by which the solver came to its conclusions. Each of them follows
// by unit propagation from the clauses that were added and those derived before it, if none is ever taken
// away: CaDiCaL's simplifications only drop clauses where they do more than that. Whoever writes a proof
// needs nothing else; deletions are left out.
class SatSolver {
 public:
  struct Settings {
    bool log = false;
    bool expects_no_model = false;   // where a refutation is the likely answer, and the one to be quick about
  };

  SatSolver();
  explicit SatSolver(const Settings& settings);
  ~SatSolver();
  SatSolver(const SatSolver&) = delete;
  SatSolver& operator=(const SatSolver&) = delete;

  SatLiteral fresh();            // a new variable
  SatLiteral fresh(int count);   // the first of so many new variables with consecutive numbers
  int variables() const { return variables_; }

  void add(std::span<const SatLiteral> clause);
  void add(std::initializer_list<SatLiteral> clause) { add(std::span(clause.begin(), clause.size())); }

  // Whether the clauses have a model in which the assumptions are true. Throws Stopped when a limit is
  // passed; the solver may be asked again.
  bool solve(const Limits& limits, std::span<const SatLiteral> assumptions = {});

  // After solve() was true, until the next clause: a literal in the model.
  bool value(SatLiteral literal) const;

  // After solve() was false: whether this assumption was needed for it.
  bool failed(SatLiteral assumption) const;

  // The clauses derived since the last call of this function, in order, each ended by a 0. The empty clause
  // is the last one if there is no model at all; where assumptions failed, the clause of their negations is
  // not among them, but follows by unit propagation.
  std::vector<SatLiteral> derived();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
  int variables_ = 0;
};

// That no two of the literals are true. Linear in their number: beyond a few, a new variable for each says
// that one of those up to it is.
void add_at_most_one(SatSolver& solver, std::span<const SatLiteral> literals);

}   // namespace parley
