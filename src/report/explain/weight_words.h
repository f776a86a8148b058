#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "net/lts.h"

namespace parley {

// What one component adds to a sum, in words: "in SEATED counts 1", "in AT_TABLE.k counts k". Only
// differences of weights mean something, so a weight is taken off all of them: the one after which the words
// are shortest.
struct RowWords {
  std::string text;         // "" if it adds nothing
  std::int64_t start = 0;   // what was taken off
};

// One weight a state; those of states in 'left' are not told.
RowWords words_of_weights(const Lts& lts, std::span<const std::int64_t> weights, std::span<const LocalState> left);

}   // namespace parley
