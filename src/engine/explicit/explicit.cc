#include "engine/explicit/explicit.h"

#include <malloc.h>

#include <algorithm>

#include "engine/explicit/certificate.h"
#include "engine/explicit/settings.h"
#include "search/backward.h"
#include "search/reduced_space.h"
#include "search/shorten.h"
#include "search/watch.h"
#include "search/wide_space.h"
#include "search/witness.h"
#include "search/word_space.h"

namespace parley {

namespace {

using namespace explicit_engine;

// The network as the search sees it.
struct Ground {
  Ground(const Network& of, const Run& run) : network(of), keys(of, run.limits, word_bits(run)), tables(of, keys.layout(), run.limits) {
    if (tables.num_words() == 1 && tables.all_written_out()) stuck_word.emplace(of, tables);
  }
  Watched watched() const { return {network, tables, stuck_word ? &*stuck_word : nullptr}; }

  const Network& network;
  StateKeys keys;
  RuleTables tables;
  std::optional<StuckWord> stuck_word;
};

// What was counted, written down however the search ends: by an answer, or by Stopped.
template <class Search>
class Counting {
 public:
  Counting(const Search& search, Statistics& statistics) : search_(search), statistics_(statistics) {}
  ~Counting() {
    statistics_.set(Statistic::kStates, static_cast<double>(search_.size()));
    statistics_.set(Statistic::kTransitions, static_cast<double>(search_.num_transitions()));
    statistics_.set(Statistic::kDepth, static_cast<double>(search_.depth()));
    statistics_.set(Statistic::kFrontierPeak, static_cast<double>(search_.frontier_peak()));
  }
  Counting(const Counting&) = delete;
  Counting& operator=(const Counting&) = delete;

 private:
  const Search& search_;
  Statistics& statistics_;
};

// Calls 'search(space)' with the space that expands states of this width fully.
template <class Use>
void with_full_space(Ground& ground, const Use& use) {
  if (ground.keys.num_words() == 1) {
    WordSpace space(ground.tables);
    use(space);
  } else {
    WideSpace space(ground.tables, ground.keys);
    use(space);
  }
}

// One search for all properties of a task, and walks beside it once it has become long.
class Answers {
 public:
  Answers(const Task& task, Run& run, Ground& ground)
      : task_(task), run_(run), ground_(ground), open_(task.properties.size(), 1), unanswered_(task.properties.size()) {}

  // False if it was given up: there are more than 'most_states', or this space is not worth its cost. Then nothing but traces was answered.
  template <class Space>
  bool find(Space& space, std::uint64_t most_states = kAll) {
    given_up_ = false;
    try {
      search(space, most_states);
      return !given_up_;
    } catch (const Stopped&) {
      go_on_after_limit(most_states);
      if (unanswered_ > 0 && most_states == kAll) throw;
    } catch (const std::bad_alloc&) {
      go_on_after_limit(most_states);
      if (unanswered_ > 0 && most_states == kAll) throw;
    }
    return unanswered_ == 0;
  }

 private:
  static constexpr std::uint64_t kAll = ~std::uint64_t{0};

  template <class Space>
  using Search = LevelSearch<Space, TargetWatch>;

  template <class Space>
  void search(Space& space, std::uint64_t most_states) {
    LevelSearchSettings settings = search_settings(run_);
    settings.keep_depths = true;
    Search<Space> search(ground_.network, space, ground_.keys, settings, run_.limits, run_.progress,
                         [&] { return TargetWatch(ground_.watched(), task_.properties, open_); });
    {
      const Counting<Search<Space>> counting(search, run_.statistics);
      try {
        exhaust(search, most_states);
      } catch (const Stopped&) {
        answer_found<Space>(search);   // what the level that was not finished has shown
        throw;
      }
      if (unanswered_ == 0 || given_up_) return;
    }
    answer_rest(space, search);
  }

