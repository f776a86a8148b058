#include "search/level/level_search.h"

#include <map>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "search/level/backward.h"
#include "search/level/stuck_wide.h"
#include "search/level/stuck_word.h"
#include "search/level/wide_space.h"
#include "search/level/word_space.h"
#include "search/steps/stuck.h"
#include "search/steps/successors.h"
#include "support/network_text.h"

namespace parley {
namespace {

using testing::network;

const Limits kNone;
using State = std::vector<LocalState>;

State initial(const Network& net) {
  State state;
  for (ComponentId component : net.components()) state.push_back(net.lts(component).initial());
  return state;
}

// The reference: breadth-first search with std::map, giving states and their depths.
struct Naive {
  std::map<State, std::uint32_t> depths;
  std::uint64_t transitions = 0;
  std::uint64_t stuck = 0;

  explicit Naive(const Network& net) {
    std::vector<State> level = {initial(net)};
    depths.emplace(level[0], 0);
    StuckComponents stuck_of(net);
    Successors successors(net);
    for (std::uint32_t depth = 1; !level.empty(); ++depth) {
      std::vector<State> next;
      for (State& state : level) {
        if (!successors.in_error(state) && !stuck_of.of(state).empty()) ++stuck;
        transitions += successors.for_each(state, [&](RuleId, std::span<const LocalState> to) {
          State target(to.begin(), to.end());
          if (depths.emplace(target, depth).second) next.push_back(std::move(target));
          return true;
        });
      }
      level = std::move(next);
    }
  }
};

// Counts states with stuck components, and compares StuckWord and StuckWide with StuckComponents.
class BothWatch {
 public:
  BothWatch(const Network& net, const RuleTables& tables) : layout_(tables.layout()), stuck_(net), state_(net.num_components()) {
    if (!tables.all_written_out()) return;
    if (tables.num_words() == 1) word_ = std::make_unique<StuckWord>(net, tables);
    wide_ = std::make_unique<StuckWide>(net, tables);
  }
  bool visit(const ExpandedState& at) {
    if (at.in_error) return false;
    layout_.unpack(at.words, state_);
    const bool is_stuck = !stuck_.of(state_).empty();
    if (is_stuck) ++stuck_states_;
    if (at.from_stuck && !is_stuck) ++differences_;
    if (word_ != nullptr) {
      if (!at.from_stuck && word_->any(at.words[0], at.touched[0], at.entered.empty() ? 0 : at.entered[0].mask) != is_stuck)
        ++differences_;
      if (word_->any(at.words[0], 0, 0) != is_stuck) ++differences_;
    }
    if (wide_ != nullptr) {
      if (!at.from_stuck && wide_->any(at.words, at.touched, at.entered) != is_stuck) ++differences_;
      if (wide_->any(at.words, {}, {}) != is_stuck) ++differences_;
    }
    return is_stuck;
  }
  std::uint64_t stuck_states() const { return stuck_states_; }
  std::uint64_t differences() const { return differences_; }

