#include "search/level/state_keys.h"

namespace parley {

StateKeys::StateKeys(const Network& network, const Limits& limits, unsigned word_bits) : layout_(network, word_bits) {
  if (layout_.num_words() > 1) tree_.emplace(layout_.num_words(), limits);
}

}   // namespace parley
