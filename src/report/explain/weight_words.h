#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "net/lts.h"

namespace parley {

// What one component adds to a sum, in words: "in SEATED counts 1", "in AT_TABLE.k counts k". Only
// differences of weights matter, so one weight is subtracted from all: the one that makes the words shortest.
struct RowWords {
  std::string text;         // "" if the component adds nothing
  std::int64_t start = 0;   // the weight that was subtracted
};

// One weight per state; states in 'left' are not mentioned.
RowWords words_of_weights(const Lts& lts, std::span<const std::int64_t> weights, std::span<const LocalState> left);

}   // namespace parley
