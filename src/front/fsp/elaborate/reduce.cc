#include "front/fsp/elaborate/reduce.h"

#include <algorithm>

#include <fmt/format.h>

#include "automata/automata.h"

namespace parley::fsp {

namespace {

// A builder with the states of 'lts', their names and error marks.
LtsBuilder states_of(const Lts& lts) {
  LtsBuilder builder;
  builder.add_states(lts.num_states());
  for (const LocalState state : lts.states()) {
    std::string name = lts.state_name(state);
    if (name != std::to_string(state.value)) builder.set_name(state, std::move(name));
    if (lts.is_error(state)) builder.set_error(state);
  }
  for (const auto& [name, state] : lts.aliases()) builder.add_alias(state, name);
  builder.set_initial(lts.initial());
  return builder;
}

void refuse_unfit_property(const Template& shape, Evaluator& evaluator) {
  const std::string text = evaluator.names().symbols.text(shape.name);
  for (std::size_t label = 0; label < shape.labels.size(); ++label)
    if (shape.uses[label] == LabelUse::kHidden)
      evaluator.reporter().refuse(evaluator.place(shape.offset), "fsp-property-tau",
                                  fmt::format("property '{}' hides '{}', but a property sees all of its labels", text,
                                              evaluator.names().text(shape.labels[label])),
                                  "'deterministic' in front of it removes what is hidden");
  for (const LocalState state : shape.lts.states()) {
    const std::span<const Edge> edges = shape.lts.edges(state);
    for (std::size_t i = 1; i < edges.size(); ++i)
      if (edges[i - 1].label == edges[i].label)
        evaluator.reporter().refuse(
            evaluator.place(shape.offset), "fsp-property-choice",
            fmt::format("property '{}' is not deterministic: '{}' leads to two states", text,
                        shape.lts.label_name(edges[i].label)),
            "a property has one answer for each label in each state; 'deterministic' in front of it makes it so");
  }
}

LocalState error_state(const Lts& lts, LtsBuilder& builder) {
  for (const LocalState state : lts.states())
    if (lts.is_error(state)) return state;
  const LocalState error = builder.add_state(lts.states_named("ERROR").empty() ? "ERROR" : "");
  builder.set_error(error);
  return error;
}

// Removes hidden labels without edges: no other component knows them.
void drop_idle_hidden_labels(Template& shape) {
  const Lts& lts = shape.lts;
  std::vector<bool> is_kept(lts.num_labels(), false);
  for (std::size_t label = 0; label < lts.num_labels(); ++label) is_kept[label] = shape.uses[label] == LabelUse::kVisible;
  for (const LocalState state : lts.states())
    for (const Edge& edge : lts.edges(state)) is_kept[edge.label.index()] = true;
  if (std::find(is_kept.begin(), is_kept.end(), false) == is_kept.end()) return;

  LtsBuilder builder = states_of(lts);
  std::vector<LocalLabel> new_label(lts.num_labels());
  std::size_t count = 0;
  for (const LocalLabel label : lts.labels()) {
    if (!is_kept[label.index()]) continue;
    new_label[label.index()] = builder.add_label(lts.label_name(label));
    shape.labels[count] = shape.labels[label.index()];
    shape.uses[count] = shape.uses[label.index()];
    shape.is_extension[count++] = shape.is_extension[label.index()];
  }
  shape.labels.resize(count);
  shape.uses.resize(count);
  shape.is_extension.resize(count);
  for (const LocalState state : lts.states()) {
    if (lts.is_terminal(state)) builder.set_terminal(state);
    for (const Edge& edge : lts.edges(state)) builder.add_edge(state, new_label[edge.label.index()], edge.target);
  }
  shape.lts = std::move(builder).build();
}

}   // namespace

void reduce(Template& shape, const Modifiers& modifiers, const Limits& limits) {
  if (!modifiers.is_deterministic && !modifiers.is_minimal) return;
  automata::Silent silent;
  silent.reserve(shape.uses.size());
  for (const LabelUse use : shape.uses) silent.push_back(use == LabelUse::kHidden);
  if (modifiers.is_deterministic) shape.lts = automata::determinise(shape.lts, silent, limits);
  if (modifiers.is_minimal) {
    const Lts part = automata::reachable_part(shape.lts);
    shape.lts = automata::quotient(part, automata::branching_bisimulation(part, silent, limits), silent, limits);
  }
  drop_idle_hidden_labels(shape);
}

void complete_property(Template& shape, Evaluator& evaluator) {
  refuse_unfit_property(shape, evaluator);
  const Lts& lts = shape.lts;
  LtsBuilder builder = states_of(lts);
  for (const LocalLabel label : lts.labels()) builder.add_label(lts.label_name(label));
  const LocalState error = error_state(lts, builder);
  evaluator.limits().expect(lts.num_states() * lts.num_labels() * 2 * sizeof(Edge));
  for (const LocalState state : lts.states()) {
    if (lts.is_error(state)) continue;
    auto next = lts.edges(state).begin();
    const auto last = lts.edges(state).end();
    for (const LocalLabel label : lts.labels()) {
      evaluator.pulse().beat();
      const bool is_allowed = next != last && next->label == label;
      builder.add_edge(state, label, is_allowed ? (next++)->target : error);
    }
  }
  shape.lts = std::move(builder).build();
  shape.reaches_error = automata::reachable_part(shape.lts).has_error();
}

}   // namespace parley::fsp
