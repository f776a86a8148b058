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
  std::optional<Family> only = std::nullopt;   // all families if there is none
  int invariant_share = 15;   // percent of the families against proofs by invariants; of the others four in ten are adversarial
  std::size_t most_states = 0;   // larger networks are drawn again; 0: as random_case does
};

// The network of a campaign at an index: the same for every engine, number of threads and length of the
// campaign.
RandomCase case_at(std::uint64_t seed, std::uint64_t index, const Draw& draw = {});
// How an engine is asked about it: depends on no other engine.
// 'pinned' options have the same value every time.
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
  std::function<void(std::uint64_t done)> on_progress = {};   // by one thread at a time
};

struct CampaignResult {
  Histogram histogram;
  std::vector<Tally> tallies;       // one a subject
  std::optional<Finding> finding;   // the one with the lowest index, whatever the threads
};

// Examines every subject on every network, until one fails.
CampaignResult run_campaign(const Campaign& campaign);

// The finding on the smallest network on which the same setting still shows the same kind of fault.
Finding shrunk(const Finding& finding, const Subject& subject);

// What to tell about it: the failure, the setting, the model to read; and the text of the file to keep.
std::string report_text(const Finding& finding, std::uint64_t seed);
std::string file_text(const Finding& finding, std::uint64_t seed);

}   // namespace parley::cross
