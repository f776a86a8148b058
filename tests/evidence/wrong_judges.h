#pragma once

#include <string>
#include <vector>

#include "claim.h"

namespace parley::evidence_ring {

// A judge with one mistake.
class WrongJudge {
 public:
  WrongJudge(std::string name, std::vector<Obligation> trace, std::vector<Obligation> closed_set)
      : name_(std::move(name)), trace_(std::move(trace)), closed_set_(std::move(closed_set)) {}
  const std::string& name() const { return name_; }
  ObligationTables tables() const { return {.trace = trace_, .closed_set = closed_set_}; }

 private:
  std::string name_;
  std::vector<Obligation> trace_;
  std::vector<Obligation> closed_set_;
};

// One for each row of each table, left out; and one for each slip of the naive judge, in place of the row it belongs to.
std::vector<WrongJudge> wrong_judges();

}  // namespace parley::evidence_ring
