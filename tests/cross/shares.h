#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "cross/campaign.h"

namespace parley::cross {

// A choice of what the engine synchro may use, as values of its options.
struct PredicateChoice {
  std::string name;
  std::vector<std::pair<std::string, std::string>> options;
  bool is_of_paper = false;   // a predicate of paper 004, or all of one of its forms
};

// Each predicate of the paper with pairs, all of its SAT form, all of its SMT form; then what goes beyond it,
// alone and together. The last one is the preset.
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
    std::uint64_t deadlock = 0;   // proved
    std::uint64_t local_deadlock = 0;
  };
  std::uint64_t networks = 0;
  std::uint64_t deadlock_free = 0;   // by the oracle
  std::uint64_t local_deadlock_free = 0;
  std::vector<Row> rows;   // one a choice
  std::vector<std::string>
      faults;   // a wrong proof; a rejected one; one that some choice of the paper finds and the preset does not. By network, ascending
};

// Asks the engine about deadlock and local deadlock of each network, once with each choice, and compares with
// the oracle. No runs are looked for.
SharesResult run_shares(const SharesCampaign& campaign);

// A table: the share of what holds that each choice proves.
std::string to_text(const SharesResult& result);

}   // namespace parley::cross
