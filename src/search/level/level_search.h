#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/progress.h"
#include "search/level/frontier.h"
#include "search/level/roles.h"
#include "search/level/state_keys.h"
#include "search/level/worker_team.h"
#include "store/compact_set.h"

namespace parley {

// The search has visited the most states that it may visit (LevelSearchSettings::most_states). It is thrown
// in the same level on any machine, but how far that level has come depends on the threads.
class StateBoundReached final : public Stopped {
 public:
  using Stopped::Stopped;
};

struct LevelSearchSettings {
  unsigned threads = 1;
  std::uint64_t first_slots = 4096;   // that the state table starts with
  bool keep_depths = false;           // store the depth of each state beside its key: traces need it
  std::uint64_t most_states = 0;      // throw StateBoundReached beyond this many; 0 = no limit
  std::uint64_t shared_from = 4096;   // threads share a level with at least this many states
};

// Breadth-first search, level by level, by any number of threads. This is the core of the explicit engine;
// the leap and synchro engines use it too.
//
// The shape of it:
//   run()           one level after the other, until nothing is new
//   expand_level()  each thread takes chunks of the level (frontier.h). It expands each state (the space's
//                   worker), shows it to its watch, and emits the successors into the sink.
//   Sink::add()     puts a successor into a queue of 64, and prefetches its cache line
//   insert()        adds it to the CompactSet; a new state goes to the next level
//   begin_growth()  when a table is crowded, all threads meet and grow it together (worker_team.h)
//
// Space, sink and watch are the concepts of search/level/roles.h. States are keys (state_keys.h): the packed
// word itself, or a 64-bit reference into a tree of parts. What a state leads to comes from RuleTables
// (rule_tables.h), or from stubborn sets (search/stubborn/reduced_space.h). If depths are kept, the level in
// which a state was found stands beside its key. That is all that a trace needs (search/level/backward.h).
//
// Threads take the states of a level in any order. So results may depend on the set of states of a level, but
// not on an order within it: 'level_done' is called per level, and a watch must not care about order.
//
// Invariant: between levels, each state in the set was expanded or is in the frontier.
template <StateSpace Space, StateWatch Watch>
class LevelSearch {
 public:
  LevelSearch(const Network& network, Space& space, StateKeys& keys, const LevelSearchSettings& settings, const Limits& limits,
              Progress& progress, const std::function<Watch()>& make_watch)
      : keys_(keys),
        settings_(settings),
        limits_(limits),
        progress_(progress),
        set_(keys.key_bits(), settings.keep_depths ? 8 : 0, settings.first_slots, limits),
        frontier_(limits),
        team_(settings.threads,
              {[this] { begin_growth(); }, [this] { return growth_ && growth_->move_part(); }, [this] { end_growth(); }}) {
    for (unsigned i = 0; i < team_.size(); ++i)
      per_thread_.push_back(std::make_unique<PerThread>(space, keys, limits, make_watch()));
    add_initial(network);
  }

  enum class End : std::uint8_t {
    kExhausted,   // every state was expanded
    kPaused,      // at the end of a level, with at least 'pause_at' states; run() can be called again
    kStopped,     // 'level_done' answered false
  };
  // 'level_done' is called after each level and answers whether to go on. Throws Stopped.
  End run(std::uint64_t pause_at, const std::function<bool()>& level_done) {
    while (frontier_.level_size() != 0) {
      grow_alone();
      const bool shared = frontier_.level_size() >= settings_.shared_from;
      team_.run(shared ? team_.size() : 1, [this](unsigned thread) { expand_level(*per_thread_[thread], thread); });
      for (const std::unique_ptr<PerThread>& mine : per_thread_) mine->found.flush(frontier_);
      const bool enough = !level_done();
      frontier_.advance();
      if (frontier_.level_size() != 0) ++depth_;
      frontier_peak_ = std::max(frontier_peak_, frontier_.level_size());
      if (enough) return End::kStopped;
      if (size() >= pause_at) return End::kPaused;
    }
    return End::kExhausted;
  }

