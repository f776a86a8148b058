#pragma once

#include <string>
#include <vector>

#include "claim.h"

namespace parley::evidence_ring {

// A judge with one mistake.
class WrongJudge {
 public:
  struct Rows {
    std::vector<Obligation> trace;
    std::vector<Obligation> closed_set;
    std::vector<Obligation> reduced_set;
    std::vector<Obligation> case_split;
  };
  WrongJudge(std::string name, Rows rows) : name_(std::move(name)), rows_(std::move(rows)) {}
  const std::string& name() const { return name_; }
  ObligationTables tables() const {
    return {
        .trace = rows_.trace, .closed_set = rows_.closed_set, .reduced_set = rows_.reduced_set, .case_split = rows_.case_split};
  }

 private:
  std::string name_;
  Rows rows_;
};

// One for each row of each table, left out; and one for each slip of the naive judge, in place of the row it
// belongs to.
std::vector<WrongJudge> wrong_judges();

}   // namespace parley::evidence_ring
