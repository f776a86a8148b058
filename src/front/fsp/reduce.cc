#include "front/fsp/reduce.h"

#include <algorithm>

#include <fmt/format.h>

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
                                              evaluator.names().text(shape.labels[label])));
  for (const LocalState state : shape.lts.states()) {
    const std::span<const Edge> edges = shape.lts.edges(state);
    for (std::size_t i = 1; i < edges.size(); ++i)
      if (edges[i - 1].label == edges[i].label)
        evaluator.reporter().refuse(evaluator.place(shape.offset), "fsp-property-choice",
                                    fmt::format("property '{}' is not deterministic: '{}' leads to two states", text,
                                                shape.lts.label_name(edges[i].label)),
                                    "a property has one answer for each label in each state");
  }
}

LocalState error_state(const Lts& lts, LtsBuilder& builder) {
  for (const LocalState state : lts.states())
    if (lts.is_error(state)) return state;
  const LocalState error = builder.add_state(lts.states_named("ERROR").empty() ? "ERROR" : "");
  builder.set_error(error);
  return error;
}

bool reaches_error(const Lts& lts) {
  std::vector<bool> seen(lts.num_states(), false);
  std::vector<LocalState> work{lts.initial()};
  seen[lts.initial().index()] = true;
  while (!work.empty()) {
    const LocalState state = work.back();
    work.pop_back();
    if (lts.is_error(state)) return true;
    for (const Edge& edge : lts.edges(state)) {
      if (seen[edge.target.index()]) continue;
      seen[edge.target.index()] = true;
      work.push_back(edge.target);
    }
  }
  return false;
}

}   // namespace

void reduce(Template&, const Modifiers&, const Limits&) {}

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
  shape.reaches_error = reaches_error(shape.lts);
}

}   // namespace parley::fsp