  // REQUIRES: the last run() ended with kExhausted. The next run() expands these states once more. New
  // successors are one level deeper than the deepest level so far.
  void expand_again(std::span<const std::uint64_t> keys) {
    assert(frontier_.level_size() == 0);
    for (std::uint64_t key : keys) per_thread_[0]->found.add(key, 0, frontier_);
    per_thread_[0]->found.flush(frontier_);
    frontier_.advance();
  }

  std::uint64_t size() const { return size_.load(std::memory_order_relaxed); }
  std::uint64_t num_transitions() const { return sum_of(&PerThread::transitions); }
  std::uint64_t num_left_out() const { return sum_of(&PerThread::left_out); }
  std::uint64_t depth() const { return depth_; }                   // of the level that is expanded, or was expanded last
  std::uint64_t frontier_peak() const { return frontier_peak_; }   // states of the largest level
  StateKeys& keys() { return keys_; }
  CompactSet& set() { return set_; }

  template <class Visit>
  void for_each_watch(const Visit& visit) {
    for (const std::unique_ptr<PerThread>& mine : per_thread_) visit(mine->watch);
  }

 private:
  static constexpr std::size_t kApart = 128;
  struct Waiting {
    std::uint64_t key;
    CompactSet::Place place;
    std::uint32_t note;
  };
  // Unpacking a state of thousands of words takes long, even if it has few successors: the limits are checked
  // more often then.
  static std::uint32_t states_per_beat(std::size_t words) {
    return static_cast<std::uint32_t>(std::clamp<std::size_t>(65536 / (1 + words), 1, 256));
  }
  // What one thread works with. It is aligned to cache lines of its own, since other threads write beside it.
  struct alignas(kApart) PerThread {
    PerThread(Space& space, const StateKeys& keys, const Limits& limits, Watch made)
        : worker(space, keys), watch(std::move(made)), pulse(limits, states_per_beat(keys.num_words())), steps(limits, 8192) {}
    typename Space::Worker worker;
    Watch watch;
    Pulse pulse;   // counts states
    Pulse steps;   // counts transitions: one state may have millions
    Frontier::Writer found;
    std::array<Waiting, 64> waiting;
    std::size_t num_waiting = 0;
    std::uint64_t transitions = 0;
    std::uint64_t left_out = 0;
    std::uint64_t uncounted = 0;   // states that this thread found and that size_ does not include yet
    unsigned thread = 0;
  };
  static constexpr std::uint64_t kCountTogether = 64;

  std::uint64_t sum_of(std::uint64_t PerThread::*count) const {
    std::uint64_t sum = 0;
    for (const std::unique_ptr<PerThread>& mine : per_thread_) sum += (*mine).*count;
    return sum;
  }

  void add_initial(const Network& network) {
    PerThread& mine = *per_thread_[0];
    std::vector<std::uint64_t> words(keys_.num_words());
    std::vector<LocalState> states;
    states.reserve(network.num_components());
    for (ComponentId component : network.components()) states.push_back(network.lts(component).initial());
    keys_.layout().pack(states, words);
    typename StateKeys::Cursor cursor(keys_);
    std::uint64_t key = keys_.key(words, cursor);
    while (keys_.has_no_room(key)) {
      keys_.grow();
      key = keys_.key(words, cursor);
    }
    set_.insert(set_.place(key), 0);
    size_ = 1;
    frontier_peak_ = 1;
    mine.found.add(key, 0, frontier_);
    mine.found.flush(frontier_);
    frontier_.advance();
  }

  void expand_level(PerThread& mine, unsigned thread) {
    mine.thread = thread;
    Frontier::Chunk chunk;
    while (frontier_.take(chunk)) {
      for (std::size_t i = 0; i < chunk.keys.size(); ++i) {
        if (team_.meet_if_asked()) find_places_again(mine);
        if (mine.pulse.beat()) report(mine);
        const Sink sink{*this, mine};
        const ExpandedState expanded = mine.worker.expand(chunk.keys[i], chunk.notes[i], sink);
        mine.transitions += expanded.transitions;
        mine.left_out += expanded.left_out;
        const bool is_stuck = mine.watch.visit(expanded);
        mine.worker.emit(sink, is_stuck);
      }
      frontier_.give_back(chunk);
    }
    insert_waiting(mine);
    count(mine);
  }

