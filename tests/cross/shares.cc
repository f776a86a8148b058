#include "cross/shares.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <stdexcept>
#include <thread>

#include <fmt/format.h>

#include "check/judge.h"
#include "engine/registry.h"
#include "oracle/spec_network.h"

namespace parley::cross {

namespace {

constexpr double kPatience = 60;
constexpr std::size_t kMostFaults = 20;

const Engine& synchro_engine() {
  const Engine* engine = find_engine("synchro");
  if (engine == nullptr) throw std::logic_error("there is no engine synchro");
  return *engine;
}

// Every switch of the engine is off except those in use, so that a later switch is not on by accident.
PredicateChoice choice(std::string name, std::string_view form, const std::vector<std::string_view>& used, bool is_of_paper) {
  PredicateChoice made{std::move(name), {{"synchro.form", std::string(form)}}, is_of_paper};
  for (const OptionRow& row : synchro_engine().options())
    if (row.kind == OptionKind::kSwitch) made.options.emplace_back(std::string(row.name), "off");
  for (std::string_view one : used) made.options.emplace_back(fmt::format("synchro.{}", one), "on");
  return made;
}

// A choice, with the engine's options set.
struct Prepared {
  PredicateChoice choice;
  Options options;
};

std::vector<Prepared> prepared() {
  std::vector<Prepared> all;
  for (PredicateChoice& choice : predicate_choices()) {
    Options options = all_options();
    for (const auto& [name, value] : choice.options)
      if (const auto wrong = options.set(name, value)) throw std::logic_error(*wrong);
    all.push_back({std::move(choice), std::move(options)});
  }
  return all;
}

class SharesWorker {
 public:
  SharesWorker(const SharesCampaign& campaign, const Engine& engine, const std::vector<Prepared>& choices)
      : campaign_(campaign), engine_(engine), choices_(choices) {
    for (const Prepared& one : choices) result_.rows.push_back({one.choice.name, 0, 0});
  }

  void look_at(std::uint64_t index) {
    const RandomCase drawn = case_at(campaign_.seed, index, campaign_.draw);
    const Network network = oracle::to_network(drawn.spec);
    ++result_.networks;
    ask(index, network, {"deadlock", Deadlock{}}, drawn.exploration.deadlocks() == 0, &SharesResult::deadlock_free,
        &SharesResult::Row::deadlock);
    ask(index, network, {"local_deadlock", LocalDeadlock{}}, drawn.exploration.local_deadlocks() == 0,
        &SharesResult::local_deadlock_free, &SharesResult::Row::local_deadlock);
  }

  const SharesResult& result() const { return result_; }
  const std::map<std::uint64_t, std::vector<std::string>>& faults() const { return faults_; }

 private:
  void ask(std::uint64_t index, const Network& network, const Property& property, bool holds, std::uint64_t SharesResult::*there,
           std::uint64_t SharesResult::Row::*proved) {
    result_.*there += holds ? 1 : 0;
    std::string_view proved_by_paper;
    bool is_proved_by_preset = false;
    for (std::size_t i = 0; i < choices_.size(); ++i) {
      const Prepared& choice = choices_[i];
      if (!is_proved(index, network, property, choice, holds)) continue;
      result_.rows[i].*proved += 1;
      if (choice.choice.is_of_paper) proved_by_paper = choice.choice.name;
      is_proved_by_preset = i + 1 == choices_.size();
    }
    if (!proved_by_paper.empty() && !is_proved_by_preset)
      fault(index, property, fmt::format("proved by {}, but not by the preset", proved_by_paper));
  }

  bool is_proved(std::uint64_t index, const Network& network, const Property& property, const Prepared& choice, bool holds) {
    const Limits limits({.seconds = kPatience, .memory_bytes = std::nullopt, .stop = nullptr});
    Progress silent;
    Statistics statistics;
    const Outcome outcome = run(engine_, {network, std::span(&property, 1)}, {choice.options, limits, silent}, statistics)[0];
    switch (verdict_of(outcome)) {
      case Verdict::kUnknown: return false;
      case Verdict::kViolated:
        fault(index, property, fmt::format("{}: violated, though no run was looked for", choice.choice.name));
        return false;
      case Verdict::kHolds: break;
    }
    if (!holds) {
      fault(index, property, fmt::format("{}: holds instead of violated", choice.choice.name));
      return false;
    }
    const Evidence& evidence = *evidence_of(outcome);
    if (std::holds_alternative<NotCertified>(evidence)) return true;
    const Judgement judgement = judge(network, property, Verdict::kHolds, evidence, limits, silent);
    if (!judgement.accepted)
      fault(index, property, fmt::format("{}: rejected, [{}] {}", choice.choice.name, judgement.obligation, judgement.reason));
    return judgement.accepted;
  }

