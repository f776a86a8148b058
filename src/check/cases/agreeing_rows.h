#pragma once

#include <optional>

#include "check/cases/situation.h"
#include "evidence/evidence.h"

namespace parley {

// Finds the rows of a set that agree with a situation: the state of every component in the row is allowed.
//
// A set that is asked about often is indexed: a bit vector over the rows for each local state of the
// components in the formula. A query then takes a few operations per 64 rows. Without an index it reads every
// row.
class AgreeingRows {
 public:
  // 'times' is the expected number of calls of first().
  AgreeingRows(const Network& network, const ClosedSet& set, const Situation& situation, std::size_t times, const Limits& limits);

  // The first row that agrees; throws Stopped.
  std::optional<std::size_t> first(const Situation& situation);

 private:
  struct Column {
    std::size_t at = 0;
    ComponentId component;
    std::size_t bits = 0;   // of its first local state: where its bit vector begins in bits_
    std::size_t num_states = 0;
  };
  void index();
  std::optional<std::size_t> first_by_index(const Situation& situation);
  std::optional<std::size_t> first_by_reading(const Situation& situation);

  const StateTable& states_;
  Pulse pulse_;
  std::vector<Column> columns_;       // the components that the formula mentions
  std::vector<std::uint64_t> bits_;   // empty without an index
  std::size_t words_ = 0;             // words per local state
  struct Test {
    std::size_t rows = 0;    // rows that pass it
    std::size_t begin = 0;   // where it begins in passing_
    std::size_t end = 0;
  };
  std::vector<std::size_t> num_rows_;   // rows per local state, in the order of bits_
  std::vector<Test> tests_;
  std::vector<const std::uint64_t*> passing_;
  std::vector<const Column*> restricted_;
};

}   // namespace parley
