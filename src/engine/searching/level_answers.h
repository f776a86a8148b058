#pragma once

#include <algorithm>
#include <concepts>
#include <optional>
#include <type_traits>
#include <utility>

#include "engine/searching/questions.h"
#include "search/level/backward.h"
#include "search/level/certificate.h"
#include "search/level/stuck_word.h"
#include "search/level/watch.h"
#include "search/level/wide_space.h"
#include "search/level/word_space.h"
#include "search/stubborn/reduced_space.h"
#include "search/stubborn/reduced_states.h"

namespace parley {

// A network prepared for explicit search: its state layout and keys, its rules as tables, and the masks for
// finding stuck components.
struct PreparedNetwork {
  PreparedNetwork(const Network& of, const Limits& limits, unsigned word_bits)
      : network(of), keys(of, limits, word_bits), tables(of, keys.layout(), limits) {
    if (tables.num_words() == 1 && tables.all_written_out()) stuck_word.emplace(of, tables);
  }
  WatchTables watch_tables() const { return {network, tables, stuck_word ? &*stuck_word : nullptr}; }

  const Network& network;
  StateKeys keys;
  RuleTables tables;
  std::optional<StuckWord> stuck_word;
};

// Calls 'use(space)' with the space that takes all successors, for states of this width.
template <class Use>
void with_full_space(PreparedNetwork& prepared, const Use& use) {
  if (prepared.keys.num_words() == 1) {
    WordSpace space(prepared.tables);
    use(space);
  } else {
    WideSpace space(prepared.tables, prepared.keys);
    use(space);
  }
}

// Writes the counts of a search into the statistics in its destructor, however the search ends: by an answer
// or by Stopped. If the search ended with StateBoundReached, it writes the counts of the last finished level,
// since the rest depends on threads.
template <class Search>
class CountRecorder {
 public:
  CountRecorder(const Search& search, Statistics& statistics) : search_(search), statistics_(statistics) { finish_level(); }
  ~CountRecorder() {
    if (!is_spent_) finish_level();
    statistics_.set(Statistic::kStates, static_cast<double>(counted_.states));
    statistics_.set(Statistic::kTransitions, static_cast<double>(counted_.transitions));
    statistics_.set(Statistic::kDepth, static_cast<double>(counted_.depth));
    statistics_.set(Statistic::kFrontierPeak, static_cast<double>(counted_.frontier_peak));
  }
  void finish_level() { counted_ = {search_.size(), search_.num_transitions(), search_.depth(), search_.frontier_peak()}; }
  void work_is_spent() { is_spent_ = true; }
  CountRecorder(const CountRecorder&) = delete;
  CountRecorder& operator=(const CountRecorder&) = delete;

 private:
  struct Counts {
    std::uint64_t states = 0;
    std::uint64_t transitions = 0;
    std::uint64_t depth = 0;
    std::uint64_t frontier_peak = 0;
  };
  const Search& search_;
  Statistics& statistics_;
  Counts counted_;
  bool is_spent_ = false;
};

// Which successors a search takes. If it takes all, the runs that it finds are shortest.
enum class Seen : std::uint8_t { kAllSuccessors, kSomeSuccessors };

struct LevelAnswersSettings {
  LevelSearchSettings search;
  std::optional<std::uint64_t> states_before_walks;   // nullopt: no walks
  std::uint64_t last_walk_steps = 0;                  // steps of walks after the search has reached a limit
  std::optional<std::string> why_no_certificate;
};

// A watch that keeps, per property, a state to which a trace of that property leads.
//   take(property)  the words of the state kept since the last call, or none
template <class Watch>
concept TargetKeeper = StateWatch<Watch> && requires(Watch& watch, std::size_t property) {
  { watch.take(property) } -> std::same_as<std::vector<std::uint64_t>>;
};

// What LevelAnswers searches, and what the states found there mean. The network that is searched need not be
// the network that was asked about: the leap engine searches a network of leaps.
//   ground()                                the network that is searched
//   watch(open)                             what to look for in its states; one watch per thread
//   trace(property, run, state, seen)       a trace of the network asked about; 'run' leads to 'state', which
//                                           a watch has kept
//   closed_set(states, num_states, limits)  the certificate of a full search that found nothing; uses up the
//                                           table of states
//   reduced_set(states, limits)             the certificate of a search over stubborn sets that found nothing
template <class View>
concept SearchView = TargetKeeper<typename View::Watch> &&
                     requires(View& view, const std::vector<std::uint8_t>& open, std::size_t property, const Trace& run,
                              std::span<const LocalState> state, Seen seen, CompactSet& states, std::uint64_t num_states,
                              ReducedStates& reduced, const Limits& limits) {
                       { view.prepared() } -> std::same_as<PreparedNetwork&>;
                       { view.watch(open) } -> std::same_as<typename View::Watch>;
                       { view.trace(property, run, state, seen) } -> std::same_as<Trace>;
                       { view.closed_set(states, num_states, limits) } -> std::same_as<Evidence>;
                       { view.reduced_set(reduced, limits) } -> std::same_as<Evidence>;
                     };

// One breadth-first search for all open questions of a task. Once the search has become long, random walks
// take turns with it.
//
// The search shows every expanded state to the watches of the view. After each level the states that they
// kept are turned into traces, and their questions are answered. When every state was expanded, one
// certificate answers all questions that are left.
template <SearchView View>
class LevelAnswers {
 public:
  static constexpr std::uint64_t kAll = ~std::uint64_t{0};

