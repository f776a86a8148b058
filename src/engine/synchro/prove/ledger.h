#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "engine/synchro/prove/proposer.h"
#include "engine/synchro/prove/question.h"
#include "engine/synchro/prove/trimming.h"
#include "evidence/invariant_proof.h"
#include "invariant/constant_sums.h"
#include "invariant/pairs.h"

namespace parley::synchro {

// Keeps account of the facts and combinations behind the constraints of a question, and writes the proof in
// the end, of what was needed only.
class Ledger {
 public:
  Ledger(const Network& network, Question& question) : network_(network), question_(question) {}

  // Each gives the number of the new constraint, of a pair the first of those for the states of its first
  // component. Throws TooLarge, and then nothing was added.
  std::uint32_t add(RegionSum sum);
  std::uint32_t add(Congruence congruence);
  std::uint32_t add(Trap trap);
  std::uint32_t add(OrderFact order);
  std::uint32_t add(ApartFact apart);
  std::uint32_t add(Ranking ranking);   // a contradiction by itself
  std::uint32_t add(const PairFact& pair, const PairTable& table);
  // A sum of linear constraints, divided and rounded as docs/formats/evidence/invariants.md says.
  std::uint32_t add(InvariantProof::Combination combination);

  // The constraint of one half of a constant sum, added when it is first asked for. The sum outlives the
  // ledger.
  enum class Half : std::uint8_t { kAtMost, kAtLeast };
  std::uint32_t half(const ConstantSum& sum, Half half);

  std::size_t num_facts() const { return facts_.size(); }
  bool is_combination(std::uint32_t constraint) const {
    return constraint >= question_.size && !sources_[constraint - question_.size].is_fact;
  }

  // The proof with which the proposer's search ended.
  InvariantProofRef proof(const Proposer& proposer, const Trimmed& trimmed) const;
  // The proof that one constraint alone cannot be met.
  InvariantProofRef proof(std::uint32_t contradiction) const;

 private:
  class Writer;
  struct Source {
    bool is_fact = true;
    std::uint32_t index = 0;    // of the fact, or of the combination
    std::uint32_t offset = 0;   // of a pair: which of its constraints
  };
  std::uint32_t row_table(ComponentId component, Weights by_state);
  std::uint32_t note(std::uint32_t constraint, Fact fact);
  template <class FactOfRows>
  std::uint32_t add_never_all(FactOfRows fact);

  const Network& network_;
  Question& question_;
  std::vector<Fact> facts_;
  std::vector<std::uint32_t> widths_;                       // constraints of each fact
  std::vector<InvariantProof::Combination> combinations_;   // in the numbers of this ledger's constraints
  std::map<std::pair<const ConstantSum*, Half>, std::uint32_t> halves_;
  std::vector<Source> sources_;   // of constraints behind those of the question
};

}   // namespace parley::synchro