  void fault(std::uint64_t index, const Property& property, const std::string& what) {
    if (faults_.size() < kMostFaults)
      faults_[index].push_back(fmt::format("network {} of seed {}, {}: {}", index, campaign_.seed, property.name, what));
  }

  const SharesCampaign& campaign_;
  const Engine& engine_;
  const std::vector<Prepared>& choices_;
  SharesResult result_;
  std::map<std::uint64_t, std::vector<std::string>> faults_;
};

}   // namespace

std::vector<PredicateChoice> predicate_choices() {
  return {
      choice("pair (SAT)", "sat", {"pair"}, true),
      choice("order", "sat", {"pair", "order"}, true),
      choice("order/data", "sat", {"pair", "order-data"}, true),
      choice("relation", "sat", {"pair", "relation"}, true),
      choice("relation/data", "sat", {"pair", "relation-data"}, true),
      choice("all of R (SAT)", "sat", {"pair", "order", "order-data", "relation", "relation-data"}, true),
      choice("pair (SMT)", "smt", {"pair"}, true),
      choice("difference", "smt", {"pair", "difference"}, true),
      choice("difference/data", "smt", {"pair", "difference-data"}, true),
      choice("difference/component", "smt", {"pair", "difference-component"}, true),
      choice("all of D (SMT)", "smt", {"pair", "order", "order-data", "difference", "difference-data", "difference-component"},
             true),
      choice("flow", "lazy", {"sums"}, false),
      choice("traps", "lazy", {"traps"}, false),
      choice("flow, traps", "lazy", {"sums", "traps"}, false),
      choice("flow, traps, remainders", "lazy", {"sums", "traps", "congruences"}, false),
      {"preset", {{"synchro.confirm", "off"}}, false},
  };
}

SharesResult run_shares(const SharesCampaign& campaign) {
  const Engine& engine = synchro_engine();
  const std::vector<Prepared> choices = prepared();
  SharesResult result;
  for (const Prepared& one : choices) result.rows.push_back({one.choice.name, 0, 0});
  std::map<std::uint64_t, std::vector<std::string>> faults;
  std::atomic<std::uint64_t> next = campaign.first;
  std::mutex mutex;
  const auto work = [&] {
    SharesWorker worker(campaign, engine, choices);
    for (std::uint64_t index = next++; index < campaign.first + campaign.networks; index = next++) worker.look_at(index);
    const std::lock_guard lock(mutex);
    result.networks += worker.result().networks;
    result.deadlock_free += worker.result().deadlock_free;
    result.local_deadlock_free += worker.result().local_deadlock_free;
    for (std::size_t i = 0; i < result.rows.size(); ++i) {
      result.rows[i].deadlock += worker.result().rows[i].deadlock;
      result.rows[i].local_deadlock += worker.result().rows[i].local_deadlock;
    }
    faults.insert(worker.faults().begin(), worker.faults().end());
  };
  {
    std::vector<std::jthread> others;
    for (unsigned i = 1; i < campaign.threads; ++i) others.emplace_back(work);
    work();
  }
  for (const auto& [index, lines] : faults) result.faults.insert(result.faults.end(), lines.begin(), lines.end());
  return result;
}

std::string to_text(const SharesResult& result) {
  const auto percent = [](std::uint64_t part, std::uint64_t of) {
    return of == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(of);
  };
  std::string text = fmt::format("{} networks, {} without deadlock, {} without local deadlock; proved of these:\n",
                                 result.networks, result.deadlock_free, result.local_deadlock_free);
  text += fmt::format("{:<26} {:>10} {:>16}\n", "predicates", "deadlock", "local deadlock");
  for (const SharesResult::Row& row : result.rows)
    text += fmt::format("{:<26} {:>8.2f} % {:>14.2f} %\n", row.name, percent(row.deadlock, result.deadlock_free),
                        percent(row.local_deadlock, result.local_deadlock_free));
  return text;
}

}   // namespace parley::cross
