#include "front/fsp/elaborate/collapse.h"

#include <algorithm>

#include <fmt/format.h>

#include "automata/automata.h"
#include "front/fsp/elaborate/compose.h"
#include "front/fsp/elaborate/lower.h"
#include "front/fsp/elaborate/reduce.h"
#include "front/fsp/elaborate/relabel.h"

namespace parley::fsp {

namespace {

constexpr std::uint32_t kNoLabel = kNone;

// An automaton that becomes a template: its labels with their names outside, hidden ones marked.
struct Shape {
  Lts lts;
  std::vector<Path> labels;
  std::vector<LabelUse> uses;
};

void copy_states(const Lts& from, LtsBuilder& to) {
  for (const LocalState state : from.states()) {
    to.add_state(from.state_name(state));
    if (from.is_terminal(state)) to.set_terminal(state);
    if (from.is_error(state)) to.set_error(state);
  }
  for (const auto& [name, state] : from.aliases()) to.add_alias(state, name);
  to.set_initial(from.initial());
}

Shape shape_of(Lts lts, Names& names) {
  Shape shape;
  shape.labels.reserve(lts.num_labels());
  shape.uses.reserve(lts.num_labels());
  for (const LocalLabel label : lts.labels()) {
    shape.labels.push_back(names.parse(lts.label_name(label)));
    shape.uses.push_back(lts.label_name(label) == kTau ? LabelUse::kHidden : LabelUse::kVisible);
  }
  shape.lts = std::move(lts);
  return shape;
}

// In each state, keeps only the edges of highest priority. With '<<' the labels of the set have priority over
// all others; with '>>' all others, tau included, have priority over them.
void apply_priority(Shape& shape, Priority priority, Index set, Scope scope, Evaluator& evaluator) {
  const Paths& paths = evaluator.names().paths;
  const PrefixSet prefixes(set, scope, evaluator);
  std::vector<bool> wins(shape.labels.size());
  for (std::size_t label = 0; label < wins.size(); ++label) {
    const bool is_member = shape.uses[label] == LabelUse::kVisible && prefixes.covers(shape.labels[label], paths);
    wins[label] = is_member == (priority == Priority::kHigh);
  }
  prefixes.mark(evaluator);
  LtsBuilder builder;
  copy_states(shape.lts, builder);
  for (const LocalLabel label : shape.lts.labels()) builder.add_label(shape.lts.label_name(label));
  for (const LocalState state : shape.lts.states()) {
    const auto edges = shape.lts.edges(state);
    const bool has_winner = std::any_of(edges.begin(), edges.end(), [&](const Edge& edge) { return wins[edge.label.index()]; });
    for (const Edge& edge : edges) {
      evaluator.pulse().beat();
      if (!has_winner || wins[edge.label.index()]) builder.add_edge(state, edge.label, edge.target);
    }
  }
  shape.lts = automata::reachable_part(std::move(builder).build());
}

// Merges all hidden labels into one label tau, after the visible ones.
void hide(Shape& shape, Visibility visibility, Index set, Scope scope, Evaluator& evaluator) {
  const Paths& paths = evaluator.names().paths;
  const PrefixSet prefixes(visibility == Visibility::kAll ? kNone : set, scope, evaluator);
  Shape hidden;
  LtsBuilder builder;
  copy_states(shape.lts, builder);
  std::vector<std::uint32_t> new_label(shape.labels.size(), kNoLabel);
  for (std::size_t label = 0; label < new_label.size(); ++label) {
    const bool covered = visibility != Visibility::kAll && prefixes.covers(shape.labels[label], paths);
    const bool is_hidden = shape.uses[label] == LabelUse::kHidden || (visibility == Visibility::kHide && covered) ||
                           (visibility == Visibility::kKeep && !covered);
    if (is_hidden) continue;
    new_label[label] = builder.add_label(shape.lts.label_name(LocalLabel(static_cast<std::uint32_t>(label)))).value;
    hidden.labels.push_back(shape.labels[label]);
    hidden.uses.push_back(LabelUse::kVisible);
  }
  prefixes.mark(evaluator);
  const bool has_tau = std::find(new_label.begin(), new_label.end(), kNoLabel) != new_label.end();
  if (has_tau) {
    const std::uint32_t tau = builder.add_label(std::string(kTau)).value;
    std::replace(new_label.begin(), new_label.end(), kNoLabel, tau);
    hidden.labels.push_back(evaluator.names().parse(kTau));
    hidden.uses.push_back(LabelUse::kHidden);
  }
  for (const LocalState state : shape.lts.states())
    for (const Edge& edge : shape.lts.edges(state)) {
      evaluator.pulse().beat();
      builder.add_edge(state, LocalLabel(new_label[edge.label.index()]), edge.target);
    }
  hidden.lts = std::move(builder).build();
  shape = std::move(hidden);
}

bool reaches_error(const Lts& lts) {
  const Lts part = automata::reachable_part(lts);
  return part.has_error();
}

Template freeze(Shape shape, Definition definition, Symbol name, std::uint32_t offset, const Modifiers& modifiers) {
  Template result;
  result.definition = definition;
  result.name = name;
  result.offset = offset;
  result.is_property = modifiers.is_property;
  result.reaches_error = reaches_error(shape.lts);
  // A label without edges was declared on purpose.
  result.is_extension.assign(shape.labels.size(), true);
  for (const LocalState state : shape.lts.states())
    for (const Edge& edge : shape.lts.edges(state)) result.is_extension[edge.label.index()] = false;
  result.lts = std::move(shape.lts);
  result.labels = std::move(shape.labels);
  result.uses = std::move(shape.uses);
  return result;
}

}   // namespace

bool is_collapsed(const Composite& composite) {
  const Modifiers& modifiers = composite.modifiers;
  return modifiers.is_property || modifiers.is_minimal || modifiers.is_deterministic || composite.priority != Priority::kEqual;
}

Template collapse(Index index, std::span<const Value> arguments, Evaluator& evaluator, const ElaborateOptions& options,
                  const Nesting& nesting) {
  const Composite& composite = evaluator.ast().composites[index];
  const std::string name = evaluator.names().symbols.text(composite.name);
  Composer composer(evaluator, options, nesting);
  composer.add_body(index, arguments);
  System system = composer.take();
  const std::size_t components = system.components.size();
  if (components == 0)
    evaluator.reporter().refuse(evaluator.place(composite.offset), "fsp-empty",
                                fmt::format("'{}' has no components, so it is no automaton", name));
  Progress silent_progress;
  Lowered lowered = lower(std::move(system), evaluator, silent_progress, options, Surroundings::kOpen);
  Shape shape =
      shape_of(automata::product(lowered.network, automata::StateNames::kLocalStates, evaluator.limits(), silent_progress),
               evaluator.names());
  const std::size_t states = shape.lts.num_states();

  const std::size_t mark = evaluator.scopes().mark();
  const Scope scope = bind_parameters(composite.parameters, arguments, evaluator);
  if (composite.priority != Priority::kEqual) {
    apply_priority(shape, composite.priority, composite.priority_set, scope, evaluator);
    evaluator.reporter().warning(
        evaluator.place(composite.offset), "fsp-composed",
        fmt::format("priority is about all of '{}' at once: its {} component{} {} composed into one, of {} states", name,
                    components, components == 1 ? "" : "s", components == 1 ? "was" : "were", states),
        "what a component of it does can no longer be asked about");
  }
  hide(shape, composite.visibility, composite.visible_set, scope, evaluator);
  evaluator.scopes().release(mark);
  Template result =
      freeze(std::move(shape), {DefinitionKind::kComposite, index}, composite.name, composite.offset, composite.modifiers);
  reduce(result, composite.modifiers, evaluator.limits());
  if (composite.modifiers.is_property) complete_property(result, evaluator);
  return result;
}

Template automaton_template(Index index, Evaluator& evaluator) {
  const Automaton& automaton = evaluator.ast().automata[index];
  Template result = freeze(shape_of(automaton.lts, evaluator.names()), {DefinitionKind::kAutomaton, index}, automaton.name,
                           automaton.offset, automaton.modifiers);
  reduce(result, automaton.modifiers, evaluator.limits());
  // An explicit automaton states itself where its errors are.
  const bool is_imported = !automaton.file.empty();
  if (is_imported && automaton.modifiers.is_property) complete_property(result, evaluator);
  return result;
}

}   // namespace parley::fsp
