#include "engine/leap/leap_view.h"

#include <algorithm>

#include "engine/leap/lift.h"
#include "search/shorten/shorten.h"

namespace parley::leap {

namespace {

bool is_deadlock_kind(PropertyKind kind) { return kind == PropertyKind::kDeadlock || kind == PropertyKind::kLocalDeadlock; }

bool asks_deadlock(std::span<const Property> properties) {
  return std::ranges::any_of(properties, [](const Property& property) { return is_deadlock_kind(kind_of(property)); });
}

bool has_several_rests(const LocalParts& parts) {
  return std::ranges::any_of(parts.kinds(), [](const LocalParts::Kind& kind) {
    for (std::size_t node = 0; node < kind.num_nodes(); ++node)
      if (kind.rests(node).size() > 1) return true;
    return false;
  });
}

bool has_errors(const Network& network) {
  return std::ranges::any_of(network.templates(), [&](TemplateId id) { return network.lts(id).has_error(); });
}

}   // namespace

LeapTask::LeapTask(const Task& task, LocalParts parts, const Settings& settings, const Limits& limits)
    : task_(task),
      parts_(std::move(parts)),
      asks_deadlock_(asks_deadlock(task.properties)),
      is_settled_(!settings.only_leaps && parts_.is_settled()),
      has_several_rests_(has_several_rests(parts_)),
      may_err_(has_errors(task.network)),
      network_(leap_network(task.network, parts_, {.idle_loops = asks_deadlock_ && is_settled_}, limits)),
      prepared_(network_, limits, settings.word_bits) {
  if (asks_deadlock_ && !is_settled_) {
    rest_.emplace(rest_network(task.network, parts_, limits));
    rest_prepared_ = std::make_unique<PreparedNetwork>(*rest_, limits, settings.word_bits);
  }
  properties_.reserve(task.properties.size());
  questions_.reserve(task.properties.size());
  for (const Property& property : task.properties) questions_.push_back(translate(property, limits));
}

LeapTask::Question LeapTask::translate(const Property& property, const Limits& limits) {
  Question question{.kind = kind_of(property)};
  const auto formula = [&](const Predicate& predicate) {
    LeapFormula translated = leap_formula(task_.network, predicate, parts_, limits);
    question.exactness = may_err_ ? Exactness::kErrorsToo : translated.is_exact ? Exactness::kExact : Exactness::kExcludes;
    question.is_plain = translated.is_plain && !may_err_;
    return std::move(translated.predicate);
  };
  Property& about_nodes = properties_.emplace_back(Property{property.name, property.ask});
  if (auto* reach = std::get_if<Reach>(&about_nodes.ask)) reach->goal = formula(reach->goal);
  if (auto* never = std::get_if<Never>(&about_nodes.ask)) never->bad = formula(never->bad);
  if (is_deadlock_kind(question.kind) && !is_settled_) {
    if (has_several_rests_) question.exactness = Exactness::kExcludes;
    question.is_plain = false;
  }
  // The judge tests whether the network has error states, not whether they can be entered.
  if (question.kind == PropertyKind::kLocalDeadlock && may_err_) question.is_plain = false;
  return question;
}

std::vector<ComponentId> LeapTask::steppers() const {
  std::vector<ComponentId> steppers;
  for (ComponentId component : task_.network.components())
    if (parts_.kind(component).is_stepper()) steppers.push_back(component);
  return steppers;
}

bool LeapTask::can_reduce() const {
  return std::ranges::all_of(questions_, [](const Question& question) { return question.is_plain; }) &&
         parley::can_reduce(network_, properties_);
}

NodeDeadlocks::NodeDeadlocks(const LeapTask& task)
    : rest_(task.rest()), watch_(rest_ != nullptr ? rest_->watch_tables() : task.prepared().watch_tables()) {}

void NodeDeadlocks::look(const ExpandedState& at) {
  at_ = at;
  if (rest_ == nullptr) return;
  // The states at rest in a node need not be those that a leap entered. So the predecessors tell only this:
  // if none of them had blocked components at rest, then a component that has just moved is among those that
  // are blocked now.
  at_.from_stuck = false;
  if (at.from_stuck) at_.entered = {};
  const RuleTables& tables = rest_->tables;
  std::size_t transitions = 0;
  if (tables.num_words() == 1) {
    const RuleTables::Expanded expanded = tables.expand_word(at.words[0], scratch_);
    transitions = expanded.transitions;
    touched_ = expanded.touched;
    at_.touched = {&touched_, 1};
  } else {
    transitions = tables.expand(at.words, scratch_, [](std::span<const StateTree::Change>, std::uint32_t) {});
    at_.touched = scratch_.touched;
  }
  transitions += tables.expand_rest(at.words, scratch_, [](std::span<const StateTree::Change>) {});
  at_.can_move = transitions != 0;
}

LeapWatch::LeapWatch(const LeapTask& task, const std::vector<std::uint8_t>& open, const Limits& limits)
    : task_(task),
      open_(open),
      limits_(limits),
      deadlocks_(task),
      formulas_(task.properties().size()),
      node_(task.original().num_components()),
      found_(task.properties().size()) {
  for (std::size_t i = 0; i < formulas_.size(); ++i) {
    asks_deadlock_ = asks_deadlock_ || is_deadlock_kind(task.question(i).kind);
    if (const auto* reach = std::get_if<Reach>(&task.properties()[i].ask)) formulas_[i].emplace(reach->goal);
    if (const auto* never = std::get_if<Never>(&task.properties()[i].ask)) formulas_[i].emplace(never->bad);
  }
}

bool LeapWatch::visit(const ExpandedState& at) {
  is_stuck_ = false;
  if (asks_deadlock_ && !at.in_error) deadlocks_.look(at);
  for (std::size_t i = 0; i < found_.size(); ++i) {
    if (open_[i] == 0 || !is_target(i, at)) continue;
    std::vector<std::uint64_t>& found = found_[i];
    if (found.empty() || std::ranges::lexicographical_compare(at.words, found)) found.assign(at.words.begin(), at.words.end());
  }
  return is_stuck_;
}

bool LeapWatch::is_target(std::size_t property, const ExpandedState& at) {
  const LeapTask::Question& question = task_.question(property);
  if (question.kind == PropertyKind::kSafety)
    return at.in_error && is_automaton_in_error(std::get<Safety>(task_.properties()[property].ask).automata, at);
  if (at.in_error) return false;   // its states were examined at the node before it
  const bool may = may_be(property, at);
  switch (question.exactness) {
    case LeapTask::Exactness::kExact: return may;
    case LeapTask::Exactness::kExcludes: return may && has_inside(property, at, may);
    case LeapTask::Exactness::kErrorsToo: return has_inside(property, at, may);
  }
  return false;
}

bool LeapWatch::may_be(std::size_t property, const ExpandedState& at) {
  switch (task_.question(property).kind) {
    case PropertyKind::kDeadlock: return deadlocks_.is_deadlock();
    case PropertyKind::kLocalDeadlock: is_stuck_ = deadlocks_.is_local_deadlock(); return is_stuck_;
    case PropertyKind::kReach:
    case PropertyKind::kNever:
      return (*formulas_[property])(
          [&](ComponentId component) { return task_.prepared().keys.layout().at(at.words, component.index()); });
    case PropertyKind::kSafety:
    case PropertyKind::kLocal:
    case PropertyKind::kProgress:
    case PropertyKind::kAssertion: break;
  }
  return false;
}

bool LeapWatch::has_inside(std::size_t property, const ExpandedState& at, bool may_be_in_node) {
  if (inside_ == nullptr) inside_ = std::make_unique<Inside>(task_.inside(limits_));
  task_.prepared().keys.layout().unpack(at.words, node_);
  return (may_be_in_node ? inside_->find(property, node_) : inside_->find_in_error(property, node_)).has_value();
}

bool LeapWatch::is_automaton_in_error(const std::vector<ComponentId>& automata, const ExpandedState& at) const {
  return std::ranges::any_of(automata, [&](ComponentId component) {
    return task_.prepared().network.lts(component).is_error(task_.prepared().keys.layout().at(at.words, component.index()));
  });
}

Trace LeapView::trace(std::size_t property, const Trace& leaps, std::span<const LocalState> node, Seen) const {
  std::optional<Finding> finding;
  if (task_.question(property).kind != PropertyKind::kSafety) finding = task_.inside(limits_).find(property, node);
  const Trace run = lift(task_.original(), task_.parts(), leaps, finding ? &*finding : nullptr, limits_);
  return shorten(task_.original(), task_.task().properties[property], run, limits_);
}

namespace {

// Turns nodes into states of the user's network.
class NodeRows {
 public:
  NodeRows(const LeapTask& task, StateTable& table) : task_(task), table_(table), node_(task.original().num_components()) {}

