// Bisimulation takes O(m log n) steps, also on families where refinement block by block or signature by
// signature is quadratic. The test counts steps, not seconds, so the numbers are the same on every machine.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <string>

#include "automata/refinement.h"
#include "support/random_lts.h"

namespace parley::automata {
namespace {

constexpr std::uint32_t kSilent = 0;
constexpr std::uint32_t kA = 1;
constexpr std::uint32_t kB = 2;
constexpr std::uint32_t kStuck = 3;

struct Graphed {
  std::uint32_t states;
  std::vector<Move> moves;
};
struct Family {
  const char* name;
  Graphed (*make)(std::uint32_t size);
};

// All states differ; each round of naive refinement finds only one more.
Graphed chain(std::uint32_t size) {
  Graphed of{size, {}};
  for (std::uint32_t i = 0; i + 1 < size; ++i) of.moves.push_back({i, kA, i + 1});
  of.moves.push_back({size - 1, kStuck, size - 1});
  return of;
}

// One state of a ring is special and thereby distinguishes all others.
Graphed ring(std::uint32_t size) {
  Graphed of{size, {}};
  for (std::uint32_t i = 0; i < size; ++i) of.moves.push_back({i, i == 0 ? kB : kA, (i + 1) % size});
  return of;
}

// Few classes with many states each: one per level.
Graphed tree(std::uint32_t size) {
  Graphed of{size, {}};
  for (std::uint32_t i = 1; i < size; ++i) of.moves.push_back({(i - 1) / 2, i % 2 == 0 ? kA : kB, i});
  for (std::uint32_t i = (size - 1) / 2; i < size; ++i) of.moves.push_back({i, kStuck, i});
  return of;
}

// A silent chain with a visible move here and there: each split makes one more bottom state.
Graphed silent_chain(std::uint32_t size) {
  Graphed of{size, {}};
  for (std::uint32_t i = 0; i + 1 < size; ++i) {
    of.moves.push_back({i, kSilent, i + 1});
    if (i % 2 == 0) of.moves.push_back({i, i % 4 == 0 ? kA : kB, i + 1});
  }
  of.moves.push_back({size - 1, kA, size - 1});
  return of;
}

// A silent chain beside a visible one, with a silent move across from each state: every state is its own
// class, and it takes long to find out.
Graphed silent_comb(std::uint32_t size) {
  const std::uint32_t half = size / 2;
  Graphed of{2 * half, {}};
  for (std::uint32_t i = 0; i + 1 < half; ++i) {
    of.moves.push_back({i, kA, i + 1});
    of.moves.push_back({half + i, kSilent, half + i + 1});
    of.moves.push_back({half + i, kSilent, i});
  }
  of.moves.push_back({half - 1, kStuck, half - 1});
  of.moves.push_back({2 * half - 1, kB, 2 * half - 1});
  return of;
}

// Silent moves lead to higher numbers, so they have no cycle.
Graphed random_sparse(std::uint32_t size) {
  testing::Random random(10);
  const std::uint32_t states = size / 2;
  Graphed of{states, {}};
  for (std::uint32_t i = 0; i < size; ++i) {
    const auto from = static_cast<std::uint32_t>(testing::below(random, states));
    const auto to = static_cast<std::uint32_t>(testing::below(random, states));
    const auto label = static_cast<std::uint32_t>(testing::below(random, 3));
    if (label != kSilent) of.moves.push_back({from, label, to});
    else if (from != to) of.moves.push_back({std::min(from, to), kSilent, std::max(from, to)});
  }
  for (std::uint32_t i = 0; i < states; ++i)
    if (testing::below(random, 2) == 0) of.moves.push_back({i, kStuck, i});
  std::vector<bool> moves(states);
  for (const Move& move : of.moves) moves[move.from] = true;
  for (std::uint32_t i = 0; i < states; ++i)
    if (!moves[i]) of.moves.push_back({i, kStuck, i});
  return of;
}

struct Measured {
  std::size_t classes;
  double steps_a_move;
};

Measured measured(Graphed of) {
  std::ranges::sort(of.moves);
  of.moves.erase(std::unique(of.moves.begin(), of.moves.end()), of.moves.end());
  const Limits limits;
  Refinement refinement(of.states, of.moves, limits);
  const std::vector<std::uint32_t> blocks = refinement.run();
  return {std::size_t{1} + *std::ranges::max_element(blocks),
          static_cast<double>(refinement.steps()) / static_cast<double>(of.moves.size())};
}

class Scaling : public ::testing::TestWithParam<Family> {};

TEST_P(Scaling, StepsPerMoveGrowLogarithmically) {
  for (std::uint32_t size : {8'192u, 16'384u, 131'072u}) {
    const Measured of = measured(GetParam().make(size));
    RecordProperty("steps_a_move_" + std::to_string(size), std::to_string(of.steps_a_move));
    EXPECT_LT(of.steps_a_move, 4.0 * std::bit_width(size)) << size;
  }
}

INSTANTIATE_TEST_SUITE_P(Families, Scaling,
                         ::testing::Values(Family{"Chain", chain}, Family{"Ring", ring}, Family{"Tree", tree},
                                           Family{"SilentChain", silent_chain}, Family{"SilentComb", silent_comb},
                                           Family{"RandomSparse", random_sparse}),
                         [](const auto& family) { return std::string(family.param.name); });

TEST(Scaling, AllStatesOfAChainDiffer) {
  EXPECT_EQ(measured(chain(50'000)).classes, 50'000u);
  EXPECT_EQ(measured(ring(50'000)).classes, 50'000u);
  EXPECT_EQ(measured(silent_comb(50'000)).classes, 50'000u);
}

}   // namespace
}   // namespace parley::automata
