#include "front/fsp/elaborate/process.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "front/fsp/elaborate/elaboration.h"
#include "front/fsp/elaborate/reduce.h"

namespace parley::fsp {

// Runs 'function' and continues after an error that was reported. A definition or choice with an error is not
// tried again: it would have the error for every value. If a called process had the error, rethrows: trying
// again could take exponential time.
template <class Function>
void Elaboration::recover(std::unordered_set<Index>& broken, Index key, const Function& function) {
  if (is_broken_ && broken.contains(key)) return;
  try {
    function();
  } catch (const Abandoned&) {
    if (callee_failed_ || eval_.reporter().full()) throw;
    broken.insert(key);
    is_broken_ = true;
  }
}

Template Elaboration::run(std::span<const Value> arguments) {
  Symbols& symbols = eval_.names().symbols;
  stop_name_ = symbols.intern("STOP");
  end_name_ = symbols.intern("END");
  error_name_ = symbols.intern("ERROR");
  const std::size_t mark = eval_.scopes().mark();
  const Scope scope = bind_parameters(process_.parameters, arguments, eval_);
  variables_.declare(process_.variables, scope, eval_);
  declare(scope);
  settle();
  work();
  if (process_.alphabet != kNone)
    for (const Path label : eval_.set(process_.alphabet, scope)) extension_.insert(label_of(label));
  relabel(scope);
  hide(scope);
  if (is_broken_) throw Abandoned{};
  find_reachable();
  warn_out_of_range();
  glue();
  Template result = freeze();
  eval_.scopes().release(mark);
  return result;
}

bool Elaboration::add_slot(Path name, Path base, Scope scope, Index definition) {
  expect_growth(eval_.limits(), slots_, 2 * sizeof(Slot));
  if (!slot_of_.emplace(name, static_cast<std::uint32_t>(slots_.size())).second) return false;
  slots_.push_back({name, base, scope, definition, kNone, kNoState});
  return true;
}

void Elaboration::declare_local(Index d, Scope scope) {
  Names& names = eval_.names();
  const LocalDefinition& definition = ast_.local_definitions[d];
  if (is_builtin(definition.name))
    eval_.reporter().refuse(eval_.place(definition.offset), "fsp-reserved",
                            fmt::format("'{}' has a meaning of its own", symbol_text(definition.name)));
  variables_.refuse_rebinding(definition.indices, eval_);
  arities_[definition.name].insert(definition.indices.count);
  Path twice = kEmptyPath;
  const auto add = [&](Path name, Path base, Scope inner) {
    if (!add_slot(name, base, inner, d) && twice == kEmptyPath) twice = name;
  };
  eval_.for_each(definition.indices, scope, names.paths.child(kEmptyPath, definition.name), [&](Path base, Scope inner) {
    if (variables_.empty()) return add(base, base, inner);
    variables_.for_each(base, inner, eval_, [&](Path name, Scope innermost) { add(name, base, innermost); });
  });
  if (twice != kEmptyPath)
    eval_.reporter().refuse(eval_.place(definition.offset), "fsp-duplicate",
                            fmt::format("local process '{}' is defined twice", names.text(twice)));
}

// Makes one slot per declared local process, value of its indices and value of the variables.
void Elaboration::declare(Scope scope) {
  for (Index d = process_.locals.first; d < process_.locals.first + process_.locals.count; ++d)
    recover(broken_locals_, d, [&] { declare_local(d, scope); });
  if (is_broken_) throw Abandoned{};
  if (slots_.empty() || slots_[0].definition != process_.locals.first)
    eval_.reporter().refuse(eval_.place(process_.offset), "fsp-empty",
                            fmt::format("process '{}' has no states: its indices have no values", process_text()));
  initial_slot_ = slot_of_.at(variables_.append_initial(slots_[0].base, eval_));
}

// Decides which slots have states of their own, and which are other names of states.
void Elaboration::settle() {
  for (Slot& slot : slots_) {
    recover(broken_locals_, slot.definition, [&] { settle_slot(slot); });
    // A slot with an error becomes ERROR, so that the others can be checked.
    if (slot.state == kNoState && slot.alias_of == kNone) slot.state = builtin(error_name_);
  }
  resolve_aliases();
  // Edges are elaborated from the first state on, and states of chains with equal names are numbered in that
  // order.
  std::reverse(pending_.begin(), pending_.end());
}

void Elaboration::settle_slot(Slot& slot) {
  const Index node = decide(ast_.local_definitions[slot.definition].body, slot.scope);
  if (node == kNone) {
    slot.state = builtin(stop_name_);
    return;
  }
  const Local& local = ast_.locals[node];
  if (local.kind == LocalKind::kChoice) {
    slot.state = add_state({slot.name, kNoState, kEmptyPath, 0, kNone});
    pending_.push_back({slot.state, node, kNone, 0, slot.scope});
    return;
  }
  const Target target = has_calls(local) ? call(local, slot.scope, {slot.name, kNoState, kEmptyPath, 0, kNoState})
                                         : look_up(local, slot.scope, kNoState);
  slot.alias_of = target.slot;
  slot.state = target.state;
}

void Elaboration::resolve_aliases() {
  std::vector<std::uint32_t> path;
  for (std::uint32_t s = 0; s < slots_.size(); ++s) {
    path.clear();
    std::uint32_t at = s;
    while (slots_[at].state == kNoState && path.size() <= slots_.size()) {
      path.push_back(at);
      at = slots_[at].alias_of;
    }
    if (slots_[at].state == kNoState)
      eval_.reporter().refuse(eval_.place(ast_.local_definitions[slots_[s].definition].offset), "fsp-unguarded",
                              fmt::format("'{}' only calls itself and never acts", eval_.names().text(slots_[s].name)));
    for (const std::uint32_t slot : path) slots_[slot].state = slots_[at].state;
  }
}

void Elaboration::work() {
  while (!pending_.empty()) {
    const Pending next = pending_.back();
    pending_.pop_back();
    if (next.node != kNone) expand(next);
    else recover(broken_choices_, next.choice, [&] { chain(next.state, next.choice, next.position, next.scope); });
  }
}

// Follows 'if' to a reference or a choice; kNone means STOP.
Index Elaboration::decide(Index node, Scope scope) {
  while (node != kNone && ast_.locals[node].kind == LocalKind::kIf)
    node = eval_.truth(ast_.locals[node].condition, scope) ? ast_.locals[node].then_branch : ast_.locals[node].else_branch;
  return node;
}

bool Elaboration::is_declared(const Local& ref) const {
  return arities_.contains(ref.name) || (ref.list.empty() && is_builtin(ref.name));
}

Elaboration::Target Elaboration::look_up(const Local& ref, Scope scope, std::uint32_t from) {
  Path path = eval_.names().paths.child(kEmptyPath, ref.name);
  for (const Index index : SpanOf(ast_.lists, ref.list)) path = eval_.append(path, eval_.value(index, scope));
  const Path full = variables_.append_current(path, scope, eval_);
  const auto arity = arities_.find(ref.name);
  const bool has_arity = arity != arities_.end() && arity->second.contains(ref.list.count);
  if (has_arity || variables_.empty())
    if (const auto found = slot_of_.find(full); found != slot_of_.end()) return {found->second, slots_[found->second].state};
  if (ref.list.empty() && is_builtin(ref.name)) return {kNone, builtin(ref.name)};
  if (has_arity) {
    out_of_range_.push_back({from, ref.offset, path, kNoSymbol});
    return {kNone, builtin(error_name_)};
  }
  if (options_.ltsa_compat) return {kNone, builtin(error_name_)};
  refuse_reference(ref);
}

void Elaboration::refuse_reference(const Local& ref) {
  const std::string text = symbol_text(ref.name);
  if (arities_.contains(ref.name))
    eval_.reporter().refuse(eval_.place(ref.offset), "fsp-indices",
                            fmt::format("'{}' is not defined with {} indices", text, ref.list.count));
  std::vector<Symbol> known;
  known.reserve(arities_.size());
  for (const auto& [symbol, arities] : arities_) known.push_back(symbol);
  eval_.reporter().refuse(eval_.place(ref.offset), "fsp-unknown-name",
                          fmt::format("process '{}' has no local process '{}'", process_text(), text),
                          nearest_hint(eval_.names().symbols, ref.name, known, "local processes are separated by ','"));
}

std::uint32_t Elaboration::add_state(const State& state) {
  expect_growth(eval_.limits(), states_, 100);
  if (states_.size() >= kNoState)
    eval_.reporter().refuse(eval_.place(process_.offset), "fsp-too-large", "the process has too many states");
  states_.push_back(state);
  return static_cast<std::uint32_t>(states_.size() - 1);
}

std::uint32_t Elaboration::builtin(Symbol name) {
  std::uint32_t& state = name == stop_name_ ? stop_ : name == end_name_ ? end_ : error_;
  if (state == kNoState) state = add_state({eval_.names().paths.child(kEmptyPath, name), kNoState, kEmptyPath, 0, kNone});
  return state;
}

// Adds a state inside a chain.
std::uint32_t Elaboration::enter(std::uint32_t from, Path by) {
  return add_state({kEmptyPath, from, by, states_[from].depth + 1, kNone});
}

void Elaboration::add_edge(std::uint32_t from, std::uint32_t label, std::uint32_t to) {
  assert(from < states_.size() && to < states_.size());
  expect_growth(eval_.limits(), edges_);
  edges_.push_back({from, label, to});
}

void Elaboration::expand(const Pending& pending) {
  const Span choices = ast_.locals[pending.node].list;
  for (Index c = choices.first; c < choices.first + choices.count; ++c)
    recover(broken_choices_, c, [&] {
      const Choice& choice = ast_.choices[c];
      if (choice.guard != kNone && !eval_.truth(choice.guard, pending.scope)) return eval_.usage().choices.tried(c);
      if (choice.guard != kNone) eval_.usage().choices.used(c);
      chain(pending.state, c, 0, pending.scope);
    });
}

// Adds the edges of 'state' for the label at 'position' of a choice's chain. Each label of a set leads to a
// state of its own, as in LTSA.
void Elaboration::chain(std::uint32_t state, Index choice_index, Index position, Scope scope) {
  const Choice& choice = ast_.choices[choice_index];
  const Step& step = ast_.steps[choice.steps.first + position];
  variables_.refuse_rebinding(step.label, eval_);
  std::vector<Expansion> expansions;
  eval_.expand(step.label, scope, expansions);
  for (const Expansion& expansion : expansions) {
    eval_.pulse().beat();
    if (step.guard != kNone && !eval_.truth(step.guard, expansion.scope)) {
      eval_.usage().steps.tried(choice.steps.first + position);
      continue;
    }
    if (step.guard != kNone) eval_.usage().steps.used(choice.steps.first + position);
    const std::optional<Scope> after = take_step(step, expansion.scope, state);
    const std::uint32_t to =
        after ? continuation(choice, choice_index, position, state, expansion.label, *after) : builtin(error_name_);
    add_edge(state, label_of(expansion.label), to);
  }
}

// The scope after a label, with its assignments; nullopt if a value is out of range.
std::optional<Scope> Elaboration::take_step(const Step& step, Scope scope, std::uint32_t from) {
  if (step.assignments.empty()) return scope;
  const Variables::Outcome outcome = variables_.assign(step.assignments, scope, eval_);
  if (outcome.failed == nullptr) return outcome.scope;
  out_of_range_.push_back({from, outcome.failed->offset, eval_.append(kEmptyPath, outcome.value), outcome.failed->variable});
  return std::nullopt;
}

// The state to which the label at 'position' leads.
std::uint32_t Elaboration::continuation(const Choice& choice, Index choice_index, Index position, std::uint32_t state, Path by,
                                        Scope scope) {
  if (position + 1 < choice.steps.count) {
    const std::uint32_t to = enter(state, by);
    pending_.push_back({to, kNone, choice_index, position + 1, scope});
    return to;
  }
  const Index node = decide(choice.next, scope);
  if (node == kNone) return builtin(stop_name_);
  const Local& local = ast_.locals[node];
  if (local.kind == LocalKind::kChoice) {
    const std::uint32_t to = enter(state, by);
    pending_.push_back({to, node, kNone, 0, scope});
    return to;
  }
  if (has_calls(local)) return call(local, scope, {kEmptyPath, state, by, states_[state].depth + 1, kNoState}).state;
  return look_up(local, scope, state).state;
}

// Runs before glue(), so the end of a called process counts as a predecessor of what follows it.
void Elaboration::find_reachable() {
  std::vector<std::uint32_t> begins(states_.size() + 1, 0);
  const auto next_of = [&](const Glue& glue) { return glue.next.slot == kNone ? glue.next.state : slots_[glue.next.slot].state; };
  for (const RawEdge& edge : edges_) ++begins[edge.from + 1];
  for (const Glue& glue : glues_) ++begins[glue.end + 1];
  for (std::size_t s = 0; s < states_.size(); ++s) begins[s + 1] += begins[s];
  std::vector<std::uint32_t> targets(edges_.size() + glues_.size());
  std::vector<std::uint32_t> next(begins.begin(), begins.end() - 1);
  for (const RawEdge& edge : edges_) targets[next[edge.from]++] = edge.to;
  for (const Glue& glue : glues_) targets[next[glue.end]++] = next_of(glue);
  reachable_.assign(states_.size(), false);
  std::vector<std::uint32_t> work{slots_[initial_slot_].state};
  reachable_[work[0]] = true;
  while (!work.empty()) {
    const std::uint32_t state = work.back();
    work.pop_back();
    for (std::uint32_t i = begins[state]; i < begins[state + 1]; ++i) {
      if (reachable_[targets[i]]) continue;
      reachable_[targets[i]] = true;
      work.push_back(targets[i]);
    }
  }
  for (const Slot& slot : slots_) {
    if (reachable_[slot.state]) eval_.usage().local_definitions.used(slot.definition);
    else eval_.usage().local_definitions.tried(slot.definition);
  }
  reaches_error_ = error_ != kNoState && reachable_[error_];
}

void Elaboration::warn_out_of_range() {
  if (options_.ltsa_compat) return;
  std::unordered_set<std::uint32_t> reported;
  for (const OutOfRange& found : out_of_range_) {
    if (found.state != kNoState && !reachable_[found.state]) continue;
    if (!reported.insert(found.offset).second) continue;
    const std::string text = eval_.names().text(found.name);
    eval_.reporter().warning(eval_.place(found.offset), "fsp-out-of-range",
                             found.variable == kNoSymbol ? fmt::format("'{}' is out of range and leads to ERROR", text)
                                                         : fmt::format("'{}' is no value of '{}': this leads to ERROR", text,
                                                                       symbol_text(found.variable)),
                             "write ERROR, or a guard, where that is not meant");
  }
}

Template elaborate_process(Index process, std::span<const Value> arguments, Evaluator& evaluator, const ElaborateOptions& options,
                           const TemplateSource& callees) {
  Template shape = Elaboration(process, evaluator, options, callees).run(arguments);
  const Modifiers& modifiers = evaluator.ast().processes[process].modifiers;
  reduce(shape, modifiers, evaluator.limits());
  if (modifiers.is_property) complete_property(shape, evaluator);
  return shape;
}

}   // namespace parley::fsp