  // The StateSink of a search: where the successors of a state go.
  struct Sink {
    LevelSearch& search;
    PerThread& mine;
    void add(std::uint64_t key, std::uint32_t note) const {
      if (mine.num_waiting == mine.waiting.size()) search.insert_waiting(mine);
      Waiting& waiting = mine.waiting[mine.num_waiting++];
      waiting = {key, search.set_.place(key), note};
      search.set_.prefetch(waiting.place);
    }
    void tick() const {
      if (mine.steps.beat()) search.report(mine);
    }
    void make_room() const {
      search.team_.ask();
      if (search.team_.meet_if_asked()) search.find_places_again(mine);
    }
  };
  friend struct Sink;

  void insert_waiting(PerThread& mine) {
    for (std::size_t i = 0; i < mine.num_waiting; ++i) {
      if (mine.steps.beat()) report(mine);
      insert(mine, mine.waiting[i]);
    }
    mine.num_waiting = 0;
  }

  void insert(PerThread& mine, const Waiting& waiting) {
    CompactSet::Inserted inserted = set_.insert(waiting.place, static_cast<std::uint32_t>(depth_ + 1));
    while (inserted.outcome == CompactSet::Outcome::kFull) {
      bucket_full_.store(true, std::memory_order_relaxed);
      team_.ask();
      if (team_.meet_if_asked()) find_places_again(mine);
      inserted = set_.insert(set_.place(waiting.key), static_cast<std::uint32_t>(depth_ + 1));
    }
    if (inserted.outcome == CompactSet::Outcome::kAdded) {
      mine.found.add(waiting.key, waiting.note, frontier_);
      if (++mine.uncounted == kCountTogether) count(mine);
    }
  }

  // Adds up to 64 states at once: if every thread counted single states, they would contend for size_.
  void count(PerThread& mine) {
    const std::uint64_t now = size_.fetch_add(mine.uncounted, std::memory_order_relaxed) + mine.uncounted;
    mine.uncounted = 0;
    if (now > growth_threshold_.load(std::memory_order_relaxed) || keys_.crowded()) team_.ask();
    if (settings_.most_states != 0 && now > settings_.most_states)
      throw StateBoundReached(fmt::format("more than {} states", settings_.most_states));
  }

  // The table has grown, so the places of the keys that wait have changed.
  void find_places_again(PerThread& mine) {
    for (std::size_t i = 0; i < mine.num_waiting; ++i) mine.waiting[i].place = set_.place(mine.waiting[i].key);
  }

  void begin_growth() {
    if (keys_.crowded()) keys_.grow();
    if (bucket_full_ || size() > growth_threshold_) growth_.emplace(set_, 0, limits_);
  }
  void end_growth() {
    if (!growth_) return;
    growth_->finish();
    growth_.reset();
    bucket_full_ = false;
    growth_threshold_ = set_.growth_threshold();
  }

  // Between levels, by the caller's thread alone. Does the growth that was requested at the end of the last
  // level. Depths are exact: if the next depth does not fit beside the keys, every key gets eight more bits
  // for it.
  void grow_alone() {
    const unsigned bits = set_.number_bits();
    if (settings_.keep_depths && bits < 32 && depth_ + 1 >= std::uint64_t{1} << bits) growth_.emplace(set_, bits + 8, limits_);
    else if (size() > growth_threshold_ || keys_.crowded()) begin_growth();
    while (growth_ && growth_->move_part()) {}
    end_growth();
  }

  void report(const PerThread& mine) {
    if (mine.thread == 0) progress_.report({.phase = "exploring", .states = size(), .frontier = frontier_.level_size()});
  }

  StateKeys& keys_;
  LevelSearchSettings settings_;
  const Limits& limits_;
  Progress& progress_;
  CompactSet set_;
  std::optional<CompactSet::Growth> growth_;
  std::atomic<bool> bucket_full_ = false;
  Frontier frontier_;
  alignas(kApart) std::atomic<std::uint64_t> size_ = 0;
  alignas(kApart) std::atomic<std::uint64_t> growth_threshold_ = set_.growth_threshold();
  std::uint64_t depth_ = 0;
  std::uint64_t frontier_peak_ = 0;
  std::vector<std::unique_ptr<PerThread>> per_thread_;
  WorkerTeam team_;
};

}   // namespace parley