 private:
  const StateLayout& layout_;
  std::unique_ptr<StuckWord> word_;
  std::unique_ptr<StuckWide> wide_;
  StuckComponents stuck_;
  State state_;
  std::uint64_t stuck_states_ = 0;
  std::uint64_t differences_ = 0;
};

template <StateSpace Space>
void expect_same(const Network& net, const Naive& naive, Space& space, StateKeys& keys, const RuleTables& tables,
                 unsigned threads) {
  Progress silent;
  const LevelSearchSettings settings = {.threads = threads, .first_slots = 4, .keep_depths = true, .shared_from = 1};
  LevelSearch<Space, BothWatch> search(net, space, keys, settings, kNone, silent, [&] { return BothWatch(net, tables); });
  std::uint64_t levels = 0;
  ASSERT_EQ(search.run(~std::uint64_t{0}, [&] { return ++levels > 0; }), (LevelSearch<Space, BothWatch>::End::kExhausted));
  EXPECT_EQ(search.size(), naive.depths.size());
  EXPECT_EQ(search.num_transitions(), naive.transitions);
  std::uint64_t stuck = 0;
  search.for_each_watch([&](const BothWatch& watch) {
    stuck += watch.stuck_states();
    EXPECT_EQ(watch.differences(), 0u);
  });
  EXPECT_EQ(stuck, naive.stuck);
  std::vector<std::uint64_t> words(keys.num_words());
  const DepthOf depth_of = [&](std::span<const LocalState> state) -> std::optional<std::uint32_t> {
    keys.layout().pack(state, words);
    const std::optional<std::uint64_t> key = keys.find(words);
    return key ? search.set().find(*key) : std::nullopt;
  };
  for (const auto& [state, depth] : naive.depths) ASSERT_EQ(depth_of(state), depth);
  const Trace trace = trace_back(net, naive.depths.rbegin()->first, depth_of, kNone);
  EXPECT_EQ(trace.size(), naive.depths.rbegin()->second);
}

void compare(const Network& net) {
  const Naive naive(net);
  for (unsigned word_bits : {64u, 3u, 1u})
    for (unsigned threads : {1u, 3u}) {
      StateKeys keys(net, kNone, word_bits);
      const RuleTables tables(net, keys.layout(), kNone);
      if (keys.num_words() == 1) {
        WordSpace space(tables);
        expect_same(net, naive, space, keys, tables, threads);
      } else {
        WideSpace space(tables, keys);
        expect_same(net, naive, space, keys, tables, threads);
      }
    }
}

TEST(LevelSearch, AgreesWithTheReferenceOnSmallNetworks) {
  compare(network("A: 0 -a-> 1, 1 -b-> 2, 0 -c-> 2, 2 -d-> 3; B: 0 -x-> 0"));
  compare(network("A: 0 -a-> 1, 1 -a-> 2, 2 -a-> 0; B: 0 -b-> 1, 1 -b-> 0; C: 0 -a-> 0"));
  compare(network("A: 0 -a-> 1, 1 -b-> ERROR; B: 0 -a-> 0, 0 -c-> 1, 1 -c-> 0"));
  compare(network("A: END, 0 -a-> 0; B: 0 -a-> 0, 0 -b-> 1"));
}

// A ring of components that hand tokens to each other, with local choices: thousands of states, so every
// table grows.
TEST(LevelSearch, AgreesWithTheReferenceOnRandomRings) {
  std::mt19937 random(7);
  for (int round = 0; round < 12; ++round) {
    const unsigned size = 4 + random() % 3;
    std::string text;
    for (unsigned i = 0; i < size; ++i) {
      const unsigned states = 2 + random() % 4;
      text += (i == 0 ? "" : "; ") + std::string("C") + std::to_string(i) + ":";
      for (unsigned edge = 0; edge < 2 * states; ++edge) {
        const unsigned kind = random() % 4;
        const std::string label = kind == 0   ? "s" + std::to_string(i)
                                  : kind == 1 ? "s" + std::to_string((i + 1) % size)
                                              : "own" + std::to_string(i);
        text += (edge == 0 ? " " : ", ") + std::to_string(random() % states) + " -" + label + "-> " +
                std::to_string(random() % states);
      }
    }
    compare(network(text));
  }
}

// One rule with so many combinations of edges that it is not written out.
TEST(LevelSearch, FiresRulesThatAreNotWrittenOut) {
  std::string text;
  for (int i = 0; i < 6; ++i) {
    text += (i == 0 ? "" : "; ") + std::string("C") + std::to_string(i) + ":";
    for (int s = 0; s < 3; ++s)
      text += (s == 0 ? " " : ", ") + std::to_string(s) + " -all-> " + std::to_string((s + 1) % 3) + ", " + std::to_string(s) +
              " -all-> 0";
  }
  compare(network(text));
}

// Depths of more than eight bits need more room beside the keys.
TEST(LevelSearch, KeepsDepthsOfMoreThanEightBits) {
  std::string text = "A:";
  for (int i = 0; i < 70'000; ++i) text += (i == 0 ? " " : ", ") + std::to_string(i) + " -a-> " + std::to_string(i + 1);
  const Network net = network(text);
  StateKeys keys(net, kNone);
  const RuleTables tables(net, keys.layout(), kNone);
  ASSERT_TRUE(tables.all_written_out()) << "a rule of one component is written out, however many edges it has";
  WordSpace space(tables);
  expect_same(net, Naive(net), space, keys, tables, 1);
}

TEST(LevelSearch, StopsAtItsLimits) {
  const Network net = network("A: 0 -a-> 1, 1 -a-> 2, 2 -a-> 0; B: 0 -b-> 1, 1 -b-> 0");
  Progress silent;
  StateKeys keys(net, kNone);
  const RuleTables tables(net, keys.layout(), kNone);
  WordSpace space(tables);
  LevelSearch<WordSpace, BothWatch> search(net, space, keys, {.most_states = 3}, kNone, silent,
                                           [&] { return BothWatch(net, tables); });
  EXPECT_THROW(search.run(~std::uint64_t{0}, [] { return true; }), Stopped);
}

TEST(LevelSearch, PausesBetweenLevels) {
  const Network net = network("A: 0 -a-> 1, 1 -a-> 2, 2 -a-> 3, 3 -a-> 4");
  Progress silent;
  StateKeys keys(net, kNone);
  const RuleTables tables(net, keys.layout(), kNone);
  WordSpace space(tables);
  using Search = LevelSearch<WordSpace, BothWatch>;
  Search search(net, space, keys, {}, kNone, silent, [&] { return BothWatch(net, tables); });
  EXPECT_EQ(search.run(3, [] { return true; }), Search::End::kPaused);
  EXPECT_EQ(search.size(), 3u);
  EXPECT_EQ(search.run(100, [] { return true; }), Search::End::kExhausted);
  EXPECT_EQ(search.size(), 5u);
  EXPECT_EQ(search.depth(), 4u);
}

}   // namespace
}   // namespace parley
