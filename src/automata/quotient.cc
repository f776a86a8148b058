#include <algorithm>

#include "automata/automata.h"
#include "automata/names.h"
#include "automata/silent_graph.h"

namespace parley::automata {

namespace {

void add_labels(LtsBuilder& builder, const Lts& lts) {
  for (LocalLabel label : lts.labels()) builder.add_label(lts.label_name(label));
}

// A class is named after its first state; the names and aliases of the others become aliases. The name itself
// does not become an alias as well.
void name_classes(LtsBuilder& builder, const Lts& lts, const Partition& partition, const std::vector<LocalState>& first) {
  const std::vector<std::string> names = distinct_names(lts);
  for (LocalState state : lts.states()) {
    const LocalState target(partition.class_of[state.index()]);
    if (first[target.index()] == state) builder.set_name(target, names[state.index()]);
    else builder.add_alias(target, names[state.index()]);
  }
  for (const auto& [alias, state] : lts.aliases()) builder.add_alias(LocalState(partition.class_of[state.index()]), alias);
}

}   // namespace

Lts quotient(const Lts& lts, const Partition& partition, const Silent& silent, const Limits& limits) {
  Pulse pulse(limits);
  LtsBuilder builder;
  add_labels(builder, lts);
  builder.add_states(partition.classes);
  const std::vector<std::uint32_t>& class_of = partition.class_of;
  std::vector<LocalState> first(partition.classes);
  for (std::size_t i = lts.num_states(); i-- > 0;) first[class_of[i]] = LocalState(i);
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (lts.is_terminal(first[i])) builder.set_terminal(LocalState(i));
    if (lts.is_error(first[i])) builder.set_error(LocalState(i));
  }

  const auto inside = [&](LocalState from, LocalState to) { return class_of[from.index()] == class_of[to.index()]; };
  const Components components = strong_components(silent_graph(lts, silent, inside), limits);
  std::vector<bool> has_loop(partition.classes);
  for (LocalState from : lts.states()) {
    for (const Edge& edge : lts.edges(from)) {
      pulse.beat();
      const LocalState source(class_of[from.index()]);
      const LocalState target(class_of[edge.target.index()]);
      if (silent[edge.label.index()] && source == target) {
        const std::uint32_t component = components.of[from.index()];
        if (component != components.of[edge.target.index()] || !components.has_cycle[component] || has_loop[source.index()])
          continue;
        has_loop[source.index()] = true;
      }
      builder.add_edge(source, edge.label, target);
    }
  }
  builder.set_initial(LocalState(class_of[lts.initial().index()]));
  name_classes(builder, lts, partition, first);
  return std::move(builder).build();
}

Lts reachable_part(const Lts& lts) {
  std::vector<LocalState> open = {lts.initial()};
  std::vector<bool> seen(lts.num_states());
  seen[lts.initial().index()] = true;
  for (std::size_t i = 0; i < open.size(); ++i)
    for (const Edge& edge : lts.edges(open[i]))
      if (!seen[edge.target.index()]) {
        seen[edge.target.index()] = true;
        open.push_back(edge.target);
      }
  if (open.size() == lts.num_states()) return lts;

  LtsBuilder builder;
  add_labels(builder, lts);
  const std::vector<std::string> names = distinct_names(lts);
  std::vector<LocalState> renamed(lts.num_states());
  for (LocalState state : lts.states())
    if (seen[state.index()]) renamed[state.index()] = builder.add_state(names[state.index()]);
  for (LocalState from : lts.states()) {
    if (!seen[from.index()]) continue;
    const LocalState source = renamed[from.index()];
    if (lts.is_terminal(from)) builder.set_terminal(source);
    if (lts.is_error(from)) builder.set_error(source);
    for (const Edge& edge : lts.edges(from)) builder.add_edge(source, edge.label, renamed[edge.target.index()]);
  }
  for (const auto& [alias, state] : lts.aliases())
    if (seen[state.index()]) builder.add_alias(renamed[state.index()], alias);
  builder.set_initial(renamed[lts.initial().index()]);
  return std::move(builder).build();
}

}   // namespace parley::automata
