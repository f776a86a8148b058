#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "cross/campaign.h"

namespace parley::cross {

// A choice of the predicates that the engine synchro may use, as values of its options.
struct PredicateChoice {
  std::string name;
  std::vector<std::pair<std::string, std::string>> options;
  bool is_of_paper = false;   // of (Antonino, Gibson-Robinson and Roscoe): one predicate, or all of one form
};

// Each predicate of the paper with pairs, all of its SAT form, all of its SMT form; then the extensions,
// alone and together. The last choice is the preset.
std::vector<PredicateChoice> predicate_choices();

struct SharesCampaign {
  std::uint64_t networks = 0;
  std::uint64_t first = 0;
  std::uint64_t seed = 1;
  unsigned threads = 1;
  Draw draw = {};
};

struct SharesResult {
  struct Row {
    std::string name;
    std::uint64_t deadlock = 0;   // number of networks proved
    std::uint64_t local_deadlock = 0;
  };
  std::uint64_t networks = 0;
  std::uint64_t deadlock_free = 0;   // by the oracle
  std::uint64_t local_deadlock_free = 0;
  std::vector<Row> rows;   // one per choice
  // A wrong proof, a rejected proof, or a proof that some choice of the paper finds and the preset does not.
  // By network, ascending.
  std::vector<std::string> faults;
};

// Asks the engine about deadlock and local deadlock of each network, once per choice, and compares with the
// oracle. No traces are searched for.
SharesResult run_shares(const SharesCampaign& campaign);

// A table: the share of the properties that hold that each choice proves.
std::string to_text(const SharesResult& result);

}   // namespace parley::cross
