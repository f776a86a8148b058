#include "front/fsp/process.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "front/fsp/relabel.h"

namespace parley::fsp {

namespace {

constexpr std::uint32_t kNoState = kNone;
constexpr std::uint32_t kLongestChain = 64;   // a state deeper inside a prefix chain is called by its number

// A declared local process with values for its indices.
struct Slot {
  Path name = kEmptyPath;   // "B.2"
  Scope scope = kNoScope;
  Index definition = kNone;         // in Ast::local_definitions
  Index node = kNone;               // its choice, where it has a state of its own
  std::uint32_t alias_of = kNone;   // a slot it is another name for
  std::uint32_t state = kNoState;
};

struct State {
  Path name = kEmptyPath;            // of a local process; empty inside a chain
  std::uint32_t before = kNoState;   // in a chain: where it is entered from, and by which label
  Path by = kEmptyPath;
  std::uint32_t depth = 0;
};

struct RawEdge {
  std::uint32_t from = 0;
  std::uint32_t label = 0;
  std::uint32_t to = 0;
  friend auto operator<=>(const RawEdge&, const RawEdge&) = default;
};

// A state whose edges are still to be found.
struct Pending {
  std::uint32_t state = 0;
  Index node = kNone;     // a choice node, or
  Index choice = kNone;   // the rest of a choice's chain from 'position' on
  Index position = 0;
  Scope scope = kNoScope;
};

struct OutOfRange {
  std::uint32_t state = 0;
  std::uint32_t offset = 0;
  Path name = kEmptyPath;
};

class Elaboration {
 public:
  Elaboration(Index process, Evaluator& evaluator, const ElaborateOptions& options)
      : process_index_(process),
        process_(evaluator.ast().processes[process]),
        ast_(evaluator.ast()),
        eval_(evaluator),
        options_(options) {}

  Template run(std::span<const Value> arguments) {
    const std::size_t mark = eval_.scopes().mark();
    const Scope scope = bind_parameters(process_.parameters, arguments, eval_);
    declare(scope);
    settle();
    while (!pending_.empty()) {
      const Pending next = pending_.back();
      pending_.pop_back();
      if (next.node != kNone) expand(next);
      else chain(next.state, next.choice, next.position, next.scope);
    }
    if (process_.alphabet != kNone)
      for (const Path label : eval_.set(process_.alphabet, scope)) extension_.insert(label_of(label));
    relabel(scope);
    hide(scope);
    if (process_.modifiers.is_property) complete();
    find_reachable();
    warn_out_of_range();
    Template result = freeze();
    eval_.scopes().release(mark);
    return result;
  }

 private:
  std::string symbol_text(Symbol symbol) const { return eval_.names().symbols.text(symbol); }
  std::string process_text() const { return symbol_text(process_.name); }

  // Every declared local process with every value of its indices gets a slot.
  void declare(Scope scope) {
    Names& names = eval_.names();
    for (Index d = process_.locals.first; d < process_.locals.first + process_.locals.count; ++d) {
      const LocalDefinition& definition = ast_.local_definitions[d];
      const std::string text = symbol_text(definition.name);
      if (text == "STOP" || text == "END" || text == "ERROR")
        eval_.reporter().refuse(eval_.place(definition.offset), "fsp-reserved",
                                fmt::format("'{}' has a meaning of its own", text));
      arities_[definition.name].insert(definition.indices.count);
      bool is_duplicate = false;
      eval_.for_each(definition.indices, scope, names.paths.child(kEmptyPath, definition.name), [&](Path name, Scope inner) {
        expect_growth(eval_.limits(), slots_, 2 * sizeof(Slot));
        if (!slot_of_.emplace(name, static_cast<std::uint32_t>(slots_.size())).second) {
          if (!is_duplicate)
            eval_.reporter().error(eval_.place(definition.offset), "fsp-duplicate",
                                   fmt::format("local process '{}' is defined twice", names.text(name)));
          is_duplicate = true;
          return;
        }
        slots_.push_back({name, inner, d, kNone, kNone, kNoState});
      });
      if (is_duplicate) throw Abandoned{};
    }
    if (slots_.empty())
      eval_.reporter().refuse(eval_.place(process_.offset), "fsp-empty",
                              fmt::format("process '{}' has no states: its indices have no values", process_text()));
  }

