#pragma once

#include "base/limits.h"
#include "evidence/evidence.h"
#include "evidence/text/buffer.h"
#include "evidence/text/state_words.h"

namespace parley {

// A proof from invariants, from behind `evidence invariants ` up to its last step. Linear in the proof.
void write_proof(Buffer& out, const Network& network, StateWords& words, const InvariantProof& proof, const Limits& limits);

}   // namespace parley