  // Until everything is answered or was seen, or it is given up. The walks' turns are counted in states and steps, so that they do not depend on
  // the machine.
  template <class Space>
  void exhaust(Search<Space>& search, std::uint64_t most_states = kAll) {
    const auto level_done = [&] {
      answer_found<Space>(search);
      if constexpr (std::is_same_v<Space, ReducedSpace>) given_up_ = !leaves_out_enough(search);
      return unanswered_ > 0 && !given_up_;
    };
    if (most_states != kAll) {
      given_up_ = search.run(most_states, level_done) == Search<Space>::End::kPaused;
      return;
    }
    std::uint64_t pause_at = std::max(states_before_walks(run_, ground_.keys.num_words()).value_or(kAll), search.size());
    while (search.run(pause_at, level_done) == Search<Space>::End::kPaused) {
      walk(pause_at / 2);
      if (unanswered_ == 0) return;
      pause_at *= 2;
    }
  }

  // Choosing costs several times what expanding does, so a search that hardly leaves anything out is better done in full. Told early, from counts
  // that do not depend on threads.
  static bool leaves_out_enough(const Search<ReducedSpace>& search) {
    constexpr std::uint64_t kFew = 2'000;
    constexpr std::uint64_t kMany = 200'000;
    if (search.size() < kFew || search.size() > kMany) return true;
    return search.num_left_out() >= search.num_transitions();
  }

  template <class Space>
  void answer_found(Search<Space>& search) {
    std::vector<LocalState> state(ground_.network.num_components());
    for (std::size_t i = 0; i < open_.size(); ++i) {
      std::vector<std::uint64_t> words;
      search.for_each_watch([&](TargetWatch& watch) {
        std::vector<std::uint64_t> found = watch.take(i);
        if (!found.empty() && (words.empty() || found < words)) words = std::move(found);
      });
      if (words.empty() || open_[i] == 0) continue;
      ground_.keys.layout().unpack(words, state);
      Trace trace = trace_back(ground_.network, state, depth_in(search), run_.limits);
      if constexpr (std::is_same_v<Space, ReducedSpace>) trace = shorten(ground_.network, task_.properties[i], trace, run_.limits);
      else trace.claim_shortest();
      answer(i, std::move(trace));
    }
  }

  template <class Space>
  DepthOf depth_in(Search<Space>& search) {
    return [&search, words = std::vector<std::uint64_t>(search.keys().num_words())](std::span<const LocalState> state) mutable
           -> std::optional<std::uint32_t> {
      search.keys().layout().pack(state, words);
      const std::optional<std::uint64_t> key = search.keys().find(words);
      return key ? search.set().find(*key) : std::nullopt;
    };
  }

  // Walks take some memory that nobody announces.
  bool has_room_for_walks() const {
    constexpr std::uint64_t kRoom = std::uint64_t{256} << 20;
    try {
      run_.limits.expect(kRoom);
      return true;
    } catch (const Stopped&) {
      return false;
    }
  }

  void walk(std::uint64_t steps) {
    if (!has_room_for_walks()) return;
    if (!walks_) walks_.emplace(ground_.network, task_.properties, run_.seed, run_.limits, run_.progress);
    for (std::size_t i = 0; i < open_.size(); ++i)
      if (open_[i] == 0 && walks_->is_open(i)) walks_->drop(i);
    walks_->run(steps, run_.threads, [&](std::size_t i, const Trace& trace) {
      answer(i, shorten(ground_.network, task_.properties[i], trace, run_.limits));
    });
  }

  // The search has come to a limit. If that was memory, there is some again; if it was time, the walks find out at once.
  void go_on_after_limit(std::uint64_t most_states) {
    if (unanswered_ == 0 || most_states != kAll) return;   // a search of few states is only a try
    try {
      malloc_trim(0);   // what the search has given back counts until the kernel has it
      run_.limits.check();
      // A limit that came at once is not worth long walks.
      const double states = run_.statistics.value(Statistic::kStates).value_or(0);
      walk(std::min(last_walk_steps(run_), 1'000'000 + 1000 * static_cast<std::uint64_t>(states)));
    } catch (const Stopped&) {
      // The first limit is the reason.
    }
  }