  LevelAnswers(OpenQuestions& questions, View& view, LevelAnswersSettings settings)
      : questions_(questions), run_(questions.run()), view_(view), settings_(std::move(settings)) {
    settings_.search.keep_depths = true;
  }

  // Searches the space. False if the search was given up, because there are more than 'most_states' states or
  // the space is not worth its cost; then only traces have been answered. Throws Stopped at a limit, unless
  // 'most_states' is set: then the search is only a try, and a limit gives it up too.
  template <StateSpace Space>
  bool find(Space& space, std::uint64_t most_states = kAll) {
    given_up_ = false;
    try {
      search(space, most_states);
      return !given_up_;
    } catch (const Stopped&) {
      after_limit(most_states);
      if (!questions_.all_answered() && most_states == kAll) throw;
    } catch (const std::bad_alloc&) {
      after_limit(most_states);
      if (!questions_.all_answered() && most_states == kAll) throw;
    }
    return questions_.all_answered();
  }

 private:
  template <StateSpace Space>
  using Search = LevelSearch<Space, typename View::Watch>;

  void after_limit(std::uint64_t most_states) {
    if (most_states == kAll)
      questions_.walk_after_limit(settings_.last_walk_steps);   // a search with a bound on its states is only a first try
  }

  template <StateSpace Space>
  void search(Space& space, std::uint64_t most_states) {
    Search<Space> search(view_.prepared().network, space, view_.prepared().keys, settings_.search, run_.limits, run_.progress,
                         [&] { return view_.watch(questions_.open()); });
    {
      CountRecorder<Search<Space>> counting(search, run_.statistics);
      try {
        exhaust(search, counting, most_states);
      } catch (const StateBoundReached&) {
        throw;   // how far the unfinished level has come depends on threads
      } catch (const Stopped&) {
        answer_found<Space>(search);   // what was found in the unfinished level
        throw;
      }
      if (questions_.all_answered() || given_up_) return;
    }
    answer_rest(space, search);
  }

  // Searches until everything is answered, every state was expanded, or the search is given up. Walks take
  // turns by counts of states and steps, so that the results do not depend on the machine.
  template <StateSpace Space>
  void exhaust(Search<Space>& search, CountRecorder<Search<Space>>& counting, std::uint64_t most_states = kAll) try {
    const auto level_done = [&] {
      counting.finish_level();
      answer_found<Space>(search);
      if constexpr (std::is_same_v<Space, ReducedSpace>) given_up_ = !leaves_out_enough(search);
      return !questions_.all_answered() && !given_up_;
    };
    if (most_states != kAll) {
      std::uint64_t known = search.size();
      const auto try_done = [&] {
        const std::uint64_t found = search.size() - std::exchange(known, search.size());
        if (!level_done()) return false;
        given_up_ = is_too_dense(search, found, most_states);
        return !given_up_;
      };
      const bool is_paused = search.run(most_states, try_done) == Search<Space>::End::kPaused;
      given_up_ = given_up_ || is_paused;
      return;
    }
    std::uint64_t pause_at = std::max(settings_.states_before_walks.value_or(kAll), search.size());
    while (search.run(pause_at, level_done) == Search<Space>::End::kPaused) {
      questions_.walk(pause_at / 2);
      if (questions_.all_answered()) return;
      pause_at *= 2;
    }
  } catch (const StateBoundReached&) {
    counting.work_is_spent();
    throw;
  }

  // Few states may have very many transitions. Estimated before the next level, of 'found' states, is
  // expanded.
  template <StateSpace Space>
  static bool is_too_dense(const Search<Space>& search, std::uint64_t found, std::uint64_t most_states) {
    constexpr double kTransitionsPerState = 64;
    const auto transitions = static_cast<double>(search.num_transitions());
    const auto expanded = static_cast<double>(search.size() - found);
    return transitions * (1 + static_cast<double>(found) / expanded) >
           kTransitionsPerState * static_cast<double>(std::max<std::uint64_t>(most_states, 1000));
  }

