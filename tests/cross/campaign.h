#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cross/examine.h"
#include "cross/histogram.h"
#include "cross/random_spec.h"

namespace parley::cross {

// Which networks a campaign draws.
struct Draw {
  std::optional<Family> only = std::nullopt;   // nothing: all families
  // Percent of networks from the families against proofs by invariants. Of the others, four in ten are
  // adversarial.
  int invariant_share = 15;
  std::size_t most_states = 0;   // larger networks are drawn again; 0: the limits of random_case
};

// The network of a campaign at an index: the same for every engine, number of threads and length of the
// campaign.
RandomCase case_at(std::uint64_t seed, std::uint64_t index, const Draw& draw = {});
// How an engine is asked about it, independent of the other engines. 'pinned' options have the same value
// every time.
using PinnedOptions = std::vector<std::pair<std::string, std::int64_t>>;
Setting setting_at(std::uint64_t seed, std::uint64_t index, const Engine& engine, const PinnedOptions& pinned = {});

struct Finding {
  std::uint64_t index = 0;
  std::string engine;
  Setting setting;
  Failure failure;
  oracle::Spec spec;
};

struct Campaign {
  std::uint64_t networks = 0;
  std::uint64_t first = 0;
  std::uint64_t seed = 1;
  unsigned threads = 1;
  std::vector<Subject> subjects;
  PinnedOptions pinned;
  Draw draw = {};
  std::function<void(std::uint64_t done)> on_progress = {};   // called by one thread at a time
};

struct CampaignResult {
  Histogram histogram;
  std::vector<Tally> tallies;       // one per subject
  std::optional<Finding> finding;   // the one with the lowest index, for any number of threads
};

// Examines every subject on every network, until one fails.
CampaignResult run_campaign(const Campaign& campaign);

// The finding on a smaller network, shrunk as long as the same setting shows the same kind of fault.
Finding shrunk(const Finding& finding, const Subject& subject);

// The report of a finding: failure, setting, and the model in readable form; and the text of the file to
// keep.
std::string report_text(const Finding& finding, std::uint64_t seed);
std::string file_text(const Finding& finding, std::uint64_t seed);

}   // namespace parley::cross