  void answer(std::size_t property, Trace trace) {
    open_[property] = 0;
    --unanswered_;
    if (trace_means_holds(kind_of(task_.properties[property]))) run_.answer(property, Holds{std::move(trace)});
    else run_.answer(property, Violated{std::move(trace)});
  }

  // Everything was seen, and nothing of what is left was found. One set certifies all of it.
  template <class Space>
  void answer_rest(Space& space, Search<Space>& search) {
    Evidence evidence = NotCertified{"explicit.certificate is off"};
    if constexpr (std::is_same_v<Space, ReducedSpace>) {
      for (;;) {
        ReducedStates states(space, ground_.keys, search.set(), search.size(), run_.limits);
        const std::vector<std::uint64_t> missing = states.find_ranks();
        if (missing.empty()) {
          if (wants_certificate(run_)) evidence = states.certificate();
          break;
        }
        for (std::uint64_t key : missing) space.make_firm(key);
        search.expand_again(missing);
        const Counting<Search<Space>> counting(search, run_.statistics);
        exhaust(search);
        if (unanswered_ == 0 || given_up_) return;
      }
    } else if (wants_certificate(run_)) {
      evidence = closed_set(ground_.network, ground_.keys, search.set(), search.size(), run_.limits);
    }
    search.set().release();   // whoever gets the answers may need the memory
    for (std::size_t i = 0; i < open_.size(); ++i) {
      if (open_[i] == 0) continue;
      if (trace_means_holds(kind_of(task_.properties[i]))) run_.answer(i, Violated{evidence});
      else run_.answer(i, Holds{evidence});
    }
  }

  const Task& task_;
  Run& run_;
  Ground& ground_;
  std::vector<std::uint8_t> open_;   // by property
  std::size_t unanswered_;
  bool given_up_ = false;
  std::optional<WitnessFinder> walks_;
};

bool can_reduce(const Task& task) {
  for (const Property& property : task.properties)
    if (stubborn_declines(task.network, property)) return false;
  return true;
}

}  // namespace

std::span<const OptionRow> ExplicitEngine::options() const { return explicit_engine::options(); }

std::optional<std::string> ExplicitEngine::declines(const Network&, const Property& property) const {
  if (const auto* undecided = std::get_if<Undecided>(&property.ask)) return undecided->why;
  return std::nullopt;
}

// What is small is answered soon, with traces that are shortest.
bool ExplicitEngine::comes_first(const Network& network, const Property&) const { return fits_into_a_word(network); }

void ExplicitEngine::check(const Task& task, Run& run) const {
  Ground ground(task.network, run);
  Answers answers(task, run, ground);
  if (wants_stubborn_sets(run) && can_reduce(task)) {
    // What is small is better searched in full: its traces are shortest.
    bool is_done = false;
    const std::uint64_t few = states_in_full_first(run, ground.keys.num_words());
    if (few > 0) with_full_space(ground, [&](auto& space) { is_done = answers.find(space, few); });
    if (is_done) return;
    ReducedSpace space(task.network, task.properties, ground.keys, run.limits);
    if (answers.find(space)) return;
  }
  with_full_space(ground, [&](auto& space) { answers.find(space); });
}

void ExplicitEngine::explore(const Network& network, Run& run) const {
  Ground ground(network, run);
  with_full_space(ground, [&]<class Space>(Space& space) {
    using Search = LevelSearch<Space, CensusWatch>;
    Search search(network, space, ground.keys, search_settings(run), run.limits, run.progress, [&] { return CensusWatch(ground.watched()); });
    const Counting<Search> counting(search, run.statistics);
    search.run(~std::uint64_t{0}, [] { return true; });
    std::uint64_t deadlocks = 0;
    std::uint64_t local_deadlocks = 0;
    search.for_each_watch([&](const CensusWatch& watch) {
      deadlocks += watch.deadlocks();
      local_deadlocks += watch.local_deadlocks();
    });
    run.statistics.set(Statistic::kDeadlocks, static_cast<double>(deadlocks));
    run.statistics.set(Statistic::kLocalDeadlocks, static_cast<double>(local_deadlocks));
  });
}

}  // namespace parley