  // Choosing a stubborn set costs several times as much as expanding a state. So if hardly anything is left
  // out, a full search is better. Decided early, from counts that do not depend on threads.
  static bool leaves_out_enough(const Search<ReducedSpace>& search) {
    constexpr std::uint64_t kFew = 2'000;
    constexpr std::uint64_t kMany = 200'000;
    if (search.size() < kFew || search.size() > kMany) return true;
    return search.num_left_out() >= search.num_transitions();
  }

  template <StateSpace Space>
  void answer_found(Search<Space>& search) {
    std::vector<LocalState> state(view_.prepared().network.num_components());
    for (std::size_t i = 0; i < questions_.open().size(); ++i) {
      std::vector<std::uint64_t> words;
      search.for_each_watch([&](typename View::Watch& watch) {
        std::vector<std::uint64_t> found = watch.take(i);
        if (!found.empty() && (words.empty() || found < words)) words = std::move(found);
      });
      if (words.empty() || !questions_.is_open(i)) continue;
      view_.prepared().keys.layout().unpack(words, state);
      const Trace run = trace_back(view_.prepared().network, state, depth_in(search), run_.limits);
      questions_.answer(
          i, view_.trace(i, run, state, std::is_same_v<Space, ReducedSpace> ? Seen::kSomeSuccessors : Seen::kAllSuccessors));
    }
  }

  template <StateSpace Space>
  DepthOf depth_in(Search<Space>& search) {
    return [&search, words = std::vector<std::uint64_t>(search.keys().num_words())](
               std::span<const LocalState> state) mutable -> std::optional<std::uint32_t> {
      search.keys().layout().pack(state, words);
      const std::optional<std::uint64_t> key = search.keys().find(words);
      return key ? search.set().find(*key) : std::nullopt;
    };
  }

  // Every state was expanded, and no trace was found for the open questions. One set of states certifies all
  // of them.
  template <StateSpace Space>
  void answer_rest(Space& space, Search<Space>& search) {
    Evidence evidence = NotCertified{settings_.why_no_certificate.value_or("")};
    if constexpr (std::is_same_v<Space, ReducedSpace>) {
      for (;;) {
        ReducedStates states(space, view_.prepared().keys, search.set(), search.size(), run_.limits);
        const std::vector<std::uint64_t> missing = states.find_ranks();
        if (missing.empty()) {
          if (!settings_.why_no_certificate) evidence = view_.reduced_set(states, run_.limits);
          break;
        }
        for (std::uint64_t key : missing) space.give_firm_choice(key);
        search.expand_again(missing);
        CountRecorder<Search<Space>> counting(search, run_.statistics);
        exhaust(search, counting);
        if (questions_.all_answered() || given_up_) return;
      }
    } else if (!settings_.why_no_certificate) {
      evidence = view_.closed_set(search.set(), search.size(), run_.limits);
    }
    search.set().release();   // the receiver of the answers may need the memory
    questions_.answer_rest(evidence);
  }

  OpenQuestions& questions_;
  Run& run_;
  View& view_;
  LevelAnswersSettings settings_;
  bool given_up_ = false;
};

// A SearchView that searches the network asked about itself.
class PlainView {
 public:
  PlainView(const Task& task, PreparedNetwork& prepared, const Limits& limits)
      : task_(task), prepared_(prepared), limits_(limits) {}

  using Watch = TargetWatch;
  PreparedNetwork& prepared() { return prepared_; }
  Watch watch(const std::vector<std::uint8_t>& open) const { return {prepared_.watch_tables(), task_.properties, open}; }
  Trace trace(std::size_t property, Trace run, std::span<const LocalState>, Seen seen) const;
  Evidence closed_set(CompactSet& states, std::uint64_t num_states, const Limits& limits) {
    return parley::closed_set(prepared_.network, prepared_.keys, states, num_states, limits);
  }
  Evidence reduced_set(ReducedStates& states, const Limits&) { return states.certificate(); }

 private:
  const Task& task_;
  PreparedNetwork& prepared_;
  const Limits& limits_;
};
static_assert(SearchView<PlainView>);

// explore(): counts all states, transitions and deadlocks of a network. Throws Stopped.
void count_states(PreparedNetwork& prepared, const LevelSearchSettings& settings, Run& run);

// Whether stubborn sets can answer all of these properties.
bool can_reduce(const Network& network, std::span<const Property> properties);

}   // namespace parley
