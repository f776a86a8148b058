#include "leaping_network.h"

#include <string>

namespace parley::evidence_ring {

namespace {

constexpr std::size_t kShared = 2;   // labels of a process; what is left it does alone
constexpr std::size_t kLabels = 4;

struct Mood {
  bool with_errors = false;
  std::size_t shared_percent = 0;   // of the states offer a label that others share
  std::size_t local_percent = 0;    // and one that is local
};

Lts random_lts(Dice& dice, Role role, const Mood& mood) {
  LtsBuilder builder;
  const std::size_t states = dice.between(2, 4);
  builder.add_states(states);
  const std::size_t labels = role == Role::kObserver ? kShared : kLabels;
  for (std::size_t label = 0; label < labels; ++label) builder.add_label("l" + std::to_string(label));
  const std::size_t initial = dice.below(states);
  builder.set_initial(LocalState(initial));
  std::vector<bool> ends(states, false);
  const auto mark = [&](std::size_t percent, auto set) {
    if (!dice.chance(percent)) return;
    const std::size_t state = dice.below(states);
    if (ends[state] || (state == initial && !dice.chance(10))) return;
    ends[state] = true;
    set(LocalState(state));
  };
  if (mood.with_errors) mark(role == Role::kObserver ? 90 : 30, [&](LocalState state) { builder.set_error(state); });
  if (role == Role::kProcess) mark(30, [&](LocalState state) { builder.set_terminal(state); });
  for (std::size_t from = 0; from < states; ++from)
    for (std::size_t label = 0; label < labels && !ends[from]; ++label) {
      const std::size_t percent = label < kShared ? mood.shared_percent : mood.local_percent;
      std::size_t edges = dice.chance(percent) ? dice.between(1, 2) : 0;
      if (role == Role::kObserver && edges == 0) edges = 1;
      while (edges-- > 0) builder.add_edge(LocalState(from), LocalLabel(label), LocalState(dice.below(states)));
    }
  return std::move(builder).build();
}

}   // namespace

Network leaping_network(Dice& dice) {
  NetworkBuilder builder;
  const Mood mood{.with_errors = dice.chance(40), .shared_percent = dice.between(30, 80), .local_percent = dice.between(5, 50)};
  const std::size_t processes = dice.between(2, 4);
  std::vector<ComponentId> components;
  for (std::size_t i = 0; i < processes; ++i)
    components.push_back(
        builder.add_component("p" + std::to_string(i), builder.add_template(random_lts(dice, Role::kProcess, mood))));
  if (dice.chance(30))
    components.push_back(
        builder.add_component("o", builder.add_template(random_lts(dice, Role::kObserver, mood)), Role::kObserver));

  for (std::size_t rules = dice.between(2, 5); rules > 0; --rules) {
    std::vector<Participant> participants;
    const std::size_t first = dice.below(processes);
    const std::size_t second = (first + dice.between(1, processes - 1)) % processes;
    for (std::size_t i = 0; i < components.size(); ++i)
      if (i == first || i == second || dice.chance(15)) participants.push_back({components[i], LocalLabel(dice.below(kShared))});
    builder.add_rule(builder.intern_label("s" + std::to_string(rules)), participants);
  }
  for (std::size_t i = 0; i < processes; ++i)
    for (std::size_t label = dice.chance(10) ? 0 : kShared; label < kLabels;
         ++label)   // now and then what is shared is local as well
      if (dice.chance(60))
        builder.add_rule(builder.intern_label("tau"), std::vector<Participant>{{components[i], LocalLabel(label)}});
  return std::move(builder).build();
}

}   // namespace parley::evidence_ring
