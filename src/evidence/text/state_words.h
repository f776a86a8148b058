#pragma once

#include <string>
#include <vector>

#include "property/print.h"

namespace parley {

// The words for local states, each built once.
class StateWords {
 public:
  explicit StateWords(const Network& network) : network_(network), words_(network.num_templates()) {}
  const std::string& operator()(ComponentId component, LocalState state) {
    std::vector<std::string>& words = words_[network_.template_of(component).index()];
    const Lts& lts = network_.lts(component);
    if (words.empty()) words.resize(lts.num_states());
    if (words[state.index()].empty()) words[state.index()] = state_word(lts, state);
    return words[state.index()];
  }

 private:
  const Network& network_;
  std::vector<std::vector<std::string>> words_;
};

}   // namespace parley