  void add(std::span<const LocalState> node) {
    for (ComponentId component : task_.original().components())
      node_[component.index()] = task_.parts().kind(component).state_of(node[component.index()].index());
    table_.add(node_);
  }

 private:
  const LeapTask& task_;
  StateTable& table_;
  std::vector<LocalState> node_;
};

}   // namespace

Evidence LeapView::closed_set(CompactSet& states, std::uint64_t num_states, const Limits& limits) {
  auto set = std::make_shared<LeapSet>(
      LeapSet{.nodes = {.states = empty_table(task_.original(), num_states, limits), .supports = {}, .ranks = {}},
              .is_reduced = false,
              .steppers = task_.steppers()});
  NodeRows rows(task_, set->nodes.states);
  PreparedNetwork& prepared = task_.prepared();
  std::vector<LocalState> node(prepared.network.num_components());
  StateKeys::Cursor cursor(prepared.keys);
  Pulse pulse(limits, 4096);
  states.for_each(CompactSet::Walk::kDrain, [&](std::uint64_t key, std::uint32_t) {
    pulse.beat();
    const std::span<const std::uint64_t> words = prepared.keys.seek(key, cursor);
    if (prepared.tables.has_errors() && prepared.tables.in_error(words))
      return;   // not a node of the set, only the target of a leap
    prepared.keys.layout().unpack(words, node);
    rows.add(node);
  });
  return LeapSetRef(std::move(set));
}

Evidence LeapView::reduced_set(ReducedStates& states, const Limits& limits) {
  const ReducedSetRef of_nodes = states.certificate();
  const std::size_t size = of_nodes->states.size();
  auto set = std::make_shared<LeapSet>(LeapSet{
      .nodes = {.states = empty_table(task_.original(), size, limits), .supports = of_nodes->supports, .ranks = of_nodes->ranks},
      .is_reduced = true,
      .steppers = task_.steppers()});
  NodeRows rows(task_, set->nodes.states);
  std::vector<LocalState> node(task_.original().num_components());
  Pulse pulse(limits, 4096);
  for (std::size_t row = 0; row < size; ++row) {
    pulse.beat();
    for (std::size_t column = 0; column < node.size(); ++column) node[column] = of_nodes->states.at(row, column);
    rows.add(node);
  }
  return LeapSetRef(std::move(set));
}

}   // namespace parley::leap
