#pragma once

#include "base/limits.h"
#include "evidence/evidence.h"
#include "evidence/text/buffer.h"
#include "evidence/text/state_words.h"

namespace parley {

// Writes a proof from invariants, from after `evidence invariants ` to its last step. Linear in the proof.
void write_proof(Buffer& out, const Network& network, StateWords& words, const InvariantProof& proof, const Limits& limits);

}   // namespace parley
