#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "engine/synchro/prove/constraints.h"
#include "solve/sat.h"

namespace parley::synchro {

// Where a clause comes from: the reason that a proof must give for it.
struct Origin {
  enum class Kind : std::uint8_t {
    kStructure,    // that a variable has exactly one value, or what a set of values means: needs no reason
    kConstraint,   // follows from one constraint
    kNogood,       // is a nogood that follows from one constraint
    kDerived,      // follows from earlier clauses by unit propagation
  };
  Kind kind = Kind::kStructure;
  std::uint32_t constraint = 0;   // kConstraint, kNogood
};

// All clauses that the solver was given or derived, in order, with literals that stand for sets of values.
// The proof is written from it.
struct ClauseLog {
  std::vector<SatLiteral> literals;
  std::vector<std::size_t> begins{0};
  std::vector<Origin> origins;

  std::size_t size() const { return origins.size(); }
  std::span<const SatLiteral> clause(std::size_t i) const {
    return std::span(literals).subspan(begins[i], begins[i + 1] - begins[i]);
  }
  void add(std::span<const SatLiteral> clause, Origin origin);
};

// Proposes assignments that meet the constraints added so far, by SAT.
//
// A boolean of the solver means "this variable has a value in this set". A constraint that is a clause over
// such sets is given to the solver as a clause. Every other constraint is lazy: when a proposal breaks it, a
// clause excludes what broke it. So long sums are never encoded in full.
class Proposer {
 public:
  Proposer(const Constraints& constraints, const Limits& limits);

  // From now on proposals meet this constraint.
  void add(std::uint32_t constraint);

  // Excludes this assignment, which breaks the constraint, together with as many others that break it as one
  // clause can.
  void exclude(std::uint32_t constraint, std::span<const std::uint32_t> values);

  // A value for each variable, or nothing if no assignment meets the constraints. A sketch may break sums and
  // other constraints that are not encoded as clauses. Throws Stopped.
  std::optional<std::vector<std::uint32_t>> sketch();
  // Whether a sketch breaks a constraint. If so, every constraint that it breaks excludes it.
  bool exclude_if_broken(std::span<const std::uint32_t> values);

  const ClauseLog& log() const { return log_; }
  // The variable of a literal, and the values it has if the literal is true.
  InvariantProof::Nogood::Literal meaning(SatLiteral literal) const;
  std::uint64_t proposals() const { return proposals_; }
  std::size_t num_booleans() const { return meanings_.size() - 1; }

 private:
  using Literal = InvariantProof::Nogood::Literal;

  // The variable has one of these values; they are neither none nor all.
  SatLiteral literal_of(std::uint32_t variable, const std::vector<std::uint32_t>& values);
  SatLiteral value_literal(std::uint32_t variable, std::uint32_t value) const;
  void introduce(std::uint32_t variable);
  void add_clause(std::vector<SatLiteral> clause, Origin origin);
  bool add_as_clauses(std::uint32_t constraint);
  bool add_as_one_clause(std::uint32_t constraint);
  bool add_as_alternatives(std::uint32_t constraint);
  bool add_as_few_clauses(std::uint32_t constraint);
  void forbid(std::span<const Literal> literals, Origin origin);
  std::vector<std::uint32_t> model() const;

  struct Meaning {
    std::uint32_t variable = 0;
    std::vector<std::uint32_t> values;
    std::uint32_t up_to = 0;   // if not 0: the set is all values below it, and 'values' is empty
  };

  const Constraints& constraints_;
  const Limits& limits_;
  Pulse pulse_;
  SatSolver solver_{SatSolver::Settings{.log = true}};
  // by variable: the literal of value 0, the others follow; 0 if the variable has one value only
  std::vector<SatLiteral> first_;
  std::vector<Meaning> meanings_;   // by variable of the solver, from 1 on
  std::map<std::pair<std::uint32_t, std::vector<std::uint32_t>>, SatLiteral> sets_;
  std::vector<std::uint32_t> lazy_;   // constraints that are not encoded, but checked against each proposal
  ClauseLog log_;
  std::uint64_t proposals_ = 0;
};

}   // namespace parley::synchro
