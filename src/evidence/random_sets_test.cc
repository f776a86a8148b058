#include <algorithm>
#include <map>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "evidence/read.h"
#include "evidence/write.h"
#include "support/evidence_text.h"

namespace parley {
namespace {

// The file of evidence for the absence of deadlocks.
std::string written(const Network& network, const Evidence& evidence) {
  const Origin origin = {.files = {{"m.aut", std::string(64, 'a')}}};
  return testing::written(origin, network, {"", Deadlock{}}, Verdict::kHolds, evidence);
}

// Forty components of one to 300 states: columns of no bits, and bits that do not end where digits and words
// end.
Network wide_network(std::mt19937& random) {
  NetworkBuilder builder;
  for (std::size_t i = 0; i < 40; ++i) {
    LtsBuilder lts;
    lts.add_states(1 + random() % 300);
    const TemplateId id = builder.add_template(std::move(lts).build());
    builder.add_component("c." + std::to_string(i), id);
  }
  return std::move(builder).build();
}

using Row = std::vector<LocalState>;

Row random_row(std::mt19937& random, const Network& network, std::span<const ComponentId> components) {
  Row row;
  for (ComponentId c : components) row.emplace_back(random() % network.lts(c).num_states() / (1 + random() % 3));
  return row;
}

Evidence read_back(const std::string& text, const Network& network) {
  const SourceText source("evidence", text);
  Result<Evidence> evidence = read_evidence_body(source, *read_evidence_header(source), network, Limits());
  if (!evidence) throw std::runtime_error(to_text(evidence.diagnostics()));
  return *std::move(evidence);
}

// Few rows are written as text, many are packed.
TEST(RandomSets, RandomClosedSetsReadBackSorted) {
  std::mt19937 random(7);
  const Network network = wide_network(random);
  for (std::size_t round = 0; round < 20; ++round) {
    std::vector<ComponentId> components;
    for (ComponentId c : network.components())
      if (random() % 2 == 0) components.push_back(c);
    std::shuffle(components.begin(), components.end(), random);
    if (round % 5 == 0) components.resize(2);
    ClosedSet closed{StateTable(network, components)};
    std::set<Row> rows;
    for (std::size_t i = 0; i < (round % 2 == 0 ? 50 : 1500); ++i) {
      const Row row = random_row(random, network, components);
      rows.insert(row);
      closed.states.add(row);
    }
    const std::string text = written(network, Evidence(std::make_shared<const ClosedSet>(closed)));
    EXPECT_EQ(text.find("rows packed\n") != std::string::npos, round % 2 == 1);
    const Evidence evidence = read_back(text, network);
    const StateTable& table = std::get<ClosedSetRef>(evidence)->states;
    ASSERT_EQ(std::vector(table.components().begin(), table.components().end()), components);
    ASSERT_EQ(table.size(), rows.size());
    std::size_t i = 0;
    Row row(components.size());
    for (const Row& expected : rows) {   // ascending: dictionaries keep the order of the states
      table.read(i++, row);
      ASSERT_EQ(row, expected);
    }
  }
}

TEST(RandomSets, RandomLeapSetsReadBackTheSame) {
  std::mt19937 random(9);
  const Network network = wide_network(random);
  const std::vector<ComponentId> components(network.components().begin(), network.components().end());
  for (std::size_t round = 0; round < 8; ++round) {
    LeapSet leaps{.nodes = {.states = StateTable(network, components), .supports = {}, .ranks = {}},
                  .is_reduced = round % 4 >= 2};
    for (std::size_t i = 0; i < (round % 2 == 0 ? 50 : 1500); ++i) {
      leaps.nodes.states.add(random_row(random, network, components));
      if (leaps.is_reduced)
        leaps.nodes.supports.push_back((random() + (std::uint64_t{random()} << 32)) >> (64 - components.size()));
      if (round == 6 || round == 7) leaps.nodes.ranks.push_back(static_cast<std::uint32_t>(random()));
    }
    if (round > 1)
      for (ComponentId each : components)
        if (random() % 3 == 0) leaps.steppers.push_back(each);
    const std::string text = written(network, Evidence(std::make_shared<const LeapSet>(leaps)));
    EXPECT_EQ(text.find("rows packed\n") != std::string::npos, round % 2 == 1);
    const Evidence evidence = read_back(text, network);
    const auto& set = *std::get<LeapSetRef>(evidence);
    EXPECT_EQ(set.is_reduced, leaps.is_reduced);
    EXPECT_EQ(set.nodes.supports.size(), leaps.is_reduced ? set.nodes.states.size() : 0);
    EXPECT_EQ(set.nodes.ranks.empty(), leaps.nodes.ranks.empty());
    EXPECT_EQ(set.steppers, leaps.steppers);
    EXPECT_EQ(*testing::rewritten(text, network), text);
  }
}

TEST(RandomSets, RandomReducedSetsReadBackSorted) {
  struct More {
    std::vector<bool> support;
    std::uint32_t rank = 0;
    bool operator==(const More&) const = default;
  };
  std::mt19937 random(8);
  const Network network = wide_network(random);
  const std::vector<ComponentId> components(network.components().begin(), network.components().end());
  for (std::size_t round = 0; round < 8; ++round) {
    const bool ranked = round % 4 < 2;
    ReducedSet reduced{.states = StateTable(network, components), .supports = {}, .ranks = {}};
    std::map<Row, More> rows;
    for (std::size_t i = 0; i < (round % 2 == 0 ? 50 : 1500); ++i) {
      const Row row = random_row(random, network, components);
      More more{.support = std::vector<bool>(components.size()), .rank = ranked ? static_cast<std::uint32_t>(random()) : 0};
      const std::uint64_t word = (random() + (std::uint64_t{random()} << 32)) >> (64 - components.size());
      for (std::size_t c = 0; c < components.size(); ++c) more.support[c] = (word >> c & 1) != 0;
      if (!rows.emplace(row, more).second) continue;
      reduced.states.add(row);
      reduced.supports.push_back(word);
      if (ranked) reduced.ranks.push_back(more.rank);
    }
    const std::string text = written(network, Evidence(std::make_shared<const ReducedSet>(reduced)));
    EXPECT_EQ(text.find("rows packed\n") != std::string::npos, round % 2 == 1);
    const Evidence evidence = read_back(text, network);
    const auto& set = *std::get<ReducedSetRef>(evidence);
    ASSERT_EQ(set.states.size(), rows.size());
    ASSERT_EQ(set.ranks.size(), ranked ? rows.size() : 0);
    std::size_t i = 0;
    for (const auto& [expected, more] : rows) {
      Row row(components.size());
      set.states.read(i, row);
      ASSERT_EQ(row, expected);
      More found{.support = std::vector<bool>(components.size()), .rank = ranked ? set.ranks[i] : 0};
      for (ComponentId c : components) found.support[c.index()] = set.in_support(i, c);
      ASSERT_EQ(found, more);
      ++i;
    }
  }
}

}   // namespace
}   // namespace parley
