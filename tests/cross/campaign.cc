#include "cross/campaign.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <sstream>
#include <thread>

#include <fmt/format.h>

#include "base/hash.h"
#include "cross/shrink.h"
#include "oracle/spec_text.h"

namespace parley::cross {

namespace {

constexpr std::size_t kMostStatesWhileShrinking = 30000;
constexpr int kAdversarialShare = 40;   // percent

std::uint64_t seed_of(std::uint64_t seed, std::uint64_t index) { return mix(mix(seed) + index); }

void lower(std::atomic<std::uint64_t>& bound, std::uint64_t value) {
  std::uint64_t now = bound.load();
  while (value < now && !bound.compare_exchange_weak(now, value)) {}
}

// What the workers share. Indices are handed out in order, so once an index has failed only lower ones
// matter.
struct Shared {
  explicit Shared(const Campaign& c) : campaign(c), next(c.first), end(c.first + c.networks) {
    result.tallies.resize(c.subjects.size());
  }

  const Campaign& campaign;
  std::atomic<std::uint64_t> next;
  std::atomic<std::uint64_t> end;
  std::atomic<std::uint64_t> done{0};
  std::mutex mutex;
  CampaignResult result;
};

void work(Shared& shared) {
  const Campaign& campaign = shared.campaign;
  Histogram histogram;
  std::vector<Tally> tallies(campaign.subjects.size());
  for (std::uint64_t index = shared.next++; index < shared.end.load(); index = shared.next++) {
    const RandomCase drawn = case_at(campaign.seed, index, campaign.draw);
    histogram.add(drawn);
    for (std::size_t i = 0; i < campaign.subjects.size(); ++i) {
      const Subject& subject = campaign.subjects[i];
      const Setting setting = setting_at(campaign.seed, index, subject.engine, campaign.pinned);
      std::optional<Failure> failure = examine(subject, drawn.spec, drawn.exploration, setting, tallies[i]);
      if (!failure) continue;
      lower(shared.end, index);
      const std::lock_guard lock(shared.mutex);
      if (!shared.result.finding || index < shared.result.finding->index)
        shared.result.finding = Finding{index, std::string(subject.engine.name()), setting, std::move(*failure), drawn.spec};
      break;
    }
    const std::uint64_t done = ++shared.done;
    if (campaign.on_progress) {
      const std::lock_guard lock(shared.mutex);
      campaign.on_progress(done);
    }
  }
  const std::lock_guard lock(shared.mutex);
  shared.result.histogram.merge(histogram);
  for (std::size_t i = 0; i < tallies.size(); ++i) shared.result.tallies[i].merge(tallies[i]);
}

}   // namespace

RandomCase case_at(std::uint64_t seed, std::uint64_t index, const Draw& draw) {
  const std::uint64_t own_seed = seed_of(seed, index);
  if (draw.only) return random_case(own_seed, *draw.only, draw.most_states);
  // A second generator, so that the other networks stay the same as before these families existed.
  Random other(mix(own_seed) + 1);
  if (other.chance(draw.invariant_share))
    return random_case(own_seed, static_cast<Family>(other.between(kFirstInvariantFamily, kFamilies - 1)), draw.most_states);
  Random random(mix(own_seed));
  if (!random.chance(kAdversarialShare)) return random_case(own_seed, std::nullopt, draw.most_states);
  return random_case(own_seed, static_cast<Family>(random.between(kPlainFamilies, kFirstInvariantFamily - 1)), draw.most_states);
}

Setting setting_at(std::uint64_t seed, std::uint64_t index, const Engine& engine, const PinnedOptions& pinned) {
  Random random(seed_of(seed, index) ^ hash_text(engine.name()));
  Setting setting = random_setting(random, engine);
  std::erase_if(setting.options, [&](const auto& option) {
    return std::ranges::any_of(pinned, [&](const auto& pin) { return pin.first == option.first; });
  });
  setting.options.insert(setting.options.end(), pinned.begin(), pinned.end());
  return setting;
}

CampaignResult run_campaign(const Campaign& campaign) {
  Shared shared(campaign);
  std::vector<std::thread> workers;
  for (unsigned i = 1; i < campaign.threads; ++i) workers.emplace_back([&] { work(shared); });
  work(shared);
  for (std::thread& worker : workers) worker.join();
  return std::move(shared.result);
}

Finding shrunk(const Finding& finding, const Subject& subject) {
  Finding best = finding;
  const auto fails = [&](const oracle::Spec& spec) {
    const std::optional<oracle::Exploration> exploration = explore(spec, kMostStatesWhileShrinking);
    if (!exploration) return false;
    std::optional<Failure> failure = examine(subject, spec, *exploration, finding.setting);
    if (!failure || failure->fault != finding.failure.fault) return false;
    best.failure = std::move(*failure);
    return true;
  };
  best.spec = shrink(finding.spec, fails);
  for (oracle::Question& question : best.spec.questions)
    question.holds = answer(best.spec, *explore(best.spec, kMostStatesWhileShrinking), question).holds;
  return best;
}

std::string report_text(const Finding& finding, std::uint64_t seed) {
  return fmt::format("engine {}, network {} of seed {}: {} {} {}\n{}\n{}", finding.engine, finding.index, seed,
                     fault_name(finding.failure.fault), finding.failure.question, finding.failure.detail,
                     to_text(finding.setting), to_readable(finding.spec));
}

std::string file_text(const Finding& finding, std::uint64_t seed) {
  std::string text;
  std::istringstream lines(fmt::format("engine {}, network {} of seed {}\n{}: {}\n{}", finding.engine, finding.index, seed,
                                       fault_name(finding.failure.fault), finding.failure.detail, to_text(finding.setting)));
  for (std::string line; std::getline(lines, line);) text += "# " + line + "\n";
  return text + to_text(finding.spec);
}

}   // namespace parley::cross