  // Which slots have states of their own, and which are names of others.
  void settle() {
    for (Slot& slot : slots_) {
      const Index node = decide(ast_.local_definitions[slot.definition].body, slot.scope);
      if (node == kNone) {
        slot.state = builtin("STOP");
      } else if (ast_.locals[node].kind == LocalKind::kChoice) {
        slot.node = node;
        slot.state = add_state({slot.name, kNoState, kEmptyPath, 0});
        pending_.push_back({slot.state, node, kNone, 0, slot.scope});
      } else {
        const Target target = look_up(ast_.locals[node], slot.scope, kNoState);
        slot.alias_of = target.slot;
        slot.state = target.state;
      }
    }
    for (std::uint32_t s = 0; s < slots_.size(); ++s) {
      std::vector<std::uint32_t> path;
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
    // The edges are found from the first state on: names of equal chain states are numbered in that order.
    std::reverse(pending_.begin(), pending_.end());
  }

  // Follows 'if' to a reference or a choice; kNone is STOP.
  Index decide(Index node, Scope scope) {
    while (node != kNone && ast_.locals[node].kind == LocalKind::kIf)
      node = eval_.truth(ast_.locals[node].condition, scope) ? ast_.locals[node].then_branch : ast_.locals[node].else_branch;
    return node;
  }

  struct Target {
    std::uint32_t slot = kNone;
    std::uint32_t state = kNoState;
  };

  Target look_up(const Local& ref, Scope scope, std::uint32_t from) {
    Names& names = eval_.names();
    Path path = names.paths.child(kEmptyPath, ref.name);
    for (const Index index : SpanOf(ast_.lists, ref.list)) path = eval_.append(path, eval_.value(index, scope));
    if (const auto found = slot_of_.find(path); found != slot_of_.end()) return {found->second, slots_[found->second].state};
    const std::string text = symbol_text(ref.name);
    if (ref.list.empty() && (text == "STOP" || text == "END" || text == "ERROR")) return {kNone, builtin(text)};

    const auto arity = arities_.find(ref.name);
    if (arity != arities_.end() && arity->second.contains(ref.list.count)) {
      out_of_range_.push_back({from, ref.offset, path});
      return {kNone, builtin("ERROR")};
    }
    if (options_.ltsa_compat) return {kNone, builtin("ERROR")};
    if (arity != arities_.end())
      eval_.reporter().refuse(eval_.place(ref.offset), "fsp-indices",
                              fmt::format("'{}' is not defined with {} indices", text, ref.list.count));
    std::vector<Symbol> known;
    known.reserve(arities_.size());
    for (const auto& [symbol, arities] : arities_) known.push_back(symbol);
    eval_.reporter().refuse(eval_.place(ref.offset), "fsp-unknown-name",
                            fmt::format("process '{}' has no local process '{}'", process_text(), text),
                            nearest_hint(names.symbols, ref.name, known, "local processes are separated by ','"));
  }

  std::uint32_t add_state(State state) {
    expect_growth(eval_.limits(), states_, 100);
    if (states_.size() >= kNoState)
      eval_.reporter().refuse(eval_.place(process_.offset), "fsp-too-large", "the process has too many states");
    states_.push_back(state);
    return static_cast<std::uint32_t>(states_.size() - 1);
  }

  std::uint32_t builtin(const std::string& name) {
    std::uint32_t& state = name == "STOP" ? stop_ : name == "END" ? end_ : error_;
    if (state == kNoState) state = add_state({eval_.names().parse(name), kNoState, kEmptyPath, 0});
    return state;
  }

  std::uint32_t label_of(Path label) {
    const auto [found, is_new] = label_of_.emplace(label, static_cast<std::uint32_t>(labels_.size()));
    if (is_new) labels_.push_back(label);
    return found->second;
  }

  void expand(const Pending& pending) {
    const Span choices = ast_.locals[pending.node].list;
    for (Index c = choices.first; c < choices.first + choices.count; ++c) {
      const Choice& choice = ast_.choices[c];
      if (choice.guard != kNone && !eval_.truth(choice.guard, pending.scope)) {
        eval_.usage().choices.tried(c);
        continue;
      }
      if (choice.guard != kNone) eval_.usage().choices.used(c);
      chain(pending.state, c, 0, pending.scope);
    }
  }

  // The edges of 'state' by the label at 'position' of a choice's chain. Each label of a set has a state of its own behind it, as in LTSA.
  void chain(std::uint32_t state, Index choice_index, Index position, Scope scope) {
    const Choice& choice = ast_.choices[choice_index];
    std::vector<Expansion> expansions;
    eval_.expand(ast_.steps[choice.steps.first + position].label, scope, expansions);
    for (const Expansion& expansion : expansions) {
      eval_.pulse().beat();
      const bool is_last = position + 1 == choice.steps.count;
      std::uint32_t to = kNoState;
      if (!is_last) {
        to = enter(state, expansion.label);
        pending_.push_back({to, kNone, choice_index, position + 1, expansion.scope});
      } else {
        const Index node = decide(choice.next, expansion.scope);
        if (node == kNone) {
          to = builtin("STOP");
        } else if (ast_.locals[node].kind == LocalKind::kChoice) {
          to = enter(state, expansion.label);
          pending_.push_back({to, node, kNone, 0, expansion.scope});
        } else {
          to = look_up(ast_.locals[node], expansion.scope, state).state;
        }
      }
      expect_growth(eval_.limits(), edges_);
      edges_.push_back({state, label_of(expansion.label), to});
    }
  }

  // A new state inside a chain.
  std::uint32_t enter(std::uint32_t from, Path by) { return add_state({kEmptyPath, from, by, states_[from].depth + 1}); }

  void relabel(Scope scope) {
    if (process_.relabels.empty()) return;
    const Relabelling relabelling(process_.relabels, scope, eval_);
    const std::vector<Path> before = std::move(labels_);
    labels_.clear();
    label_of_.clear();
    std::vector<std::vector<std::uint32_t>> images(before.size());
    std::vector<Path> renamed;
    std::unordered_set<std::uint32_t> extension;
    for (std::uint32_t old = 0; old < before.size(); ++old) {
      renamed.clear();
      relabelling.apply(before[old], eval_.names().paths, renamed);
      for (const Path path : renamed) images[old].push_back(label_of(path));
      if (extension_.contains(old)) extension.insert(images[old].begin(), images[old].end());
    }
    relabelling.mark(eval_.usage());
    extension_ = std::move(extension);
    std::vector<RawEdge> edges;
    edges.reserve(edges_.size());
    for (const RawEdge& edge : edges_)
      for (const std::uint32_t label : images[edge.label]) edges.push_back({edge.from, label, edge.to});
    edges_ = std::move(edges);
  }

  void hide(Scope scope) {
    uses_.assign(labels_.size(), LabelUse::kVisible);
    if (process_.visibility == Visibility::kAll) return;
    const PrefixSet prefixes(process_.visible_set, scope, eval_);
    for (std::size_t label = 0; label < labels_.size(); ++label) {
      const bool covered = prefixes.covers(labels_[label], eval_.names().paths);
      if (covered == (process_.visibility == Visibility::kHide)) uses_[label] = LabelUse::kHidden;
    }
    prefixes.mark(eval_);
  }

  // A property: deterministic, without tau, and whatever it does not allow leads to ERROR.
  void complete() {
    for (std::size_t label = 0; label < labels_.size(); ++label)
      if (uses_[label] == LabelUse::kHidden)
        eval_.reporter().refuse(eval_.place(process_.offset), "fsp-property-tau",
                                fmt::format("property '{}' hides '{}', but a property sees all of its labels", process_text(),
                                            eval_.names().text(labels_[label])));
    std::sort(edges_.begin(), edges_.end());
    edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
    for (std::size_t i = 1; i < edges_.size(); ++i)
      if (edges_[i - 1].from == edges_[i].from && edges_[i - 1].label == edges_[i].label)
        eval_.reporter().refuse(eval_.place(process_.offset), "fsp-property-choice",
                                fmt::format("property '{}' is not deterministic: '{}' leads to two states", process_text(),
                                            eval_.names().text(labels_[edges_[i].label])),
                                "a property has one answer for each label in each state");
    const std::uint32_t error = builtin("ERROR");
    std::vector<RawEdge> missing;
    std::size_t next = 0;
    for (std::uint32_t state = 0; state < states_.size(); ++state)
      for (std::uint32_t label = 0; label < labels_.size(); ++label) {
        eval_.pulse().beat();
        if (next < edges_.size() && edges_[next].from == state && edges_[next].label == label) ++next;
        else if (state != error) missing.push_back({state, label, error});
      }
    edges_.insert(edges_.end(), missing.begin(), missing.end());
  }

  void find_reachable() {
    std::vector<std::uint32_t> begins(states_.size() + 1, 0);
    for (const RawEdge& edge : edges_) ++begins[edge.from + 1];
    for (std::size_t s = 0; s < states_.size(); ++s) begins[s + 1] += begins[s];
    std::vector<std::uint32_t> targets(edges_.size());
    std::vector<std::uint32_t> next(begins.begin(), begins.end() - 1);
    for (const RawEdge& edge : edges_) targets[next[edge.from]++] = edge.to;
    reachable_.assign(states_.size(), false);
    std::vector<std::uint32_t> work{slots_[0].state};
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
  }

  void warn_out_of_range() {
    if (options_.ltsa_compat) return;
    std::unordered_set<std::uint32_t> told;
    for (const OutOfRange& found : out_of_range_) {
      if (found.state != kNoState && !reachable_[found.state]) continue;
      if (!told.insert(found.offset).second) continue;
      eval_.reporter().warning(eval_.place(found.offset), "fsp-out-of-range",
                               fmt::format("'{}' is out of range and leads to ERROR", eval_.names().text(found.name)),
                               "write ERROR, or a guard, where that is not meant");
    }
  }

  // States inside chains are called NAME/label/label; equal ones are numbered, and share the plain name as an alias.
  void name_chains(LtsBuilder& builder) {
    std::unordered_map<std::uint64_t, std::uint32_t> alike;
    const auto key = [](const State& state) { return (static_cast<std::uint64_t>(state.before) << 32) | state.by; };
    for (const State& state : states_)
      if (state.before != kNoState) ++alike[key(state)];
    std::unordered_map<std::uint64_t, std::uint32_t> number;
    std::vector<std::string> primary(states_.size());
    std::vector<std::string> plain(states_.size());
    for (std::uint32_t s = 0; s < states_.size(); ++s) {
      const State& state = states_[s];
      if (state.before == kNoState) {
        primary[s] = plain[s] = eval_.names().text(state.name);
      } else if (state.depth <= kLongestChain) {
        const std::string label = eval_.names().text(state.by);
        plain[s] = plain[state.before] + "/" + label;
        primary[s] = primary[state.before] + "/" + label;
        if (alike[key(state)] > 1) primary[s] += fmt::format("#{}", ++number[key(state)]);
      } else {
        continue;
      }
      builder.set_name(LocalState(s), primary[s]);
      if (plain[s] != primary[s]) builder.add_alias(LocalState(s), plain[s]);
    }
  }

  void name_aliases(LtsBuilder& builder) {
    for (const Slot& slot : slots_) {
      const LocalDefinition& definition = ast_.local_definitions[slot.definition];
      if (states_[slot.state].name != slot.name) builder.add_alias(LocalState(slot.state), eval_.names().text(slot.name));
      // B for every B[i], unless B itself is declared.
      if (!definition.indices.empty() && !arities_[definition.name].contains(0))
        builder.add_alias(LocalState(slot.state), symbol_text(definition.name));
    }
  }

  Template freeze() {
    eval_.limits().expect(edges_.size() * 2 * sizeof(RawEdge) + states_.size() * 100);
    Template result;
    result.definition = {DefinitionKind::kProcess, process_index_};
    result.name = process_.name;
    result.offset = process_.offset;
    result.is_property = process_.modifiers.is_property;
    LtsBuilder builder;
    builder.add_states(states_.size());
    name_chains(builder);
    name_aliases(builder);
    for (const Path label : labels_) builder.add_label(eval_.names().text(label));
    for (const RawEdge& edge : edges_) builder.add_edge(LocalState(edge.from), LocalLabel(edge.label), LocalState(edge.to));
    builder.set_initial(LocalState(slots_[0].state));
    if (error_ != kNoState) {
      builder.set_error(LocalState(error_));
      result.reaches_error = reachable_[error_];
    }
    // A property watches for ever: for it END is a state like any other.
    if (end_ != kNoState && !process_.modifiers.is_property) builder.set_terminal(LocalState(end_));
    result.lts = std::move(builder).build();
    result.labels = std::move(labels_);
    result.uses = std::move(uses_);
    result.is_extension.assign(result.labels.size(), false);
    for (const std::uint32_t label : extension_) result.is_extension[label] = true;
    return result;
  }

  Index process_index_;
  const Process& process_;
  const Ast& ast_;
  Evaluator& eval_;
  const ElaborateOptions& options_;

  std::vector<Slot> slots_;
  std::unordered_map<Path, std::uint32_t> slot_of_;
  std::unordered_map<Symbol, std::unordered_set<std::uint32_t>> arities_;
  std::vector<State> states_;
  std::vector<Pending> pending_;
  std::vector<RawEdge> edges_;
  std::vector<Path> labels_;
  std::unordered_map<Path, std::uint32_t> label_of_;
  std::unordered_set<std::uint32_t> extension_;
  std::vector<LabelUse> uses_;
  std::vector<bool> reachable_;
  std::vector<OutOfRange> out_of_range_;
  std::uint32_t stop_ = kNoState;
  std::uint32_t end_ = kNoState;
  std::uint32_t error_ = kNoState;
};

}   // namespace

Scope bind_parameters(Span parameters, std::span<const Value> arguments, Evaluator& evaluator) {
  Scope scope = kNoScope;
  for (Index i = 0; i < parameters.count; ++i) {
    const Parameter& parameter = evaluator.ast().parameters[parameters.first + i];
    const Value value = i < arguments.size() ? arguments[i] : evaluator.value(parameter.value, scope);
    scope = evaluator.scopes().bind(scope, parameter.name, value);
  }
  return scope;
}

Template elaborate_process(Index process, std::span<const Value> arguments, Evaluator& evaluator,
                           const ElaborateOptions& options) {
  return Elaboration(process, evaluator, options).run(arguments);
}

}   // namespace parley::fsp
