#include "scheduled_network.h"

#include <algorithm>
#include <string>

namespace parley::evidence_ring {

namespace {

constexpr std::size_t kStrayLabel = 0;   // of every process, for edges of no rule, mostly

// One process: its turns in order, each a label; label i + 1 is that of its i-th rule.
Lts going_round(Dice& dice, std::size_t rules) {
  std::vector<std::size_t> turns;
  for (std::size_t i = 0; i < rules; ++i) turns.push_back(i + 1);
  if (turns.size() > 1 && dice.chance(12)) std::swap(turns[dice.below(turns.size())], turns[dice.below(turns.size())]);
  if (turns.size() > 1 && dice.chance(8)) std::rotate(turns.begin(), turns.begin() + 1, turns.end());
  if (!turns.empty() && dice.chance(6)) turns.push_back(turns[dice.below(turns.size())]);
  if (turns.size() > 1 && dice.chance(6)) turns.erase(turns.begin() + static_cast<std::ptrdiff_t>(dice.below(turns.size())));

  LtsBuilder builder;
  builder.add_label("stray");
  for (std::size_t i = 0; i < rules; ++i) builder.add_label("l" + std::to_string(i));
  const std::size_t places = std::max<std::size_t>(turns.size(), 1);
  builder.add_states(places);
  const auto edge = [&](std::size_t from, std::size_t label, std::size_t to) {
    builder.add_edge(LocalState(from), LocalLabel(label), LocalState(to));
  };
  for (std::size_t i = 0; i < turns.size(); ++i) edge(i, turns[i], (i + 1) % places);

  // Two turns in either order, by a state of its own.
  if (turns.size() > 1 && dice.chance(35)) {
    const std::size_t i = dice.below(turns.size());
    const std::size_t between = builder.add_state().index();
    edge(i, turns[(i + 1) % places], between);
    edge(between, turns[i], (i + 2) % places);
  }
  if (dice.chance(20)) edge(dice.below(places), kStrayLabel, dice.below(places));
  if (dice.chance(10)) edge(dice.below(places), kStrayLabel, builder.add_state().index());
  const auto last = [&](std::size_t percent, auto mark) {
    if (turns.empty() || !dice.chance(percent)) return;
    const LocalState state = builder.add_state();
    mark(state);
    edge(dice.below(places), dice.below(rules + 1), state.index());
  };
  last(8, [&](LocalState state) { builder.set_error(state); });
  last(4, [&](LocalState state) { builder.set_terminal(state); });
  if (!turns.empty() && dice.chance(5)) edge(dice.below(places), dice.between(1, rules), dice.below(places));
  return std::move(builder).build();
}

Lts watching(Dice& dice) {
  LtsBuilder builder;
  builder.add_states(2);
  builder.add_label("w");
  builder.add_edge(LocalState(std::size_t{0}), LocalLabel(std::size_t{0}), LocalState(std::size_t{1}));
  if (dice.chance(30)) builder.set_error(LocalState(std::size_t{1}));
  else builder.add_edge(LocalState(std::size_t{1}), LocalLabel(std::size_t{0}), LocalState(dice.below(2)));
  return std::move(builder).build();
}

}   // namespace

Scheduled scheduled_network(Dice& dice) {
  const std::size_t processes = dice.between(2, 4);
  const std::size_t rules = dice.chance(2) ? 0 : dice.between(1, 5);
  std::vector<std::vector<Participant>> parts(rules);
  std::vector<std::size_t> turns(processes, 0);   // rules so far
  for (std::vector<Participant>& part : parts) {
    std::vector<std::size_t> who;
    for (std::size_t process = 0; process < processes; ++process) who.push_back(process);
    const std::size_t size = dice.chance(15) ? 1 : dice.between(2, std::min<std::size_t>(3, processes));
    for (std::size_t i = 0; i < size; ++i) {
      std::swap(who[i], who[i + dice.below(who.size() - i)]);
      // Seldom the label of the rule before.
      const bool again = turns[who[i]] > 0 && dice.chance(4);
      part.push_back({ComponentId(who[i]), LocalLabel(again ? turns[who[i]] : ++turns[who[i]])});
    }
  }
  NetworkBuilder builder;
  for (std::size_t process = 0; process < processes; ++process)
    builder.add_component("p" + std::to_string(process), builder.add_template(going_round(dice, turns[process])));
  if (rules > 0 && dice.chance(25)) {
    const ComponentId observer = builder.add_component("w", builder.add_template(watching(dice)), Role::kObserver);
    for (std::vector<Participant>& part : parts)
      if (dice.chance(40)) part.push_back({observer, LocalLabel(std::size_t{0})});
  }
  if (dice.chance(10)) parts.push_back({{ComponentId(dice.below(processes)), LocalLabel(kStrayLabel)}});
  // A rule that somebody offers never.
  if (dice.chance(6))
    parts.push_back(
        {{ComponentId(std::size_t{0}), LocalLabel(kStrayLabel)}, {ComponentId(std::size_t{1}), LocalLabel(kStrayLabel)}});

  std::vector<std::uint32_t> ranks;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    builder.add_rule(builder.intern_label("r" + std::to_string(i)), parts[i]);
    ranks.push_back(static_cast<std::uint32_t>(i));
  }
  if (ranks.size() > 1 && dice.chance(20)) std::swap(ranks[dice.below(ranks.size())], ranks[dice.below(ranks.size())]);
  if (ranks.size() > 1 && dice.chance(20)) ranks[dice.below(ranks.size())] = ranks[dice.below(ranks.size())];
  if (dice.chance(10))
    for (std::uint32_t& rank : ranks) rank = static_cast<std::uint32_t>(dice.below(3));
  return {std::move(builder).build(), Ranking{std::move(ranks)}};
}

}   // namespace parley::evidence_ring
