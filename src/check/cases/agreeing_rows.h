#pragma once

#include <optional>

#include "check/cases/situation.h"
#include "evidence/evidence.h"

namespace parley {

// Which rows of a set are possible in a situation: those whose every component is in a state that is allowed.
//
// A set that is asked about often is indexed: for each local state of the components in the formula a bit for
// each row that has it. Then an answer takes a few operations for 64 rows; without, it reads every row.
class AgreeingRows {
 public:
  // 'times' is how often it will be asked.
  AgreeingRows(const Network& network, const ClosedSet& set, const Situation& situation, std::size_t times, const Limits& limits);

  // The first row that agrees; throws Stopped.
  std::optional<std::size_t> first(const Situation& situation);

 private:
  struct Column {
    std::size_t at = 0;
    ComponentId component;
    std::size_t bits = 0;   // of its first local state, in bits_
    std::size_t num_states = 0;
  };
  void index();
  std::optional<std::size_t> first_by_index(const Situation& situation);
  std::optional<std::size_t> first_by_reading(const Situation& situation);

  const StateTable& states_;
  Pulse pulse_;
  std::vector<Column> columns_;       // that the formula speaks of
  std::vector<std::uint64_t> bits_;   // empty without an index
  std::size_t words_ = 0;             // for one local state
  struct Test {
    std::size_t rows = 0;    // that pass it
    std::size_t begin = 0;   // in passing_
    std::size_t end = 0;
  };
  std::vector<std::size_t> num_rows_;   // for each local state in bits_
  std::vector<Test> tests_;
  std::vector<const std::uint64_t*> passing_;
  std::vector<const Column*> restricted_;
};

}   // namespace parley
